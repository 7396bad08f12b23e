/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.SpeedUpColumns;
import org.hypertrace.core.vcpu.VcpuComparison;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * States of vCPUs in several recordings, each analysed by itself, side by side.
 *
 * @param trace
 *            what the user named
 * @param reports
 *            of each recording, at least one; the trace of each is what the recording is called
 * @param comparisons
 *            of them, at least one
 */
public record VcpuComparisonReport(String trace, List<ModelReport> reports, List<VcpuComparison> comparisons) {

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of("comparison", "recordings");

    private static final int NAMED = 3;

    private record Row(VcpuComparison comparison, VcpuComparison.Pair pair, VcpuComparison.Row row) {

        Amount share(VcpuComparison.Side side) {
            return Amount.share(side.times().ns(row.state()), side.times().life());
        }
    }

    private record OneVm(String trace, String vm, VcpuComparison.Times times) { }

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.id("a", row -> row.comparison.a()),
            Column.id("b", row -> row.comparison.b()),
            Column.id("vm a", row -> row.pair.a().vm()),
            Column.id("vm b", row -> row.pair.b().vm()),
            Column.id("state", row -> row.row.state().key()),
            Column.of("name", "state", row -> row.row.state().label()),
            Column.of("share a", "share A", row -> row.share(row.pair.a())),
            Column.of("share b", "B", row -> row.share(row.pair.b())),
            Column.id("time a", row -> row.row.a()),
            Column.id("time b", row -> row.row.b()),
            Column.id("life a", row -> row.pair.a().times().life()),
            Column.id("life b", row -> row.pair.b().times().life()),
            Column.<Row> of("contribution", "A - B per s", row -> Amount.change(row.row.contribution())).later()),
            SpeedUpColumns.<Row> of(row -> row.row.speedUp(), row -> row.row.a(), row -> row.row.b()),
            SpeedUpColumns.<Row> chances(row -> row.row.speedUp(), row -> row.row.corrected()))
            .flatMap(List::stream).toList();

    private static final List<Column<OneVm>> RECORDINGS = Stream.concat(Stream.<Column<OneVm>> of(
            Column.of("trace", "recording", OneVm::trace),
            Column.of("vm", "VM", OneVm::vm),
            Column.of("life", "life", row -> Amount.ns(row.times.life())),
            Column.of("not idle", "not idle", row -> Amount.share(row.times.notIdle(), row.times.life()))),
            Arrays.stream(VcpuState.values()).map(state -> Column.<OneVm> of(state.key(), state.label(), row -> Amount.ns(row.times.ns(state)))))
            .toList();

    /**
     * @param report
     *            of a recording
     * @return the VMs in it that lived for at least 1 ns, to be compared
     */
    public static VmPairs.Recording<VcpuComparison.Times> recording(ModelReport report) {
        Map<String, VcpuComparison.Times> times = new LinkedHashMap<>();
        report.hosts().forEach(host -> host.vms().forEach(vm -> times.put(vm.vm().who().labelOnHost(), VcpuComparison.Times.of(vm.vcpus()))));
        times.values().removeIf(one -> one.life() == 0);
        return new VmPairs.Recording<>(report.trace(), times);
    }

    /** @return of all recordings the earliest event, ns since the epoch */
    public long begin() {
        return reports.stream().mapToLong(ModelReport::begin).min().orElseThrow();
    }

    /** @return the latest, ns since the epoch */
    public long end() {
        return reports.stream().mapToLong(ModelReport::end).max().orElseThrow();
    }

    /** @return what any of the recordings has not and is missed */
    public List<RecordedEvents.Missing> missing() {
        return reports.stream().flatMap(report -> report.missing().stream()).distinct().toList();
    }

    /** @return what is missing or contradictory in what was recorded, a clause each */
    public List<String> gaps() {
        return reports.stream().flatMap(report -> report.losses().stream().map(loss -> report.trace() + ": " + clause(loss))).toList();
    }

    private static String clause(DataLoss loss) {
        return (loss.vm() == null ? "host " + loss.host() : loss.vm()) + ": " + loss.what() + ' ' + loss.count();
    }

    /** @return the document */
    public Page page() {
        List<Part> answers = new ArrayList<>();
        comparisons.forEach(comparison -> answers.addAll(parts(comparison)));
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(begin()), " - ", Amount.time(end())));
        List<OneVm> all = new ArrayList<>();
        reports.forEach(report -> recording(report).vms().forEach((vm, times) -> all.add(new OneVm(report.trace(), vm, times))));
        parts.add(new Section("Recordings", List.of(Table.of(TABLES.get(1), RECORDINGS, all, all))));
        for (ModelReport report : reports) {
            List<Part> ending = ModelPage.ending(report);
            if (!ending.isEmpty()) {
                parts.add(new Section(report.trace(), ending));
            }
        }
        return new Page("States of vCPUs compared", trace, answers, parts);
    }

    private static List<Part> parts(VcpuComparison comparison) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A: ", comparison.a()));
        parts.add(Sentence.quiet("B: ", comparison.b()));
        // a file has its columns also where no VMs belong together
        parts.add(Table.of(TABLES.get(0), COLUMNS, List.of(), List.of()));
        for (VcpuComparison.Pair pair : comparison.pairs()) {
            List<Row> rows = pair.rows().stream().map(row -> new Row(comparison, pair, row)).toList();
            parts.add(Sentence.answer(answer(pair).toArray()));
            unknown("A", pair.a().times(), parts);
            unknown("B", pair.b().times(), parts);
            parts.addAll(SpeedUpColumns.repetitions("A", pair.a().recordings(), "share of time not idle", pair.a().trace()));
            parts.addAll(SpeedUpColumns.repetitions("B", pair.b().recordings(), "share of time not idle", pair.b().trace()));
            rows.stream().filter(row -> row.row.speedUp().isKnown()).forEach(row -> parts.add(check(row)));
            parts.add(Table.of(TABLES.get(0), COLUMNS, rows, rows));
        }
        comparison.unmatched().forEach(sentence -> parts.add(Sentence.warning(sentence, ".")));
        return parts;
    }

    private static Check check(Row row) {
        Map<String, Object> about = SpeedUpColumns.about(row.row.speedUp());
        about.put("before", row.comparison.a());
        about.put("after", row.comparison.b());
        about.put("guest", row.pair.b().vm());
        return new Check(true, row.pair.b().vm() + ": share of " + row.row.state().label(), null, false,
                new Check.Figure("hypertrace.report.speed_up", row.row.speedUp().ratio().value(), null, about));
    }

    /** A recording with losses must not look as one whose vCPUs did less. */
    private static void unknown(String name, VcpuComparison.Times times, List<Part> to) {
        if (times.ns(VcpuState.UNKNOWN) > 0) {
            to.add(Sentence.warning("What the vCPUs did in ", Amount.share(times.ns(VcpuState.UNKNOWN), times.life()), " of their life in " + name
                    + " is unknown: any other share may be greater."));
        }
    }

    private static List<Object> answer(VcpuComparison.Pair pair) {
        VcpuComparison.Times a = pair.a().times();
        VcpuComparison.Times b = pair.b().times();
        List<Object> answer = new ArrayList<>(List.of(pair.b().vm() + (pair.a().vm().equals(pair.b().vm()) ? "" : " compared with " + pair.a().vm()),
                ": not idle for ", Amount.share(b.notIdle(), b.life()), " of the vCPUs' life in B, ", Amount.share(a.notIdle(), a.life()), " in A"));
        List<VcpuComparison.Row> rows = pair.rows().stream().filter(row -> row.contribution() != 0).limit(NAMED).toList();
        if (rows.isEmpty()) {
            answer.add(": no difference.");
            return answer;
        }
        String before = "; per second of life ";
        for (VcpuComparison.Row row : rows) {
            answer.addAll(List.of(before, row.state().label(), " ", Amount.ns(Math.abs(row.contribution())), row.contribution() > 0 ? " less" : " more"));
            before = ", ";
        }
        answer.add(".");
        return answer;
    }
}
