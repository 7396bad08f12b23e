/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.path.latency.WakePart;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/**
 * How long threads of guests that were woken wait until they run, and vCPUs for each other, as a document.
 * Times in ns since the epoch, durations in ns.
 *
 * @param notes
 *            what it is of, and what it lacks
 * @param vms
 *            the VMs that were asked for
 */
public record WakeReport(PathNotes notes, List<VmLatencies> vms) {

    /** So many threads are reported in the text, those that waited longest. */
    private static final int TOP = 20;
    static final String NO_SCHEDULING = "The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched.";

    /** Of a VM, one of two: how long one of it waited, or a vCPU for another one on the same processor. */
    private record Row(VmLatencies vm, WakeFigures one, SiblingWait sibling) {

        Object ofWait(Function<WakeFigures, ?> cell) {
            return one == null ? "" : cell.apply(one);
        }

        Object ns(ToLongFunction<Distribution> figure) {
            return one == null ? "" : Amount.ns(figure.applyAsLong(one.lengths()));
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("vm", row -> row.vm.vm()),
            Column.id("by", row -> row.one == null ? "sibling" : by(row.one)),
            Column.id("key", row -> row.one == null ? row.vm.names().key(row.sibling.waiting()) : key(row.vm, row.one)),
            new Column<>("name", "", row -> row.ofWait(wait -> wait.part() == WakePart.WHOLE ? name(row.vm, wait)
                    : new Nested(wait.part().label())),
                    row -> row.one == null ? row.vm.names().shown(row.sibling.waiting()) : name(row.vm, row.one)),
            Column.id("part", row -> row.one == null ? "notScheduled" : row.one.part().key()),
            Column.of("count", "number", row -> Amount.count(row.one == null ? row.sibling.count() : row.one.lengths().count())),
            Column.of("total", "time", row -> Amount.ns(row.one == null ? row.sibling.total() : row.one.lengths().total())),
            Column.of("min", "min", row -> row.ns(Distribution::min)),
            Column.of("avg", "avg", row -> row.ns(Distribution::mean)),
            Column.of("p50", "p50", row -> row.ns(Distribution::p50)),
            Column.of("p90", "p90", row -> row.ns(Distribution::p90)),
            Column.of("p99", "p99", row -> row.ns(Distribution::p99)),
            Column.of("max", "max", row -> Amount.ns(row.one == null ? row.sibling.longest() : row.one.lengths().max())),
            Column.of("worst", "worst from", row -> Amount.time(row.one == null ? row.sibling.worst() : row.one.worst())),
            Column.id("behind", row -> row.sibling == null ? "" : row.vm.names().key(row.sibling.running())));

    public static String key(VmLatencies vm, WakeFigures row) {
        return row.by() == WakeFigures.By.VM ? "" : vm.names().key(row.of());
    }

    public static String name(VmLatencies vm, WakeFigures row) {
        return row.by() == WakeFigures.By.VM ? vm.vm() : vm.names().shown(row.of());
    }

    public static String by(WakeFigures row) {
        return switch (row.by()) {
        case VM -> "vm";
        case VCPU -> "vcpu";
        case THREAD -> "thread";
        };
    }

    /** The document: for people some threads, for programs all. */
    public Page page() {
        List<Part> parts = new ArrayList<>();
        vms.forEach(vm -> parts.add(new Section(vm.who().title(), parts(vm))));
        parts.addAll(notes.parts());
        return new Page("Wake-up latencies", notes.trace(), parts);
    }

    private static List<Part> parts(VmLatencies vm) {
        List<Part> parts = new ArrayList<>();
        List<Row> all = new ArrayList<>(vm.waits().stream().map(wait -> new Row(vm, wait, null)).toList());
        vm.siblings().forEach(sibling -> all.add(new Row(vm, null, sibling)));
        List<Row> shown = new ArrayList<>();
        vm.waits().stream().filter(wait -> wait.by() != WakeFigures.By.THREAD).forEach(wait -> shown.add(new Row(vm, wait, null)));
        int threads = 0;
        for (WakeFigures wait : vm.waits()) {
            threads += wait.by() == WakeFigures.By.THREAD && wait.part() == WakePart.WHOLE ? 1 : 0;
            if (wait.by() == WakeFigures.By.THREAD && threads <= TOP) {
                shown.add(new Row(vm, wait, null));
            }
        }
        if (!vm.reportsScheduling()) {
            parts.add(Sentence.warning(NO_SCHEDULING));
        } else {
            parts.add(Sentence.plain(vm.waits().isEmpty() ? "No thread of the guest was woken and ran then." : "From woken to running:"));
        }
        parts.add(Table.of(COLUMNS, vm.reportsScheduling() ? shown : List.of(), all));
        if (threads > TOP && vm.reportsScheduling()) {
            parts.add(Sentence.plain((threads - TOP) + " other threads"));
        }
        parts.addAll(waits(vm.siblings(), vm.names()));
        return parts;
    }

    /** Which vCPUs waited for which of the same VM: a section, or nothing. */
    static List<Part> waits(List<SiblingWait> waits, PathNames names) {
        return waits.isEmpty() ? List.of() : List.of(new Section("Two vCPUs on one processor", waits.stream().<Part>map(row -> Sentence.plain(
                names.shown(row.waiting()), " waited for ", names.shown(row.running()), ": ", Amount.ns(row.total()), " in ",
                Amount.count(row.count()), " times, the longest ", Amount.ns(row.longest()), " from ", Amount.time(row.worst()))).toList()));
    }
}
