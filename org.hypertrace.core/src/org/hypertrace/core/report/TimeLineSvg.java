/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.escaped;
import static org.hypertrace.core.report.Html.number;

import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.FlameColours;

/** Rows of boxes on a time line, drawn as SVG; all that is drawn begins at 0, so that it can be compared. */
class TimeLineSvg {

    static final int LEFT = 240;
    static final int ROW = 16;
    private static final int WIDTH = 1140;
    private static final int TICKS = 10;
    private static final int AXIS_LABEL = 55;
    private static final double CHARACTER = 6.2;
    /** Narrower than this nothing is drawn: a page stays small, whatever a guest tells. */
    private static final double NARROWEST = 0.15;

    final StringBuilder fOut = new StringBuilder();
    final long fSpan;
    int fY = 22;

    /** @param span what the picture is as wide as, ns */
    TimeLineSvg(long span) {
        fSpan = Math.max(1, span);
    }

    /** The picture, with its axis. */
    final String picture() {
        axis();
        return "<svg viewBox=\"0 0 " + WIDTH + ' ' + fY + "\" width=\"" + WIDTH + "\" height=\"" + fY + "\">\n" + fOut + "</svg>\n";
    }

    final double x(long time, long begin) {
        return LEFT + Math.min(1.0, Math.max(0, (time - begin) / (double) fSpan)) * (WIDTH - LEFT);
    }

    final void box(long from, long to, long begin, String colour, String name, String more) {
        double x = x(from, begin);
        double width = x(to, begin) - x;
        if (width < NARROWEST) {
            return;
        }
        fOut.append("<g><title>" + escaped(name + "  " + Amount.ns(to - from).both() + more) + "</title><rect x=\"" + number(x)
                + "\" y=\"" + fY + "\" width=\"" + number(width) + "\" height=\"" + (ROW - 2) + "\" fill=\"" + colour + "\" stroke=\"#fff\" stroke-width=\"0.5\"/>");
        if (name.length() * CHARACTER + 4 < width) {
            fOut.append("<text x=\"" + number(x + 3) + "\" y=\"" + (fY + 11) + "\" fill=\"" + FlameColours.text(colour)
                    + "\">" + escaped(name) + "</text>");
        }
        fOut.append("</g>\n");
    }

    static String split(Spent spent) {
        return spent == null ? "" : ", own " + Amount.share(spent.own(), spent.whole()) + ", host "
                + Amount.share(spent.host(), spent.whole());
    }

    private void axis() {
        long step = step();
        for (long at = 0; at <= fSpan; at += step) {
            double x = x(at, 0);
            fOut.append("<line x1=\"" + number(x) + "\" x2=\"" + number(x) + "\" y1=\"16\" y2=\"" + fY
                    + "\" stroke=\"#000\" stroke-opacity=\"0.12\"/>" + (x > WIDTH - AXIS_LABEL ? "" : "<text x=\"" + number(x + 2)
                    + "\" y=\"11\" fill=\"#555\">" + (at == 0 ? "0" : time(at, step)) + "</text>") + '\n');
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
        return step >= 1_000_000 ? ns / 1_000_000 + " ms" : step >= 1_000 ? ns / 1_000 + " µs" : ns + " ns";
    }

    final void text(int x, int y, String weight, String text) {
        fOut.append("<text x=\"" + x + "\" y=\"" + y + '"' + (weight == null ? "" : " font-weight=\"" + weight + '"') + '>' + escaped(text)
                + "</text>\n");
    }

    static String cut(String text, int width) {
        int most = (int) (width / (CHARACTER + 0.6));
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
