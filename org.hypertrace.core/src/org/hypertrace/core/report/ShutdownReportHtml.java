/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/** A {@link RunReport} of shutdowns as one page of HTML: comparisons on top, then all on one time line, then each with its tables. */
final class ShutdownReportHtml {

    private static final int TOP = 40;
    /** More on one time line nobody can read; the tables have all. */
    private static final int DRAWN = 24;

    private final Html fHtml;
    private final RunReport<ShutdownProfile> fReport;

    private ShutdownReportHtml(RunReport<ShutdownProfile> report) {
        fReport = report;
        fHtml = new Html("Shutdowns: " + report.named());
    }

    static String write(RunReport<ShutdownProfile> report) {
        ShutdownReportHtml page = new ShutdownReportHtml(report);
        page.write();
        return page.fHtml.page();
    }

    private void write() {
        fHtml.element("h1", fReport.comparisons().isEmpty() ? "How the guests shut down" : "Shutdowns compared");
        fReport.traces().forEach(trace -> fHtml.element("p", "quiet", trace.name() + ": " + RangeOptions.format(trace.begin()) + " - "
                + RangeOptions.format(trace.end())));
        fReport.comparisons().forEach(comparison -> new ComparisonHtml(fHtml, comparison).write("Step", "Device or notifier",
                named -> ShutdownSvg.of(comparison, named)));
        fReport.budgets().forEach(outcome -> fHtml.element("p", outcome.isExceeded() ? "bad" : null, outcome.sentence()));
        List<ShutdownProfile> measured = fReport.runs().stream().filter(ShutdownProfile::isMeasured).toList();
        if (!measured.isEmpty()) {
            List<ShutdownProfile> drawn = measured.subList(0, Math.min(DRAWN, measured.size()));
            fHtml.element("h2", "All shutdowns, each from its begin to its end");
            if (drawn.size() < measured.size()) {
                fHtml.element("p", "note", "The first " + DRAWN + " of " + measured.size() + " shutdowns; the others are in the tables.");
            }
            fHtml.raw(ShutdownSvg.of(drawn, drawn.stream().map(this::name).toList(), Set.of()));
            fHtml.key(List.of(Styles.USERSPACE, Styles.PROCESS, Styles.STOPPED, Styles.PANICKED));
        }
        for (RunReport.Trace<ShutdownProfile> trace : fReport.traces()) {
            trace.hosts().forEach(host -> host.guests().forEach(guest -> {
                fHtml.raw("<h2>").text((fReport.traces().size() > 1 ? trace.name() + ": " : "") + guest.name() + " on host "
                        + host.host().name()).raw("</h2>\n");
                guest.runs().forEach(this::shutdown);
            }));
            trace.problems().forEach(problem -> fHtml.element("p", "note", problem));
        }
    }

    private String name(ShutdownProfile run) {
        return (fReport.traces().size() > 1 ? run.trace() + ": " : "") + run.shutdown().label();
    }

    private void shutdown(ShutdownProfile profile) {
        GuestShutdown shutdown = profile.shutdown();
        fHtml.element("h3", "Shutdown " + shutdown.number() + (shutdown.kind() == null ? "" : ", " + shutdown.kind().key()) + ": "
                + Amount.ns(profile.duration()));
        fHtml.element("p", "quiet", RangeOptions.format(shutdown.begin()) + " - " + RangeOptions.format(shutdown.end())
                + (shutdown.ending() == null ? "" : ", ended: " + shutdown.ending().label()));
        String longest = ShutdownFindings.longest(profile, ns -> Amount.ns(ns).text());
        if (longest != null) {
            fHtml.element("p", longest);
        }
        fReport.pathOf(profile).forEach(sentence -> fHtml.element("p", sentence));
        ShutdownFindings.of(profile).forEach(finding -> fHtml.element("p", "note", finding));
        table("Step", profile.lines(Section.STEP), false);
        fHtml.raw(StateBar.key());
        processes(profile);
        table("Notifier", profile.lines(Section.NOTIFIER), true);
        table("Device", profile.lines(Section.DEVICE), true);
        table("Other part of a step", profile.lines(Section.PART), true);
    }

    private void processes(ShutdownProfile profile) {
        List<Delay> delays = profile.delays();
        if (!delays.isEmpty()) {
            fHtml.head(1, "User space waited for", "waited", "ended after", "", "");
            for (Delay delay : delays) {
                GuestShutdown.Process process = delay.process();
                boolean ended = process.end() >= 0;
                fHtml.raw("<tr><td>").text(process.label()).raw("</td>").figure(ended ? Amount.ns(delay.held()) : "")
                        .figure(ended ? Amount.ns(process.end() - profile.shutdown().requested()) : "").raw("<td>").text(ShutdownFindings.outcome(process)).raw("</td></tr>\n");
            }
            fHtml.raw("</table>\n");
        }
    }

    private void table(String what, List<Line> lines, boolean longestFirst) {
        if (lines.isEmpty()) {
            return;
        }
        long most = lines.stream().mapToLong(Line::duration).max().orElse(1);
        fHtml.head(1, what, "took", "own", "by the host", "exits", "", "");
        lines.stream().sorted(longestFirst ? Comparator.comparingLong(Line::duration).reversed() : Comparator.comparingLong(
                Line::begin)).limit(longestFirst ? TOP : Integer.MAX_VALUE).forEach(line -> RunRowHtml.write(fHtml, line.label(),
                        line.duration(), line.open(), line.spent(), most, line.remark()));
        fHtml.raw("</table>\n");
        if (longestFirst && lines.size() > TOP) {
            fHtml.element("p", "quiet", "The longest " + TOP + " of " + lines.size() + "; JSON and CSV have all.");
        }
    }
}
