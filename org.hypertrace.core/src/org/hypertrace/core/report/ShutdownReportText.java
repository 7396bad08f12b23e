/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.ModelReportText.duration;
import static org.hypertrace.core.report.ModelReportText.percent;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/** A {@link ShutdownReport} for people: durations in milliseconds. */
final class ShutdownReportText {

    private static final int TOP = 10;
    private static final String ROW = "    %-34s %18s %9s %9s %18s %8s";

    private final StringBuilder fOut = new StringBuilder();

    private ShutdownReportText() {
    }

    static String write(ShutdownReport report) {
        ShutdownReportText text = new ShutdownReportText();
        report.shutdowns().forEach(text::longest);
        text.line("");
        text.line("%s  %s - %s", report.trace(), RangeOptions.format(report.begin()), RangeOptions.format(report.end()));
        report.shutdowns().forEach(text::shutdown);
        report.problems().forEach(problem -> text.line("  %s", problem));
        return text.fOut.toString();
    }

    /** The answer first: what took longest. */
    private void longest(ShutdownProfile profile) {
        Line longest = profile.longest();
        if (longest != null) {
            Spent spent = longest.spent();
            line("%s: %s%s%s took %s of %s%s.", profile.shutdown().label(), switch (longest.section()) {
            case STEP -> "step ";
            case DEVICE -> "device ";
            case NOTIFIER -> "notifier ";
            }, longest.name(), longest.open() ? ", which never returned," : "", duration(longest.duration()),
                    duration(profile.shutdown().end() - profile.shutdown().begin()),
                    spent == null ? "" : ", " + duration(spent.host()) + " of it by the host");
        }
    }

    private void shutdown(ShutdownProfile profile) {
        GuestShutdown shutdown = profile.shutdown();
        line("");
        line("  %s on host %s: %s  %s - %s%s", shutdown.label(), shutdown.host().name(), shutdown.kind() == null ? "shutdown"
                : shutdown.kind().key(), RangeOptions.format(shutdown.begin()), RangeOptions.format(shutdown.end()),
                shutdown.ending() == null ? "" : "  ended: " + shutdown.ending().label());
        if (profile.symbols().remark() != null) {
            line("    %s", profile.symbols().remark());
        }
        if (shutdown.requested() < 0 || shutdown.kernel() >= 0 && shutdown.requested() >= shutdown.kernel()) {
            line("    the guest does not tell when the shutdown was requested: what user space took is not shown");
        }
        rows("steps", profile.lines(Section.STEP), Integer.MAX_VALUE, false);
        rows("notifiers", profile.lines(Section.NOTIFIER), TOP, true);
        rows("devices", profile.lines(Section.DEVICE), TOP, true);
        if (shutdown.others() > 0) {
            line("    %d more parts are not kept", shutdown.others());
        }
    }

    private void rows(String what, List<Line> lines, int most, boolean longestFirst) {
        if (lines.isEmpty()) {
            return;
        }
        line("");
        line(ROW, lines.size() + " " + what + (lines.size() > most ? ", the longest:" : ":"), "took", "own", "host", "tracer", "exits");
        lines.stream().sorted(longestFirst ? Comparator.comparingLong(Line::duration).reversed() : Comparator.comparingLong(
                Line::begin)).limit(most).forEach(one -> line(ROW, "  " + one.name(), (one.open() ? "> " : "") + duration(one.duration()),
                        one.spent() == null ? "" : percent(one.spent().own(), one.duration()),
                        one.spent() == null ? "" : percent(one.spent().host(), one.duration()),
                        one.spent() == null ? "" : duration(one.spent().tracer()),
                        one.spent() == null ? "" : Integer.toString(one.spent().exitCount())));
    }

    private void line(String format, Object... arguments) {
        fOut.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
    }
}
