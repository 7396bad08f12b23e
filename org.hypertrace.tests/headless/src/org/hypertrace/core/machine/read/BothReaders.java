/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/** A trace, or several as an experiment, read by Trace Compass' reader and by ours. */
final class BothReaders implements AutoCloseable {

    /**
     * What a reading had.
     *
     * @param refusal
     *            why it ended early, null if it did not
     * @param direct
     *            how many events of the trace were decoded without Trace Compass, -1 if it was not tried
     */
    record Answer(List<HostEvent> events, String refusal, long direct) { }

    private final ITmfTrace fTrace;
    private final HostTraces fHosts;
    private final Detail fDetail;

    private BothReaders(ITmfTrace trace, Detail detail) throws IOException {
        fTrace = trace;
        fHosts = HostTraces.of(trace);
        fDetail = detail;
    }

    /** Opens the trace in a folder, or several as one experiment. */
    static BothReaders of(Detail detail, Path... folders) throws Exception {
        return of(detail, Map.of(), folders);
    }

    /** The same with the clocks of some. */
    static BothReaders of(Detail detail, Map<Path, ITmfTimestampTransform> clocks, Path... folders) throws Exception {
        ITmfTrace[] traces = new ITmfTrace[folders.length];
        ITmfTrace whole = null;
        BothReaders opened = null;
        try {
            for (int i = 0; i < folders.length; i++) {
                traces[i] = HypertraceKernelTrace.open(folders[i], clocks.get(folders[i]));
                if (traces[i] == null) {
                    // not of a kernel
                    traces[i] = new MendedKernelTrace();
                    traces[i].initTrace(null, folders[i].toString(), CtfTmfEvent.class, folders[i].toString(), null);
                }
            }
            whole = traces.length == 1 ? traces[0] : new TmfExperiment(ITmfEvent.class, "both", traces, TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null);
            opened = new BothReaders(whole, detail);
            return opened;
        } finally {
            // each has a thread of its own until it is disposed of, also if it cannot be opened
            if (opened == null) {
                Stream.of(traces).filter(Objects::nonNull).forEach(ITmfTrace::dispose);
                if (whole instanceof TmfExperiment) {
                    whole.dispose();
                }
            }
        }
    }

    /** By Trace Compass' reader alone. */
    Answer byTraceCompass() {
        List<HostEvent> events = new ArrayList<>();
        HostEventSource source = new HostEventSource(fHosts, fDetail);
        return new Answer(events, refusal(() -> {
            rest(source, 0, events::add);
            source.finish(Long.MAX_VALUE, events::add);
        }), -1);
    }

    /** By ours, and by Trace Compass' where ours ends. */
    Answer directly() {
        List<HostEvent> events = new ArrayList<>();
        HostEventSource source = new HostEventSource(fHosts, fDetail);
        long[] count = { -1 };
        return new Answer(events, refusal(() -> {
            try (DirectReading direct = DirectReading.of(fTrace, source)) {
                DirectReading.End end = direct == null ? DirectReading.End.REST : direct.read(time -> true, events::add);
                if (end == DirectReading.End.REST) {
                    rest(source, direct == null ? 0 : direct.count(), events::add);
                } else {
                    count[0] = direct.count();
                }
                source.finish(Long.MAX_VALUE, events::add);
            }
        }), count[0]);
    }

    /** Why ours ends early if something happens after the first event; null if it does not. */
    String refusal(Callable<Void> afterTheFirst) {
        HostEventSource source = new HostEventSource(fHosts, fDetail);
        boolean[] happened = new boolean[1];
        return refusal(() -> {
            try (DirectReading direct = DirectReading.of(fTrace, source)) {
                direct.read(time -> {
                    if (!happened[0]) {
                        happened[0] = true;
                        call(afterTheFirst);
                    }
                    return true;
                }, event -> { });
            }
        });
    }

    private static void call(Callable<Void> what) {
        try {
            what.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void rest(HostEventSource source, long skip, Consumer<HostEvent> to) {
        ITmfContext context = fTrace.seekEvent(0);
        long number = 0;
        for (ITmfEvent event = fTrace.getNext(context); event != null; event = fTrace.getNext(context)) {
            if (number++ >= skip) {
                source.read(event, to);
            }
        }
        context.dispose();
    }

    private static String refusal(Runnable reading) {
        try {
            reading.run();
            return null;
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        fTrace.dispose();
    }
}
