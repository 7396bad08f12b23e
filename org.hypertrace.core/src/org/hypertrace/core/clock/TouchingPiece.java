/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/** A piece without a line of its own: as steep as the one before it, at its tightest bound. */
record TouchingPiece(long from, long to, long bounds, Ratio slope, Ratio offset) implements ClockPiece {

    @Override
    public Ratio exact(long reading) {
        return Ratio.of(from).plus(offset).plus(slope.times(Ratio.of(reading - from)));
    }
}
