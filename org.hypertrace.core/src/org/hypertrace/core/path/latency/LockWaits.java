/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import java.util.List;

/**
 * What of a VM waited for what of it, put together by kind, vCPUs and threads: how often and how long. It also has how much of that time
 * the one that was waited for was <em>preempted</em>. Its vCPU could run then, and something else had the processor of the host.
 *
 * @param kind
 *            how they waited
 * @param waiting
 *            the participant that is the vCPU that waited, or that the thread was woken for
 * @param waitingThread
 *            the guest's thread that waited; {@link org.hypertrace.core.path.gather.PathRows#NONE} if none is known, as in an interrupt
 * @param holder
 *            the participant that is the vCPU that was waited for
 * @param holderThread
 *            the guest's thread that was waited for, {@link org.hypertrace.core.path.gather.PathRows#NONE} if none is known
 * @param count
 *            how often
 * @param total
 *            how long, ns
 * @param longest
 *            of the waits, ns
 * @param worst
 *            the begin of the first of the longest, ns since the epoch
 * @param preempted
 *            of the total: the holder was preempted, ns
 * @param wakingUp
 *            of the total: the holder's vCPU could run and its processor was idle, ns
 * @param inHost
 *            of the total: the host worked for the holder's vCPU, in an interrupt, the VMM or the kernel, ns
 * @param preemptors
 *            who had the processor while the holder was preempted, as far as it is known, those that had it longest first
 */
public record LockWaits(Kind kind, int waiting, int waitingThread, int holder, int holderThread, int count, long total, long longest,
        long worst, long preempted, long wakingUp, long inHost, List<Preemptor> preemptors) {

    /** How one waited for another. */
    public enum Kind {
        /** It halted, waiting for a paravirtual spin lock, and the one that freed the lock kicked it. */
        KICK("kick", "halted until kicked", "vCPUs halted for a lock until they were kicked"),
        /** It spun, or yielded, while another vCPU of the VM was preempted. */
        SPIN("spin", "spun", "vCPUs spun while another one was preempted"),
        /** It slept until another thread woke it, which was preempted meanwhile. */
        THREAD("thread", "slept until woken", "Threads slept until one woke them that was preempted meanwhile");

        private final String fKey;
        private final String fLabel;
        private final String fSentence;

        Kind(String key, String label, String sentence) {
            fKey = key;
            fLabel = label;
            fSentence = sentence;
        }

        /** @return its stable name in JSON and CSV */
        public String key() {
            return fKey;
        }

        /** @return its name for people */
        public String label() {
            return fLabel;
        }

        /** @return how a sentence begins that reports how often */
        public String sentence() {
            return fSentence;
        }
    }

    /**
     * Who had the processor for which a vCPU waited.
     *
     * @param who
     *            the participant: a vCPU, else a thread of the host
     * @param ns
     *            how long
     */
    public record Preemptor(int who, long ns) { }

    /**
     * How often vCPUs of a VM kicked others.
     *
     * @param count
     *            all of them
     * @param unknown
     *            of these: no vCPU has the number that was reported
     * @param without
     *            of these: the vCPU was not seen to halt, or not to go on by the kick
     * @param leftOut
     *            how many waits, of any kind, are left out for want of room
     */
    public record Kicks(int count, int unknown, int without, int leftOut) { }
}
