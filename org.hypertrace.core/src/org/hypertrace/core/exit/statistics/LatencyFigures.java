/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import org.hypertrace.core.latency.LatencyKind;

/**
 * Figures of latencies that begin in the stretch of time asked for.
 *
 * @param of
 *            what they have in common besides: a vector, the place of a vCPU in the dictionary, or {@link #ALL}
 * @param lengths
 *            ns; all 0 where the kind has no length
 * @param longest
 *            when the (first) longest one began, ns since the epoch
 */
public record LatencyFigures(LatencyKind kind, int of, Distribution lengths, long longest) {

    /** All of the kind. */
    public static final int ALL = -1;
}
