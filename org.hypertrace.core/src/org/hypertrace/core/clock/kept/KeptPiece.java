/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.Ratio;

/**
 * A piece of a clock as it is kept: a line, exactly, and no longer the bounds that it was found by.
 *
 * @param from
 *            the first reading that was bounded
 * @param to
 *            the last reading that was bounded
 * @param bounds
 *            how many bounds it had, at least 1
 * @param slope
 *            how much the reference clock advances per unit of this one
 * @param begin
 *            when the first reading was, ns on the reference clock
 */
record KeptPiece(long from, long to, long bounds, Ratio slope, Ratio begin) implements ClockPiece {

    /** @return the line of a piece */
    static KeptPiece of(ClockPiece piece) {
        return new KeptPiece(piece.from(), piece.to(), piece.bounds(), piece.slope(), piece.exact(piece.from()));
    }

    @Override
    public Ratio exact(long reading) {
        return begin.plus(slope.times(Ratio.of(reading).plus(Ratio.of(from).times(Ratio.of(-1)))));
    }
}
