/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.ThreadName;

/**
 * What a vCPU did in a stretch of time: the result of {@link VcpuTable}. All durations are ns and exact: the states sum to
 * {@code end - begin}.
 *
 * @param vcpu
 *            the vCPU
 * @param begin
 *            of the part of its life that is in the stretch, ns since the epoch
 * @param end
 *            of that part
 * @param entries
 *            of the guest
 * @param exits
 *            of the guest: the sum of {@code exitReasons}
 * @param migrations
 *            how often its thread was given another processor than the one it ran on before
 * @param states
 *            ns per state, of every state
 * @param exitReasons
 *            the most frequent first
 * @param stolenBy
 *            who had its processor instead, the longest first
 */
public record VcpuFigures(Machines.Vcpu vcpu, long begin, long end, int entries, int exits, int migrations,
        Map<VcpuState, Long> states, List<ExitCount> exitReasons, List<StolenBy> stolenBy) {

    /** How many exits had a reason; {@code isa} shows whose code it is. */
    public record ExitCount(int isa, long reason, int count) { }

    /** What kind of work has or takes a processor. */
    public enum PreemptorKind {
        /** A thread of the host that is no vCPU. */
        TASK("task"),
        /** A vCPU; where a vCPU's processor was taken: another one. */
        VCPU("vcpu"),
        /** An interrupt, softirq or timer of the host. */
        INTERRUPT("interrupt");

        private final String fKey;

        PreemptorKind(String key) {
            fKey = key;
        }

        /** @return its stable name in JSON and CSV */
        public String key() {
            return fKey;
        }
    }

    /**
     * How long somebody had a processor.
     *
     * @param tid
     *            the thread's id, -1 for interrupts and for threads whose id is not known
     * @param name
     *            the thread's or interrupt's name
     * @param vm
     *            the name of the VM if it is a vCPU, else null
     * @param ns
     *            how long
     */
    public record PreemptorTime(PreemptorKind kind, int tid, String name, String vm, long ns) {

        /** A stand-in has no id. */
        public PreemptorTime {
            tid = tid >= HostThread.STAND_IN ? -1 : tid;
        }

        /** None of whose VM anything is known. */
        public PreemptorTime(PreemptorKind kind, int tid, String name, long ns) {
            this(kind, tid, name, null, ns);
        }

        /** @return the name for people: a thread's with its id */
        public String label() {
            return tid < 0 || name.equals(new ThreadName(tid, null).label()) ? name : new ThreadName(tid, name).label();
        }

        /**
         * @param time
         *            ns
         * @return the same, for that time
         */
        public PreemptorTime of(long time) {
            return new PreemptorTime(kind, tid, name, vm, time);
        }
    }

    /**
     * @param state
     *            a state
     * @return how long the vCPU was in it, ns
     */
    public long ns(VcpuState state) {
        return states.get(state);
    }

    /**
     * @return who had its processor instead - threads while it was preempted or waking, interrupts while the host served them on it - the
     *         longest first
     */
    public List<PreemptorTime> preemptors() {
        return stolenBy.stream().map(StolenBy::who).toList();
    }

    /** @return how long the vCPU lived in the stretch, ns */
    public long lifetime() {
        return end - begin;
    }
}
