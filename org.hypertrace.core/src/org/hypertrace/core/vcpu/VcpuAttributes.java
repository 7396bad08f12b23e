/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.kvm.ExitReason;

/** Names in the state tree of what {@link VcpuTracker} finds; the tree is shown there. */
public final class VcpuAttributes {

    /**
     * Integer: what {@link #state(VcpuState, boolean, int)} puts together; null within the vCPU's life is unknown. An exit that begins
     * no stretch of a state is counted below {@link #EXITS}.
     */
    public static final String STATE = "State";
    /** Integer: the processor the vCPU's thread has; null if it has none. */
    public static final String PHYSICAL_CPU = "Physical CPU";
    /** Integer: the processor it waits for while it is preempted or waking; else null. */
    public static final String WAITS_FOR = "Waits for";
    /** Long: who has the processor instead, a {@link Preemptor}; null if nobody. */
    public static final String PREEMPTED_BY = "Preempted by";
    /**
     * Integer: how many entries of the guest so far no stretch of the state guest reports. The vCPU was in the guest already, or left it at
     * the same time. Every other entry begins such a stretch, and every stretch is begun by one.
     */
    public static final String OTHER_ENTRIES = "Other entries";
    /** Integer: how many migrations so far. */
    public static final String MIGRATIONS = "Migrations";
    /**
     * Below it, by {@link #exit(int, long)}, each reason that occurs, in the order in which they do. Integer: how many such exits so far
     * began no stretch of a state. Those that began one are in {@link #STATE}, by the number of the reason in that order.
     */
    public static final String EXITS = "Exits";
    /** Of a processor of the host, Integer: how many vCPUs have it or wait for it. */
    public static final String RUNNABLE = "Runnable vCPUs";

    /**
     * Integer: where {@link #STATE} does not report whether the vCPU is out of the guest for the guest's tracer, {@link #IS_TRACER} or
     * {@link #NO_TRACER}. That is where an exit began no stretch of a state, or another state began before the tracer's hypercall. Null:
     * the state reports it.
     */
    public static final String TRACER = "Tracer";
    /** The time is not the tracer's, whatever the state reports. */
    public static final Integer NO_TRACER = 1;
    /** The time is the tracer's. */
    public static final Integer IS_TRACER = 2;

    /** Bits of a value of {@link #STATE}: of the state's code, of whether the time is the tracer's, and above of the exit. */
    private static final int CODE = 0xf;
    private static final int OF_TRACER = 0x10;
    private static final int EXIT_SHIFT = 5;

    private VcpuAttributes() {
    }

    /**
     * @param state
     *            a state, not unknown
     * @param isTracer
     *            whether the vCPU is out of the guest for a hypercall of the guest's tracer
     * @param exit
     *            the number of the reason of the exit that begins the stretch, -1 if none does
     * @return the value of {@link #STATE}
     */
    public static Integer state(VcpuState state, boolean isTracer, int exit) {
        return state.ordinal() | (isTracer ? OF_TRACER : 0) | exit + 1 << EXIT_SHIFT;
    }

    /** @return the code of the {@link VcpuState} in a value of {@link #STATE} */
    static int code(int state) {
        return state & CODE;
    }

    /**
     * @param state
     *            a value of {@link #STATE}
     * @return the number of the reason of the exit that began the stretch, -1 if none did
     */
    public static int exitOf(Object state) {
        return state instanceof Integer value ? (value >>> EXIT_SHIFT) - 1 : -1;
    }

    /**
     * @param state
     *            a value of {@link #STATE}
     * @return whether the vCPU is out of the guest for the guest's tracer, as far as the state reports that
     */
    public static boolean isOfTracer(Object state) {
        return state instanceof Integer value && (value & OF_TRACER) != 0;
    }

    /**
     * @param isa
     *            the tracer's number of the processor's vendor
     * @param reason
     *            an unsigned 32-bit exit reason
     * @return the name of the attribute below {@link #EXITS} that counts such exits
     */
    public static String exit(int isa, long reason) {
        return isa + ":" + reason;
    }

    /**
     * @param name
     *            a name made by {@link #exit(int, long)}
     * @return the exit reason for people
     */
    public static String exitLabel(String name) {
        return ExitReason.label(isa(name), reason(name));
    }

    static int isa(String name) {
        return Integer.parseInt(name.substring(0, name.indexOf(':')));
    }

    static long reason(String name) {
        return Long.parseLong(name.substring(name.indexOf(':') + 1));
    }
}
