/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.compare.ExitCosts;
import org.hypertrace.core.exit.statistics.ExitBudget;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/**
 * VM exits of several recordings, each analysed by itself, side by side.
 *
 * @param trace
 *            what the user named
 * @param recordings
 *            each of them, at least one
 * @param comparisons
 *            of them, at least one
 * @param budgets
 *            those asked for, held against every VM of every recording
 * @param notChecked
 *            those for exits that no VM of a recording has
 */
public record ExitComparisonReport(String trace, List<Recorded> recordings, List<ExitComparison> comparisons, List<ExitBudget.Result> budgets,
        List<NotChecked> notChecked) {

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of(ExitComparisonPage.TABLE, "recordings");

    /**
     * A recording.
     *
     * @param from
     *            the begin of the time asked for, ns since the epoch
     * @param to
     *            its end
     * @param vms
     *            what their exits cost
     * @param missing
     *            what was not recorded and is missed
     * @param gaps
     *            what is missing of the trace, a sentence each
     */
    public record Recorded(long from, long to, VmPairs.Recording<ExitCosts> vms, List<RecordedEvents.Missing> missing, List<String> gaps) { }

    private record OneVm(String trace, String vm, ExitCosts costs) {
        long exits() {
            return costs.rows().values().stream().mapToLong(ExitFigures::count).sum();
        }
    }

    private static final List<Column<OneVm>> RECORDINGS = List.of(
            Column.of("trace", "recording", OneVm::trace),
            Column.of("vm", "VM", OneVm::vm),
            Column.of("life", "life", row -> Amount.ns(row.costs.lifetime())),
            Column.of("not idle", "not idle", row -> Amount.ns(row.costs.active())),
            Column.of("exits", "exits", row -> Amount.count(row.exits())),
            Column.of("cost", "cost", row -> Amount.ns(row.costs.cost())),
            Column.of("share", "of not idle", row -> Amount.share(row.costs.cost(), row.costs.active())));

    /**
     * @param a
     *            what the user calls the recordings before
     * @param before
     *            at least one
     * @param b
     *            what the user calls the recordings after
     * @param after
     *            at least one
     * @return both side by side
     */
    public static ExitComparison compare(String a, List<Recorded> before, String b, List<Recorded> after) {
        return ExitComparison.of(side(a, before), before.stream().map(Recorded::vms).toList(), side(b, after), after.stream().map(Recorded::vms).toList());
    }

    private static ExitComparison.Side side(String name, List<Recorded> group) {
        return new ExitComparison.Side(name, begin(group), end(group));
    }

    private static long begin(List<Recorded> group) {
        return group.stream().mapToLong(Recorded::from).min().orElseThrow();
    }

    private static long end(List<Recorded> group) {
        return group.stream().mapToLong(Recorded::to).max().orElseThrow();
    }

    /** @return of all recordings the earliest time, ns since the epoch */
    public long begin() {
        return begin(recordings);
    }

    /** @return the latest, ns since the epoch */
    public long end() {
        return end(recordings);
    }

    /** @return what any of the recordings has not and is missed */
    public List<RecordedEvents.Missing> missing() {
        return recordings.stream().flatMap(one -> one.missing.stream()).distinct().toList();
    }

    /** @return what is missing of the recordings, a sentence each */
    public List<String> gaps() {
        return recordings.stream().flatMap(one -> one.gaps.stream().map(gap -> one.vms.trace() + ": " + gap)).toList();
    }

    /** @return the document */
    public Page page() {
        List<Part> answers = new ArrayList<>();
        comparisons.forEach(comparison -> answers.addAll(ExitComparisonPage.parts(comparison)));
        budgets.forEach(held -> answers.add(Check.of(held, figure(held))));
        answers.addAll(NotCheckedParts.of(notChecked));
        List<OneVm> all = new ArrayList<>();
        recordings.forEach(one -> one.vms.vms().forEach((vm, costs) -> all.add(new OneVm(one.vms.trace(), vm, costs))));
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(begin()), " - ", Amount.time(end())));
        parts.add(new Section("Recordings", List.of(Table.of(TABLES.get(1), RECORDINGS, all, all))));
        parts.addAll(Notes.of(gaps(), missing()));
        return new Page("VM exits compared", trace, answers, parts);
    }

    private Check.Figure figure(ExitBudget.Result held) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("group", held.budget().group());
        about.put("trace", trace);
        about.put("guest", held.vm().first().vmLabel());
        about.put("budget", held.budget().limit());
        String unit = held.budget().figure().unit();
        return new Check.Figure(ExitPage.FIGURE + held.budget().figure().key(), held.value(), unit.isEmpty() ? null : unit, about);
    }
}
