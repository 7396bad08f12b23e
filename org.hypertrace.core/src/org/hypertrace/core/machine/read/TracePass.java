/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;

/**
 * One reading of a trace for all who ask for it at about the same time, as the model, exits, call stacks and paths do. Each
 * handles the events on a thread of its own, so that all take as long as the slowest. With fewer processors some share a thread, and what
 * they do first: {@link PassGroup}. Who fails or is cancelled does not end the reading for the others; it ends when nobody wants it any more.
 */
public final class TracePass {

    /** How long who comes first waits for others, unless it knows who reads with it. */
    private static final int GATHER_MS = 50;
    /** How often who waits looks whether that is of use. */
    private static final int LOOK_MS = 50;
    /** The passes that still let others join; guards itself. */
    private static final List<TracePass> GATHERING = new ArrayList<>();

    private final ITmfTrace fTrace;
    private final HostTraces fTraces;
    private final ReadTogether fTogether;
    private final Thread fThread;
    private final List<PassPart> fParts = new ArrayList<>();
    /** Null: nobody shares anything. */
    private PassGroup fGroup;
    /** Those not in the group. */
    private List<PassPart> fLone = List.of();
    private Detail fDetail = Detail.CLOCKS;
    private HostEvent[] fBatch = new HostEvent[EventHandler.SIZE];
    private int fCount;

    private TracePass(ITmfTrace trace, HostTraces traces, ReadTogether together) {
        fTrace = trace;
        fTraces = traces;
        fTogether = together;
        fThread = new Thread(this::run, "Reading " + trace.getName());
        fThread.setDaemon(true);
    }

    /**
     * Reads all events of a trace, together with who else asks for them, and waits for that.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param detail
     *            what of the events is asked for; it gets no less
     * @param to
     *            handles the events in time order; was started, and is to be finished by the caller
     * @param stage
     *            what it does first, null if nobody else does that
     * @param reader
     *            of those who read the trace together; null: whoever asks at about the same time
     * @param monitor
     *            gets the progress, as one task, and can cancel
     * @return the time of the last event, ns since the epoch, {@link Long#MIN_VALUE} if there is none; null if not all was read
     */
    static Long read(ITmfTrace trace, HostTraces traces, Detail detail, EventHandler<HostEvent> to, ReadTogether.Stage stage, ReadTogether.Reader reader,
            IProgressMonitor monitor) {
        PassPart part = new PassPart(to, stage, traces, monitor);
        TracePass pass = join(trace, traces, detail, part, reader);
        return pass.await(part);
    }

    /**
     * Reads all events of a trace, together with who else asks for them, handles them on another thread, and waits for that.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param detail
     *            what of the events is asked for; it gets no less
     * @param name
     *            of the thread
     * @param to
     *            gets the events in time order, on that thread; what it throws ends the reading and is thrown here
     * @param reader
     *            of those who read the trace together; null: whoever asks at about the same time
     * @param monitor
     *            gets the progress, as one task, and can cancel
     * @return whether all was read
     */
    public static boolean read(ITmfTrace trace, HostTraces traces, Detail detail, String name, Consumer<HostEvent> to,
            ReadTogether.Reader reader, IProgressMonitor monitor) {
        return read(trace, traces, detail, name, to, null, reader, monitor);
    }

    /**
     * The same of a pass that does first what others do, too.
     *
     * @param stage
     *            what that is, null for nothing
     */
    public static boolean read(ITmfTrace trace, HostTraces traces, Detail detail, String name, Consumer<HostEvent> to,
            ReadTogether.Stage stage, ReadTogether.Reader reader, IProgressMonitor monitor) {
        List<Throwable> failures = new ArrayList<>();
        EventHandler<HostEvent> handler = new EventHandler<>(name, to, whole -> { }, failures::add);
        handler.start();
        boolean all = false;
        try {
            all = read(trace, traces, detail, handler, stage, reader, monitor) != null;
        } catch (EventHandler.Stopped e) {
            // why it stopped is thrown below
            all = true;
        } finally {
            if (!all) {
                // what being interrupted makes of it does not matter
                handler.fail();
            }
            handler.finish();
        }
        if (all && !failures.isEmpty()) {
            PassPart.rethrow(failures.get(0));
        }
        return all;
    }

    private static TracePass join(ITmfTrace trace, HostTraces traces, Detail detail, PassPart part, ReadTogether.Reader reader) {
        ReadTogether together = reader == null ? null : reader.together();
        TracePass joined;
        synchronized (GATHERING) {
            joined = GATHERING.stream().filter(pass -> pass.fits(trace, together, traces)).findFirst().orElse(null);
            if (joined == null) {
                joined = new TracePass(trace, traces, together);
                GATHERING.add(joined);
                joined.fParts.add(part);
                joined.start();
            } else {
                joined.fParts.add(part);
            }
            joined.fDetail = detail.compareTo(joined.fDetail) > 0 ? detail : joined.fDetail;
        }
        if (reader != null) {
            reader.sent();
        }
        return joined;
    }

    private boolean fits(ITmfTrace trace, ReadTogether together, HostTraces traces) {
        // of guests alone their threads are read, or their boots
        return trace == fTrace && together == fTogether && traces.alone().isEmpty();
    }

    /** Without it nobody may wait for it. */
    private void start() {
        boolean started = false;
        try {
            fThread.start();
            started = true;
        } finally {
            if (!started) {
                GATHERING.remove(this);
            }
        }
    }

    private void run() {
        Throwable failure = null;
        Long last = null;
        try {
            gather();
            if (isWanted()) {
                divide(Runtime.getRuntime().availableProcessors());
                last = HostEventRequest.readAll(fTrace, fTraces, fDetail, this::accept, fTogether, new Progress());
                if (last != null && fCount > 0) {
                    handOver(Arrays.copyOf(fBatch, fCount));
                }
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            synchronized (GATHERING) {
                GATHERING.remove(this);
            }
            if (fGroup != null) {
                fGroup.finish(last != null);
            }
            for (PassPart part : fParts) {
                part.ends(last, failure);
            }
        }
    }

    private void divide(int threads) {
        PassGroup group = PassGroup.of(fParts, threads);
        fLone = group == null ? fParts : fParts.stream().filter(part -> !group.has(part)).toList();
        fGroup = group;
        if (group != null) {
            group.start();
        }
    }

    /** Lets others join. */
    private void gather() throws InterruptedException {
        if (fTogether == null) {
            Thread.sleep(GATHER_MS);
        } else {
            while (!fTogether.awaitAll(LOOK_MS) && isWanted()) {
                // some have not decided yet whether they read
            }
        }
        synchronized (GATHERING) {
            GATHERING.remove(this);
        }
    }

    private boolean isWanted() {
        synchronized (GATHERING) {
            return fParts.stream().anyMatch(PassPart::isWanted);
        }
    }

    private void accept(HostEvent event) {
        fBatch[fCount++] = event;
        if (fCount == fBatch.length) {
            handOver(fBatch);
            fBatch = new HostEvent[EventHandler.SIZE];
            fCount = 0;
        }
    }

    private void handOver(HostEvent[] batch) {
        for (PassPart part : fLone) {
            part.accept(batch);
        }
        if (fGroup != null) {
            fGroup.accept(batch);
        }
    }

    private Long await(PassPart part) {
        try {
            while (!part.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                if (part.isCancelled() || !fThread.isAlive() && !part.await(0, TimeUnit.MILLISECONDS)) {
                    part.leave();
                    break;
                }
            }
        } catch (InterruptedException e) {
            part.leave();
            Thread.currentThread().interrupt();
        }
        return part.result();
    }

    /** The progress for all for whom the trace is read; it is cancelled when none wants it any more. */
    private final class Progress extends NullProgressMonitor {

        @Override
        public void beginTask(String name, int steps) {
            fParts.forEach(part -> part.begins(name, steps));
        }

        @Override
        public void worked(int steps) {
            fParts.forEach(part -> part.worked(steps));
        }

        @Override
        public void done() {
            fParts.forEach(PassPart::done);
        }

        @Override
        public boolean isCanceled() {
            return super.isCanceled() || fParts.stream().noneMatch(PassPart::isWanted);
        }
    }
}
