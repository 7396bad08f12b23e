/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.escaped;
import static org.hypertrace.core.report.Html.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunRow;
import org.hypertrace.core.provider.Styles;

/** Boots on a time line, drawn as SVG: lifecycle, levels, initcalls, panic; all begin at 0, so that they can be compared. */
final class BootSvg extends TimeLineSvg {

    private static final int LANES = 4;
    /** The names of marked initcalls stand below the first row. */
    private static final int LANES_BELOW = 1;
    private final Set<?> fMarked;

    private BootSvg(long span, Set<?> marked) {
        super(span);
        fMarked = marked;
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
    static String of(List<BootProfile> boots, List<String> names, List<Long> begins, Set<?> marked) {
        long span = 0;
        for (int i = 0; i < boots.size(); i++) {
            span = Math.max(span, end(boots.get(i)) - begins.get(i));
        }
        BootSvg svg = new BootSvg(span + span / 25, marked);
        for (int i = 0; i < boots.size(); i++) {
            svg.boot(boots.get(i), names.get(i), begins.get(i));
        }
        return svg.picture();
    }

    /** The two of a comparison; {@code marked}: initcalls that are to be seen at once. */
    static String of(RunComparison<BootProfile> c, Set<?> marked) {
        return of(List.of(c.fromA(), c.fromB()), List.of("A  " + c.a().name(), "B  " + c.b().name()), List.of(begin(c, c.fromA()),
                begin(c, c.fromB())), marked);
    }

    /** Both begin where the comparison does. */
    private static long begin(RunComparison<BootProfile> comparison, BootProfile boot) {
        boolean fromLaunch = comparison.parts().stream().anyMatch(row -> row.kind() == RunRow.Kind.PART
                && boot.parts().get(0).part().name().equals(row.name()));
        return boot.parts().stream().map(BootProfile.Part::part).filter(part -> fromLaunch || part.level() >= 0
                || comparison.parts().stream().anyMatch(row -> row.name().equals(part.name()))).mapToLong(BootPart::begin)
                .findFirst().orElse(boot.boot().begin());
    }

    private static long end(BootProfile boot) {
        return boot.parts().get(boot.parts().size() - 1).part().end();
    }

    private void boot(BootProfile profile, String name, long begin) {
        GuestBoot boot = profile.boot();
        text(0, fY + 12, "bold", cut(name, LEFT));
        fY += 4;
        for (GuestBoot.Stage stage : boot.stages()) {
            box(stage.begin(), stage.end(), begin, Styles.valueOf(stage.part().name()).colour(), stage.part().label(), "");
        }
        fY += ROW;
        if (!profile.levels().isEmpty()) {
            text(14, fY + 12, null, "levels");
            for (BootProfile.Part part : profile.levels()) {
                box(part.part().begin(), part.part().end(), begin, Styles.levelColour(part.part().name()), part.part().name(), split(part.spent()));
            }
            fY += ROW;
        }
        int top = fY - 2 * ROW;
        initcalls(profile, begin);
        for (CrashReport crash : boot.crashes()) {
            if (crash.time() - begin <= fSpan) {
                double x = x(crash.time(), begin);
                fOut.append("<line x1=\"" + number(x) + "\" x2=\"" + number(x) + "\" y1=\"" + top + "\" y2=\"" + fY
                        + "\" stroke=\"#" + Styles.ALARM + "\" stroke-width=\"2\"><title>" + (crash.oops() ? "oops" : "panic") + "</title></line>\n");
                fOut.append("<text x=\"" + number(x + 4) + "\" y=\"" + (fY + 10) + "\" fill=\"#" + Styles.ALARM + "\">" + (crash.oops() ? "oops" : "panic")
                        + (crash.reason() == null ? "" : ": " + escaped(cut(crash.reason(), 300))) + "</text>\n");
            }
        }
        fY += boot.crashes().isEmpty() ? 10 : 20;
    }

    /** Initcalls that overlap - of several threads, or one in another - are drawn in rows of their own. */
    private void initcalls(BootProfile profile, long begin) {
        List<Long> lanes = new ArrayList<>();
        long until = end(profile);
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
                boolean marked = fMarked.contains(call);
                box(call.run().begin(), call.run().end(), begin, call.run().open() ? Styles.NEVER_RETURNED.colour()
                        : marked ? Styles.NAMED.colour() : call.level() == null ? Styles.MODULE_INITCALL.colour() : Styles.levelColour(call.level()),
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
}
