/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.ring.RingState;

/** States of a vCPU in words, where rings without a trace of its host leave some of them in doubt. */
public final class LoneStates {

    private LoneStates() {
    }

    /**
     * @param state
     *            a state of the vCPU
     * @return its name for people, with how well it is known if that is not for sure
     */
    public static String label(Machines.Vcpu vcpu, VcpuState state) {
        return vcpu.isAlone() ? label(state) : state.label();
    }

    /**
     * @param state
     *            a state of a vCPU whose host has no trace
     * @return its name for people, with how well it is known if that is not for sure
     */
    public static String label(VcpuState state) {
        RingState ring = of(state);
        if (ring == null) {
            return state.label();
        }
        return switch (ring.known()) {
        case AT_MOST -> ring.label() + " (at most)";
        case LIKELY -> ring.label() + " (likely)";
        default -> ring.label();
        };
    }

    /**
     * @param state
     *            a state of the vCPU
     * @return whether it is in doubt
     */
    public static boolean isDoubtful(Machines.Vcpu vcpu, VcpuState state) {
        RingState ring = vcpu.isAlone() ? of(state) : null;
        return ring != null && (ring.known() == RingState.Known.AT_MOST || ring.known() == RingState.Known.LIKELY);
    }

    /**
     * @param preemptor
     *            who preempts a vCPU whose host has no trace
     * @return how sure that is, to be added to the name: of one who was the first and the last, or of two
     */
    public static String doubt(Preemptor preemptor) {
        return doubt(preemptor.number());
    }

    /**
     * @param tid
     *            the id of the thread that preempts a vCPU whose host has no trace
     * @return the same
     */
    public static String doubt(int tid) {
        return tid >= HostThread.STAND_IN ? " (at least)" : " (likely)";
    }

    private static RingState of(VcpuState state) {
        return switch (state) {
        case GUEST -> RingState.GUEST;
        case HOST_KERNEL -> RingState.HOST;
        case PREEMPTED -> RingState.PREEMPTED;
        case HALTED -> RingState.HALTED;
        case BLOCKED -> RingState.BLOCKED;
        default -> null;
        };
    }
}
