/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.task.ProcessTime;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TimePart;

/** Real, user and sys time of guests' processes and threads, beside what the guests' own time reports, as a document. */
public final class ProcessPage {

    /** So many processes of a VM are shown to people, those that had a vCPU longest. */
    private static final int TOP = 20;
    static final String NO_SCHEDULING = "The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched.";

    /** A process, or a thread of it. */
    private record Row(ModelReport.Vm vm, ProcessTime process, TaskFigures thread) {

        long ns(TimePart part) {
            return thread == null ? process.ns(part) : thread.time().parts().get(part);
        }

        long guest(TimePart mode) {
            return thread == null ? process.guest(mode) : thread.time().guest().get(mode);
        }

        Object name() {
            return thread != null ? new Nested(thread.task().label()) : process.label();
        }

        Container container() {
            return (thread == null ? process.first() : thread.task()).container();
        }

        String plainName() {
            String name = thread == null ? process.first().name() : thread.task().name();
            return name == null ? "" : name;
        }
    }

    private static final List<Column<Row>> COLUMNS = columns(false);
    /** Where a guest's own trace reports containers, people have them, too. */
    private static final List<Column<Row>> WITH_CONTAINERS = columns(true);

    private ProcessPage() {
    }

    private static List<Column<Row>> columns(boolean containers) {
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.id("vm", row -> row.vm.vm().label()),
                Column.id("vm key", row -> row.vm.vm().key()),
                Column.id("tgid", row -> row.process.first().tgid() < 0 ? "" : row.process.first().tgid()),
                Column.id("tid", row -> row.thread == null ? "" : row.thread.task().tid()),
                new Column<>("name", "process", Row::name, Row::plainName),
                new Column<>("container", containers ? "container" : null, row -> Container.labelOf(row.container()),
                        row -> Container.namespaceOf(row.container()), true),
                Column.<Row> id("container name", row -> Container.nameOf(row.container())).later(),
                Column.of("threads", "threads", row -> row.thread == null ? Amount.count(row.process.threads().size()) : ""),
                Column.id("begin", row -> row.thread == null ? row.process.begin() : row.thread.time().begin()),
                Column.id("end", row -> row.thread == null ? row.process.end() : row.thread.time().end()),
                Column.of("real", "real", row -> Amount.ns(row.thread == null ? row.process.real() : row.thread.time().real()))));
        for (TimePart part : TimePart.values()) {
            columns.add(Column.of(part.key(), part.label(), row -> Amount.ns(row.ns(part))));
        }
        Arrays.stream(TimePart.values()).filter(TimePart::isMode).forEach(mode -> columns.add(new Column<>("guest " + mode.key(),
                mode == TimePart.USER || mode == TimePart.SYS ? "guest's " + mode.label() : null,
                row -> Amount.ns(row.guest(mode)), row -> Amount.ns(row.guest(mode)))));
        return columns;
    }

    /**
     * @param report
     *            of hosts and VMs
     * @return the processes of their guests as a document
     */
    public static Page of(ModelReport report) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(report.begin()), " - ", Amount.time(report.end())));
        if (RingCertainty.concerns(report)) {
            Map<String, String> names = Arrays.stream(TimePart.values()).collect(Collectors.toMap(TimePart::key, TimePart::label));
            names.put("guest", "guest's user, guest's sys");
            parts.addAll(RingCertainty.words(RingCertainty.ofProcesses(report), names));
        }
        report.hosts().forEach(host -> host.vms().forEach(vm -> parts.add(new Section(vm.vm().who().title(), vm(vm)))));
        parts.addAll(ModelPage.ending(report));
        return new Page("Processes of guests", report.trace(), parts);
    }

    private static List<Part> vm(ModelReport.Vm vm) {
        List<ProcessTime> processes = ProcessTime.of(vm.threads());
        List<Row> all = new ArrayList<>();
        for (ProcessTime process : processes) {
            all.add(new Row(vm, process, null));
            process.threads().forEach(thread -> all.add(new Row(vm, process, thread)));
        }
        List<Row> shown = new ArrayList<>();
        processes.stream().sorted(Comparator.comparingLong(ProcessTime::current).reversed()).limit(TOP).forEach(process -> {
            shown.add(new Row(vm, process, null));
            if (process.threads().size() > 1) {
                process.threads().forEach(thread -> shown.add(new Row(vm, process, thread)));
            }
        });
        List<Part> parts = new ArrayList<>();
        if (processes.isEmpty()) {
            parts.add(Sentence.warning(vm.threads().stream().noneMatch(TaskFigures::isScheduled) ? NO_SCHEDULING : "No thread of the guest was seen to leave a vCPU."));
        } else {
            parts.add(Sentence.plain("Real time is the sum of the parts; of a process with several threads the parts are of all of them. Guest's user "
                    + "and sys are what the guest's own time reports, with all that hides in them."));
        }
        boolean containers = all.stream().anyMatch(row -> row.process.first().container() != null);
        parts.add(Table.of(containers ? WITH_CONTAINERS : COLUMNS, shown, all));
        if (processes.size() > TOP) {
            parts.add(Sentence.plain(processes.size() - TOP + " other processes had a vCPU for shorter."));
        }
        long never = neverLeft(vm);
        if (never > 0) {
            parts.add(Sentence.plain("Threads that were never seen to leave a vCPU, and are in no row: ", Amount.count(never)));
        }
        if (vm.otherSwitches() > 0) {
            parts.add(Sentence.warning("More threads than are followed: ", Amount.count(vm.otherSwitches()), " switches to them are in no row."));
        }
        return parts;
    }

    /** @return how many threads of the guest were never seen to leave a vCPU, without the idle ones */
    public static long neverLeft(ModelReport.Vm vm) {
        return vm.threads().stream().filter(one -> one.task().tid() != 0 && one.time() == null).count();
    }
}
