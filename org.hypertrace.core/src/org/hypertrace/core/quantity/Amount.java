/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.util.Locale;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;

/**
 * A figure with its kind: what it means decides how it is written and sorted. Written by people's rules a duration has three
 * significant digits and a unit chosen by its size. Trace Compass' {@code SubSecondTimeWithUnitFormat} has three digits after the
 * point instead, in the user's language. That is neither a person's figure nor the same on each machine.
 *
 * @param kind
 *            what it is
 * @param number
 *            ns for durations, changes and times, bytes for sizes; 0 for shares and numbers
 * @param ratio
 *            of a share, from 0, of a difference of shares, and of a number; NaN for all others, and for a share of nothing
 */
public record Amount(Kind kind, long number, double ratio) implements Comparable<Amount> {

    /** What a figure is. */
    public enum Kind {
        /** ns. */
        DURATION,
        /** A difference of durations in ns, written with its sign. */
        CHANGE,
        /** A number of things. */
        COUNT,
        /** A size, written in megabytes of 10^6 bytes. */
        BYTES,
        /** A part of a whole, written in percent. */
        SHARE,
        /** A difference of shares, written in percent with its sign. */
        POINTS,
        /** A mean or a rate of things. */
        NUMBER,
        /** ns since the epoch. */
        TIME
    }

    private static final String[] UNITS = { " µs", " ms", " s" };
    private static final double STEP = 1e3;
    private static final double BYTES_PER_MB = 1e6;
    /** After the point, in percent. */
    private static final int DIGITS = 2;

    /**
     * @param ns
     *            how long
     * @return a duration
     */
    public static Amount ns(long ns) {
        return new Amount(Kind.DURATION, ns, Double.NaN);
    }

    /**
     * @param ns
     *            how much longer, negative if shorter
     * @return a difference of durations
     */
    public static Amount change(long ns) {
        return new Amount(Kind.CHANGE, ns, Double.NaN);
    }

    /**
     * @param count
     *            how many
     * @return a number
     */
    public static Amount count(long count) {
        return new Amount(Kind.COUNT, count, Double.NaN);
    }

    /**
     * @param bytes
     *            how large
     * @return a size
     */
    public static Amount bytes(long bytes) {
        return new Amount(Kind.BYTES, bytes, Double.NaN);
    }

    /**
     * @param part
     *            of the whole, in its unit
     * @param whole
     *            what all of it is
     * @return a share; one of nothing has no text
     */
    public static Amount share(long part, long whole) {
        return share(whole <= 0 ? Double.NaN : (double) part / whole);
    }

    /**
     * @param ratio
     *            1 is all of it; NaN if not known
     * @return a share
     */
    public static Amount share(double ratio) {
        return new Amount(Kind.SHARE, 0, ratio);
    }

    /**
     * @param ratio
     *            how much more of all, negative if less
     * @return a difference of shares
     */
    public static Amount points(double ratio) {
        return new Amount(Kind.POINTS, 0, ratio);
    }

    /**
     * @param number
     *            a mean or a rate
     * @return it
     */
    public static Amount number(double number) {
        return new Amount(Kind.NUMBER, 0, number);
    }

    /**
     * @param ns
     *            since the epoch
     * @return a time
     */
    public static Amount time(long ns) {
        return new Amount(Kind.TIME, ns, Double.NaN);
    }

    /** @return as a person writes it: {@code 57.8 s}, {@code 412 µs}, {@code 50.06 %} */
    public String text() {
        return switch (kind) {
        case DURATION -> duration(number);
        case CHANGE -> (number > 0 ? "+" : "") + duration(number);
        case COUNT -> Long.toString(number);
        case BYTES -> String.format(Locale.ROOT, "%.1f MB", number / BYTES_PER_MB);
        case SHARE, POINTS -> percent(DIGITS);
        case NUMBER -> String.format(Locale.ROOT, "%.2f", ratio);
        case TIME -> TmfTimestampFormat.getDefaulTimeFormat().format(number);
        };
    }

    /**
     * Of a share, or of a difference of shares, in a sentence that needs more digits than {@link #text()} has, or fewer.
     *
     * @param digits
     *            so many after the point
     * @return it in percent: {@code 50.1 %}; {@code <0.1 %} for little that is not nothing; empty for a share of nothing
     */
    public String percent(int digits) {
        String form = "." + digits + "f %%";
        if (kind == Kind.POINTS) {
            return String.format(Locale.ROOT, "%+" + form, 100 * ratio);
        }
        String text = Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, '%' + form, 100 * ratio);
        return ratio > 0 && text.equals(String.format(Locale.ROOT, '%' + form, 0.0)) ? String.format(Locale.ROOT, "<%" + form, Math.pow(10, -digits)) : text;
    }

    /** @return the same without rounding: durations in ns */
    public String exact() {
        return switch (kind) {
        case DURATION -> number + " ns";
        case CHANGE -> (number > 0 ? "+" : "") + number + " ns";
        case BYTES -> number + " bytes";
        default -> text();
        };
    }

    /** @return the text, and the exact figure where that is another: what a hover shows */
    public String both() {
        return isRounded() ? text() + " (" + exact() + ')' : text();
    }

    /** @return whether {@link #exact()} has more to it than {@link #text()} */
    public boolean isRounded() {
        return kind == Kind.BYTES || (kind == Kind.DURATION || kind == Kind.CHANGE) && !isExact(number);
    }

    /**
     * @param other
     *            what this is compared with in a sentence
     * @return the text, or the exact one if the texts of both are equal and the figures are not
     */
    public String besides(Amount other) {
        return !equals(other) && text().equals(other.text()) ? exact() : text();
    }

    @Override
    public String toString() {
        return text();
    }

    /** By value, a share of nothing last. */
    @Override
    public int compareTo(Amount other) {
        int byNumber = Long.compare(number, other.number);
        return byNumber != 0 ? byNumber : Double.compare(ratio, other.ratio);
    }

    /** Whether it has three digits or less, in ns. */
    private static boolean isExact(long ns) {
        return ns > -STEP && ns < STEP;
    }

    private static String duration(long ns) {
        if (isExact(ns)) {
            return ns + " ns";
        }
        double value = Math.abs(ns / STEP);
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        String digits = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return (ns < 0 ? "-" : "") + String.format(Locale.ROOT, digits, value) + UNITS[unit];
    }
}
