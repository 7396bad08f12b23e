/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.PacketTimes;
import org.hypertrace.core.trace.ctf.StreamEvents;

/**
 * Reads the events of a trace or experiment as those of its hosts that run guests. Guests that were traced themselves report their boot.
 * Where there is no host, and causes are asked for, they report their threads. Other traces report nothing.
 */
public final class HostEventSource {

    private static final BiConsumer<ITmfEvent, Consumer<HostEvent>> SILENT = (event, to) -> {
        // neither a host nor a guest of its own
    };

    /** A guest's own trace that is all that reports what the guest of a VM does. */
    private record Source(GuestTrace of, GuestKernelTraceReader reader) {

        void report(GuestEvent reported, Consumer<HostEvent> to) {
            to.accept(new HostEvent.VmTraceEvent(reported.time(), of.host(), Math.max(0, reported.from().vcpu()), of.vm(), reported));
        }
    }

    private final HostTraces fTraces;
    private final HostEventReader.Detail fDetail;
    private final Map<ITmfTrace, BiConsumer<ITmfEvent, Consumer<HostEvent>>> fReaders = new IdentityHashMap<>();
    private final Map<ITmfTrace, HostEventReader> fOfHosts = new IdentityHashMap<>();
    private final LossQueue fLosses;
    private final StreamlessCpus fStreamless;
    private final EventOrder fOrder;
    private final Map<ITmfTrace, EventOrder> fOfOthers = new IdentityHashMap<>();
    private ITmfTrace fTrace;
    private BiConsumer<ITmfEvent, Consumer<HostEvent>> fReader;
    /** The traces that are all that reports what the guests of VMs do, and whether the last one is such. */
    private final Set<ITmfTrace> fSources = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean fIsSource;
    private Consumer<HostEvent> fTo;
    /** Gets what a host reports; the same for every event. */
    private final Consumer<HostEvent> fOfHost = this::ofHost;
    private final Map<ITmfTrace, Source> fOfSources = new IdentityHashMap<>();
    private ITmfTrace fDecoded;
    /** Of a host's trace; null if it is none. */
    private HostEventReader fDecoder;
    private Source fSource;
    private final Set<ITmfTrace> fLeftOut = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param traces which of the traces are of which host */
    public HostEventSource(HostTraces traces) {
        this(traces, HostEventReader.Detail.STATES);
    }

    /**
     * @param traces
     *            which of the traces are of which host
     * @param detail
     *            what of the events somebody asks for
     */
    public HostEventSource(HostTraces traces, HostEventReader.Detail detail) {
        fTraces = traces;
        fDetail = detail;
        fLosses = new LossQueue(traces.losses().missing());
        fStreamless = new StreamlessCpus(traces, fLosses);
        Set<EventOrder.StreamOf> repeating = new HashSet<>();
        traces.losses().repeated().forEach((trace, files) -> files.keySet().forEach(
                file -> repeating.add(new EventOrder.StreamOf(trace, file))));
        fOrder = new EventOrder(repeating);
    }

    /**
     * @param event
     *            the next event
     * @param to
     *            gets what it reports, see {@link HostEventReader#read} and {@link GuestTraceReader#read}, and before that what is
     *            missing
     *            until then
     * @throws DamagedTrace
     *             if the times of events cannot be
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        ITmfTrace trace = event.getTrace();
        if (trace != fTrace) {
            fTrace = trace;
            fReader = fReaders.computeIfAbsent(trace, this::reader);
            fIsSource = fSources.contains(trace);
        }
        long time = event.getTimestamp().toNanos();
        if (fIsSource) {
            fLosses.before(time, to);
            if (orderOf(trace).place(event, time) == EventOrder.Place.RIGHT) {
                fReader.accept(event, to);
            }
            return;
        }
        if (fReader == SILENT) {
            // when it ends is when the recording ends
            orderOf(trace).place(event, time);
            return;
        }
        fLosses.before(time, to);
        switch (fOrder.place(event, time)) {
        case RIGHT -> fReader.accept(event, to);
        case WRONG -> misplaced(trace, event instanceof CtfTmfEvent ctf ? ctf.getCPU() : 0, to);
        case READ_BEFORE -> {
            // its packet is in the trace twice
        }
        }
    }

    /**
     * The same of an event that is decoded here.
     *
     * @param trace
     *            of the event
     * @param event
     *            the next event
     * @param time
     *            its time, ns since the epoch
     * @param to
     *            gets what it reports, and before that what is missing until then
     * @throws DamagedTrace
     *             if the times of events cannot be
     */
    void read(ITmfTrace trace, StreamEvents event, long time, Consumer<HostEvent> to) {
        PacketTimes packet = event.isLost() ? null : event.packet();
        HostEventReader reader = trace == fDecoded ? fDecoder : decoder(trace);
        if (reader == null) {
            ofGuest(trace, event, packet, time, to);
            return;
        }
        fLosses.before(time, to);
        switch (fOrder.place(trace, event.name(), packet, event.time(), time)) {
        case RIGHT -> {
            if (fTo != to) {
                // to set a reference costs more than to look
                fTo = to;
            }
            if (event.isLost()) {
                reader.lost(time, event.cpu(), time - event.time() + event.lostUntil(), event.lost(), fOfHost);
            } else {
                reader.decoded(event.kind(), event.fields(), event.context(), time, event.cpu(), fOfHost);
            }
        }
        case WRONG -> misplaced(trace, event.cpu(), to);
        case READ_BEFORE -> {
            // its packet is in the trace twice
        }
        }
    }

    private void ofGuest(ITmfTrace trace, StreamEvents event, PacketTimes packet, long time, Consumer<HostEvent> to) {
        if (fSource != null) {
            fLosses.before(time, to);
        }
        if (orderOf(trace).place(trace, event.name(), packet, event.time(), time) == EventOrder.Place.RIGHT && fSource != null) {
            long until = event.isLost() ? trace.getTimestampTransform().transform(((CtfTmfTrace) trace).timestampCyclesToNanos(event.lostUntil())) : time;
            fSource.reader.decoded(event, time, until, reported -> fSource.report(reported, to));
        }
    }

    private void ofHost(HostEvent read) {
        fStreamless.before(read, fTo);
        fTo.accept(read);
    }

    private HostEventReader decoder(ITmfTrace trace) {
        fDecoded = trace;
        fDecoder = isOfHost(trace) ? hostReader(trace) : null;
        fSource = fDecoder == null ? source(trace) : null;
        return fDecoder;
    }

    /** Null if it is none. */
    private Source source(ITmfTrace trace) {
        GuestTrace ofVm = fTraces.sourceOf(trace);
        return ofVm == null ? null : fOfSources.computeIfAbsent(trace,
                key -> new Source(ofVm, new GuestKernelTraceReader(trace, GuestTrace.clock(trace)::vcpuOf)));
    }

    /** How events with a name are read by who decodes them; null if they are read only for their times. */
    Function<String, HostEventReader.Kind> kinds(ITmfTrace trace) {
        if (isOfHost(trace)) {
            return hostReader(trace)::kind;
        }
        Source source = source(trace);
        return source == null ? null : source.reader::kind;
    }

    private EventOrder orderOf(ITmfTrace other) {
        return fOfOthers.computeIfAbsent(other, key -> new EventOrder(Set.of()));
    }

    private void misplaced(ITmfTrace trace, int cpu, Consumer<HostEvent> to) {
        int host = Math.max(fTraces.hostOf(trace), Math.max(fTraces.aloneOf(trace), fTraces.ownGuestOf(trace)));
        to.accept(new HostEvent.LostEvents(fOrder.now(), host, cpu >= 0 && cpu < HostEventReader.MAX_CPUS ? cpu : 0, fOrder.now(), 1,
                HostEvent.Loss.MISPLACED));
    }

    /** How the events of a host's trace are read: the same reader, whoever decodes them. */
    HostEventReader hostReader(ITmfTrace trace) {
        return fOfHosts.computeIfAbsent(trace, key -> {
            int host = fTraces.hostOf(trace);
            return new HostEventReader(host, ((IKernelTrace) trace).getKernelEventLayout(),
                    fTraces.hosts().get(host).recorded().hasThreadContext(), fDetail);
        });
    }

    boolean isOfHost(ITmfTrace trace) {
        return fTraces.hostOf(trace) >= 0;
    }

    /** Guests' own traces of which nothing is reported are not to be read. */
    void leaveSilentOut() {
        fTraces.guests().stream().filter(guest -> guest.isSilent(fTraces)).forEach(guest -> fLeftOut.add(guest.trace()));
    }

    /** Whether a trace is not to be read. */
    boolean leavesOut(ITmfTrace trace) {
        return fLeftOut.contains(trace);
    }

    /** Whether events of a trace are read as those of a host, as all that a guest of a VM reports, or only for their times: not as those of a guest alone. */
    boolean canDecode(ITmfTrace trace) {
        return isOfHost(trace) || fTraces.sourceOf(trace) != null
                || fTraces.ownGuestOf(trace) < 0 && (fDetail != HostEventReader.Detail.CAUSES || fTraces.aloneOf(trace) < 0);
    }

    /**
     * Nothing more comes.
     *
     * @param until
     *            what is missing from this time on is not wanted, ns since the epoch
     * @param to
     *            gets what else is missing
     */
    public void finish(long until, Consumer<HostEvent> to) {
        fLosses.before(until, to);
    }

    private BiConsumer<ITmfEvent, Consumer<HostEvent>> reader(ITmfTrace trace) {
        int host = fTraces.hostOf(trace);
        if (host >= 0 && trace instanceof LoneVmTrace lone) {
            return lone.reader(host)::read;
        }
        if (host >= 0) {
            HostEventReader reader = hostReader(trace);
            return (event, to) -> {
                fTo = to;
                reader.read(event, fOfHost);
            };
        }
        Source source = source(trace);
        if (source != null) {
            fSources.add(trace);
            return (event, to) -> source.reader.read(event, reported -> source.report(reported, to));
        }
        int alone = fDetail == HostEventReader.Detail.CAUSES ? fTraces.aloneOf(trace) : -1;
        if (alone >= 0) {
            GuestKernelTraceReader reports = new GuestKernelTraceReader(trace);
            return (event, to) -> reports.read(event, reported -> to.accept(
                    new HostEvent.GuestTraceEvent(reported.time(), alone, Math.max(0, reported.from().cpu()), reported)));
        }
        int guest = fTraces.ownGuestOf(trace);
        if (guest < 0) {
            return SILENT;
        }
        GuestTraceReader reports = new GuestTraceReader(trace);
        return (event, to) -> reports.read(event, reported -> to.accept(
                new HostEvent.GuestTraceEvent(reported.time(), guest, Math.max(0, reported.from().cpu()), reported)));
    }
}
