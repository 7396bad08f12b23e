/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.kvm.ExitReason;

/** Names in the state tree of what {@link VcpuTracker} finds; the tree is shown there. */
public final class VcpuAttributes {

    /** Integer: the code of the {@link VcpuState}; null within the vCPU's life is unknown. */
    public static final String STATE = "State";
    /** Integer: the processor the vCPU's thread has; null if it has none. */
    public static final String PHYSICAL_CPU = "Physical CPU";
    /** Integer: the processor it waits for while it is preempted or waking; else null. */
    public static final String WAITS_FOR = "Waits for";
    /** Long: who has the processor instead, a {@link Preemptor}; null if nobody. */
    public static final String PREEMPTED_BY = "Taken by";
    /**
     * Integer: how many entries of the guest so far no stretch of the state guest reports. The vCPU was in the guest already, or left it at
     * the same time. Every other entry begins such a stretch, and every stretch is begun by one.
     */
    public static final String OTHER_ENTRIES = "Other entries";
    /** Integer: how many migrations so far. */
    public static final String MIGRATIONS = "Migrations";
    /** Below it, Integer by {@link #exit(int, long)}: how many such exits so far; the one that changed last is the last exit. */
    public static final String EXITS = "Exits";
    /** Of a processor of the host, Integer: how many vCPUs have it or wait for it. */
    public static final String RUNNABLE = "Runnable vCPUs";

    /**
     * Integer: whether the vCPU is out of the guest for the guest's tracer. {@link #MAY_BE_TRACER} from an exit for a
     * hypercall, {@link #IS_TRACER} from a hypercall that was the tracer's own, until the next entry; null: no. Time of the
     * first directly before the second is the tracer's, too.
     */
    public static final String TRACER = "Tracer";
    /** The exit was for some hypercall. */
    public static final Integer MAY_BE_TRACER = 1;
    /** The hypercall was the tracer's. */
    public static final Integer IS_TRACER = 2;

    private VcpuAttributes() {
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
