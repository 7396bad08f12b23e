/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.view.FlameColours;

/** Stacks of two traces, or of two stretches of one, side by side: all guests asked for in one tree. */
public final class StackComparison {

    /** The name of its table. */
    static final String TABLE = "comparison";

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.of("frame", "frame", Row::name),
            Column.of("own before", "own before", row -> Amount.ns(row.before)),
            Column.of("own after", "own after", row -> Amount.ns(row.after)),
            Column.of("difference", "difference", row -> Amount.change(row.difference())),
            Column.of("calls before", "calls before", row -> Amount.count(row.callsBefore)),
            Column.of("calls after", "calls after", row -> Amount.count(row.callsAfter))),
            SpeedUpColumns.<Row> of(row -> SpeedUp.of(row.before, row.after)),
            SpeedUpColumns.<Row> contribution(row -> Amount.change(-row.difference()), Row::share)).flatMap(List::stream).toList();

    /**
     * A frame, wherever it stands; durations in ns, those before made comparable. {@code whole}: by how much all differ; 0 also if they
     * are made equally long.
     */
    private record Row(String name, long before, long after, long callsBefore, long callsAfter, long whole) {
        double share() {
            return whole == 0 ? Double.NaN : (double) difference() / whole;
        }

        long difference() {
            return after - before;
        }
    }

    private final StackReport fBefore;
    private final StackReport fAfter;
    private final FlameDifference.Norm fNorm;
    private final FlameDifference fDifference;

    /**
     * @param before
     *            what is compared
     * @param after
     *            with what: has the same labels
     * @param norm
     *            how they are made comparable
     */
    public StackComparison(StackReport before, StackReport after, FlameDifference.Norm norm) {
        fBefore = before;
        fAfter = after;
        fNorm = norm;
        fDifference = FlameDifference.of(before.together(), after.together());
    }

    /** How the two are made comparable. */
    private String words() {
        return switch (fNorm) {
        case NONE -> "Times are as they are.";
        case TOTAL -> "Times before are scaled as if both had taken as long.";
        case COUNT -> "Times before are scaled as if every frame had been called as often as after.";
        };
    }

    /** As a flame graph of so many frames. */
    Flame flame(int most) {
        return Flame.of(fDifference, fNorm, fAfter.labels(), "all, " + fAfter.mode().key() + " time", most);
    }

    /** What was before and after, a flame graph, and a table of so many frames. */
    List<Part> parts(int top, int frames) {
        List<Row> rows = rows();
        return List.of(Sentence.quiet("Before: ", fBefore.trace(), ", ", fBefore.range(), ". ", words()),
                Sentence.quiet("After: ", fAfter.trace(), ", ", fAfter.range(), "."), flame(frames),
                new Legend("", List.of(new Legend.Entry("slower after", FlameColours.SLOWER),
                        new Legend.Entry("faster after", FlameColours.FASTER))),
                new Section(StackPage.head(rows.size(), "frame", "by how much the own time differs", top),
                        rows.isEmpty() ? List.of(Table.of(TABLE, COLUMNS, rows, rows), Sentence.plain("Before and after are the same."))
                                : List.of(Table.of(TABLE, COLUMNS, rows.subList(0, Math.min(top, rows.size())), rows))));
    }

    /** Frames whose own time differs, those that differ most first. */
    private List<Row> rows() {
        Map<Long, long[]> sums = new HashMap<>();
        FlameTree after = fDifference.after();
        for (int node = 1; node < after.size(); node++) {
            long[] sum = sums.computeIfAbsent(after.frame(node), key -> new long[4]);
            sum[0] += fDifference.selfBefore(node, fNorm);
            sum[1] += after.self(node);
            sum[2] += fDifference.before().count(node);
            sum[3] += after.count(node);
        }
        long whole = fNorm == FlameDifference.Norm.TOTAL ? 0 : sums.values().stream().mapToLong(sum -> sum[1] - sum[0]).sum();
        List<Row> rows = new ArrayList<>();
        sums.forEach((frame, sum) -> {
            if (sum[0] != sum[1]) {
                rows.add(new Row(fAfter.labels().label(frame), sum[0], sum[1], sum[2], sum[3], whole));
            }
        });
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.difference())).reversed().thenComparing(Row::name));
        return rows;
    }
}
