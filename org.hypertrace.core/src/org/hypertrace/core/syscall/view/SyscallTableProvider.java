/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.VmSyscalls;
import org.hypertrace.core.syscall.VmSyscalls.Question;

/**
 * The table of guests' system calls in the time asked for, per VM, system call and thread. It has how long they took, their floor, what is
 * above it, and percentiles. Behind a row is its longest call.
 */
public final class SyscallTableProvider extends SyscallProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.syscalls.table";
    /** The header of the share of the disturbance. */
    public static final String SHARE = "Of time";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("System call, thread", "Calls", "Time", "Floor", "Disturbance", SHARE,
            "Mean of the shortest", "p50", "p95", "p99", "Max", "Waits")
            .adding("Calls", "Time", "Floor", "Disturbance", "Waits");

    /** More threads of a call nobody looks at. */
    private static final int MOST_THREADS = 20;

    /** @param trace a trace or experiment */
    public SyscallTableProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace);
    }

    @Override
    Question question(long from, long to) {
        return new Question(Question.USUAL_K, Question.USUAL_SLICE, Question.USUAL_WAITS, true, from, to);
    }

    @Override
    List<Object> cells(VmSyscalls calls) {
        List<Object> cells = new ArrayList<>(List.of(Amount.count(calls.net().count())));
        cells.addAll(sums(calls.net().total(), calls.net().floor()));
        return cells;
    }

    @Override
    void add(List<TmfTreeDataModel> rows, String key, VmSyscalls calls) {
        // those that wait are in no sum, and long
        Comparator<VmSyscalls.Row> busy = Comparator.comparing(row -> !row.isWaiting());
        for (VmSyscalls.Row row : byTime(calls.rows(), busy.thenComparingLong(row -> row.net().total()))) {
            String call = key + ' ' + row.name();
            rows.add(row(call, key, cells(row.name(), row.net(), row.isWaiting() ? "yes" : ""), calls.calls(), row.longest()));
            byTime(row.threads(), Comparator.comparingLong(one -> one.net().total())).stream().limit(MOST_THREADS).forEach(thread -> rows
                    .add(row(call + ' ' + thread.thread(), call, cells(thread.thread(), thread.net(), ""), calls.calls(), thread.longest())));
            if (row.threads().size() > MOST_THREADS) {
                note(rows, call, row.threads().size() - MOST_THREADS + " more threads: zoom in, or make a report");
            }
        }
    }

    private static <T> List<T> byTime(List<T> rows, Comparator<T> time) {
        return rows.stream().sorted(time.reversed()).toList();
    }

    private static List<Object> cells(String name, CallFigures net, String waits) {
        List<Object> cells = new ArrayList<>(List.of(name, Amount.count(net.count())));
        cells.addAll(sums(net.total(), net.floor()));
        for (long ns : new long[] { net.least() / net.of(), net.p50(), net.p95(), net.p99(), net.max() }) {
            cells.add(Amount.ns(ns));
        }
        cells.add(waits);
        return cells;
    }
}
