/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;

/**
 * A ratio of two figures, exact: it is rounded when it is shown only.
 *
 * @param over
 *            the numerator, 0 or greater, without common divisors with the other
 * @param under
 *            the denominator, greater than 0
 */
public record Ratio(BigInteger over, BigInteger under) implements Comparable<Ratio> {

    /**
     * @param over
     *            0 or greater
     * @param under
     *            greater than 0
     * @return the ratio in lowest terms
     */
    public static Ratio of(long over, long under) {
        return of(BigInteger.valueOf(over), BigInteger.valueOf(under));
    }

    private static Ratio of(BigInteger over, BigInteger under) {
        BigInteger common = over.gcd(under);
        return new Ratio(over.divide(common), under.divide(common));
    }

    boolean isPositive() {
        return over.signum() > 0;
    }

    /** How many times the other one, which is positive, it is. */
    Ratio over(Ratio other) {
        return of(over.multiply(other.under), under.multiply(other.over));
    }

    /** The one in the middle; of an even number the mean of both. */
    static Ratio median(List<Ratio> sorted) {
        int half = sorted.size() / 2;
        if (sorted.size() % 2 == 1) {
            return sorted.get(half);
        }
        Ratio one = sorted.get(half - 1);
        Ratio other = sorted.get(half);
        return of(one.over.multiply(other.under).add(other.over.multiply(one.under)),
                one.under.multiply(other.under).shiftLeft(1));
    }

    /** @return the ratio less 1: as speed-up the gain, 0.25 if 5 are done in the time of 4 */
    public double gain() {
        return quotient(over.subtract(under), under);
    }

    /** @return 1 less the inverse: as speed-up the saving, 0.2 if 4 units of time are left of 5 */
    public double saving() {
        return quotient(over.subtract(under), over);
    }

    /** @return the nearest number to it */
    public double value() {
        return quotient(over, under);
    }

    private static double quotient(BigInteger a, BigInteger b) {
        return new BigDecimal(a).divide(new BigDecimal(b), MathContext.DECIMAL64).doubleValue();
    }

    @Override
    public int compareTo(Ratio other) {
        return over.multiply(other.under).compareTo(other.over.multiply(under));
    }

    @Override
    public String toString() {
        return over + "/" + under;
    }
}
