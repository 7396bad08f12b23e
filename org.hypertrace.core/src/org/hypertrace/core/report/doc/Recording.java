/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * Where a trace was recorded, and whether that can be relied on. Test frameworks want it beside every result.
 *
 * @param trace
 *            its name
 * @param machines
 *            the names of the hosts
 * @param kernels
 *            of the hosts, as {@code uname} has them; empty if the traces do not name them
 * @param guests
 *            the names of the VMs; empty if no model was looked for
 * @param gaps
 *            what of their events is missing, a sentence each
 * @param stretches
 *            how many stretches or parts these are
 * @param events
 *            how many single events are missing besides
 * @param hasManifest
 *            whether a manifest describes it; one that cannot be read ends a command
 * @param violations
 *            how many events of guests' own traces contradict the host's after their clocks were joined; -1 without such a trace
 * @param panics
 *            how many panics of guests' kernels are in it; -1 if no guest reports its boots
 */
public record Recording(String trace, List<String> machines, List<String> kernels, List<String> guests, List<String> gaps, long stretches,
        long events, boolean hasManifest, long violations, long panics) {
}
