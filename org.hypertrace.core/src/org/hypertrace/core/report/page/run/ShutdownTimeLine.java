/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;
import org.hypertrace.core.shutdown.view.ShutdownStyles;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.Styles;

/** Shutdowns on a time line: steps, the processes that user space waited for, notifiers, devices; all begin at 0. */
final class ShutdownTimeLine {

    private ShutdownTimeLine() {
    }

    static TimeLine of(List<ShutdownProfile> shutdowns, List<String> names) {
        return of(shutdowns, names, Set.of());
    }

    /** The two of a comparison; what its answer names is to be seen at once. */
    static TimeLine of(RunComparison<ShutdownProfile> c) {
        return of(List.of(c.fromA(), c.fromB()), List.of("A  " + c.a().name(), "B  " + c.b().name()), c.answer().things());
    }

    private static TimeLine of(List<ShutdownProfile> shutdowns, List<String> names, Set<?> named) {
        long span = shutdowns.stream().mapToLong(ShutdownProfile::duration).max().orElse(0);
        List<TimeLine.Track> tracks = new ArrayList<>();
        for (int i = 0; i < shutdowns.size(); i++) {
            tracks.add(track(shutdowns.get(i), names.get(i), named));
        }
        return new TimeLine(span + span / RunsPage.REST, tracks);
    }

    private static TimeLine.Track track(ShutdownProfile profile, String name, Set<?> named) {
        List<TimeLine.Row> rows = new ArrayList<>();
        rows.add(new TimeLine.Row("", boxes(profile, Section.STEP, named)));
        add("processes", profile.delays().stream().filter(delay -> delay.held() > 0).map(delay -> box(profile, delay.process())).toList(), rows);
        add("notifiers", boxes(profile, Section.NOTIFIER, named), rows);
        add("devices", boxes(profile, Section.DEVICE, named), rows);
        return new TimeLine.Track(name, rows, List.of());
    }

    private static void add(String name, List<TimeLine.Box> boxes, List<TimeLine.Row> to) {
        if (!boxes.isEmpty()) {
            to.add(new TimeLine.Row(name, boxes));
        }
    }

    private static List<TimeLine.Box> boxes(ShutdownProfile profile, Section section, Set<?> named) {
        List<TimeLine.Box> boxes = new ArrayList<>();
        long begin = profile.shutdown().begin();
        for (Line line : profile.lines(section)) {
            boolean isNamed = named.contains(line);
            String colour = isNamed ? Styles.NAMED.colour() : section == Section.STEP ? ShutdownStyles.colour(line, boxes.size())
                    : Shades.of(boxes.size());
            boxes.add(new TimeLine.Box(line.begin() - begin, line.end() - begin, colour, line.label(), RunsPage.split(line.spent()), isNamed));
        }
        return boxes;
    }

    private static TimeLine.Box box(ShutdownProfile profile, GuestShutdown.Process process) {
        String outcome = ShutdownFindings.outcome(process);
        long begin = profile.shutdown().begin();
        return new TimeLine.Box(process.begin() - begin, process.end() - begin, ShutdownStyles.of(process).colour(), process.label(),
                outcome.isEmpty() ? "" : ", " + outcome, false);
    }
}
