/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import org.hypertrace.core.timeline.Guest;

/**
 * One boot of a guest, or of a guest nested in it.
 *
 * @param guest
 *            the VM that boots, or that relays what the nested guest reports
 * @param nested
 *            level and number of the nested guest, {@code 1.0}; null: the VM's own guest
 * @param number
 *            from 1: which boot of this guest in the trace
 */
public record Boot(Guest guest, String nested, int number) { }
