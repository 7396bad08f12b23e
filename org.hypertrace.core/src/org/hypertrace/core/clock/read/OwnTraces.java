/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.ProgressMonitorWrapper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.trace.ctf.TraceDeclaration;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;

/** Reads the events of guests' own traces for their clocks, on a thread beside the one that reads the hosts. */
final class OwnTraces implements AutoCloseable {

    /** Of texts, ns: they have microseconds. */
    private static final long TEXT_RESOLUTION = 1000;
    /** How often who waits looks whether that is of use. */
    private static final int LOOK_MS = 100;

    private final List<ITmfTrace> fTraces;
    private final List<GuestClock> fClocks;
    private FutureTask<Void> fReading;
    private Thread fThread;
    private volatile boolean fIsClosed;

    OwnTraces(List<ITmfTrace> traces) {
        fTraces = traces;
        fClocks = traces.stream().map(trace -> new GuestClock(monotonicOffset(trace), trace instanceof FtraceTextTrace ? TEXT_RESOLUTION : 1)).toList();
    }

    /** What a trace adds to the monotonic clock of its machine, ns; null if its times are by another one. */
    static Long monotonicOffset(ITmfTrace trace) {
        return trace instanceof CtfTmfTrace ctf && TraceDeclaration.isMonotonic(Path.of(trace.getPath())) ? ctf.timestampCyclesToNanos(0) : null;
    }

    /** Begins to read. */
    void start(IProgressMonitor monitor) {
        IProgressMonitor until = new ProgressMonitorWrapper(monitor) {
            @Override
            public boolean isCanceled() {
                return fIsClosed || monitor.isCanceled();
            }
        };
        fReading = new FutureTask<>(() -> {
            for (int i = 0; i < fTraces.size() && !until.isCanceled(); i++) {
                OwnTraceReading.read(fTraces.get(i), fClocks.get(i), until);
            }
            return null;
        });
        fThread = new Thread(fReading, "Guests' own traces");
        fThread.setDaemon(true);
        fThread.start();
    }

    /** The clocks, when all events came, or it was cancelled. @throws IllegalStateException if a trace cannot be read, with the cause */
    List<GuestClock> await(IProgressMonitor monitor) {
        try {
            while (!monitor.isCanceled() && !isRead()) {
                // it takes as long as it takes
            }
            return fClocks;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private boolean isRead() throws InterruptedException, ExecutionException {
        try {
            fReading.get(LOOK_MS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        fIsClosed = true;
        boolean isInterrupted = false;
        while (fThread != null && fThread.isAlive()) {
            try {
                fThread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        fClocks.forEach(GuestClock::close);
    }
}
