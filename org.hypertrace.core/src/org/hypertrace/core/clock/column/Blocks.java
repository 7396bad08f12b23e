/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

/** Divides long loops: what is called again and again is compiled once, a loop that runs for seconds is not. */
public final class Blocks {

    private static final int SIZE = 1 << 12;

    private Blocks() {
    }

    /** A part of a loop. */
    @FunctionalInterface
    public interface Block {
        /** Handles those from one number to another, exclusively. */
        void handle(long from, long to);
    }

    /**
     * @param count
     *            how many there are
     * @param to
     *            gets them in blocks from 0 on
     */
    public static void of(long count, Block to) {
        for (long from = 0; from < count; from += SIZE) {
            to.handle(from, Math.min(count, from + SIZE));
        }
    }
}
