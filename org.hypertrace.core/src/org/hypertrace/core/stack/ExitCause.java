/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

/**
 * Exits of one reason that one frame of a guest caused: figures of whole exits that began in the time asked for. Durations in
 * ns.
 *
 * @param thread
 *            one that caused some: the frames are of its boot
 * @param cause
 *            the innermost frame of the guest when it was left; {@link FrameKind#THREAD} if none was known
 * @param exit
 *            the reason, {@link FrameKind#EXIT} or {@link FrameKind#TRACER}
 * @param count
 *            how many
 * @param p50
 *            the median; percentiles are by nearest rank, so each is the length of an exit. -1 if there were too many lengths
 *            for all to be kept
 * @param p99
 *            of a hundred, 99 are not longer; -1 if that is not known
 * @param longest
 *            when the first of the longest began, ns since the epoch
 */
public record ExitCause(StackThread thread, long cause, long exit, long count, long total, long p50, long p99, long max,
        long longest) {

    /** @return the mean length, rounded */
    public long mean() {
        return Math.round((double) total / count);
    }
}
