/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.UnmatchedVms;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.task.UnmatchedContainers;
import org.hypertrace.core.view.ModelTableProvider;

/**
 * The table of what is missing or contradictory in a trace. It counts in all of the trace and, if times are requested, between the first
 * and the last of them. A row shows it if there is nothing, and why if there is no model.
 */
public final class DataLossProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.losses";
    /** The columns. What a host's tracer lost or what belongs to no thread is known of the whole trace only. */
    public static final TableColumns COLUMNS = TableColumns.of("Where", "What", "How many", "In selection", "What it means",
            "What helps")
            .adding("How many", "In selection");

    private static final String COPY = "Copy the trace anew, or look whether the disk was full.";
    private static final String CORRECT = "Correct process ids, thread ids or namespaces in hypertrace.json beside the trace.";
    private static final String NAME_IT = "Name the file in \"rings\" of hypertrace.json beside the host's trace.";
    private static final String NOTHING = "Nothing was lost, and nothing contradicts itself.";

    private List<String> fDamage;

    /** @param trace a trace or experiment */
    public DataLossProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        List<TmfTreeDataModel> rows = rowsSoFar(states, parameters);
        for (String sentence : damage()) {
            rows.add(row(sentence, NOWHERE, List.of("recording", "damage", "", "", sentence, COPY)));
        }
        HostTraces traces = HostTraces.of(trace());
        List<String> unmatched = new ArrayList<>(UnmatchedVms.of(traces, Machines.of(states)));
        unmatched.addAll(UnmatchedContainers.of(traces, states));
        unmatched.addAll(UnmatchedVms.guestTraces(traces));
        OwnClock.kept(traces, Machines.of(states)).stream().filter(OwnClock::isInDoubt).forEach(clock -> rows.add(row(clock)));
        for (String sentence : unmatched) {
            rows.add(row(sentence, NOWHERE, List.of("recording", "manifest", "", "", sentence, CORRECT)));
        }
        for (String sentence : UnmatchedVms.rings(trace(), traces)) {
            rows.add(row(sentence, NOWHERE, List.of("recording", "rings", "", "", sentence, NAME_IT)));
        }
        return rows.isEmpty() ? List.of(note(NOTHING)) : rows;
    }

    private TmfTreeDataModel row(OwnClock clock) {
        String vm = clock.vm().labelOnHost();
        Fit fit = clock.fit();
        return row(OwnClock.LABEL + ' ' + clock.vm(), NOWHERE, fit.isTied()
                ? List.of(vm, OwnClock.LABEL, Amount.count(fit.violations()), "", "events of its own trace at times at which its vCPU was not in the guest",
                        "Trust the times of its own trace to some " + Amount.ns(fit.worst()).text() + " only.")
                : List.of(vm, OwnClock.LABEL, "", "", "the clock of its own trace could not be put on the host's",
                        "Check that the trace is of this VM and was recorded at the same time as the host's."));
    }

    @Override
    protected List<TmfTreeDataModel> rowsSoFar(ITmfStateSystem states, Map<String, Object> parameters) throws StateSystemDisposedException {
        try {
            return rows(states, DataProviderParameterUtils.extractTimeRequested(parameters));
        } catch (TimeRangeException | IndexOutOfBoundsException e) {
            // the trace was closed meanwhile
            throw new StateSystemDisposedException(e);
        }
    }

    /** What no event stands for; the headers of the packets are read once. */
    private synchronized List<String> damage() throws IOException {
        if (fDamage == null) {
            fDamage = HostTraces.of(trace()).losses().withoutEvents();
        }
        return fDamage;
    }

    private List<TmfTreeDataModel> rows(ITmfStateSystem states, List<Long> times) throws StateSystemDisposedException {
        List<DataLoss> all = DataLoss.of(states, Long.MIN_VALUE, Long.MAX_VALUE);
        boolean some = times != null && !times.isEmpty();
        List<DataLoss> selected = some ? selected(states, Collections.min(times), Collections.max(times)) : List.of();
        List<TmfTreeDataModel> rows = new ArrayList<>();
        Map<String, Integer> same = new HashMap<>();
        for (DataLoss loss : all) {
            String where = loss.where(all);
            long inSelection = selected.stream().filter(loss::isSameAs).mapToLong(DataLoss::count).sum();
            String key = where + ' ' + loss.what();
            // hosts may have the same name
            rows.add(row(key + ' ' + same.merge(key, 1, Integer::sum), NOWHERE, List.of(where, loss.label(), Amount.count(loss.count()),
                    some && loss.vm() != null ? Amount.count(inSelection) : "", loss.meaning(), loss.help())));
        }
        return rows;
    }

    /** What was contradictory from {@code first} to {@code last}, inclusive. */
    private static List<DataLoss> selected(ITmfStateSystem states, long first, long last) throws StateSystemDisposedException {
        return last < states.getStartTime() || first > states.getCurrentEndTime() ? List.of()
                : DataLoss.of(states, first, last == Long.MAX_VALUE ? last : last + 1);
    }
}
