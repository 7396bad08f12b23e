/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.Styles;

/** Boots on a time line: lifecycle, levels, initcalls, panic; all begin at 0, so that they can be compared. */
final class BootTimeLine {

    private BootTimeLine() {
    }

    /**
     * @param boots
     *            those that were seen to boot; each from its first part to a little after its last
     * @param names
     *            what they are called
     * @return the picture
     */
    static TimeLine of(List<BootProfile> boots, List<String> names) {
        return of(boots, names, boots.stream().map(boot -> boot.parts().get(0).part().begin()).toList(), Set.of());
    }

    /** The two of a comparison; what its answer names is to be seen at once. */
    static TimeLine of(RunComparison<BootProfile> c) {
        return of(List.of(c.fromA(), c.fromB()), List.of("A  " + c.a().name(), "B  " + c.b().name()), List.of(begin(c, c.fromA()),
                begin(c, c.fromB())), c.answer().things());
    }

    private static TimeLine of(List<BootProfile> boots, List<String> names, List<Long> begins, Set<?> named) {
        long span = 0;
        for (int i = 0; i < boots.size(); i++) {
            span = Math.max(span, end(boots.get(i)) - begins.get(i));
        }
        span += span / RunsPage.REST;
        List<TimeLine.Track> tracks = new ArrayList<>();
        for (int i = 0; i < boots.size(); i++) {
            tracks.add(track(boots.get(i), names.get(i), begins.get(i), span, named));
        }
        return new TimeLine(span, tracks);
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

    private static TimeLine.Track track(BootProfile profile, String name, long begin, long span, Set<?> named) {
        GuestBoot boot = profile.boot();
        List<TimeLine.Row> rows = new ArrayList<>();
        rows.add(new TimeLine.Row("", boot.stages().stream().map(stage -> new TimeLine.Box(stage.begin() - begin, stage.end() - begin,
                Styles.valueOf(stage.part().name()).colour(), stage.part().label(), "", false)).toList()));
        if (!profile.levels().isEmpty()) {
            rows.add(new TimeLine.Row("levels", profile.levels().stream().map(part -> new TimeLine.Box(part.part().begin() - begin,
                    part.part().end() - begin, Shades.ofLevel(part.part().name()), part.part().name(),
                    RunsPage.split(part.spent()), false)).toList()));
        }
        long until = end(profile);
        List<TimeLine.Box> initcalls = profile.initcalls().stream().filter(call -> call.run().begin() < until)
                .map(call -> box(boot, call, begin, named.contains(call))).toList();
        if (!initcalls.isEmpty()) {
            rows.add(new TimeLine.Row("initcalls", initcalls));
        }
        return new TimeLine.Track(name, rows, boot.crashes().stream().filter(crash -> crash.time() - begin <= span)
                .map(crash -> new TimeLine.Mark(crash.time() - begin, (crash.oops() ? "oops" : "panic") + (crash.reason() == null ? "" : ": "
                        + crash.reason()), '#' + Styles.ALARM)).toList());
    }

    private static TimeLine.Box box(GuestBoot boot, BootProfile.Call call, long begin, boolean isNamed) {
        String colour = call.run().open() ? Styles.NEVER_RETURNED.colour() : isNamed ? Styles.NAMED.colour()
                : call.level() != null ? Shades.ofLevel(call.level())
                        : (boot.isOfModule(call.run(), call.label()) ? Styles.MODULE_INITCALL : Styles.INITCALL).colour();
        return new TimeLine.Box(call.run().begin() - begin, call.run().end() - begin, colour, call.label(), (call.outcome().isEmpty() ? ""
                : ", " + call.outcome()) + RunsPage.split(call.spent()), isNamed);
    }
}
