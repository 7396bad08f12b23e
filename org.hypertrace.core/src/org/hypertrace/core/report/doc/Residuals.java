/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * A line with the bounds above and below it, which is drawn as 0: how far they are from it, over the time.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            ns since the epoch
 * @param pieces
 *            in their order, each a line of its own
 * @param violations
 *            what contradicts the line, by how much
 */
public record Residuals(long begin, long end, List<Piece> pieces, List<Point> violations) implements Picture {

    /**
     * A line. All lists are in order of time, and straight lines are between their points.
     *
     * @param below
     *            lower bounds
     * @param above
     *            upper bounds
     * @param least
     *            the least that a line within all bounds can have
     * @param most
     *            the most
     */
    public record Piece(List<Point> below, List<Point> above, List<Point> least, List<Point> most) { }

    /**
     * A distance from the line.
     *
     * @param time
     *            ns since the epoch
     * @param ns
     *            below 0: before the line
     */
    public record Point(long time, long ns) { }
}
