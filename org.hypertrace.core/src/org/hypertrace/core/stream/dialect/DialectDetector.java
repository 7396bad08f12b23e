/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import org.hypertrace.core.stream.Hypercall;

/**
 * Finds out what a VM reports from its first {@value #READ_AHEAD} hypercalls with a number of 0x64 or more, or 0. What a
 * process sent does not count. It holds a few flags, whatever comes.
 * <p>
 * The first that applies: 0x81 with its magic: version 1; any of 0x66-0xa3 (0x64 and 0x65 prove nothing): version 1; 0, or
 * 1002-1111, or 1001 with a0 of 2^32 or more: P4; 0x64 and 0x65 with a3 = 0 throughout, and 1000: P3; 1000 with a1 = 2: P2;
 * 1000, 1001 or 2000: P1. Any number of P5's: P5 in addition. Else nothing is known, and version 1 is taken.
 */
public final class DialectDetector {

    /** How many hypercalls are looked at. */
    public static final int READ_AHEAD = 1000;

    private static final long MAGIC = 0x47545243;

    /**
     * What was found.
     *
     * @param name
     *            of the built-in dialect
     * @param withP5
     *            whether the numbers of P5 occur too
     * @param reason
     *            why, for people
     */
    public record Found(String name, boolean withP5, String reason) {

        /** @return the dialect to decode with */
        public Dialect dialect() {
            Dialect dialect = Dialect.builtIn(name);
            return withP5 ? dialect.with(Dialect.builtIn("p5")) : dialect;
        }
    }

    private int fSeen;
    private boolean fMagic;
    private boolean fVersion1;
    private boolean fP4;
    private boolean fFunctions;
    private boolean fFunctionsUseA3;
    private boolean f1000;
    private boolean fP1;
    private boolean fExitOnly;
    private boolean fP5;

    /**
     * @param h
     *            the VM's next hypercall
     * @return whether more are needed
     */
    public boolean accept(Hypercall h) {
        long nr = h.nr();
        if (fSeen >= READ_AHEAD || nr > 0 && nr < 0x64 || h.origin() == Hypercall.Origin.USER) {
            return fSeen < READ_AHEAD;
        }
        fSeen++;
        int number = (int) (nr & 0xffff);
        fMagic |= number == 0x81 && h.a0() >>> 32 == MAGIC;
        fVersion1 |= number >= 0x66 && number <= 0xa3;
        fP4 |= number == 0 && nr >>> 32 == 0 || number >= 1002 && number <= 1111
                || number == 1001 && h.a0() >>> 32 != 0;
        if (number == 0x64 || number == 0x65) {
            fFunctions = true;
            fFunctionsUseA3 |= h.a3() != 0;
        }
        f1000 |= number == 1000;
        fExitOnly |= number == 1000 && h.a1() == 2;
        fP1 |= number == 1000 || number == 1001 || number == 2000;
        fP5 |= switch (number) {
        case 3000, 3001, 3002, 4001, 4002, 5000, 9000, 9001, 9002, 9003, 10000, 11001, 11002, 12001, 12002 -> true;
        default -> false;
        };
        return fSeen < READ_AHEAD;
    }

    /** @return whether numbers of P5 were seen */
    public boolean withP5() {
        return fP5;
    }

    /** @return whether anything was seen on which the answer depends */
    public boolean hasSeen() {
        return fSeen > 0;
    }

    /** @return whether no later hypercall can change the dialect; the numbers of P5 may still be found in addition */
    public boolean isDecided() {
        return fMagic || fVersion1 || fSeen >= READ_AHEAD;
    }

    /** @return what is known by now */
    public Found found() {
        if (fMagic) {
            return found(Dialect.HYPERTRACE_1, "it sends hello (0x81) as version 1");
        }
        if (fVersion1) {
            return found(Dialect.HYPERTRACE_1, "numbers 0x66-0xa3 occur, which only version 1 has");
        }
        if (fP4) {
            return found("p4", "number 0, 1002-1111, or 1001 with a priority occurs");
        }
        if (fFunctions && !fFunctionsUseA3 && f1000) {
            return found("p3", "0x64 or 0x65 occurs without a processor, and 1000");
        }
        if (fExitOnly) {
            return found("p2", "1000 occurs with a1 = 2");
        }
        if (fP1) {
            return found("p1", "1000, 1001 or 2000 occurs");
        }
        return found(Dialect.HYPERTRACE_1, fSeen == 0 ? "there is no hypercall" : "nothing decides; version 1 is taken");
    }

    private Found found(String name, String reason) {
        return new Found(name, fP5, fP5 ? reason + "; numbers of boot and shutdown (p5) too" : reason);
    }
}
