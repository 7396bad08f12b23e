/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.VmSyscalls;
import org.hypertrace.core.syscall.VmSyscalls.Question;

/**
 * The table of how long guests' system calls take by load. It has a row from mark to mark, or without marks per slice, and below it one per
 * system call. Calls that wait are left out. A slice is 1, 2 or 5 times a power of ten, from 1 ms on: the shortest for which
 * {@value #MOST} are enough. Behind a row is its time.
 */
public final class SyscallLoadProvider extends SyscallProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.syscalls.load";
    /** The headers of columns that a chart shows. */
    public static final String RATE = "Calls/s";
    public static final String FLOOR = "Floor per call";
    public static final String P50 = "p50";
    public static final String P95 = "p95";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Load, system call", "From", "Lasted", "Calls", RATE, "Time", "Floor", "Disturbance", "Of time",
            FLOOR, P50, P95, "p99")
            .adding("Lasted", "Calls", "Time", "Floor", "Disturbance");

    private static final int MOST = 100;
    private static final long SHORTEST = 1_000_000;
    private static final long[] STEPS = { 1, 2, 5 };

    /** @param trace a trace or experiment */
    public SyscallLoadProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace);
    }

    @Override
    Question question(long from, long to) {
        long begin = Math.max(from, trace().getStartTime().toNanos());
        long end = Math.min(to, trace().getEndTime().toNanos());
        return new Question(Question.USUAL_K, slice(end - begin), Question.USUAL_WAITS, false, from, to);
    }

    private static long slice(long time) {
        long power = SHORTEST;
        while (true) {
            for (long step : STEPS) {
                if (time / (power * step) < MOST) {
                    return power * step;
                }
            }
            power *= 10;
        }
    }

    @Override
    List<Object> cells(VmSyscalls calls) {
        List<Object> cells = new ArrayList<>(List.of("", "", Amount.count(calls.net().count()), ""));
        cells.addAll(sums(calls.net().total(), calls.net().floor()));
        return cells;
    }

    @Override
    void add(List<TmfTreeDataModel> rows, String key, VmSyscalls calls) {
        for (VmSyscalls.Load load : calls.load()) {
            String stretch = key + ' ' + load.begin() + ' ' + load.mark();
            rows.add(row(stretch, key, cells(load.mark() == null ? "slice" : "mark " + load.mark(), load, load.all(), load.net().total(),
                    load.net().floor()), load.begin(), load.end()));
            for (VmSyscalls.Row row : load.rows()) {
                rows.add(row(stretch + ' ' + row.name(), stretch, cells(row.name(), load, row.net(), row.net().total(), row.net().floor()), load.begin(),
                        load.end()));
            }
        }
        if (calls.outside() > 0) {
            note(rows, key, "Calls in none of these: " + calls.outside());
        }
    }

    /** The rate is that of all calls: the load under which those of the row were made. */
    private static List<Object> cells(String name, VmSyscalls.Load load, CallFigures net, long total, long floor) {
        List<Object> cells = new ArrayList<>(List.of(name, Amount.time(load.begin()), Amount.ns(load.end() - load.begin()), Amount.count(net.count()),
                Amount.count(load.rate())));
        cells.addAll(sums(total, floor));
        for (long ns : new long[] { floor / net.count(), net.p50(), net.p95(), net.p99() }) {
            cells.add(Amount.ns(ns));
        }
        return cells;
    }
}
