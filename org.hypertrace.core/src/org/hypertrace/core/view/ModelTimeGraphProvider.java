/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.view.StateRow.Look;

/** Rows out of the model of a trace; where the trace has none, a row reports why. */
public abstract class ModelTimeGraphProvider extends StateTimeGraphProvider {

    private final ITmfTrace fTrace;
    private final String fWhyNot;

    /**
     * @param id
     *            the id of the provider, as registered
     * @param trace
     *            a trace or experiment
     */
    protected ModelTimeGraphProvider(String id, ITmfTrace trace) {
        this(id, trace, MissingDataMessage.of(trace));
    }

    /**
     * @param id
     *            the id of the provider, as registered
     * @param trace
     *            a trace or experiment
     * @param whyNot
     *            why its model cannot report anything of what the rows are about; null if it can
     */
    protected ModelTimeGraphProvider(String id, ITmfTrace trace, String whyNot) {
        super(id);
        fTrace = trace;
        fWhyNot = whyNot;
    }

    @Override
    protected final ITmfStateSystem states() {
        return fWhyNot == null ? ModelStates.of(fTrace) : null;
    }

    @Override
    protected final List<TimeGraphEntryModel> entries(ITmfStateSystem states, boolean complete, Object variant)
            throws StateSystemDisposedException {
        List<TimeGraphEntryModel> entries = new ArrayList<>();
        if (states == null) {
            explain(-1, fWhyNot == null ? MissingDataMessage.failed(fTrace) : fWhyNot, entries);
        } else {
            addOrExplain(states, complete, variant, entries);
        }
        return entries;
    }

    private void addOrExplain(ITmfStateSystem states, boolean complete, Object variant, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        String failure = complete ? ModelStates.failure(fTrace) : null;
        try {
            if (failure == null) {
                add(states, complete, variant, entries);
            }
        } catch (TimeRangeException | IndexOutOfBoundsException e) {
            throw new StateSystemDisposedException(e);
        } catch (RuntimeException | Error e) {
            if (ModelStates.isClosed(states)) {
                throw new StateSystemDisposedException(e);
            }
            failure = MissingDataMessage.failed(e);
        }
        if (failure != null) {
            entries.clear();
            explain(-1, failure, entries);
        }
    }

    /**
     * Adds all entries: by default those of the hosts, with {@link #rows} below them.
     *
     * @param complete
     *            whether the model is complete. If not, only entries that stay
     * @param variant
     *            which tree, see {@link #variant}
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    @SuppressWarnings("unused")
    protected void add(ITmfStateSystem states, boolean complete, Object variant, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        List<Machines.Host> hosts = Machines.of(states);
        for (Machines.Host host : hosts) {
            List<Machines.Vm> vms = host.vms().stream().filter(vm -> complete || vm.evidence() != Evidence.NONE).toList();
            if (vms.isEmpty() && (!complete || hosts.size() == 1)) {
                continue;
            }
            long id = id(host.quark());
            entries.add(new TimeGraphEntryModel(id, -1, host.name(), host.begin(), host.end(), false));
            if (vms.isEmpty()) {
                explain(id, MissingDataMessage.of(host), entries);
            } else {
                rows(states, host, vms, entries);
            }
        }
        if (entries.isEmpty() && complete) {
            explain(-1, hosts.isEmpty() ? MissingDataMessage.failed(fTrace) : MissingDataMessage.of(hosts.get(0)), entries);
        }
    }

    /**
     * Adds the rows of a host below its entry, which has the id of its place, and reports what they show by {@link #show}; none by
     * default.
     *
     * @param vms
     *            those of its VMs that will stay
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    @SuppressWarnings("unused")
    protected void rows(ITmfStateSystem states, Machines.Host host, List<Machines.Vm> vms, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        // of those whose entries are not by host
    }

    /** @return whose rows these are */
    protected final ITmfTrace trace() {
        return fTrace;
    }

    /** Adds an entry that reports a sentence. */
    protected final void explain(long parent, String sentence, List<TimeGraphEntryModel> entries) {
        TraceSpan span = TraceSpan.of(fTrace);
        long id = id(parent + sentence);
        entries.add(new TimeGraphEntryModel(id, parent, sentence, span.begin(), span.end()));
        show(id, new StateRow(-1, span.begin(), span.end(), (value, time) -> new Look(sentence, Styles.note())));
    }
}
