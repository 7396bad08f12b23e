/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.describe.HypercallDescriber;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.tracetype.VcpusOnCpus.Placed;

/**
 * What the columns of a trace show. The model of the trace, or of the experiment it is in, is used when it is complete; of a
 * trace that has none, hypercalls are read as version 1.
 */
final class GuestColumns {

    private static final Dialect VERSION_1 = Dialect.builtIn(Dialect.HYPERTRACE_1);

    private final ITmfTrace fTrace;
    /** The states that were asked for guests, and what they reported: null if nothing of this host. */
    private ITmfStateSystem fStates;
    private GuestsInModel fModel;
    private Boolean fCanHaveModel;
    private ITmfEvent fDescribed;
    private HypercallDescriber fWords;
    private int fNames;
    private boolean fIsClosed;

    GuestColumns(ITmfTrace trace) {
        fTrace = trace;
    }

    /** Null if no vCPU has the processor of the event. */
    Object vm(CtfTmfEvent event) {
        Placed placed = placed(event);
        return placed == null ? null : placed.vm().label();
    }

    /** The same. */
    Object vcpu(CtfTmfEvent event) {
        Placed placed = placed(event);
        return placed == null ? null : placed.vcpu().number();
    }

    private synchronized Placed placed(CtfTmfEvent event) {
        try {
            return hasModel() ? fModel.placed(event.getCPU(), event.getTimestamp().toNanos()) : null;
        } catch (StateSystemDisposedException e) {
            forget();
            return null;
        }
    }

    /** What the guest reports; null if the event is no hypercall, or its dialect is not known yet. */
    synchronized HypercallDescriber words(CtfTmfEvent event) {
        if (!HostLayout.isHypercall(event.getName())) {
            return null;
        }
        if (event != fDescribed || fNames != SymbolChoices.changes()) {
            fNames = SymbolChoices.changes();
            fWords = read(event);
            fDescribed = fWords == null ? null : event;
        }
        return fWords;
    }

    /** The mark that a process of a guest sets; null if the event is none, or as long as the model is not complete. */
    synchronized PickedMarks.Mark mark(CtfTmfEvent event) {
        try {
            return HostLayout.isHypercall(event.getName()) && hasModel() ? fModel.mark(event.getCPU(), hypercall(event)) : null;
        } catch (StateSystemDisposedException e) {
            forget();
            return null;
        }
    }

    private static Hypercall hypercall(CtfTmfEvent event) {
        ITmfEventField content = event.getContent();
        return new Hypercall(event.getTimestamp().toNanos(), -1, Hypercall.Origin.UNKNOWN, word(content, "nr"), word(content, "a0"),
                word(content, "a1"), word(content, "a2"), word(content, "a3"));
    }

    private HypercallDescriber read(CtfTmfEvent event) {
        Hypercall reported = hypercall(event);
        try {
            return hasModel() ? fModel.words(event.getCPU(), reported)
                    : !canHaveModel() ? HypercallDescriber.of(VERSION_1, reported, tid -> null, address -> null) : null;
        } catch (StateSystemDisposedException e) {
            forget();
            return null;
        }
    }

    private static long word(ITmfEventField content, String name) {
        ITmfEventField field = content.getField(name);
        return field != null && field.getValue() instanceof Number number ? number.longValue() : 0;
    }

    private boolean hasModel() throws StateSystemDisposedException {
        if (fStates == null && !fIsClosed && canHaveModel()) {
            TmfStateSystemAnalysisModule module = module(whole());
            ITmfStateSystem states = module == null ? null : module.getStateSystem();
            if (states != null && states.waitUntilBuilt(0) && !states.isCancelled() && ModelStates.failure(whole()) == null) {
                fModel = GuestsInModel.of(states, fTrace, whole());
                fStates = states;
            }
        }
        return fModel != null;
    }

    private void forget() {
        fStates = null;
        fModel = null;
    }

    /** The trace is closed: views that show an event of it may keep it. */
    synchronized void dispose() {
        forget();
        fDescribed = null;
        fWords = null;
        fIsClosed = true;
    }

    private boolean canHaveModel() {
        if (fIsClosed) {
            return true;
        }
        if (fCanHaveModel == null) {
            TmfStateSystemAnalysisModule module = module(whole());
            fCanHaveModel = module != null && module.canExecute(whole());
        }
        return fCanHaveModel;
    }

    private ITmfTrace whole() {
        return fTrace.getParent() instanceof TmfExperiment experiment ? experiment : fTrace;
    }

    private static TmfStateSystemAnalysisModule module(ITmfTrace trace) {
        return TmfTraceUtils.getAnalysisModuleOfClass(trace, TmfStateSystemAnalysisModule.class, ModelStates.ANALYSIS);
    }
}
