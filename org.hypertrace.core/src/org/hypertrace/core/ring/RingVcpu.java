/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.stream.ring.RingFile;

/**
 * What a ring reports about a vCPU. Times are ns since the epoch, or since the file's first record where no record has the
 * date; durations are ns.
 *
 * @param ring
 *            the ring's number in the file, from 0
 * @param isShared
 *            whether other vCPUs write the same ring; {@code counts} and {@code lost} are those of the ring
 * @param vcpu
 *            the guest's CPU
 * @param counts
 *            what became of the ring's records
 * @param notWritten
 *            events for which the ring had no place, as it reports
 * @param records
 *            of this vCPU
 * @param hostRecords
 *            those of them that the host wrote
 * @param begin
 *            of the first record
 * @param end
 *            of the last record
 * @param states
 *            how long it was in each, their sum is {@code end - begin}
 * @param migrations
 *            how often its processor was another than before
 * @param exits
 *            by reason, the longest first
 * @param preemptions
 *            in the order of time
 * @param otherPreemptions
 *            those beyond {@link #MAX_PREEMPTIONS}; their time is in {@code states}
 */
public record RingVcpu(int ring, boolean isShared, int vcpu, RingFile.Counts counts, long notWritten, long records, long hostRecords,
        long begin, long end, Map<RingState, Long> states, long migrations, List<Exits> exits, List<Preemption> preemptions,
        long otherPreemptions) {

    /** So many are listed. */
    public static final int MAX_PREEMPTIONS = 100_000;

    /**
     * Exits for one reason.
     *
     * @param isa
     *            the vendor's number, -1 of {@link #isOthers()}
     * @param code
     *            of the reason
     * @param count
     *            of exits
     * @param entered
     *            those with an entry after them: no record is missing between, nor another exit
     * @param total
     *            of the times from these exits to their entries, ns
     * @param max
     *            the longest of them, ns
     */
    public record Exits(int isa, long code, long count, long entered, long total, long max) {

        /** @return whether these are exits of further reasons, as there are too many */
        public boolean isOthers() {
            return isa < 0;
        }
    }

    /**
     * A thread of the host.
     *
     * @param tid
     *            its id
     * @param name
     *            the first 8 bytes of its name
     */
    public record Task(long tid, String name) { }

    /**
     * A time in which the vCPU could have run, and others had its processor.
     *
     * @param begin
     *            when it lost the processor
     * @param end
     *            when it got one again, or of the last record before one is missing
     * @param first
     *            who had the processor first
     * @param last
     *            who had it last; null if that record is missing
     */
    public record Preemption(long begin, long end, Task first, Task last) {

        /** @return how long, ns */
        public long ns() {
            return end - begin;
        }

        /** @return whether the first preemptor is the last one, and so likely the only one */
        public boolean isByOne() {
            return last != null && first.tid == last.tid;
        }
    }

    /** @return how long it was in the state, ns */
    public long ns(RingState state) {
        return states.getOrDefault(state, 0L);
    }

    /** @return how long it was halted or blocked, ns: exact, unlike each of the two */
    public long asleep() {
        return ns(RingState.HALTED) + ns(RingState.BLOCKED);
    }

    /** @return the least time that was stolen from it, ns */
    public long stealAtLeast() {
        return ns(RingState.PREEMPTED);
    }

    /** @return the most time that was stolen, ns: when it woke up is not recorded */
    public long stealAtMost() {
        return ns(RingState.PREEMPTED) + asleep();
    }

    /** @return how often it left the guest */
    public long exitCount() {
        return exits.stream().mapToLong(Exits::count).sum();
    }
}
