/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/**
 * How well a guest's clock fits its host's, in figures of the guest's own events.
 *
 * @param isTied
 *            whether the guest's times are on the host's clock within a known uncertainty
 * @param events
 *            all events that were looked at
 * @param violations
 *            events at a time at which their vCPU was not in the guest
 * @param worst
 *            how far the worst of them is from the nearest time in the guest, ns
 */
public record Fit(boolean isTied, long events, long violations, long worst) { }
