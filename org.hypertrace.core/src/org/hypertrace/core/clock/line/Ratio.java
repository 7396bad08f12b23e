/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.math.BigInteger;

/**
 * An exact fraction.
 *
 * @param numerator
 *            any number
 * @param denominator
 *            above 0
 */
public record Ratio(BigInteger numerator, BigInteger denominator) implements Comparable<Ratio> {

    /** A clock that runs as fast as the other. */
    public static final Ratio ONE = of(1, 1);

    /**
     * @param numerator
     *            any number
     * @param denominator
     *            above 0
     * @return their quotient
     */
    public static Ratio of(long numerator, long denominator) {
        return new Ratio(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /** @return the whole number as a fraction */
    public static Ratio of(long whole) {
        return of(whole, 1);
    }

    /**
     * @param text
     *            as {@link #toString} has it
     * @return the fraction
     * @throws NumberFormatException
     *             if it is none
     */
    public static Ratio parse(String text) {
        int bar = text.indexOf('/');
        BigInteger denominator = bar < 0 ? BigInteger.ZERO : new BigInteger(text.substring(bar + 1));
        if (denominator.signum() <= 0) {
            throw new NumberFormatException("no fraction");
        }
        return new Ratio(new BigInteger(text.substring(0, bar)), denominator);
    }

    /** @return the sum */
    public Ratio plus(Ratio other) {
        return new Ratio(numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Ratio minus(Ratio other) {
        return plus(new Ratio(other.numerator.negate(), other.denominator));
    }

    /** @return the product */
    public Ratio times(Ratio other) {
        return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** @return 1 divided by this, which is above 0 */
    public Ratio inverse() {
        return new Ratio(denominator, numerator);
    }

    Ratio half() {
        return new Ratio(numerator, denominator.shiftLeft(1));
    }

    Ratio reduced() {
        BigInteger common = numerator.gcd(denominator);
        return common.signum() == 0 ? this : new Ratio(numerator.divide(common), denominator.divide(common));
    }

    /** @return the greatest whole number that is not above; values out of a long's range become its ends */
    public long floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        return floor.bitLength() < Long.SIZE ? floor.longValue() : floor.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    @Override
    public int compareTo(Ratio other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    /** @return by how much it differs from 1, in millionths */
    public double ppm() {
        return minus(ONE).times(of(1_000_000)).reduced().near();
    }

    /** @return the nearest number with a floating point, or nearly */
    double near() {
        return numerator.doubleValue() / denominator.doubleValue();
    }

    /** @return the reduced fraction, for example {@code 6/5} */
    @Override
    public String toString() {
        Ratio reduced = reduced();
        return reduced.numerator + "/" + reduced.denominator;
    }

    /** @return the sign of {@code a * b - c * d}, which may be too large for a long */
    static int compareProducts(long a, long b, long c, long d) {
        int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
        return high != 0 ? high : Long.compareUnsigned(a * b, c * d);
    }
}
