/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.view.Shades;

/**
 * Stacks of two groups of recordings, or of two stretches of one, side by side: all guests asked for in one tree. Frames are compared
 * wherever they stand.
 */
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
            SpeedUpColumns.<Row> of(Row::speedUp, Row::before, Row::after),
            SpeedUpColumns.<Row> contribution(row -> Amount.change(-row.difference()), Row::share),
            SpeedUpColumns.<Row> chances(Row::speedUp, Row::corrected)).flatMap(List::stream).toList();

    /**
     * Recordings that are repetitions of one another.
     *
     * @param name
     *            what the user calls them
     * @param reports
     *            of each, at least one; all of both groups have the same labels
     */
    public record Group(String name, List<StackReport> reports) {
        private VmPairs.One<StackReport> typical() {
            return new VmPairs.Group<>(name, reports.stream().map(report -> new VmPairs.One<>(report.trace(), report)).toList())
                    .typical(report -> Ratio.of(whole(report), 1));
        }

        private static long whole(StackReport report) {
            return report.guests().stream().mapToLong(guest -> guest.tree().wall(FlameTree.ROOT)).sum();
        }
    }

    /**
     * A frame, wherever it stands; durations in ns.
     *
     * @param before
     *            its own time in the recording that stands for those before, made comparable
     * @param after
     *            in the one that stands for those after
     * @param callsBefore
     *            how often it is called in the former
     * @param whole
     *            by how much all frames differ; 0 also if they are made equally long
     * @param speedUp
     *            of its own time in all recordings, made comparable; not known if it is 0 in any
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all frames; NaN without enough repetitions
     */
    public record Row(String name, long before, long after, long callsBefore, long callsAfter, long whole, SpeedUp speedUp, double corrected) {
        /** @return which share of the difference of all frames is its own; NaN if not known */
        public double share() {
            return whole == 0 ? Double.NaN : (double) difference() / whole;
        }

        /** @return after minus before, ns */
        public long difference() {
            return after - before;
        }
    }

    /** Of a recording: each frame's own ns and calls, wherever it stands. */
    private record Own(Map<Long, long[]> frames, long whole) {
        static Own of(StackReport report) {
            Map<Long, long[]> frames = new HashMap<>();
            FlameTree tree = report.together();
            for (int node = 1; node < tree.size(); node++) {
                long[] sum = frames.computeIfAbsent(tree.frame(node), key -> new long[2]);
                sum[0] += tree.self(node);
                sum[1] += tree.count(node);
            }
            return new Own(frames, Group.whole(report));
        }

        /** The figure of which less is faster; null if the recording has none. */
        Ratio measure(long frame, FlameDifference.Norm norm) {
            long[] sum = frames.getOrDefault(frame, new long[2]);
            return switch (norm) {
            case NONE -> Ratio.of(sum[0], 1);
            case TOTAL -> whole == 0 ? null : Ratio.of(sum[0], whole);
            case COUNT -> sum[1] == 0 ? null : Ratio.of(sum[0], sum[1]);
            };
        }
    }

    private final Group fGroupBefore;
    private final Group fGroupAfter;
    private final StackReport fBefore;
    private final StackReport fAfter;
    private final FlameDifference.Norm fNorm;
    private final FlameDifference fDifference;
    private final List<Row> fRows;

    /**
     * @param before
     *            what is compared
     * @param after
     *            with what
     * @param norm
     *            how they are made comparable
     */
    public StackComparison(Group before, Group after, FlameDifference.Norm norm) {
        fGroupBefore = before;
        fGroupAfter = after;
        fBefore = before.typical().figures();
        fAfter = after.typical().figures();
        fNorm = norm;
        fDifference = FlameDifference.of(fBefore.together(), fAfter.together());
        fRows = rows();
    }

    /** @return the recordings before */
    public Group groupBefore() {
        return fGroupBefore;
    }

    /** @return the recordings after */
    public Group groupAfter() {
        return fGroupAfter;
    }

    /** @return the recording that stands for those before: the time of all its stacks is the median */
    public StackReport before() {
        return fBefore;
    }

    /** @return the one that stands for those after */
    public StackReport after() {
        return fAfter;
    }

    /** @return how both are made comparable */
    public FlameDifference.Norm norm() {
        return fNorm;
    }

    /** @return frames whose own time differs, those that differ most first */
    public List<Row> differences() {
        return fRows;
    }

    /** @return of the time of all stacks, as it is */
    public SpeedUp speedUp() {
        return SpeedUp.of(wholes(fGroupBefore), wholes(fGroupAfter));
    }

    private static long[] wholes(Group group) {
        return group.reports.stream().mapToLong(Group::whole).toArray();
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
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("Before: ", fBefore.trace(), ", ", fBefore.range(), ". ", words()));
        parts.add(Sentence.quiet("After: ", fAfter.trace(), ", ", fAfter.range(), "."));
        parts.addAll(SpeedUpColumns.repetitions("Before", fGroupBefore.reports.size(), "time of all stacks", fBefore.trace()));
        parts.addAll(SpeedUpColumns.repetitions("After", fGroupAfter.reports.size(), "time of all stacks", fAfter.trace()));
        List<Row> shown = fRows.subList(0, Math.min(top, fRows.size()));
        shown.stream().filter(row -> row.speedUp.isKnown()).forEach(row -> parts.add(new Check(true, row.name + ": own time", null, false, figure(row))));
        parts.add(flame(frames));
        parts.add(new Legend("", List.of(new Legend.Entry("slower after", Shades.SLOWER), new Legend.Entry("faster after", Shades.FASTER))));
        parts.add(new Section(StackPage.head(fRows.size(), "frame", "by how much the own time differs", top),
                fRows.isEmpty() ? List.of(Table.of(TABLE, COLUMNS, fRows, fRows), Sentence.plain("Before and after are the same."))
                        : List.of(Table.of(TABLE, COLUMNS, shown, fRows))));
        return parts;
    }

    private Check.Figure figure(Row row) {
        Map<String, Object> about = SpeedUpColumns.about(row.speedUp);
        about.put("before", fGroupBefore.name);
        about.put("after", fGroupAfter.name);
        about.put("before_ms", Amount.ns(row.before));
        about.put("after_ms", Amount.ns(row.after));
        return new Check.Figure("hypertrace.stacks.speed_up", row.speedUp.ratio().value(), null, about);
    }

    private List<Row> rows() {
        List<Own> before = fGroupBefore.reports.stream().map(Own::of).toList();
        List<Own> after = fGroupAfter.reports.stream().map(Own::of).toList();
        boolean isOfOne = before.size() == 1 && after.size() == 1;
        Map<Long, long[]> sums = sums();
        List<Long> frames = new ArrayList<>(new TreeSet<>(Stream.of(sums.keySet().stream(), Stream.concat(before.stream(), after.stream())
                .flatMap(own -> own.frames.entrySet().stream()).filter(frame -> frame.getValue()[0] > 0).map(Map.Entry::getKey))
                .flatMap(some -> some).toList()));
        // one recording of each answers no question about chance, so a frame that is the same in both is none
        frames.removeIf(frame -> isOfOne && sums.get(frame)[0] == sums.get(frame)[1]);
        List<SpeedUp> speedUps = frames.stream().map(frame -> SpeedUp.of(measures(before, frame), measures(after, frame))).toList();
        double[] corrected = Holm.corrected(speedUps.stream().mapToDouble(SpeedUp::chance).toArray());
        long whole = fNorm == FlameDifference.Norm.TOTAL ? 0 : sums.values().stream().mapToLong(sum -> sum[1] - sum[0]).sum();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            long[] sum = sums.getOrDefault(frames.get(i), new long[4]);
            rows.add(new Row(fAfter.labels().label(frames.get(i)), sum[0], sum[1], sum[2], sum[3], whole, speedUps.get(i), corrected[i]));
        }
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.difference())).reversed().thenComparing(Row::name));
        return List.copyOf(rows);
    }

    private List<Ratio> measures(List<Own> recordings, long frame) {
        return recordings.stream().map(own -> own.measure(frame, fNorm)).filter(Objects::nonNull).toList();
    }

    /** By frame, in the recordings that stand for both: own ns before, made comparable, and after; calls before and after. */
    private Map<Long, long[]> sums() {
        Map<Long, long[]> sums = new HashMap<>();
        FlameTree after = fDifference.after();
        for (int node = 1; node < after.size(); node++) {
            long[] sum = sums.computeIfAbsent(after.frame(node), key -> new long[4]);
            sum[0] += fDifference.selfBefore(node, fNorm);
            sum[1] += after.self(node);
            sum[2] += fDifference.before().count(node);
            sum[3] += after.count(node);
        }
        return sums;
    }
}
