/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.syscall.FoundCalls;
import org.hypertrace.core.syscall.GuestCalls;
import org.hypertrace.core.syscall.SyscallAnalysis;
import org.hypertrace.core.syscall.VmSyscalls;
import org.hypertrace.core.syscall.VmSyscalls.Question;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.TimeInSight;
import org.hypertrace.core.view.TimedCells;

/** A table about the system calls of guests in the time asked for: a row for each VM, and others below it. */
abstract class SyscallProvider extends ModelTableProvider {

    private final int fColumns;

    SyscallProvider(String id, List<String> columns, ITmfTrace trace) {
        super(id, columns, trace, MissingDataMessage.of(trace));
        fColumns = columns.size();
    }

    /** How to look at calls of a stretch. */
    abstract Question question(long from, long to);

    /** The cells of a VM's row behind its name. */
    abstract List<Object> cells(VmSyscalls calls);

    /** Adds the rows below a VM's; {@code key} distinguishes it from others. */
    abstract void add(List<TmfTreeDataModel> rows, String key, VmSyscalls calls);

    @Override
    protected final List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        FoundCalls found = SyscallAnalysis.of(trace());
        if (found == null) {
            throw new IOException(SyscallAnalysis.whyNot(trace(), SyscallAnalysis.ID));
        }
        TimeInSight time = TimeInSight.of(states, parameters);
        boolean isToTheEnd = time.to() >= states.getCurrentEndTime();
        List<TmfTreeDataModel> rows = new ArrayList<>();
        boolean areReported = false;
        for (FoundCalls.OfVm vm : found.of(states, who -> true, question(time.from(), isToTheEnd ? Long.MAX_VALUE : time.to()), monitor)) {
            check(monitor);
            areReported |= vm.calls().calls().count() > 0;
            if (!vm.calls().rows().isEmpty()) {
                add(rows, vm);
            }
        }
        return !rows.isEmpty() ? rows : List.of(note(areReported ? "No system call begins and ends in this time."
                : "No guest reports whole system calls: load the guest module with the group syscalls."));
    }

    private void add(List<TmfTreeDataModel> rows, FoundCalls.OfVm vm) {
        String key = vm.host().id() + ' ' + vm.vm().key();
        List<Object> cells = new ArrayList<>(List.of(vm.vm().who().labelOnHost()));
        cells.addAll(cells(vm.calls()));
        cells.addAll(Collections.nCopies(fColumns - cells.size(), ""));
        rows.add(row(key, NOWHERE, cells));
        add(rows, key, vm.calls());
        if (vm.calls().unmatched() > 0) {
            note(rows, key, "Without both ends, and in no row, in the whole trace: " + vm.calls().unmatched());
        }
        if (vm.calls().calls().leftOut() > 0) {
            note(rows, key, "Too many calls or marks: " + vm.calls().calls().leftOut() + " are in no row.");
        }
    }

    /** A row with a time to go to. */
    final TmfTreeDataModel row(String key, String parent, List<?> cells, long begin, long end) {
        return new TimedCells(id(key), id(parent), cells, List.of(new TimedCells.Cell(begin, end, 0)));
    }

    /** A row with the time of a call. */
    final TmfTreeDataModel row(String key, String parent, List<?> cells, GuestCalls calls, int longest) {
        return row(key, parent, cells, calls.begin(longest), calls.end(longest));
    }

    /** A row that only reports a sentence. */
    final void note(List<TmfTreeDataModel> rows, String parent, String sentence) {
        rows.add(row(parent + ' ' + sentence, id(parent), FigureRow.only(sentence, fColumns)));
    }

    /** Time, floor, disturbance and its share. */
    static List<Object> sums(long total, long floor) {
        return List.of(Amount.ns(total), Amount.ns(floor), Amount.ns(total - floor), Amount.share(total - floor, total));
    }
}
