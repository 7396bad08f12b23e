/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;

/** A {@link RunReport} of boots as one page of HTML: comparisons on top, then all boots on one time line, then each with its tables. */
final class BootReportHtml {

    private static final int TOP = 20;
    /** More boots on one time line nobody can read; the tables have all. */
    private static final int DRAWN = 24;

    private final Html fHtml;
    private final RunReport<BootProfile> fReport;

    private BootReportHtml(RunReport<BootProfile> report) {
        fReport = report;
        fHtml = new Html("Boots: " + report.named());
    }

    static String write(RunReport<BootProfile> report) {
        BootReportHtml page = new BootReportHtml(report);
        page.write();
        return page.fHtml.page();
    }

    private void write() {
        fHtml.element("h1", fReport.comparisons().isEmpty() ? "How the guests booted" : "Boots compared");
        fReport.traces().forEach(trace -> fHtml.element("p", "quiet", trace.name() + ": " + RangeOptions.format(trace.begin()) + " - "
                + RangeOptions.format(trace.end())));
        fReport.comparisons().forEach(comparison -> new ComparisonHtml(fHtml, comparison).write("Part of the boot", "Initcall",
                named -> BootSvg.of(comparison, named)));
        fReport.budgets().forEach(outcome -> fHtml.element("p", outcome.isExceeded() ? "bad" : null, outcome.sentence()));
        List<BootProfile> measured = fReport.runs().stream().filter(BootProfile::isMeasured).toList();
        if (!measured.isEmpty()) {
            List<BootProfile> drawn = measured.subList(0, Math.min(DRAWN, measured.size()));
            fHtml.element("h2", "All boots, each from its begin until user space");
            if (drawn.size() < measured.size()) {
                fHtml.element("p", "note", "The first " + DRAWN + " of " + measured.size() + " boots; the others are in the tables.");
            }
            fHtml.raw(BootSvg.of(drawn, drawn.stream().map(this::name).toList(),
                    drawn.stream().map(boot -> boot.parts().get(0).part().begin()).toList(), Set.of()));
            Set<Styles> key = EnumSet.range(Styles.LAUNCHED, Styles.USERSPACE);
            key.addAll(EnumSet.of(Styles.PANICKED, Styles.MODULE_INITCALL, Styles.NEVER_RETURNED));
            fHtml.key(key);
        }
        for (RunReport.Trace<BootProfile> trace : fReport.traces()) {
            for (RunReport.Host<BootProfile> host : trace.hosts()) {
                for (RunReport.Guest<BootProfile> guest : host.guests()) {
                    fHtml.raw("<h2>").text((fReport.traces().size() > 1 ? trace.name() + ": " : "") + guest.name() + " on host "
                            + host.host().name()).raw("</h2>\n");
                    BootFindings.of(guest.runs().stream().map(BootProfile::boot).toList()).forEach(finding -> fHtml.element("p", "bad", finding));
                    guest.runs().forEach(this::boot);
                }
            }
            trace.problems().forEach(problem -> fHtml.element("p", "note", problem));
            trace.missing().forEach(m -> fHtml.element("p", "note", trace.name() + " has no " + m.event() + ": " + m.consequence()
                    + ". Next time: " + m.enable()));
        }
    }

    private String name(BootProfile boot) {
        return (fReport.traces().size() > 1 ? boot.trace() + ": " : "") + boot.boot().label();
    }

    private void boot(BootProfile profile) {
        GuestBoot boot = profile.boot();
        fHtml.element("h3", "Boot " + boot.number() + (profile.isComplete() ? ": " + Amount.ns(profile.duration())
                + (profile.fromLaunch() ? " from its launch" : " from its first word") : ""));
        fHtml.element("p", "quiet", RangeOptions.format(boot.begin()) + " - " + RangeOptions.format(boot.end())
                + (boot.ending() == null ? "" : ", ended: " + boot.ending().label()) + ". " + boot.stages().stream()
                        .map(stage -> stage.part().label() + ' ' + Amount.ns(stage.end() - stage.begin()))
                        .collect(Collectors.joining(", ")));
        fReport.pathOf(profile).forEach(sentence -> fHtml.element("p", sentence));
        BootFindings.of(profile).forEach(finding -> fHtml.element("p", "note", finding));
        boot.crashes().forEach(crash -> crash(profile, crash));
        if (!profile.levels().isEmpty()) {
            long most = profile.parts().stream().mapToLong(part -> part.part().duration()).max().orElse(1);
            fHtml.head(1, "Part of the boot", "took", "own", "by the host", "exits", "");
            profile.parts().forEach(part -> RunRowHtml.write(fHtml, (part.part().level() < 0 ? "" : "level ") + part.part().name(), part.part().duration(),
                    part.part().open(), part.spent(), most, ""));
            fHtml.raw("</table>\n" + StateBar.key());
        }
        initcalls(profile);
    }

    private void initcalls(BootProfile profile) {
        List<BootProfile.Call> longest = profile.initcalls().stream()
                .sorted(Comparator.comparingLong((BootProfile.Call call) -> call.run().duration()).reversed()).limit(TOP).toList();
        if (longest.isEmpty()) {
            return;
        }
        fHtml.raw("<details><summary>").text("The longest of " + profile.initcalls().size() + " initcalls").raw("</summary>\n");
        fHtml.head(1, "Initcall", "took", "own", "by the host", "exits", "", "");
        for (BootProfile.Call call : longest) {
            RunRowHtml.write(fHtml, call.label() + (call.level() == null ? "" : " (" + call.level() + ')'), call.run().duration(), call.run().open(),
                    call.spent(), longest.get(0).run().duration(), call.outcome());
        }
        fHtml.raw("</table></details>\n");
        List<String> failed = new ArrayList<>();
        profile.initcalls().stream().filter(BootProfile.Call::failed).forEach(call -> failed.add(call.label() + ' '
                + call.outcome()));
        if (!failed.isEmpty()) {
            fHtml.raw("<details><summary>").text(failed.size() + (failed.size() == 1 ? " initcall failed" : " initcalls failed")).raw("</summary>\n");
            fHtml.element("p", String.join(", ", failed)).raw("</details>\n");
        }
    }

    private void crash(BootProfile profile, CrashReport crash) {
        fHtml.raw("<div class=\"bad\"><b>").text((crash.oops() ? "Oops" : "Panic") + (crash.reason() == null ? "" : ": " + crash.reason()))
                .raw("</b>");
        fHtml.element("p", RangeOptions.format(crash.time()) + (crash.tid() < 0 ? "" : ", thread " + crash.tid()
                + (crash.task() == null ? "" : " " + crash.task())) + (crash.address() == 0 ? "" : ", in "
                + profile.symbols().label(crash.address())) + (crash.fault() == 0 ? "" : ", which accessed 0x"
                + Long.toHexString(crash.fault())) + (crash.initcall() == null ? "" : ", initcall "
                + profile.symbols().label(crash.initcall())));
        if (!crash.stack().isEmpty()) {
            fHtml.element("p", "called by: " + crash.stack().stream().map(profile.symbols()::label).collect(Collectors.joining(" > ")));
        }
        if (!crash.before().isEmpty()) {
            fHtml.raw("<details><summary>").text("The last " + crash.before().size() + " events before it").raw("</summary>\n");
            fHtml.head(9, "time", "event", "");
            crash.before().forEach(event -> fHtml.raw("<tr><td>").text(RangeOptions.format(event.time())).raw("</td><td>")
                    .text(String.valueOf(event.kind())).raw("</td><td>").text(event.text() == null ? "" : event.text()).raw("</td></tr>\n"));
            fHtml.raw("</table></details>\n");
        }
        fHtml.raw("</div>\n");
    }
}
