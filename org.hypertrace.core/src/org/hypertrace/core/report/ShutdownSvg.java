/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;
import org.hypertrace.core.shutdown.ShutdownStyles;

/** Shutdowns on a time line, drawn as SVG: steps, the processes that user space waited for, notifiers, devices. */
final class ShutdownSvg extends TimeLineSvg {

    private static final int LANES = 6;
    private final Set<?> fMarked;

    private ShutdownSvg(long span, Set<?> marked) {
        super(span);
        fMarked = marked;
    }

    /** {@code marked}: lines that are to be seen at once. */
    static String of(List<ShutdownProfile> shutdowns, List<String> names, Set<?> marked) {
        long span = shutdowns.stream().mapToLong(ShutdownProfile::duration).max().orElse(0);
        ShutdownSvg svg = new ShutdownSvg(span + span / 25, marked);
        for (int i = 0; i < shutdowns.size(); i++) {
            svg.shutdown(shutdowns.get(i), names.get(i));
        }
        return svg.picture();
    }

    /** The two of a comparison. */
    static String of(RunComparison<ShutdownProfile> c, Set<?> marked) {
        return of(List.of(c.fromA(), c.fromB()), List.of("A  " + c.a().name(), "B  " + c.b().name()), marked);
    }

    private void shutdown(ShutdownProfile profile, String name) {
        long begin = profile.shutdown().begin();
        text(0, fY + 12, "bold", cut(name, LEFT));
        fY += 4;
        row(profile.lines(Section.STEP), begin, null);
        List<Line> processes = profile.delays().stream().filter(delay -> delay.held() > 0).map(delay -> line(delay.process())).toList();
        section("processes", processes, begin, Styles.PROCESS);
        section("notifiers", profile.lines(Section.NOTIFIER), begin, null);
        section("devices", profile.lines(Section.DEVICE), begin, null);
        fY += 10;
    }

    private static Line line(GuestShutdown.Process process) {
        String outcome = ShutdownFindings.outcome(process);
        return new Line(Section.PART, process.label() + (outcome.isEmpty() ? "" : ", " + outcome), null, null, process.begin(),
                process.end(), false, false, null);
    }

    private void section(String name, List<Line> lines, long begin, Styles style) {
        if (!lines.isEmpty()) {
            text(14, fY + 12, null, name);
            row(lines, begin, style);
        }
    }

    /** What overlaps is drawn in rows of its own. */
    private void row(List<Line> lines, long begin, Styles style) {
        List<Long> lanes = new ArrayList<>();
        int drawn = 0;
        for (Line line : lines) {
            int lane = 0;
            while (lane < lanes.size() && lanes.get(lane) > line.begin()) {
                lane++;
            }
            if (lane == LANES) {
                continue;
            }
            if (lane == lanes.size()) {
                lanes.add(0L);
            }
            lanes.set(lane, line.end());
            int y = fY;
            fY += lane * ROW;
            box(line.begin(), line.end(), begin, fMarked.contains(line) ? Styles.NAMED.colour()
                    : style != null ? style.colour() : line.section() == Section.STEP ? ShutdownStyles.colour(line, drawn++) : Styles.shadeColour(drawn++), line.label(), split(line.spent()));
            fY = y;
        }
        fY += lanes.size() * ROW;
    }
}
