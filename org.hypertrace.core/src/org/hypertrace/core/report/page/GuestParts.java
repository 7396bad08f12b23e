/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Phrase;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.vcpu.VcpuState;

/** What the guest of a VM reports: how many events, and which threads ran, with what the host stole of their time. */
final class GuestParts {

    static final String THREADS = "guest-threads";
    private static final int TOP = 8;
    private static final int CAUSES = 3;

    private record Thread(ModelReport.Host host, ModelReport.Vm vm, TaskFigures figures) { }

    private static final List<Column<Thread>> COLUMNS = columns();

    private GuestParts() {
    }

    private static List<Column<Thread>> columns() {
        List<Column<Thread>> columns = new ArrayList<>(List.of(
                Column.id("host", row -> row.host.host().name()),
                Column.id("vm", row -> row.vm.vm().label()),
                Column.id("vm key", row -> row.vm.vm().key()),
                Column.id("tid", row -> row.figures.task().tid()),
                new Column<>("name", "thread", row -> row.figures.task().label(), row -> row.figures.task().name() == null ? ""
                        : row.figures.task().name()),
                Column.id("begin", row -> row.figures.begin()),
                Column.id("end", row -> row.figures.end()),
                Column.id("wall", row -> row.figures.wall()),
                Column.of("running", "running", row -> Amount.ns(row.figures.running())),
                Column.<Thread> of("stolen", "stolen", row -> Amount.ns(row.figures.stolen())).later(),
                Column.id("open", row -> row.figures.open()),
                Column.of("waiting", "waiting", row -> Amount.ns(row.figures.waiting())),
                Column.id("sleeping", row -> row.figures.sleeping()),
                Column.id("unknown", row -> row.figures.unknown()),
                Column.of("tracer", "tracer", row -> Amount.ns(row.figures.tracer()))));
        // of running
        Arrays.stream(VcpuState.values()).forEach(state -> columns.add(Column.id("vcpu " + state.key(), row -> row.figures.states().get(state))));
        Arrays.stream(GuestMode.values()).forEach(mode -> columns.add(Column.id("mode " + mode.key(), row -> row.figures.modes().get(mode))));
        columns.add(new Column<Thread>("of running", "of running", row -> ofRunning(row.figures), row -> ofRunning(row.figures).toString(), true));
        return columns;
    }

    private static Phrase ofRunning(TaskFigures figures) {
        Phrase causes = Phrase.joined(figures.states().entrySet().stream().filter(state -> state.getKey() != VcpuState.GUEST && state.getValue() > 0)
                .sorted(Map.Entry.<VcpuState, Long> comparingByValue().reversed()).limit(CAUSES)
                .map(state -> List.of(state.getKey().label() + ' ', Amount.share(state.getValue(), figures.running()))).toList());
        Phrase modes = Phrase.joined(figures.modes().entrySet().stream().filter(mode -> mode.getKey() != GuestMode.RUNNING && mode.getValue() > 0)
                .map(mode -> List.of(mode.getKey().label() + ' ', Amount.share(mode.getValue(), figures.running()))).toList());
        return causes.pieces().isEmpty() || modes.pieces().isEmpty() ? Phrase.joined(List.of(causes.pieces(), modes.pieces()))
                : new Phrase(Stream.of(causes.pieces(), List.<Object>of("; in the guest "), modes.pieces()).<Object>flatMap(List::stream).toList());
    }

    static List<Part> of(ModelReport.Host host, ModelReport.Vm vm) {
        List<Part> parts = new ArrayList<>();
        Map<String, Integer> events = vm.guest() == null ? Map.of() : vm.guest().events();
        if (!events.isEmpty()) {
            parts.add(Sentence.plain("events: ", events.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer> comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                    .limit(TOP).map(kind -> kind.getKey() + ' ' + kind.getValue()).collect(Collectors.joining(", ")),
                    events.size() > TOP ? ", " + (events.size() - TOP) + " more kinds" : ""));
        }
        if (vm.guest() != null) {
            vm.guest().nested().forEach((guest, counts) -> parts.add(Sentence.plain(name(vm, guest), ": ",
                    Amount.count(counts.values().stream().mapToInt(Integer::intValue).sum()), " events")));
        }
        parts.addAll(threads(host, vm));
        // a table without rows for people is seen by programs only
        boolean seen = vm.guest() != null && parts.stream().anyMatch(part -> !(part instanceof Table table) || !table.rows().isEmpty());
        return seen ? List.of(new Section("Guest", parts)) : parts;
    }

    /** Of too many guests the others have no name. */
    private static String name(ModelReport.Vm report, String nested) {
        Nesting nesting = Nesting.of(nested);
        return nesting == null ? nested : report.vm().who().nested(nesting).label();
    }

    private static List<Part> threads(ModelReport.Host host, ModelReport.Vm vm) {
        List<TaskFigures> ran = vm.guest() == null ? List.of() : vm.threads().stream()
                .filter(figures -> figures.task().tid() != 0 && figures.running() > 0)
                .sorted(Comparator.comparingLong(TaskFigures::running).reversed().thenComparingInt(figures -> figures.task().tid())
                        .thenComparingLong(TaskFigures::begin)).toList();
        List<Part> parts = new ArrayList<>();
        parts.add(Table.of(THREADS, COLUMNS, ran.stream().limit(TOP).map(figures -> new Thread(host, vm, figures)).toList(),
                vm.threads().stream().map(figures -> new Thread(host, vm, figures)).toList()));
        if (ran.size() > TOP) {
            parts.add(Sentence.plain(ran.size() - TOP + " others ran ", Amount.ns(ran.stream().skip(TOP).mapToLong(TaskFigures::running).sum())));
        }
        if (vm.guest() != null && vm.otherSwitches() > 0) {
            parts.add(Sentence.plain("More threads than are followed: ", Amount.count(vm.otherSwitches()), " switches to them are not shown."));
        }
        return parts;
    }
}
