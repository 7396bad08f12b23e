/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import org.hypertrace.core.exit.statistics.Distribution;

/**
 * How long threads of a guest that were woken waited.
 *
 * @param by
 *            whose waits they are
 * @param of
 *            the participant that is the vCPU or the thread; of a VM its running number
 * @param part
 *            of the waits; those in which it is not 0 are counted
 * @param lengths
 *            ns
 * @param worst
 *            the begin of the first of the longest waits in this part, ns since the epoch
 * @param worstEnd
 *            when the thread ran after that wait, ns since the epoch
 * @param worstThread
 *            the participant that waited then
 */
public record WakeFigures(By by, int of, WakePart part, Distribution lengths, long worst, long worstEnd, int worstThread) {

    /** Whose waits are put together. */
    public enum By {
        /** All threads of a VM. */
        VM,
        /** Those that waited for a vCPU. */
        VCPU,
        /** A thread's. */
        THREAD
    }
}
