/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * Where the life of a vCPU went, seen from its exits. Every nanosecond is in exactly one phase and one state, so all of them
 * sum to the lifetime. And how many exits there were, complete or not.
 */
public final class VcpuTimes {

    /** What a moment of a vCPU's life belongs to. The order of the constants is their code in files and must not change. */
    public enum Phase {
        /** No exit and no entry is open: before the first one, and after events were lost. */
        OUTSIDE,
        /** From an entry to the exit. What is not guest there is the host's, as on AMD before the exit event. */
        ENTERED,
        /** In a complete exit. */
        EXIT,
        /** In an exit during which the vCPU, or the trace, ended. */
        UNFINISHED,
        /** In an exit whose end is not known: the entry was not recorded, or events were lost. */
        BROKEN
    }

    /** What is counted. The order of the constants is their code in files and must not change. */
    public enum Count {
        /** Exits with their entry. */
        COMPLETE,
        /** Exits during which the vCPU, or the trace, ended. */
        UNFINISHED,
        /** Exits after which the next thing known is another exit. */
        WITHOUT_ENTRY,
        /** Exits during which events were lost. */
        LOST,
        /** Exits, of any of the above, before which no entry is known: the trace began in the guest, or something is missing. */
        AFTER_NO_ENTRY,
        /** Entries after which the next thing known is another entry, which is legal. */
        ENTRY_AGAIN,
        /** 1 if the vCPU, or the trace, ended between an entry and its exit. */
        ENDED_ENTERED
    }

    private static final int STATES = VcpuState.values().length;
    private static final int PHASES = Phase.values().length;

    private final long[] fNs;
    private final long[] fCounts;

    public VcpuTimes() {
        this(new long[PHASES * STATES], new long[Count.values().length]);
    }

    VcpuTimes(long[] ns, long[] counts) {
        fNs = ns;
        fCounts = counts;
    }

    void add(Phase phase, VcpuState state, long ns) {
        fNs[phase.ordinal() * STATES + state.ordinal()] += ns;
    }

    void add(Count what) {
        fCounts[what.ordinal()]++;
    }

    /** @return ns */
    public long ns(Phase phase, VcpuState state) {
        return fNs[phase.ordinal() * STATES + state.ordinal()];
    }

    /** @return ns in any state */
    public long ns(Phase phase) {
        long sum = 0;
        for (VcpuState state : VcpuState.values()) {
            sum += ns(phase, state);
        }
        return sum;
    }

    /** @return the host's time between entries and exits, ns: on AMD what it did before the exit event */
    public long beforeExit() {
        return ns(Phase.ENTERED) - ns(Phase.ENTERED, VcpuState.GUEST);
    }

    /** @return how many */
    public long count(Count what) {
        return fCounts[what.ordinal()];
    }

    /** @return all exits, complete or not */
    public long exits() {
        return count(Count.COMPLETE) + count(Count.UNFINISHED) + count(Count.WITHOUT_ENTRY) + count(Count.LOST);
    }

    public long[] ns() {
        return fNs;
    }

    public long[] counts() {
        return fCounts;
    }
}
