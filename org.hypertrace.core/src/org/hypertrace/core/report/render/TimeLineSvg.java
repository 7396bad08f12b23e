/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.hypertrace.core.report.render.Elements.number;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.view.Shades;

/** A {@link TimeLine} as SVG in a page of HTML. */
final class TimeLineSvg {

    private static final int WIDTH = 1140;
    /** Where time begins: names are left of it. */
    private static final int LEFT = 240;
    private static final int INDENT = 14;
    private static final int ROW = 16;
    private static final int AXIS = 22;
    private static final int GAP = 10;
    /** From the top of a row to the base line of its texts. */
    private static final int BASE = 12;
    private static final int TICKS = 10;
    private static final int AXIS_LABEL = 55;
    private static final double CHARACTER = 6.2;
    private static final double BOLD = 6.8;
    /** Narrower than this nothing is drawn: a page stays small, whatever a guest reports. */
    private static final double NARROWEST = 0.15;
    /** So many of what overlaps are drawn below each other. */
    private static final int LANES = 6;
    private static final int LONGEST_MARK = 150;
    /** So many tracks have their names in the picture's label. */
    private static final int NAMED = 10;

    /** Something with its lane in a row, from 0. */
    private record Placed<T>(T what, int lane) { }

    /** {@code below}: boxes whose labels do not fit into them, but are to be seen. */
    private record Laid(TimeLine.Row row, List<Placed<TimeLine.Box>> boxes, List<Placed<TimeLine.Box>> below) {

        int lanes() {
            return ROW * Math.max(1, 1 + boxes.stream().mapToInt(Placed::lane).max().orElse(0));
        }

        int height() {
            return lanes() + ROW * (1 + below.stream().mapToInt(Placed::lane).max().orElse(-1));
        }
    }

    private final Elements fOut;
    private final long fSpan;
    private int fY = AXIS;

    private TimeLineSvg(long span, Elements out) {
        fSpan = Math.max(1, span);
        fOut = out;
    }

    static void write(TimeLine timeLine, Elements out) {
        TimeLineSvg svg = new TimeLineSvg(timeLine.span(), out);
        List<List<Laid>> tracks = timeLine.tracks().stream().map(track -> track.rows().stream().map(svg::laid).toList()).toList();
        int height = AXIS;
        for (int i = 0; i < tracks.size(); i++) {
            height += tracks.get(i).stream().mapToInt(Laid::height).sum() + below(timeLine.tracks().get(i));
        }
        String label = label(timeLine);
        HtmlTable.scrolling(label, out).open("svg", "viewBox", "0 0 " + WIDTH + ' ' + height, "width", Integer.toString(WIDTH), "height", Integer.toString(height),
                "role", "img", "aria-label", label);
        for (int i = 0; i < tracks.size(); i++) {
            svg.track(timeLine.tracks().get(i), tracks.get(i));
        }
        svg.axis(height);
        out.close().close();
    }

    /** For those who do not see it; all that is drawn stands in tables and sentences, too. */
    private static String label(TimeLine timeLine) {
        List<TimeLine.Track> tracks = timeLine.tracks();
        return "Time line of " + Amount.ns(timeLine.span()) + ": " + tracks.stream().limit(NAMED).map(TimeLine.Track::name).collect(Collectors.joining(", "))
                + (tracks.size() > NAMED ? " and " + (tracks.size() - NAMED) + " more" : "");
    }

    /** Room for the labels of marks, and a gap. */
    private static int below(TimeLine.Track track) {
        return GAP + track.marks().size() * ROW;
    }

    private Laid laid(TimeLine.Row row) {
        List<TimeLine.Box> seen = row.boxes().stream().filter(box -> width(box) >= NARROWEST).toList();
        List<TimeLine.Box> below = seen.stream().filter(box -> box.isNamed() && !fits(box)).toList();
        return new Laid(row, placed(seen, box -> x(box.from()), box -> x(box.to())),
                placed(below, this::labelBegin, box -> labelBegin(box) + BOLD * box.label().length()));
    }

    /** Each in the first lane that is free; what finds none is left out. */
    private static <T> List<Placed<T>> placed(List<T> all, ToDoubleFunction<T> begin, ToDoubleFunction<T> end) {
        List<Double> ends = new ArrayList<>();
        List<Placed<T>> placed = new ArrayList<>();
        for (T one : all) {
            int lane = 0;
            while (lane < ends.size() && ends.get(lane) > begin.applyAsDouble(one)) {
                lane++;
            }
            if (lane < LANES) {
                if (lane == ends.size()) {
                    ends.add(0.0);
                }
                ends.set(lane, end.applyAsDouble(one));
                placed.add(new Placed<>(one, lane));
            }
        }
        return placed;
    }

    private double x(long time) {
        return LEFT + Math.min(1.0, Math.max(0, time / (double) fSpan)) * (WIDTH - LEFT);
    }

    private double width(TimeLine.Box box) {
        return x(box.to()) - x(box.from());
    }

    private boolean fits(TimeLine.Box box) {
        return box.label().length() * CHARACTER + 4 < width(box);
    }

    private double labelBegin(TimeLine.Box box) {
        return textBegin(box.label(), x(box.from()));
    }

    /** Where a text begins that would begin at x: not so far to the right that its end is not seen. */
    private static double textBegin(String text, double x) {
        return Math.max(LEFT, Math.min(x, WIDTH - BOLD * text.length()));
    }

    private void track(TimeLine.Track track, List<Laid> rows) {
        int top = fY;
        text(0, fY + BASE, "bold", cut(track.name(), LEFT));
        rows.forEach(this::row);
        for (TimeLine.Mark mark : track.marks()) {
            double x = x(mark.at());
            String label = cut(mark.label(), (int) (LONGEST_MARK * BOLD));
            line(x, top, fY, "stroke", mark.colour(), "stroke-width", "2");
            text(textBegin(label, x + 4), fY + BASE, "bold", label);
            fY += ROW;
        }
        fY += GAP;
    }

    private void row(Laid row) {
        text(INDENT, fY + BASE, "normal", row.row().name());
        row.boxes().forEach(box -> box(box.what(), fY + box.lane() * ROW));
        row.below().forEach(box -> text(labelBegin(box.what()), fY + row.lanes() + box.lane() * ROW + BASE, "bold", box.what().label()));
        fY += row.height();
    }

    private void box(TimeLine.Box box, int y) {
        double x = x(box.from());
        fOut.open("g").element("title", box.label() + "  " + Amount.ns(box.to() - box.from()).both() + box.about());
        fOut.empty("rect", "x", number(x), "y", Integer.toString(y + 1), "width", number(width(box)), "height", Integer.toString(ROW - 2),
                "fill", box.colour(), "stroke", Shades.PAPER, "stroke-width", "0.5");
        if (fits(box)) {
            text(x + 3, y + BASE, "normal", box.label(), "fill", Shades.text(box.colour()));
        }
        fOut.close();
    }

    private void axis(int bottom) {
        long step = step();
        for (long at = 0; at <= fSpan; at += step) {
            double x = x(at);
            line(x, ROW, bottom, "class", "scale");
            if (x <= WIDTH - AXIS_LABEL) {
                text(x + 2, GAP + 1, "normal", at == 0 ? "0" : time(at, step), "class", "soft");
            }
        }
    }

    /** 1, 2 or 5 of some power of ten. */
    private long step() {
        long step = 1;
        for (int[] factors = { 2, 5, 10 }; fSpan / step > TICKS; ) {
            long power = step;
            for (int factor : factors) {
                step = power * factor;
                if (fSpan / step <= TICKS) {
                    break;
                }
            }
        }
        return step;
    }

    private static String time(long ns, long step) {
        return step >= 1_000_000_000 ? ns / 1_000_000_000 + " s" : step >= 1_000_000 ? ns / 1_000_000 + " ms" : step >= 1_000 ? ns / 1_000 + " µs" : ns + " ns";
    }

    private void line(double x, int top, int bottom, String... attributes) {
        List<String> all = new ArrayList<>(List.of("x1", number(x), "x2", number(x), "y1", Integer.toString(top), "y2",
                Integer.toString(bottom)));
        all.addAll(List.of(attributes));
        fOut.empty("line", all.toArray(String[]::new));
    }

    private void text(double x, int y, String weight, String text, String... attributes) {
        if (!text.isEmpty()) {
            List<String> all = new ArrayList<>(List.of("x", number(x), "y", Integer.toString(y)));
            if (weight.equals("bold")) {
                all.addAll(List.of("font-weight", weight));
            }
            all.addAll(List.of(attributes));
            fOut.element("text", text, all.toArray(String[]::new));
        }
    }

    private static String cut(String text, int width) {
        int most = (int) (width / BOLD);
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
