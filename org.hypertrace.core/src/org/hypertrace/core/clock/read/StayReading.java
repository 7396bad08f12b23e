/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.failure.Beside;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.MissingPackets;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Reads when vCPUs were in their guests, and nothing else: processors beside each other, their events in no common order. What it does not handle is left
 * to a reading of all events in their order: hypercalls that report something, traces of other forms, times that cannot be, ids that stand for two threads.
 */
final class StayReading implements AutoCloseable {

    private static final int STEPS = 1000;

    private final HostTraces fTraces;
    private final List<TraceEvents> fOpened = new ArrayList<>();
    private final List<CpuStays> fCpus = new ArrayList<>();
    private final AtomicInteger fNext = new AtomicInteger();
    private final IProgressMonitor fMonitor;
    private volatile boolean fIsStopped;
    private long fSize;
    private int fReported;

    private StayReading(HostTraces traces, IProgressMonitor monitor) {
        fTraces = traces;
        fMonitor = monitor;
    }

    /**
     * Reads all.
     *
     * @param stopsAtReports
     *            whether it ends where a guest reports something by hypercall
     * @param monitor
     *            gets the progress, as one task, and can cancel
     * @return the stays; null if something is not handled here, or it was cancelled
     * @throws IllegalStateException
     *             if a trace cannot be read, with the cause
     */
    static StayMerge read(HostTraces traces, boolean stopsAtReports, IProgressMonitor monitor) {
        StayReading reading = new StayReading(traces, monitor);
        monitor.beginTask("Reading entries and exits", STEPS);
        try (reading) {
            StayMerge stays = reading.open(stopsAtReports) && reading.readAll() ? new StayMerge(traces, reading.fCpus) : null;
            if (stays != null) {
                reading.fCpus.clear();
            }
            return stays;
        } catch (Unusual | EventBytes.Undecodable | UnknownTypes e) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InternalError e) {
            throw DirectReading.shorter();
        } finally {
            monitor.done();
        }
    }

    private boolean open(boolean stopsAtReports) throws IOException, UnknownTypes {
        for (int host = 0; host < fTraces.hosts().size(); host++) {
            if (fTraces.hosts().get(host).recorded().hasTransitions()) {
                Map<Integer, CpuStays> cpus = new TreeMap<>();
                for (ITmfTrace trace : fTraces.tracesOf(host)) {
                    if (!DirectReading.isPlain(trace) || trace.getTimestampTransform() instanceof GuestTransform
                            || !fTraces.losses().repeated().getOrDefault(trace, Map.of()).isEmpty()) {
                        return false;
                    }
                    open(host, (CtfTmfTrace) trace, cpus, stopsAtReports);
                }
                for (MissingPackets missing : fTraces.losses().missing()) {
                    add(host, missing.loss(), cpus);
                }
                fCpus.addAll(cpus.values());
            }
        }
        fSize = Math.max(1, fCpus.stream().mapToLong(CpuStays::size).sum());
        return true;
    }

    private void open(int host, CtfTmfTrace trace, Map<Integer, CpuStays> cpus, boolean stopsAtReports) throws IOException, UnknownTypes {
        HostEventReader reader = reader(host, trace);
        boolean hasThread = fTraces.hosts().get(host).recorded().hasThreadContext();
        TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), name -> {
            HostEventReader.Kind kind = reader.kind(name);
            return kind.isRead() ? hasThread ? kind : CpuStays.wanted(kind) : null;
        });
        fOpened.add(events);
        long base = trace.timestampCyclesToNanos(0);
        for (StreamEvents stream : events.streams()) {
            if (stream.cpu() < 0 || stream.cpu() >= HostEventReader.MAX_CPUS) {
                throw new Unusual("there is no such processor");
            }
            cpus.computeIfAbsent(stream.cpu(), cpu -> new CpuStays(host, cpu, reader(host, trace), hasThread, stopsAtReports)).add(stream, base);
        }
    }

    private HostEventReader reader(int host, ITmfTrace trace) {
        return new HostEventReader(host, ((IKernelTrace) trace).getKernelEventLayout(), fTraces.hosts().get(host).recorded().hasThreadContext(),
                HostEventReader.Detail.CLOCKS);
    }

    /** Packets are missing from a time until another. */
    private static void add(int host, HostEvent.LostEvents loss, Map<Integer, CpuStays> cpus) {
        if (loss.host() == host) {
            if (!cpus.containsKey(loss.cpu())) {
                throw new Unusual("packets are missing of a processor that has no stream");
            }
            cpus.get(loss.cpu()).missing(loss.time());
            cpus.get(loss.cpu()).missing(loss.end());
        }
    }

    private boolean readAll() throws IOException {
        fCpus.sort(Comparator.comparingLong(CpuStays::size).reversed());
        List<Beside<Void>> others = new ArrayList<>();
        try {
            for (int i = 1; i < Math.min(Runtime.getRuntime().availableProcessors(), fCpus.size()); i++) {
                others.add(Beside.of("Entries and exits", this::readSome));
            }
            readSome();
            for (Beside<Void> other : others) {
                other.get(IOException.class);
            }
        } finally {
            fIsStopped = true;
            others.forEach(Beside::close);
        }
        boolean isWhole = !fMonitor.isCanceled();
        if (isWhole) {
            report(STEPS);
        }
        return isWhole;
    }

    /** One processor after the other, of those that nobody has begun with. */
    private Void readSome() throws IOException {
        try {
            for (int i = fNext.getAndIncrement(); i < fCpus.size() && goesOn(); i = fNext.getAndIncrement()) {
                read(fCpus.get(i));
            }
            return null;
        } catch (IOException | RuntimeException | Error e) {
            fIsStopped = true;
            throw e;
        }
    }

    /** Of a file that became shorter there may be bytes that are no event, or none: whichever comes first, the cause is the same. */
    private void read(CpuStays cpu) throws IOException {
        try {
            cpu.readAll(this::goesOn);
        } catch (EventBytes.Undecodable e) {
            for (TraceEvents trace : fOpened) {
                if (trace.isShorter()) {
                    throw DirectReading.shorter();
                }
            }
            throw e;
        }
    }

    private boolean goesOn() {
        report((int) (STEPS * (double) fCpus.stream().mapToLong(CpuStays::read).sum() / fSize));
        return !fIsStopped && !fMonitor.isCanceled();
    }

    /** Who called may have nothing left to read, and waits: then the others are what there is to report. Monitors expect one thread at a time. */
    private synchronized void report(int steps) {
        int now = Math.min(STEPS, steps);
        if (now > fReported) {
            fMonitor.worked(now - fReported);
            fReported = now;
        }
    }

    @Override
    public void close() throws IOException {
        fCpus.forEach(CpuStays::close);
        try {
            for (TraceEvents trace : fOpened) {
                trace.close();
            }
        } catch (InternalError e) {
            throw DirectReading.shorter();
        }
    }
}
