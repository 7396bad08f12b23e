/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import org.hypertrace.core.timeline.Guest;

/**
 * One shutdown or restart of a guest, or of a guest nested in it.
 *
 * @param guest
 *            the VM that shuts down, or that relays what the nested guest reports
 * @param nested
 *            level and number of the nested guest, {@code 1.0}; null: the VM's own guest
 * @param number
 *            from 1: which shutdown of this guest in the trace
 */
public record Shutdown(Guest guest, String nested, int number) { }
