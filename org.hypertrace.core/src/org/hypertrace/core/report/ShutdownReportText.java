/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/** A {@link RunReport} of shutdowns for people: durations rounded, or exact. */
final class ShutdownReportText extends Lines {

    private static final int TOP = 10;
    private static final String ROW = "    %-34s %T %9s %9s %T %8s";
    private static final String PROCESS = "    %-34s %T %12s  %s";

    private ShutdownReportText(boolean exact) {
        super(exact);
    }

    static String write(RunReport<ShutdownProfile> report, boolean exact) {
        ShutdownReportText text = new ShutdownReportText(exact);
        report.comparisons().forEach(comparison -> ComparisonText.write(comparison, "Devices and notifiers", text));
        ComparisonText.budgets(report.budgets(), text);
        // the answer first: what took longest
        for (ShutdownProfile shutdown : report.comparisons().isEmpty() ? report.runs() : List.<ShutdownProfile>of()) {
            String longest = ShutdownFindings.longest(shutdown, text::duration);
            if (longest != null) {
                text.line("%s", longest);
            }
        }
        for (RunReport.Trace<ShutdownProfile> trace : report.traces()) {
            text.line("");
            text.line("%s  %s - %s", trace.name(), RangeOptions.format(trace.begin()), RangeOptions.format(trace.end()));
            trace.hosts().forEach(host -> host.guests().forEach(guest -> guest.runs().forEach(run -> text.shutdown(run, report.pathOf(run)))));
            trace.problems().forEach(problem -> text.line("  %s", problem));
        }
        return text.lines();
    }

    private void shutdown(ShutdownProfile profile, List<String> path) {
        GuestShutdown shutdown = profile.shutdown();
        line("");
        line("  %s on host %s: %s  %s - %s%s", shutdown.label(), shutdown.host().name(), shutdown.kind() == null ? "shutdown"
                : shutdown.kind().key(), RangeOptions.format(shutdown.begin()), RangeOptions.format(shutdown.end()),
                shutdown.ending() == null ? "" : "  ended: " + shutdown.ending().label());
        ShutdownFindings.of(profile).forEach(finding -> line("    %s", finding));
        path.forEach(sentence -> line("    %s", sentence));
        rows("steps", profile.lines(Section.STEP), Integer.MAX_VALUE, false);
        processes(profile);
        rows("notifiers", profile.lines(Section.NOTIFIER), TOP, true);
        rows("devices", profile.lines(Section.DEVICE), TOP, true);
        rows("other parts of steps", profile.lines(Section.PART), TOP, true);
    }

    private void processes(ShutdownProfile profile) {
        List<Delay> delays = profile.delays();
        if (delays.isEmpty()) {
            return;
        }
        long requested = profile.shutdown().requested();
        line("");
        line(PROCESS, "user space waited for", "waited", "ended after", "");
        for (Delay delay : delays) {
            GuestShutdown.Process process = delay.process();
            line(PROCESS, "  " + process.label(), process.end() < 0 ? "" : duration(delay.held()),
                    process.end() < 0 ? "" : duration(process.end() - requested), ShutdownFindings.outcome(process)
                            + (process.signalled() < 0 ? "" : ", first signal after "
                                    + duration(process.signalled() - requested) + ", last " + ShutdownFindings.signal(process.signal())));
        }
    }

    private void rows(String what, List<Line> lines, int most, boolean longestFirst) {
        if (lines.isEmpty()) {
            return;
        }
        line("");
        line(ROW, lines.size() + " " + what + (lines.size() > most ? ", the longest:" : ":"), "took", "own", "host", "tracer", "exits");
        lines.stream().sorted(longestFirst ? Comparator.comparingLong(Line::duration).reversed() : Comparator.comparingLong(
                Line::begin)).limit(most).forEach(one -> line(ROW, "  " + one.label(), (one.open() ? "> " : "") + duration(one.duration()),
                        one.spent() == null ? "" : percent(one.spent().own(), one.duration()),
                        one.spent() == null ? "" : percent(one.spent().host(), one.duration()),
                        one.spent() == null ? "" : duration(one.spent().tracer()),
                        one.spent() == null ? "" : Integer.toString(one.spent().exitCount())));
    }
}
