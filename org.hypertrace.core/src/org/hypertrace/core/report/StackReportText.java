/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.stack.FlameFunction;
import org.hypertrace.core.stack.FlameMode;
import org.hypertrace.core.stack.FlameTimes;
import org.hypertrace.core.stack.Repair;

/** A {@link StackReport} for people: the answer first, then per guest its functions, its exits and its threads. */
final class StackReportText extends Lines {

    private static final int TOP = 15;
    private static final int TOP_THREADS = 10;
    private static final int NAME = 44;
    private static final String FUNCTION = "    %-" + NAME + "s %9s %T %8s %18s %8s %T";
    private static final String DIFFERENCE = "    %-60s %T %T %12s %9s %9s";
    private static final String CAUSE = "    %-" + NAME + "s %-26s %9s %T %T %T %T %T";
    private static final String THREAD = "    %-" + NAME + "s %T %8s %10s %8s %8s %8s %9s";

    private final StackReport fReport;

    private StackReportText(StackReport report, boolean exact) {
        super(exact);
        fReport = report;
    }

    /** @param comparison null: with nothing */
    static String write(StackReport report, StackComparison comparison, boolean exact) {
        StackReportText text = new StackReportText(report, exact);
        if (comparison == null && report.mode() != FlameMode.OFF_CPU) {
            report.guests().forEach(text::answer);
        } else if (comparison != null) {
            text.comparison(comparison);
        }
        text.line("");
        text.line("%s", report.trace());
        text.line("%s - %s  (%s)  %s time%s", RangeOptions.format(report.begin()), RangeOptions.format(report.end()),
                text.duration(report.end() - report.begin()), report.mode().key(), report.withTracing() ? "" : ", without tracing");
        report.guests().forEach(text::guest);
        text.missing();
        return text.lines();
    }

    /** Where most time went, and what cost the most exits. */
    private void answer(StackReport.Guest guest) {
        long whole = fReport.whole(guest);
        fReport.functions(guest).stream().filter(one -> one.figures().isGuests() && one.figures().self() > 0).findFirst()
                .ifPresent(most -> line("%s: most own time is in %s: %s, %s of the time on vCPUs.", guest.label(), most.name(),
                        duration(most.figures().self()), percent(most.figures().self(), whole)));
        guest.causes().stream().filter(StackReport.Cause::isOfFrame).findFirst().ifPresent(most -> line(
                "%s: exits cost most in %s: %d times %s, %s.", guest.label(), most.name(), most.figures().count(), most.reason(),
                duration(most.figures().total())));
    }

    private void comparison(StackComparison comparison) {
        List<StackComparison.Row> rows = comparison.rows();
        line("%s", comparison.after().trace());
        line("%s - %s  after, compared with before:", RangeOptions.format(comparison.after().begin()),
                RangeOptions.format(comparison.after().end()));
        line("%s", fReport.trace());
        line("%s - %s  before. %s", RangeOptions.format(fReport.begin()), RangeOptions.format(fReport.end()),
                comparison.words());
        line("");
        line(DIFFERENCE, head(rows.size(), "frame", "by how much its own time differs"), "before", "after", "difference", "calls",
                "after");
        for (StackComparison.Row row : rows.subList(0, Math.min(TOP, rows.size()))) {
            line(DIFFERENCE, "  " + cut(row.name(), NAME - 2), duration(row.before()), duration(row.after()),
                    change(row.difference()), row.callsBefore(), row.callsAfter());
        }
    }

    private void guest(StackReport.Guest guest) {
        FlameTimes times = guest.times();
        line("");
        line("%s%s: %d threads, known for %s together", guest.label(), !guest.hasHost() ? "" : " on host " + guest.host(),
                guest.threads().size(), duration(times.wall()));
        line("    own %s, interrupts %s, exits %s, tracing %s, waiting in the guest %s", percent(times.own(), times.wall()),
                percent(times.interrupts(), times.wall()), percent(times.exits(), times.wall()),
                percent(times.tracing(), times.wall()), percent(times.waiting(), times.wall()));
        functions(guest);
        causes(guest);
        threads(guest);
        if (guest.repaired() > 0) {
            List<String> kinds = new ArrayList<>();
            for (Repair repair : Repair.values()) {
                if (guest.repairs()[repair.ordinal()] > 0) {
                    kinds.add(guest.repairs()[repair.ordinal()] + " " + words(repair));
                }
            }
            line("");
            line("    Repaired: %s.", String.join(", ", kinds));
        }
    }

    /** What was wrong with so many frames. */
    static String words(Repair repair) {
        return switch (repair) {
        case ENTRY_MISSING -> "entry not recorded";
        case RETURN_MISSING -> "return not recorded";
        case NEVER_RETURNED -> "open at the end";
        case LOST -> "open when events were lost";
        case TOO_DEEP -> "too deep to be";
        };
    }

    private void functions(StackReport.Guest guest) {
        List<StackReport.Function> functions = fReport.functions(guest).stream().filter(one -> one.figures().isGuests()).toList();
        if (functions.isEmpty()) {
            return;
        }
        line("");
        line(FUNCTION, head(functions.size(), "frame", "by own time"), "calls", "own",
                fReport.mode() == FlameMode.OFF_CPU ? "of all" : "of CPU", "with what it calls", "exits",
                "in exits");
        long whole = fReport.whole(guest);
        for (StackReport.Function function : functions.subList(0, Math.min(TOP, functions.size()))) {
            FlameFunction f = function.figures();
            line(FUNCTION, "  " + cut(function.name(), NAME - 2), f.calls(), duration(f.self()), percent(f.self(), whole),
                    duration(f.total()), f.exits(), f.hypervisor() == 0 ? "" : duration(f.hypervisor()));
        }
    }

    private void causes(StackReport.Guest guest) {
        if (guest.causes().isEmpty()) {
            return;
        }
        line("");
        line(CAUSE, head(guest.causes().size(), "cause", "of exits"), "", "exits", "time", "mean", "p50", "p99", "max");
        for (StackReport.Cause cause : guest.causes().subList(0, Math.min(TOP, guest.causes().size()))) {
            line(CAUSE, "  " + cut(cause.name(), NAME - 2), cut(cause.reason(), 26), cause.figures().count(),
                    duration(cause.figures().total()), percentile(cause.figures().mean()), percentile(cause.figures().p50()),
                    percentile(cause.figures().p99()), percentile(cause.figures().max()));
        }
    }

    private void threads(StackReport.Guest guest) {
        List<StackReport.Thread> threads = guest.threads().stream()
                .sorted(Comparator.comparingLong((StackReport.Thread one) -> one.times().wall() - one.times().waiting()).reversed())
                .limit(TOP_THREADS).toList();
        line("");
        line(THREAD, head(guest.threads().size(), "thread", "by time on the CPU", TOP_THREADS), "known for", "own", "interrupts",
                "exits", "tracing", "waiting", "repaired");
        for (StackReport.Thread thread : threads) {
            FlameTimes t = thread.times();
            line(THREAD, "  " + cut(thread.label(), NAME - 2), duration(t.wall()), percent(t.own(), t.wall()),
                    percent(t.interrupts(), t.wall()), percent(t.exits(), t.wall()), percent(t.tracing(), t.wall()),
                    percent(t.waiting(), t.wall()), thread.repaired());
        }
    }

    /** What would have to be recorded to see more. */
    private void missing() {
        List<String> more = StackGaps.of(fReport);
        if (!more.isEmpty()) {
            line("");
            line("To see more:");
            more.forEach(sentence -> line("  %s", sentence));
        }
        fReport.problems().forEach(problem -> line("  %s", problem));
        if (!fReport.missing().isEmpty()) {
            line("");
            line("Not recorded:");
            fReport.missing().forEach(m -> line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
    }

    private static String head(int count, String what, String order) {
        return head(count, what, order, TOP);
    }

    private static String head(int count, String what, String order, int shown) {
        return count + " " + what + (count == 1 ? "" : "s") + ' ' + order + (count > shown ? ", the first " + shown : "") + ':';
    }

    static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + '…';
    }

    private String percentile(long ns) {
        return ns < 0 ? "" : duration(ns);
    }
}
