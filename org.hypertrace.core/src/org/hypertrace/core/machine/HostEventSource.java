/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;

/** Reads the events of a trace or experiment as those of its hosts that run guests; those of other traces say nothing. */
public final class HostEventSource {

    private final HostTraces fTraces;
    private final Map<ITmfTrace, HostEventReader> fReaders = new IdentityHashMap<>();
    private ITmfTrace fTrace;
    private HostEventReader fReader;

    /** @param traces which of the traces are of which host */
    public HostEventSource(HostTraces traces) {
        fTraces = traces;
    }

    /**
     * @param event
     *            the next event
     * @param to
     *            gets what it says, see {@link HostEventReader#read}
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        ITmfTrace trace = event.getTrace();
        if (trace != fTrace) {
            fTrace = trace;
            fReader = fReaders.computeIfAbsent(trace, this::reader);
        }
        if (fReader != null) {
            fReader.read(event, to);
        }
    }

    private HostEventReader reader(ITmfTrace trace) {
        int host = fTraces.hostOf(trace);
        return host < 0 ? null
                : new HostEventReader(host, ((IKernelTrace) trace).getKernelEventLayout(),
                        fTraces.hosts().get(host).recorded().hasThreadContext());
    }
}
