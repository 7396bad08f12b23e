/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.escaped;
import static org.hypertrace.core.report.Html.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.Lifecycle;
import org.hypertrace.core.boot.Spent;

/** Boots on a time line, drawn as SVG: lifecycle, levels, initcalls, panic; all begin at 0, so that they can be compared. */
final class BootSvg {

    private static final int LEFT = 240;
    private static final int WIDTH = 1140;
    private static final int ROW = 16;
    private static final int LANES = 4;
    /** The names of marked initcalls stand below the first row. */
    private static final int LANES_BELOW = 1;
    private static final int TICKS = 10;
    private static final int AXIS_LABEL = 55;
    private static final double CHARACTER = 6.2;
    /** Narrower than this nothing is drawn: a page stays small, whatever a guest tells. */
    private static final double NARROWEST = 0.15;
    private static final String[] LEVELS = { "#5b9bd5", "#9dc3e6" };
    private static final String[] CALLS = { "#70ad47", "#a9d18e" };
    private static final Map<Lifecycle, String> STAGES = Map.of(Lifecycle.LAUNCHED, "#bdbdbd", Lifecycle.FIRMWARE, "#d7ccc8",
            Lifecycle.KERNEL, "#ffcc80", Lifecycle.LEVELS, "#90caf9", Lifecycle.RUNNING, "#b0bec5", Lifecycle.USERSPACE, "#a5d6a7",
            Lifecycle.READY, "#66bb6a", Lifecycle.SHUTTING_DOWN, "#ce93d8", Lifecycle.STOPPED, "#9e9e9e", Lifecycle.PANICKED, "#000000");

    private static final String MARKED = "#f57c00";

    private final StringBuilder fOut = new StringBuilder();
    private final Set<String> fMarked;
    private final long fSpan;
    private int fY = 22;

    private BootSvg(long span, Set<String> marked) {
        fMarked = marked;
        fSpan = Math.max(1, span);
    }

    /**
     * @param boots
     *            those that were seen to boot; each from its first part to a little after its last
     * @param names
     *            what they are called
     * @param begins
     *            where each has its 0, ns since the epoch
     * @param marked
     *            initcalls that are to be seen at once
     * @return the picture
     */
    static String of(List<BootProfile> boots, List<String> names, List<Long> begins, Set<String> marked) {
        long span = 0;
        for (int i = 0; i < boots.size(); i++) {
            span = Math.max(span, end(boots.get(i)) - begins.get(i));
        }
        BootSvg svg = new BootSvg(span + span / 25, marked);
        for (int i = 0; i < boots.size(); i++) {
            svg.boot(boots.get(i), names.get(i), begins.get(i));
        }
        svg.axis();
        return "<svg viewBox=\"0 0 " + WIDTH + ' ' + svg.fY + "\" width=\"" + WIDTH + "\" height=\"" + svg.fY + "\">\n" + svg.fOut
                + "</svg>\n";
    }

    private static long end(BootProfile boot) {
        return boot.parts().get(boot.parts().size() - 1).part().end();
    }

    private double x(long time, long begin) {
        return LEFT + Math.min(1.0, Math.max(0, (time - begin) / (double) fSpan)) * (WIDTH - LEFT);
    }

    private void boot(BootProfile profile, String name, long begin) {
        GuestBoot boot = profile.boot();
        text(0, fY + 12, "bold", cut(name, LEFT));
        fY += 4;
        for (GuestBoot.Stage stage : boot.stages()) {
            box(stage.begin(), stage.end(), begin, STAGES.get(stage.part()), stage.part().label(), "");
        }
        fY += ROW;
        if (!profile.levels().isEmpty()) {
            text(14, fY + 12, null, "levels");
            int level = 0;
            for (BootProfile.Part part : profile.levels()) {
                box(part.part().begin(), part.part().end(), begin, LEVELS[level++ % 2], part.part().name(), split(part.spent()));
            }
            fY += ROW;
        }
        int top = fY - 2 * ROW;
        initcalls(profile, begin);
        for (CrashReport crash : boot.crashes()) {
            if (crash.time() - begin <= fSpan) {
                double x = x(crash.time(), begin);
                fOut.append("<line x1=\"" + number(x) + "\" x2=\"" + number(x) + "\" y1=\"" + top + "\" y2=\"" + fY
                        + "\" stroke=\"#ff0000\" stroke-width=\"2\"><title>" + (crash.oops() ? "oops" : "panic") + "</title></line>\n");
                fOut.append("<text x=\"" + number(x + 4) + "\" y=\"" + (fY + 10) + "\" fill=\"#c62828\">" + (crash.oops() ? "oops" : "panic")
                        + (crash.reason() == null ? "" : ": " + escaped(cut(crash.reason(), 300))) + "</text>\n");
            }
        }
        fY += boot.crashes().isEmpty() ? 10 : 20;
    }

    /** Initcalls that overlap - of several threads, or one in another - are drawn in rows of their own. */
    private void initcalls(BootProfile profile, long begin) {
        List<Long> lanes = new ArrayList<>();
        long until = end(profile);
        int drawn = 0;
        boolean labels = false;
        for (BootProfile.Call call : profile.initcalls()) {
            if (call.run().begin() >= until) {
                continue;
            }
            int lane = 0;
            while (lane < lanes.size() && lanes.get(lane) > call.run().begin()) {
                lane++;
            }
            if (lane == lanes.size() && lane < LANES) {
                lanes.add(0L);
            }
            if (lane < LANES) {
                lanes.set(lane, call.run().end());
                int y = fY;
                fY += lane * ROW;
                boolean marked = fMarked.contains(call.label());
                box(call.run().begin(), call.run().end(), begin, call.run().open() ? "#ef5350" : marked ? MARKED : CALLS[drawn++ % 2],
                        call.label(),
                        (call.outcome().isEmpty() ? "" : ", " + call.outcome()) + split(call.spent()));
                fY = y;
                if (marked && x(call.run().end(), begin) - x(call.run().begin(), begin) > 1) {
                    labels = true;
                    text((int) x(call.run().begin(), begin), fY + LANES_BELOW * ROW + 12, "bold", call.label());
                }
            }
        }
        if (!lanes.isEmpty()) {
            text(14, fY + 12, null, "initcalls");
        }
        fY += Math.max(lanes.size(), labels ? LANES_BELOW + 1 : 0) * ROW;
    }

    private void box(long from, long to, long begin, String colour, String name, String more) {
        double x = x(from, begin);
        double width = x(to, begin) - x;
        if (width < NARROWEST) {
            return;
        }
        fOut.append("<g><title>" + escaped(name + "  " + ModelReportText.duration(to - from) + more) + "</title><rect x=\"" + number(x)
                + "\" y=\"" + fY + "\" width=\"" + number(width) + "\" height=\"" + (ROW - 2) + "\" fill=\"" + colour + "\"/>");
        if (name.length() * CHARACTER + 4 < width) {
            fOut.append("<text x=\"" + number(x + 3) + "\" y=\"" + (fY + 11) + "\" fill=\"" + (colour.equals("#000000") ? "#fff" : "#111")
                    + "\">" + escaped(name) + "</text>");
        }
        fOut.append("</g>\n");
    }

    private static String split(Spent spent) {
        return spent == null ? "" : ", own " + ModelReportText.percent(spent.own(), spent.whole()) + ", host "
                + ModelReportText.percent(spent.host(), spent.whole());
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

    private void text(int x, int y, String weight, String text) {
        fOut.append("<text x=\"" + x + "\" y=\"" + y + '"' + (weight == null ? "" : " font-weight=\"" + weight + '"') + '>' + escaped(text)
                + "</text>\n");
    }

    private static String cut(String text, int width) {
        int most = (int) (width / (CHARACTER + 0.6));
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
