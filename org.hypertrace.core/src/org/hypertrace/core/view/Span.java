/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.view.StateRow.Look;

/**
 * A state in a row of boots or shutdowns.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive, ns since the epoch; what takes no time by the guest's clock ends when it begins
 * @param look
 *            how it is shown
 * @param what
 *            what it stands for: a {@code GuestBoot.Stage}, a {@code GuestBoot.Level}, an {@code InitcallRun}, a part of a shutdown
 */
public record Span(long begin, long end, Look look, Object what) {

    /** @return ns */
    public long length() {
        return end - begin;
    }

    /**
     * @param time
     *            ns since the epoch
     * @return whether it is there then
     */
    public boolean contains(long time) {
        return begin <= time && (time < end || begin == end && time == begin);
    }

    /**
     * @param row
     *            spans one after another
     * @return whether it is after all of them
     */
    public boolean fits(List<Span> row) {
        return row.isEmpty() || Math.max(row.get(row.size() - 1).end(), row.get(row.size() - 1).begin()) <= begin;
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
