/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.statesystem.AbstractTmfStateProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.machine.LookAhead;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.vcpu.VcpuTracker;

/** The one pass over the events: reader → look-ahead → trackers → state system. */
final class ModelStateProvider extends AbstractTmfStateProvider {

    /** To be raised with every change of a tracker that changes what it finds: old history files are then rebuilt. */
    private static final int TRACKERS = 2;

    private final HostTraces fTraces;
    private final Map<ITmfTrace, HostEventReader> fReaders = new IdentityHashMap<>();
    private final long[] fLast;
    private final LookAhead fLookAhead = new LookAhead(this::track, LookAhead.DEFAULT_LIMIT);
    private final Consumer<HostEvent> fToLookAhead = fLookAhead::accept;
    private ModelWriter fWriter;
    private MachineTracker fMachines;
    private VcpuTracker fVcpus;
    private ITmfTrace fReaderTrace;
    private HostEventReader fReader;

    ModelStateProvider(ITmfTrace trace, HostTraces traces) {
        super(trace, ModelAnalysis.ID);
        fTraces = traces;
        fLast = new long[traces.hosts().size()];
    }

    @Override
    public int getVersion() {
        return (31 * TRACKERS + fTraces.manifestHash()) & Integer.MAX_VALUE;
    }

    @Override
    public ModelStateProvider getNewInstance() {
        return new ModelStateProvider(getTrace(), fTraces);
    }

    @Override
    public void assignTargetStateSystem(ITmfStateSystemBuilder states) {
        fWriter = new ModelWriter(states, fTraces.hosts());
        fMachines = new MachineTracker(fWriter, host -> fTraces.hosts().get(host).manifest());
        fVcpus = new VcpuTracker(fMachines, fWriter);
        super.assignTargetStateSystem(states);
    }

    @Override
    public long getLatestSafeTime() {
        return Math.min(super.getLatestSafeTime(), fLookAhead.heldSince() - 1);
    }

    /**
     * Making fields is half of what the model costs. Those of the most frequent events are made here, on the thread that
     * reads the trace, which otherwise waits for the one that handles the events.
     */
    @Override
    public void processEvent(ITmfEvent event) {
        if (HostLayout.isFrequent(event.getName())) {
            event.getContent();
        }
        super.processEvent(event);
    }

    @Override
    protected void eventHandle(ITmfEvent event) {
        HostEventReader reader = reader(event.getTrace());
        if (reader != null) {
            reader.read(event, fToLookAhead);
        }
    }

    private HostEventReader reader(ITmfTrace trace) {
        if (trace != fReaderTrace) {
            fReaderTrace = trace;
            fReader = fReaders.computeIfAbsent(trace, t -> {
                int host = fTraces.hostOf(t);
                return host < 0 ? null
                        : new HostEventReader(host, ((IKernelTrace) t).getKernelEventLayout(),
                                fTraces.hosts().get(host).recorded().hasThreadContext());
            });
        }
        return fReader;
    }

    private void track(HostEvent event) {
        int host = event.host();
        if (fLast[host] == 0) {
            fWriter.hostBegins(event.time(), host);
        }
        fLast[host] = event.time();
        fMachines.handle(event);
        fVcpus.handle(event);
    }

    @Override
    public void done() {
        fLookAhead.flush();
        long end = 0;
        for (long last : fLast) {
            end = Math.max(end, last);
        }
        if (end > 0) {
            fWriter.end(end, fLast);
        }
    }
}
