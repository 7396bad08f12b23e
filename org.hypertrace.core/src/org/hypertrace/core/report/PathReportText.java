/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import org.hypertrace.core.path.CoarseSegment;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.PathAnswer;
import org.hypertrace.core.path.PathComparison;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.untrusted.PlainText;

/** A {@link PathReport} for people: durations rounded, or exact. */
final class PathReportText extends Lines {

    private static final int TOP = 10;
    private static final String ARROW = " ← ";
    private static final int LONGEST = 20;
    private static final String SUM = "    %T %9s  %s";
    private static final String PART = "    %T %9s %8s %T  %s  %s";
    private static final String SEGMENT = "    %s  %T  %-8s %s";
    private static final String ROW = "    %T %T %T  %s";

    private static final Comparator<CoarseSegment> BY_BEGIN = Comparator.comparingLong(CoarseSegment::begin);
    /** Of equal ones the first is kept. */
    private static final Comparator<CoarseSegment> BY_LENGTH = Comparator.comparingLong((CoarseSegment one) -> one.end() - one.begin())
            .thenComparing(BY_BEGIN.reversed());

    private PathReportText(boolean exact) {
        super(exact);
    }

    static String write(PathReport report, boolean exact) {
        if (report.form() == PathReport.Form.FOLDED) {
            return report.paths().stream().map(PathReportText::folded).collect(Collectors.joining());
        }
        PathReportText text = new PathReportText(exact);
        report.comparisons().forEach(compared -> text.comparison(compared, report));
        for (FoundPath path : report.paths()) {
            if (report.form() == PathReport.Form.BRIEF) {
                text.line("%s", PathAnswer.of(path));
                report.findings(path).forEach(finding -> text.line("  %s", finding));
                continue;
            }
            if (text.hasLines()) {
                text.line("");
            }
            text.path(path, report);
        }
        text.budgets(report);
        if (!report.gaps().isEmpty()) {
            text.line("");
            report.gaps().forEach(gap -> text.line("%s", gap));
        }
        if (!report.missing().isEmpty()) {
            text.line("");
            text.line("Not recorded:");
            report.missing().forEach(m -> text.line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
        return text.lines();
    }

    private void comparison(PathReport.Compared compared, PathReport report) {
        PathComparison comparison = compared.comparison();
        line("%s", comparison.answer());
        line("  A: %s", PathReport.Compared.side(comparison.a(), report.trace()));
        line("  B: %s", PathReport.Compared.side(comparison.b(), compared.trace()));
        for (PathComparison.Of of : PathComparison.Of.values()) {
            List<PathComparison.Row> rows = comparison.rows().stream().filter(row -> row.of() == of).toList();
            line("");
            line(ROW, "A", "B", "B - A", of.key());
            rows.stream().limit(TOP).forEach(row -> line(ROW, duration(row.a()), duration(row.b()), change(row.difference()),
                    row.name()));
            List<PathComparison.Row> rest = rows.subList(Math.min(TOP, rows.size()), rows.size());
            if (!rest.isEmpty()) {
                line(ROW, duration(sum(rest, PathComparison.Row::a)), duration(sum(rest, PathComparison.Row::b)),
                        change(sum(rest, PathComparison.Row::difference)), rest.size() + " more");
            }
        }
    }

    private static long sum(List<PathComparison.Row> rows, ToLongFunction<PathComparison.Row> figure) {
        return rows.stream().mapToLong(figure).sum();
    }

    private void path(FoundPath path, PathReport report) {
        long length = path.subject().end() - path.subject().begin();
        line("%s", PathAnswer.of(path));
        line("  %s - %s, %d segments, the longest chain has %d links", RangeOptions.format(path.subject().begin()),
                RangeOptions.format(path.subject().end()), path.parts().segments(), path.sums().depth());
        report.findings(path).forEach(finding -> line("  %s", finding));
        line("");
        line(SUM, "time", "share", "class");
        path.sums().classes().forEach((kind, ns) -> line(SUM, duration(ns), percent(ns, length), kind.label()));
        line("");
        line(PART, "time", "share", "times", "longest", "from              ", "what the one who was waited for did");
        path.parts().causes().forEach(cause -> part(cause.sum(), length, cause.label()));
        parts("who was waited for", path.parts().owners(), length);
        parts("by whom: the subject, whom it waited for, and so on", path.parts().chains(), length);
        by(path, length);
        line("");
        line("  At most so much shorter, if only that took no time (a bound: another path may then be the longest):");
        path.sums().atMost().forEach((bound, ns) -> line(SUM, duration(ns), percent(ns, length), PathReport.bound(bound)));
        segments(path, report);
    }

    private void part(PathParts.Sum sum, long length, String name) {
        line(PART, duration(sum.ns()), percent(sum.ns(), length), sum.times(), duration(sum.longest()), RangeOptions.format(sum.longestBegin()),
                name);
    }

    private void parts(String what, List<PathParts.Part> parts, long length) {
        line("");
        line(PART, "time", "share", "times", "longest", "from              ", what);
        parts.stream().limit(TOP).forEach(part -> part(part.sum(), length, String.join(ARROW, part.names())));
        rest(parts.stream().map(PathParts.Part::sum).toList(), length);
    }

    private void by(FoundPath path, long length) {
        List<PathParts.Cause> by = path.parts().by();
        if (!by.isEmpty()) {
            line("");
            line(PART, "time", "share", "times", "longest", "from              ", "what stood behind that");
            by.stream().limit(TOP).forEach(cause -> part(cause.sum(), length, cause.described()));
            rest(by.stream().map(PathParts.Cause::sum).toList(), length);
        }
    }

    private void rest(List<PathParts.Sum> sums, long length) {
        if (sums.size() > TOP) {
            long rest = sums.stream().skip(TOP).mapToLong(PathParts.Sum::ns).sum();
            line(SUM, duration(rest), percent(rest, length), (sums.size() - TOP) + " more");
        }
    }

    private static String arrows(PathNames names, Segments segments, int chain) {
        return PathNames.links(segments, chain).stream().map(names::shown).collect(Collectors.joining(ARROW));
    }

    private void segments(FoundPath path, PathReport report) {
        Segments segments = path.segments();
        PathNames names = path.names();
        line("");
        if (report.form() == PathReport.Form.FULL) {
            line("  All segments:");
            for (int i = 0; i < segments.size(); i++) {
                String by = names.shownBy(segments, i);
                line(SEGMENT, RangeOptions.format(segments.begin(i)), duration(segments.length(i)), segments.phase(i).key(),
                        segments.state(i).label() + (by.isEmpty() ? "" : " " + by) + "  " + arrows(names, segments, segments.chain(i)));
            }
            hops(segments.hops(), names);
            return;
        }
        boolean some = report.form() == PathReport.Form.USUAL;
        PriorityQueue<CoarseSegment> kept = new PriorityQueue<>(some ? BY_LENGTH : BY_BEGIN);
        int[] count = new int[1];
        CoarseSegment.each(segments, one -> {
            count[0]++;
            kept.add(one);
            if (some && kept.size() > LONGEST) {
                kept.remove();
            }
        });
        line("  %s:", kept.size() < count[0] ? "The " + LONGEST + " longest of " + count[0]
                + " parts, in the order of time (--coarse: all, --full: every segment)" : "In the order of time");
        kept.stream().sorted(BY_BEGIN).forEach(one -> line(SEGMENT, RangeOptions.format(one.begin()), duration(one.end() - one.begin()), one.phase().key(),
                states(one) + "  " + arrows(names, segments, one.chain())));
    }

    private static String states(CoarseSegment one) {
        return one.states().entrySet().stream().sorted(Map.Entry.<PathState, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey().label() + (one.states().size() == 1 ? "" : " " + percent(entry.getValue(), one.end() - one.begin())))
                .collect(Collectors.joining(", "));
    }

    private void hops(Hops hops, PathNames names) {
        line("");
        line("  Who ended the waiting of whom:");
        for (int i = 0; i < hops.size(); i++) {
            line("    %s  %-9s  %s → %s", RangeOptions.format(hops.time(i)), hops.how(i).key(), names.shown(hops.from(i)),
                    names.shown(hops.to(i)));
        }
    }

    private void budgets(PathReport report) {
        if (!report.budgets().isEmpty()) {
            line("");
            report.budgets().forEach(held -> line("%s%s", held.sentence(), held.whyNotKnown() == null ? ""
                    : " But " + held.whyNotKnown() + '.'));
        }
    }

    /** The subject first, who is waited for after it, then what that one was in. */
    private static String folded(FoundPath path) {
        StringBuilder text = new StringBuilder();
        for (PathParts.Part chain : path.parts().chains()) {
            // what parts frames cannot be in them
            String frames = chain.names().stream().map(name -> PlainText.line(name).replace(';', ':')).collect(Collectors.joining(";"));
            chain.causes().forEach((cause, ns) -> text.append(frames).append(';').append(cause.key()).append(' ').append(ns).append('\n'));
        }
        return text.toString();
    }
}
