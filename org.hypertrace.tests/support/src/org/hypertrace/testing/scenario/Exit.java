/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/**
 * Why a guest leaves its processor, in the codes of both vendors: appendix C of Intel's SDM volume 3 and AMD's APM volume 2.
 */
public enum Exit {
    /** An interrupt of the host. */
    INTR(1, 96),
    /** The guest has nothing to do. */
    HLT(12, 120),
    /** A port is read or written. */
    IO(30, 123),
    /** The guest reports something. */
    HYPERCALL(18, 129),
    /** The guest touches memory that it does not have yet. */
    MEMORY(48, 1024),
    /** A model specific register is written. */
    MSR(32, 124),
    /** The guest spins. */
    PAUSE(40, 119),
    /** The guest enters a guest of its own (VMRESUME, VMRUN). */
    NESTED(24, 128);

    private final int fIntel;
    private final int fAmd;

    Exit(int intel, int amd) {
        fIntel = intel;
        fAmd = amd;
    }

    int code(boolean isIntel) {
        return isIntel ? fIntel : fAmd;
    }
}
