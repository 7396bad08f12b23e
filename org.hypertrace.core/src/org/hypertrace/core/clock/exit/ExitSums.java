/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import org.hypertrace.core.clock.column.Longs;

/**
 * Sums over the kinds of exits, by which parts of two sequences are compared at once: equal parts have equal sums. Each kind counts a power of an
 * uneven number by its place. So the same kinds some places further have that power more.
 */
final class ExitSums implements AutoCloseable {

    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final Longs fSums = new Longs();

    ExitSums(ExitTimes of) {
        long sum = 0;
        long power = 1;
        fSums.add(0);
        for (long i = 0; i < of.size(); i++) {
            sum += of.kind(i) * power;
            power *= STEP;
            fSums.add(sum);
        }
    }

    /** The sum of a part. */
    long of(long from, long until) {
        return fSums.get(until) - fSums.get(from);
    }

    /** By what the sum of a part is to be multiplied if it moves so many places; forward if that is positive. */
    static long power(long places) {
        long power = 1;
        // modulo 2^64 every uneven number has an inverse
        long factor = places < 0 ? inverse() : STEP;
        for (long left = Math.abs(places); left > 0; left >>= 1) {
            power *= (left & 1) == 1 ? factor : 1;
            factor *= factor;
        }
        return power;
    }

    /** The same for one place more. */
    static long further(long power) {
        return power * STEP;
    }

    private static long inverse() {
        // right in 3 bits; each step doubles them
        long inverse = STEP;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - STEP * inverse;
        }
        return inverse;
    }

    @Override
    public void close() {
        fSums.close();
    }
}
