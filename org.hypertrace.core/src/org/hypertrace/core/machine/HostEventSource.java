/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;

/**
 * Reads the events of a trace or experiment as those of its hosts that run guests, and what guests that were traced
 * themselves tell of their boot; those of other traces say nothing.
 */
public final class HostEventSource {

    private static final BiConsumer<ITmfEvent, Consumer<HostEvent>> SILENT = (event, to) -> {
        // neither a host nor a guest of its own
    };

    private final HostTraces fTraces;
    private final boolean fDetailed;
    private final Map<ITmfTrace, BiConsumer<ITmfEvent, Consumer<HostEvent>>> fReaders = new IdentityHashMap<>();
    private ITmfTrace fTrace;
    private BiConsumer<ITmfEvent, Consumer<HostEvent>> fReader;

    /** @param traces which of the traces are of which host */
    public HostEventSource(HostTraces traces) {
        this(traces, false);
    }

    /**
     * @param traces
     *            which of the traces are of which host
     * @param detailed
     *            whether somebody asks what exits were for
     */
    public HostEventSource(HostTraces traces, boolean detailed) {
        fTraces = traces;
        fDetailed = detailed;
    }

    /**
     * @param event
     *            the next event
     * @param to
     *            gets what it says, see {@link HostEventReader#read} and {@link GuestSays#read}
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        ITmfTrace trace = event.getTrace();
        if (trace != fTrace) {
            fTrace = trace;
            fReader = fReaders.computeIfAbsent(trace, this::reader);
        }
        fReader.accept(event, to);
    }

    private BiConsumer<ITmfEvent, Consumer<HostEvent>> reader(ITmfTrace trace) {
        int host = fTraces.hostOf(trace);
        if (host >= 0) {
            return new HostEventReader(host, ((IKernelTrace) trace).getKernelEventLayout(),
                    fTraces.hosts().get(host).recorded().hasThreadContext(), fDetailed)::read;
        }
        int guest = fTraces.ownGuestOf(trace);
        if (guest < 0) {
            return SILENT;
        }
        GuestSays says = new GuestSays(trace);
        return (event, to) -> says.read(event, said -> to.accept(
                new HostEvent.GuestTells(said.time(), guest, Math.max(0, said.from().cpu()), (Record) said)));
    }
}
