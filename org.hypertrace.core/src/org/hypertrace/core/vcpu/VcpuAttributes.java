/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

/** Names in the state tree of what {@link VcpuTracker} finds; the tree is shown there. */
public final class VcpuAttributes {

    /** Integer: the code of the {@link VcpuState}; null within the vCPU's life is unknown. */
    public static final String STATE = "State";
    /** Integer: the processor the vCPU's thread has; null if it has none. */
    public static final String PHYSICAL_CPU = "Physical CPU";
    /** Long: who has the processor instead, a {@link Taker}; null if nobody. */
    public static final String TAKEN_BY = "Taken by";
    /** Long: the last exit's reason, see {@link #exit(int, long)}. */
    public static final String EXIT_REASON = "Exit reason";
    /** Integer: how many entries of the guest so far. */
    public static final String ENTRIES = "Entries";
    /** Integer: how many migrations so far. */
    public static final String MIGRATIONS = "Migrations";
    /** Below it, Integer by {@code isa:reason}: how many such exits so far. */
    public static final String EXITS = "Exits";

    private VcpuAttributes() {
    }

    /**
     * @param isa
     *            the tracer's number of the processor's vendor
     * @param reason
     *            an unsigned 32-bit exit reason
     * @return both in one value
     */
    public static long exit(int isa, long reason) {
        return (long) isa << 32 | reason & 0xffffffffL;
    }

    /**
     * @param exit
     *            a value of {@link #exit(int, long)}
     * @return its vendor
     */
    public static int isa(long exit) {
        return (int) (exit >> 32);
    }

    /**
     * @param exit
     *            a value of {@link #exit(int, long)}
     * @return its reason
     */
    public static long reason(long exit) {
        return exit & 0xffffffffL;
    }
}
