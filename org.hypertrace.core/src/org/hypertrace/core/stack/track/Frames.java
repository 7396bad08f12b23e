/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Frames of stacks as longs: the address of a function is itself; everything else is a number that no address can be. An x86-64 processor
 * has the highest eight bits of an address all set or all clear (57 bits with five levels of pages).
 * Bits 56 to 63 are {@code 0x40} + the place of the {@link FrameKind}, the others its value.
 */
public final class Frames {

    private static final int SHIFT = 56;
    private static final long VALUE = (1L << SHIFT) - 1;
    private static final int FIRST = 0x40;
    private static final FrameKind[] KINDS = FrameKind.values();
    /** Of a state: the vCPU's host has no trace. */
    private static final long LONE = 1 << 8;

    private Frames() {
    }

    /**
     * @param kind
     *            not a function
     * @param value
     *            bits above 55 are lost
     * @return the frame
     */
    public static long of(FrameKind kind, long value) {
        return (long) (FIRST + kind.ordinal()) << SHIFT | value & VALUE;
    }

    /**
     * @param state
     *            of a vCPU
     * @param isLone
     *            whether its host has no trace, so that some states are in doubt
     * @return the frame
     */
    static long of(VcpuState state, boolean isLone) {
        return of(FrameKind.STATE, state.ordinal() | (isLone ? LONE : 0));
    }

    /**
     * @param frame
     *            of a state of a vCPU
     * @return the state
     */
    public static VcpuState state(long frame) {
        return VcpuState.of((int) (value(frame) & ~LONE));
    }

    /**
     * @param frame
     *            made here
     * @return whether it is the state of a vCPU whose host has no trace
     */
    public static boolean isLone(long frame) {
        return kind(frame) == FrameKind.STATE && (frame & LONE) != 0;
    }

    /** What the state of a vCPU is called, with how well it is known if that is not for sure. */
    static String stateLabel(long frame) {
        return isLone(frame) ? LoneStates.label(state(frame)) : state(frame).label();
    }

    /**
     * @param address
     *            as the guest reports
     * @return it, or the one frame for all functions at addresses that cannot be
     */
    public static long function(long address) {
        long high = address >> SHIFT;
        return high == 0 || high == -1 ? address : of(FrameKind.IMPLAUSIBLE, 0);
    }

    /**
     * @param frame
     *            made here
     * @return what it stands for
     */
    public static FrameKind kind(long frame) {
        int kind = (int) (frame >>> SHIFT) - FIRST;
        return kind > 0 && kind < KINDS.length ? KINDS[kind] : FrameKind.FUNCTION;
    }

    /**
     * @param frame
     *            made here
     * @return its value by its kind; of a function the address
     */
    public static long value(long frame) {
        return kind(frame) == FrameKind.FUNCTION ? frame : frame & VALUE;
    }
}
