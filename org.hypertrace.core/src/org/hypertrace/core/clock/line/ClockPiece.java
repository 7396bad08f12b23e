/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/** A stretch of readings of a clock, and when they were on the reference clock. */
public interface ClockPiece {

    /** @return the first reading that is bounded */
    long from();

    /** @return the last reading that is bounded */
    long to();

    /** @return how many bounds it has, at least 1 */
    long bounds();

    /** @return how much the reference clock advances per unit of this one */
    Ratio slope();

    /** @return when that reading was, exactly; readings outside continue the line */
    Ratio exact(long reading);

    /** @return when that reading was, rounded down, ns on the reference clock */
    default long at(long reading) {
        return exact(reading).floor();
    }

    /** @return whether bounds on both sides decide its slope */
    default boolean isDetermined() {
        return false;
    }

    /** @return how far the truth may be from {@link #exact}, ns, rounded down; -1 if that is not determined */
    default long uncertainty(long reading) {
        return -1;
    }
}
