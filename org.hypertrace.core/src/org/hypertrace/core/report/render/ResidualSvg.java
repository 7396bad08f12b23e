/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.hypertrace.core.report.render.Elements.number;

import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Residuals;
import org.hypertrace.core.report.doc.Residuals.Point;
import org.hypertrace.core.view.Shades;

/** Draws a line and its bounds as SVG: the line is in the middle. What is far from it is cut off. */
final class ResidualSvg {

    private static final int LEFT = 70;
    private static final int WIDTH = 1140;
    private static final int RIGHT = 6;
    private static final int HEIGHT = 220;
    private static final int BELOW = 30;
    private static final int TOP = 8;
    /** From the top of a text to its base line. */
    private static final int BASE = 9;
    private static final String RADIUS = "3";

    private final Residuals fResiduals;
    private final Elements fOut;
    /** The greatest distance that is drawn, ns. */
    private final long fMost;

    private ResidualSvg(Residuals residuals, Elements out) {
        fResiduals = residuals;
        fOut = out;
        long room = residuals.pieces().stream().flatMap(piece -> Stream.of(piece.least(), piece.most())).flatMap(List::stream)
                .mapToLong(point -> Math.abs(point.ns())).max().orElse(0);
        // twice as much shows what leaves that room
        fMost = Math.max(1, Math.max(2 * room, residuals.violations().stream().mapToLong(point -> Math.abs(point.ns())).max().orElse(0)));
    }

    static void write(Residuals residuals, Elements out) {
        new ResidualSvg(residuals, out).write();
    }

    private void write() {
        String height = String.valueOf(HEIGHT + BELOW);
        String width = String.valueOf(WIDTH);
        String left = String.valueOf(LEFT);
        String middle = number(y(0));
        String below = String.valueOf(HEIGHT + BELOW / 2 + 1);
        String label = label();
        HtmlTable.scrolling(label, fOut).open("svg", "viewBox", "0 0 " + width + ' ' + height, "width", width, "height", height, "role", "img",
                "aria-label", label);
        fResiduals.pieces().forEach(this::room);
        fOut.empty("line", "x1", left, "x2", width, "y1", middle, "y2", middle, "class", "axis");
        for (Residuals.Piece piece : fResiduals.pieces()) {
            bounds(piece.above(), Shades.UPPER_BOUND, "Not after ");
            bounds(piece.below(), Shades.LOWER_BOUND, "Not before ");
        }
        fResiduals.violations().forEach(violation -> dot(violation, Shades.VIOLATION, "An event, and the nearest time in the guest: "));
        fOut.element("text", Amount.change(fMost).text(), "x", "0", "y", String.valueOf(TOP + BASE)).element("text", "0", "x", "0", "y", middle);
        fOut.element("text", Amount.change(-fMost).text(), "x", "0", "y", String.valueOf(HEIGHT));
        fOut.element("text", Amount.time(fResiduals.begin()).text(), "x", left, "y", below);
        fOut.element("text", Amount.ns(fResiduals.end() - fResiduals.begin()) + " later", "x", width, "y", below, "text-anchor", "end").close().close();
    }

    /** For those who do not see it. */
    private String label() {
        return "Bounds of a clock over " + Amount.ns(fResiduals.end() - fResiduals.begin()) + ", drawn up to " + Amount.ns(fMost) + " from it: "
                + Amount.count(fResiduals.pieces().size()) + (fResiduals.pieces().size() == 1 ? " line, " : " lines, ")
                + Amount.count(fResiduals.violations().size()) + " violations";
    }

    private double x(long time) {
        long span = Math.max(1, fResiduals.end() - fResiduals.begin());
        return LEFT + Math.min(1.0, Math.max(0, (time - fResiduals.begin()) / (double) span)) * (WIDTH - RIGHT - LEFT);
    }

    private double y(double ns) {
        return TOP + (1 - ns / fMost) / 2 * (HEIGHT - TOP);
    }

    /** Where all lines are that fit. */
    private void room(Residuals.Piece piece) {
        StringBuilder points = new StringBuilder();
        piece.most().forEach(point -> points.append(place(point)).append(' '));
        for (int i = piece.least().size() - 1; i >= 0; i--) {
            points.append(place(piece.least().get(i))).append(' ');
        }
        if (!points.isEmpty()) {
            fOut.empty("polygon", "points", points.toString().strip(), "class", "room");
        }
    }

    private String place(Point point) {
        return number(x(point.time())) + ',' + number(y(point.ns()));
    }

    private void bounds(List<Point> points, String colour, String what) {
        for (int i = 1; i < points.size(); i++) {
            edge(points.get(i - 1), points.get(i), colour);
        }
        points.stream().filter(point -> Math.abs(point.ns()) <= fMost).forEach(point -> dot(point, colour, what));
    }

    /** As much of an edge as is near enough. */
    private void edge(Point from, Point to, String colour) {
        double rise = (double) to.ns() - from.ns();
        double begin = 0;
        double end = 1;
        for (int sign : new int[] { 1, -1 }) {
            double room = fMost - sign * (double) from.ns();
            double more = sign * rise;
            if (more > 0) {
                end = Math.min(end, room / more);
            } else if (more < 0) {
                begin = Math.max(begin, room / more);
            } else if (room < 0) {
                return;
            }
        }
        if (begin < end) {
            double length = x(to.time()) - x(from.time());
            fOut.empty("line", "x1", number(x(from.time()) + begin * length), "y1", number(y(from.ns() + begin * rise)), "x2",
                    number(x(from.time()) + end * length), "y2", number(y(from.ns() + end * rise)), "stroke", colour, "stroke-width", "1.5");
        }
    }

    private void dot(Point point, String colour, String what) {
        fOut.open("circle", "cx", number(x(point.time())), "cy", number(y(point.ns())), "r", RADIUS, "fill", colour)
                .element("title", what + Amount.change(point.ns()).text() + ", " + Amount.ns(point.time() - fResiduals.begin()) + " later").close();
    }
}
