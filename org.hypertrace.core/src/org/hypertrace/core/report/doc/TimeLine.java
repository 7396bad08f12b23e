/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

import org.hypertrace.core.view.Styles;

/**
 * A picture: rows of boxes on one axis of time, which begins at 0 so that they can be compared. Formats without pictures leave it out:
 * all that it shows stands in tables and sentences too.
 *
 * @param span
 *            how long the axis is, ns; what is later is not drawn
 * @param tracks
 *            from top to bottom
 */
public record TimeLine(long span, List<Track> tracks) implements Picture {

    /**
     * Rows that belong together.
     *
     * @param name
     *            of all of it, beside its first row; any text, of guests too
     * @param rows
     *            from top to bottom
     * @param marks
     *            lines across all rows
     */
    public record Track(String name, List<Row> rows, List<Mark> marks) { }

    /**
     * Boxes side by side. Those that overlap are drawn below each other.
     *
     * @param name
     *            what they are; empty beside the name of the track
     * @param boxes
     *            in the order of their begins
     */
    public record Row(String name, List<Box> boxes) { }

    /**
     * A stretch of time.
     *
     * @param from
     *            ns from 0
     * @param to
     *            ns from 0
     * @param colour
     *            of {@link Styles}, as {@code #42A5F5}
     * @param label
     *            any text, of guests too
     * @param about
     *            what else a reader who points at it gets to know
     * @param isNamed
     *            whether its label is to be seen in any case
     */
    public record Box(long from, long to, String colour, String label, String about, boolean isNamed) { }

    /**
     * An instant.
     *
     * @param at
     *            ns from 0
     * @param label
     *            any text, of guests too
     * @param colour
     *            of {@link Styles}, as {@code #FF0000}
     */
    public record Mark(long at, String label, String colour) { }
}
