/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.answer.PathTitles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.view.Styles;

/** What a path consists of: tables with the same columns, which are one for programs. */
final class PathTables {

    static final String PARTS = "parts";
    /** Between links of a chain. */
    static final String ARROW = " ← ";
    private static final int TOP = 25;
    private static final Map<String, String> BOUNDS = Map.of("withoutPreemption", "without preemption", "withoutExits", "without exits",
            "withoutTracing", "without tracing", "withoutWaitingForVcpus", "without waiting for a vCPU of the guest's");

    /**
     * A part of a path.
     *
     * @param of
     *            what it is a part by
     * @param shown
     *            its name for people
     * @param name
     *            its name for programs
     * @param key
     *            the same for every reading of the trace
     * @param ns
     *            how long
     * @param sum
     *            its stays, null if it has none
     * @param style
     *            its colour, null if it has none
     */
    private record Row(FoundPath path, String of, String shown, String name, String key, long ns, PathParts.Sum sum, Styles style) {

        Row(FoundPath path, String of, String name, String key, PathParts.Sum sum) {
            this(path, of, name, name, key, sum.ns(), sum, null);
        }

        Object ofSum(Function<PathParts.Sum, ?> cell) {
            return sum == null ? "" : cell.apply(sum);
        }

        Amount share() {
            return Amount.share(ns, path.subject().end() - path.subject().begin());
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("path", row -> PathReport.name(row.path)),
            Column.id("of", Row::of),
            new Column<>("name", "part", Row::shown, Row::name),
            Column.id("key", Row::key),
            Column.of("ns", "time", row -> Amount.ns(row.ns)),
            new Column<Row>("share", "share", row -> row.style == null ? row.share() : Bar.share(row.style, row.share()), Row::share).later(),
            Column.of("times", "times", row -> row.ofSum(sum -> Amount.count(sum.times()))),
            Column.of("longest", "longest", row -> row.ofSum(sum -> Amount.ns(sum.longest()))),
            Column.of("longest begin", "from", row -> row.ofSum(sum -> Amount.time(sum.longestBegin()))));

    private PathTables() {
    }

    static List<Part> of(FoundPath path, String recorded) {
        if (recorded != null && !recorded.equals(PARTS)) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        long length = path.subject().end() - path.subject().begin();
        Row whole = new Row(path, "path", path.names().shown(path.subject().who()), path.names().key(path.subject().who()),
                new PathParts.Sum(length, 1, length, path.subject().begin()));
        parts.add(Table.of(PARTS, COLUMNS, List.of(), List.of(whole)));
        parts.add(section(PathTitles.CLASSES, path.sums().classes().entrySet().stream().map(kind -> new Row(path, "class", kind.getKey().label(),
                kind.getKey().label(), kind.getKey().key(), kind.getValue(), null, Styles.valueOf("CLASS_" + kind.getKey().name()))).toList()));
        parts.add(section(PathTitles.PARTICIPANTS, path.parts().owners().stream().map(owner -> new Row(path, "owner", owner.name(), owner.key(),
                owner.sum())).toList()));
        parts.add(section(PathTitles.CHAINS, path.parts().chains().stream().map(chain -> new Row(path, "chain",
                String.join(ARROW, chain.names()), chain.key(), chain.sum())).toList()));
        parts.add(section(PathTitles.STATES, path.parts().causes().stream().map(cause -> new Row(path, "cause",
                cause.label(), cause.cause(), cause.sum())).toList()));
        if (!path.parts().by().isEmpty()) {
            parts.add(section(PathTitles.CAUSES, path.parts().by().stream().map(by -> new Row(path, "by", by.described(), by.label() + ' '
                    + by.name(), by.key(), by.sum().ns(), by.sum(), null)).toList()));
        }
        List<Row> bounds = path.sums().atMost().entrySet().stream().map(bound -> new Row(path, "at most", BOUNDS.get(bound.getKey()),
                BOUNDS.get(bound.getKey()), bound.getKey(), bound.getValue(), null, null)).toList();
        parts.add(new Section("At most so much shorter", List.of(Sentence.quiet("If only that took no time and all else stayed as it was. "
                + "A bound: another path may then be the longest."), Table.of(PARTS, COLUMNS, bounds, bounds))));
        return parts;
    }

    /** For people the greatest ones and the sum of the others, for programs all. */
    private static Section section(String title, List<Row> rows) {
        List<Row> shown = new ArrayList<>(rows.subList(0, Math.min(TOP, rows.size())));
        if (rows.size() > TOP) {
            shown.add(new Row(rows.get(0).path, "", rows.size() - TOP + " more", "", "", rows.stream().skip(TOP).mapToLong(Row::ns).sum(), null,
                    null));
        }
        return new Section(title, List.of(Table.of(PARTS, COLUMNS, shown, rows)));
    }
}
