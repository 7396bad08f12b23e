/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.NotCheckedParts;
import org.hypertrace.core.report.page.Notes;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.SyscallBudget;
import org.hypertrace.core.syscall.SyscallComparison;
import org.hypertrace.core.syscall.VmSyscalls;
import org.hypertrace.core.view.Styles;

/**
 * System calls of guests, as a document.
 *
 * @param trace
 *            what the user named
 * @param begin
 *            of the stretch reported, ns since the epoch
 * @param end
 *            of it
 * @param k
 *            how many of the shortest calls make the floor
 * @param vms
 *            the VMs that were asked for and report system calls
 * @param comparisons
 *            of traces, each analysed by itself; none if none is asked for
 * @param missing
 *            events that were not recorded
 * @param gaps
 *            what is missing of the traces, a sentence each
 * @param budgets
 *            those asked for, held against every VM that has such calls
 * @param notChecked
 *            those for what no guest reports
 */
public record SyscallReport(String trace, long begin, long end, int k, List<Vm> vms, List<SyscallComparison> comparisons,
        List<RecordedEvents.Missing> missing, List<String> gaps, List<SyscallBudget.Result> budgets, List<NotChecked> notChecked) {

    private static final String FIGURE = "hypertrace.syscalls.";

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of("calls", "load", SyscallThreads.TABLE, SyscallComparisonParts.TABLE);

    /**
     * Calls of a VM.
     *
     * @param trace
     *            what the trace is called
     */
    public record Vm(String trace, Machines.Vm vm, VmSyscalls calls) { }

    private record Row(Vm vm, VmSyscalls.Row row, long most) {

        CallFigures net() {
            return row.net();
        }
    }

    private record Load(Vm vm, VmSyscalls.Load load) { }

    private static final List<Column<Row>> CALLS = List.of(
            Column.id("vm", row -> row.vm.vm.label()),
            Column.id("vm key", row -> row.vm.vm.key()),
            Column.id("number", row -> row.row.number()),
            Column.id("i386", row -> row.row.isCompat() ? 1 : 0),
            Column.of("name", "system call", row -> row.row.name()),
            new Column<>("waiting", "waits", row -> row.row.isWaiting() ? "yes" : "", row -> row.row.isWaiting() ? 1 : 0),
            Column.of("calls", "calls", row -> Amount.count(row.net().count())),
            Column.of("total", "time", row -> Amount.ns(row.net().total())),
            Column.id("min k", row -> row.net().least()),
            Column.id("of", row -> row.net().of()),
            Column.of("floor", "floor", row -> Amount.ns(row.net().floor())),
            Column.of("disturbance", "disturbance", row -> Amount.ns(row.net().disturbance())),
            Column.of("share", "of time", row -> Amount.share(row.net().disturbance(), row.net().total())),
            Column.shown("", row -> bar(row)),
            Column.shown("mean of the shortest", row -> Amount.ns(row.net().least() / row.net().of())),
            Column.of("p50", "p50", row -> Amount.ns(row.net().p50())),
            Column.of("p95", "p95", row -> Amount.ns(row.net().p95())),
            Column.of("p99", "p99", row -> Amount.ns(row.net().p99())),
            Column.of("max", "max", row -> Amount.ns(row.net().max())),
            Column.id("gross total", row -> row.row.gross().total()),
            Column.id("gross floor", row -> row.row.gross().floor()),
            Column.<Row> id("trace", row -> row.vm.trace).later());

    private static final List<Column<Load>> LOAD = List.of(
            Column.id("vm", row -> row.vm.vm.label()),
            Column.id("vm key", row -> row.vm.vm.key()),
            Column.of("mark", "mark", row -> row.load.mark() == null ? "" : row.load.mark()),
            Column.of("begin", "from", row -> Amount.time(row.load.begin())),
            Column.id("end", row -> Amount.time(row.load.end())),
            Column.of("calls", "calls", row -> Amount.count(row.load.all().count())),
            Column.of("rate", "calls/s", row -> Amount.count(row.load.rate())),
            Column.of("total", "time", row -> Amount.ns(row.load.net().total())),
            Column.of("floor", "floor", row -> Amount.ns(row.load.net().floor())),
            Column.of("disturbance", "disturbance", row -> Amount.ns(row.load.net().disturbance())),
            Column.of("share", "of time", row -> Amount.share(row.load.net().disturbance(), row.load.net().total())),
            Column.of("p50", "p50", row -> Amount.ns(row.load.all().p50())),
            Column.of("p95", "p95", row -> Amount.ns(row.load.all().p95())),
            Column.of("p99", "p99", row -> Amount.ns(row.load.all().p99())),
            Column.id("gross total", row -> row.load.gross().total()),
            Column.id("gross floor", row -> row.load.gross().floor()),
            Column.<Load> id("trace", row -> row.vm.trace).later());

    private static Bar bar(Row row) {
        return Bar.besideFigures(List.of(new Bar.Piece("floor", Styles.GUEST_SYSCALL, Amount.ns(row.net().floor())),
                new Bar.Piece("disturbance", Styles.WAITS_FOR_CPU, Amount.ns(row.net().disturbance()))), row.most);
    }

    /**
     * @param trace
     *            what the user named
     * @param reports
     *            of each trace by itself, at least one
     * @param comparisons
     *            of them
     * @return all in one
     */
    public static SyscallReport of(String trace, List<SyscallReport> reports, List<SyscallComparison> comparisons) {
        return new SyscallReport(trace, reports.stream().mapToLong(SyscallReport::begin).min().orElseThrow(),
                reports.stream().mapToLong(SyscallReport::end).max().orElseThrow(), reports.get(0).k,
                reports.stream().flatMap(report -> report.vms.stream()).toList(), comparisons,
                reports.stream().flatMap(report -> report.missing.stream()).distinct().toList(),
                reports.stream().flatMap(report -> report.gaps.stream().map(gap -> report.trace + ": " + gap)).toList(), List.of(), List.of());
    }

    /**
     * @param asked
     *            budgets
     * @return the same with these held against every VM
     */
    public SyscallReport with(List<SyscallBudget> asked) {
        List<SyscallBudget.Result> held = new ArrayList<>();
        List<NotChecked> not = new ArrayList<>();
        boolean areReported = vms.stream().anyMatch(vm -> !vm.calls.rows().isEmpty());
        for (SyscallBudget budget : asked) {
            List<SyscallBudget.Result> results = vms.stream().flatMap(vm -> budget.of(vm.trace, vm.vm.who().labelOnHost(), vm.calls).stream()).toList();
            held.addAll(results);
            if (results.isEmpty()) {
                not.add(new NotChecked(budget.text(), !areReported ? "no guest reports whole system calls; load the guest module with the group syscalls"
                        : "no guest makes such a call in that time"));
            }
        }
        return new SyscallReport(trace, begin, end, k, vms, comparisons, missing, gaps, held, not);
    }

    /** @return the VMs with whole calls, to be compared */
    public VmPairs.Recording<VmSyscalls> recording() {
        Map<String, VmSyscalls> calls = new LinkedHashMap<>();
        vms.stream().filter(vm -> !vm.calls.rows().isEmpty()).forEach(vm -> calls.put(vm.vm.who().labelOnHost(), vm.calls));
        return new VmPairs.Recording<>(trace, calls);
    }

    /** @return the document */
    public Page page() {
        boolean isCompared = !comparisons.isEmpty();
        List<Part> answers = new ArrayList<>();
        comparisons.forEach(comparison -> answers.addAll(SyscallComparisonParts.of(comparison)));
        budgets.forEach(held -> answers.add(Check.of(held, figure(held))));
        answers.addAll(NotCheckedParts.of(notChecked));
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(begin), " - ", Amount.time(end)));
        vms.forEach(vm -> parts.add(new Section((isCompared ? vm.trace + ": " : "") + vm.vm.who().title(), parts(vm))));
        parts.addAll(Notes.of(gaps, missing));
        return new Page(isCompared ? "System calls compared" : "System calls", trace, answers, parts);
    }

    private static Check.Figure figure(Row row) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("call", row.row.name());
        about.put("trace", row.vm.trace);
        about.put("guest", row.vm.vm.label());
        about.put("count", row.net().count());
        about.put("floor_ms", Amount.ns(row.net().floor()));
        about.put("p50_ms", Amount.ns(row.net().p50()));
        about.put("p99_ms", Amount.ns(row.net().p99()));
        return new Check.Figure(FIGURE + "total", Amount.ns(row.net().total()), null, about);
    }

    private static Check.Figure figure(SyscallBudget.Result held) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("call", held.budget().call());
        about.put("trace", held.trace());
        about.put("guest", held.vm());
        about.put("budget", held.budget().limit());
        String unit = held.budget().figure().unit();
        return new Check.Figure(FIGURE + held.budget().figure().key(), held.value(), unit.isEmpty() ? null : unit, about);
    }

    private List<Part> parts(Vm vm) {
        VmSyscalls calls = vm.calls;
        VmSyscalls.Sums net = calls.net();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.answer(Amount.count(net.count()), " calls that do not wait took ", Amount.ns(net.total()), ". ", Amount.ns(net.floor()),
                " is the floor, by the ", Amount.count(k), " shortest of each; ", Amount.ns(net.disturbance()), " (",
                Amount.share(net.disturbance(), net.total()), ") is disturbance."));
        parts.add(Sentence.plain("The guest's tracer is left out; with it they took ", Amount.ns(calls.gross().total()), ", floor ",
                Amount.ns(calls.gross().floor()), "."));
        if (calls.unmatched() > 0) {
            parts.add(Sentence.plain("Without both ends, and in no figure: ", Amount.count(calls.unmatched()), " (", calls.calls().unmatched()
                    .entrySet().stream().map(why -> why.getValue() + " " + why.getKey().label()).collect(Collectors.joining(", ")), ")."));
        }
        if (calls.calls().leftOut() > 0) {
            parts.add(Sentence.warning("Too many calls or marks: ", Amount.count(calls.calls().leftOut()), " are in no figure."));
        }
        long most = calls.rows().stream().mapToLong(row -> row.net().total()).max().orElse(1);
        List<Row> rows = calls.rows().stream().map(row -> new Row(vm, row, most))
                .sorted(Comparator.<Row> comparingLong(row -> row.net().total()).reversed()).toList();
        if (budgets.isEmpty() && notChecked.isEmpty()) {
            // without a budget each call is a test that is passed
            rows.forEach(row -> parts.add(new Check(true, vm.vm.label() + ": " + row.row.name(), null, false, figure(row))));
        }
        parts.add(Table.of(TABLES.get(0), CALLS, rows, rows));
        if (rows.stream().anyMatch(row -> !row.row.threads().isEmpty())) {
            parts.add(SyscallThreads.of(vm));
        }
        List<Load> load = calls.load().stream().map(one -> new Load(vm, one)).toList();
        List<Part> byLoad = new ArrayList<>(List.of(Table.of(TABLES.get(1), LOAD, load, load)));
        if (calls.outside() > 0) {
            byLoad.add(Sentence.plain("Calls in none of these: ", Amount.count(calls.outside()), "."));
        }
        parts.add(new Section(calls.calls().marks().isEmpty() ? "By load, slice by slice" : "By load, from mark to mark", byLoad));
        return parts;
    }
}
