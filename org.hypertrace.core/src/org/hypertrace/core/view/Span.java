/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.hypertrace.core.view.StateRow.Look;

/** A state in a row of boots or shutdowns. How it is shown is decided when it is: of thousands few are seen. */
public final class Span {

    private final long fBegin;
    private final long fEnd;
    private final Supplier<Look> fLooks;
    private final Object fWhat;
    /** Null as long as nobody asked; each thread that does makes an equal one. */
    private Look fLook;

    /**
     * @param begin
     *            ns since the epoch
     * @param end
     *            exclusive, ns since the epoch; what takes no time by the guest's clock ends when it begins
     * @param looks
     *            how it is shown, asked when it is
     * @param what
     *            what it stands for: a {@code GuestBoot.Stage}, a {@code GuestBoot.Level}, an {@code InitcallRun}, a part of a shutdown
     */
    public Span(long begin, long end, Supplier<Look> looks, Object what) {
        fBegin = begin;
        fEnd = end;
        fLooks = looks;
        fWhat = what;
    }

    /**
     * @param begin
     *            ns since the epoch
     * @param end
     *            exclusive, ns since the epoch
     * @param look
     *            how it is shown
     * @param what
     *            what it stands for
     */
    public Span(long begin, long end, Look look, Object what) {
        this(begin, end, () -> look, what);
    }

    /** @return ns since the epoch */
    public long begin() {
        return fBegin;
    }

    /** @return exclusive, ns since the epoch */
    public long end() {
        return fEnd;
    }

    /** @return how it is shown */
    public Look look() {
        Look look = fLook;
        if (look == null) {
            look = fLooks.get();
            fLook = look;
        }
        return look;
    }

    /** @return what it stands for */
    public Object what() {
        return fWhat;
    }

    /** @return ns */
    public long length() {
        return fEnd - fBegin;
    }

    /**
     * @param time
     *            ns since the epoch
     * @return whether it is there then
     */
    public boolean contains(long time) {
        return fBegin <= time && (time < fEnd || fBegin == fEnd && time == fBegin);
    }

    /**
     * @param row
     *            spans one after another
     * @return whether it is after all of them
     */
    public boolean fits(List<Span> row) {
        return row.isEmpty() || Math.max(row.get(row.size() - 1).end(), row.get(row.size() - 1).begin()) <= fBegin;
    }

    /**
     * @param rows
     *            spans one after another in each; a new row is added if there is place in none
     * @param span
     *            one that begins no sooner than all of them
     * @param most
     *            so many rows at most
     * @return a row with place for it, null if there is none
     */
    public static List<Span> free(List<List<Span>> rows, Span span, int most) {
        for (List<Span> row : rows) {
            if (span.fits(row)) {
                return row;
            }
        }
        if (rows.size() >= most) {
            return null;
        }
        rows.add(new ArrayList<>());
        return rows.get(rows.size() - 1);
    }
}
