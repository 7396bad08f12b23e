/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.task.ProcessTime;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TaskTable;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.task.ThreadTime;
import org.hypertrace.core.task.TimePart;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.TimeInSight;
import org.hypertrace.core.view.TimedCells;

/**
 * The table of where the time of guests' processes and threads went in the time asked for, and what the guests' own time reports. A VM has
 * a row per process, those that had a vCPU longest first, and below it one per thread if it has several. Behind a row is the time from its
 * begin to its end.
 */
public final class GuestThreadsProvider extends ModelTableProvider implements ThreadRows {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.threads";
    /** The headers of its columns. The parts follow the real time; those of a thread sum to it. */
    public static final TableColumns COLUMNS = columns();

    /** More rows of a VM nobody looks at. */
    private static final int MOST = 1_000;

    /** By the ids of rows; of a process its first thread's place in the model. */
    private final Map<Long, Integer> fThreads = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public GuestThreadsProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    private static TableColumns columns() {
        List<String> sums = new ArrayList<>(List.of("Real"));
        for (TimePart part : TimePart.values()) {
            sums.add(part == TimePart.IRQ ? "IRQ" : Character.toUpperCase(part.label().charAt(0)) + part.label().substring(1));
        }
        sums.addAll(List.of("Guest's user", "Guest's sys"));
        String[] all = sums.toArray(String[]::new);
        return TableColumns.of("Process, thread", "Threads", "Begin").adding("Threads").with(all).adding(all).with("Container");
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        TimeInSight time = TimeInSight.of(states, parameters);
        fThreads.clear();
        List<TmfTreeDataModel> rows = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            List<Tasks.Guest> guests = Tasks.of(states, host);
            for (Machines.Vm vm : host.vms()) {
                List<Tasks.Guest> own = guests.stream().filter(guest -> guest.vm().equals(vm.key())).toList();
                List<TaskFigures> threads = new ArrayList<>();
                for (Tasks.Guest guest : own) {
                    check(monitor);
                    if (time.from() < time.to()) {
                        threads.addAll(TaskTable.of(states, guest, time.from(), time.to()));
                    }
                }
                add(rows, host.id() + ' ' + vm.key(), vm.who().labelOnHost(), own, threads);
            }
        }
        return rows.isEmpty() ? List.of(note("There is no VM in this trace.")) : rows;
    }

    private void add(List<TmfTreeDataModel> rows, String key, String vm, List<Tasks.Guest> guests, List<TaskFigures> threads) {
        List<ProcessTime> processes = ProcessTime.of(threads).stream().sorted(Comparator.comparingLong(ProcessTime::current).reversed()).toList();
        List<Object> cells = new ArrayList<>(FigureRow.only(vm, COLUMNS.size()));
        cells.set(1, Amount.count(processes.stream().mapToInt(process -> process.threads().size()).sum()));
        rows.add(row(key, NOWHERE, cells));
        if (guests.stream().allMatch(guest -> guest.tasks().isEmpty())) {
            note(rows, key, "The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched.");
        } else if (processes.isEmpty()) {
            note(rows, key, "No thread of the guest was seen to leave a vCPU in this time.");
        }
        int left = MOST;
        for (ProcessTime process : processes) {
            int size = process.threads().size();
            left -= size == 1 ? 1 : size + 1;
            if (left >= 0) {
                add(rows, key, process);
            }
        }
        if (left < 0) {
            note(rows, key, "There are more processes: zoom in, or make a report.");
        }
        long never = threads.stream().filter(one -> one.task().tid() != 0 && one.time() == null).count();
        if (never > 0) {
            note(rows, key, never + " more never left a vCPU: in no row");
        }
        int others = guests.stream().mapToInt(Tasks.Guest::others).sum();
        if (others > 0) {
            note(rows, key, "Switches to threads that are not followed: " + others);
        }
    }

    private void add(List<TmfTreeDataModel> rows, String vm, ProcessTime process) {
        String key = vm + " process " + process.threads().get(0).task().number();
        fThreads.put(id(key), process.shown().quark());
        rows.add(row(key, vm, process.label(), Amount.count(process.threads().size()), process.begin(), process.end(), process::ns, process::guest,
                Container.labelOf(process.first().container())));
        if (process.threads().size() > 1) {
            for (TaskFigures thread : process.threads()) {
                ThreadTime time = thread.time();
                fThreads.put(id(vm + " thread " + thread.task().number()), thread.task().quark());
                rows.add(row(vm + " thread " + thread.task().number(), key, thread.task().label(), "", time.begin(), time.end(), time.parts()::get,
                        time.guest()::get, Container.labelOf(thread.task().container())));
            }
        }
    }

    private TmfTreeDataModel row(String key, String parent, String name, Object threads, long begin, long end, ToLongFunction<TimePart> ns,
            ToLongFunction<TimePart> guest, String container) {
        List<Object> cells = new ArrayList<>(List.of(name, threads, Amount.time(begin), Amount.ns(end - begin)));
        for (TimePart part : TimePart.values()) {
            cells.add(Amount.ns(ns.applyAsLong(part)));
        }
        cells.add(Amount.ns(guest.applyAsLong(TimePart.USER)));
        cells.add(Amount.ns(guest.applyAsLong(TimePart.SYS)));
        cells.add(container);
        return new TimedCells(id(key), id(parent), cells, List.of(new TimedCells.Cell(begin, end, 0)));
    }

    @Override
    public int thread(long row) {
        return fThreads.getOrDefault(row, NONE);
    }

    private void note(List<TmfTreeDataModel> rows, String vm, String sentence) {
        rows.add(row(vm + ' ' + sentence, id(vm), FigureRow.only(sentence, COLUMNS.size())));
    }
}
