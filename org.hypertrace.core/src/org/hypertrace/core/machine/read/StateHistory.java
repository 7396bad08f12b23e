/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.failure.Seal;
import org.hypertrace.core.failure.Threads;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader;

/**
 * The state system of an analysis, with a history that is kept in a file: found again whole, or built. Three threads have to do with
 * it: the reader's, the one that handles events, and the one that waits for both. Whatever happens on any of them ends the analysis as failed,
 * and leaves no file that a later one takes for whole.
 */
public final class StateHistory {

    /** What the names of histories' files end with. */
    public static final String SUFFIX = ".columns";

    private final String fId;
    private final Consumer<Throwable> fOnFailure;
    private final CountDownLatch fInitialized = new CountDownLatch(1);
    private volatile ColumnStates fStates;
    private volatile Map<String, Integer> fVersions = Map.of();
    private volatile EventHandler<HostEvent> fHandler;
    private volatile StateFiller fFiller;
    private volatile Failure fFailure;
    private volatile boolean fIsDisposed;
    /** The time of the trace's last event. */
    private volatile long fEnd;

    /**
     * @param id
     *            of the analysis
     * @param onFailure
     *            gets the first failure
     */
    public StateHistory(String id, Consumer<Throwable> onFailure) {
        fId = id;
        fOnFailure = onFailure;
    }

    /**
     * Finds the history, or builds it.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param file
     *            keeps the history
     * @param filler
     *            fills the state system; is closed
     * @param reader
     *            one of those who read the trace together; null: whoever else asks at about the same time
     * @param monitor
     *            gets the progress, and can cancel
     * @return whether the history is whole
     */
    public boolean execute(ITmfTrace trace, HostTraces traces, Path file, StateFiller filler, ReadTogether.Reader reader,
            IProgressMonitor monitor) {
        try (filler) {
            removeOlder(file);
            Seal.require(file);
            boolean done = Threads.run(fId, () -> open(file, filler.version()) || build(trace, traces, file, filler, reader, monitor), this::failed);
            boolean whole = done && fFailure == null && fStates.waitUntilBuilt(0);
            if (whole) {
                Seal.set(file);
                return true;
            }
            Seal.require(file);
            // the trace may have been closed meanwhile
            if (done && fFailure == null && !fStates.isCancelled()) {
                failed(new IllegalStateException("the history did not become complete"));
            }
            return false;
        } catch (IOException e) {
            failed(e);
            return false;
        } finally {
            fFiller = null;
            fHandler = null;
            fInitialized.countDown();
            if (fIsDisposed) {
                dispose();
            }
        }
    }

    /** Earlier versions of Hypertrace kept Trace Compass' history tree. */
    private void removeOlder(Path file) throws IOException {
        Path tree = file.resolveSibling(fId + ".ht");
        if (Files.deleteIfExists(tree)) {
            Seal.require(tree);
        }
    }

    /** Whether a history of that version is there. */
    private boolean open(Path file, int version) {
        if (!Files.exists(file)) {
            return false;
        }
        try {
            fStates = ColumnStates.open(fId, file, version);
            fVersions = Map.of(fId, version);
            fInitialized.countDown();
            return true;
        } catch (IOException e) {
            // it is of another version
            return false;
        }
    }

    private boolean build(ITmfTrace trace, HostTraces traces, Path file, StateFiller filler, ReadTogether.Reader reader, IProgressMonitor monitor)
            throws IOException {
        int version = filler.version();
        ColumnStates states = ColumnStates.create(fId, file, version, filler.start(trace));
        fEnd = Long.MIN_VALUE;
        EventHandler<HostEvent> handler = new EventHandler<>(fId + " events", filler::accept, whole -> {
            if (whole && fFailure == null) {
                filler.finish();
                long end = filler.end(fEnd);
                int found = filler.version();
                states.closeHistory(end, found);
                fVersions = Map.of(fId, found);
            }
        }, this::failed);
        fFiller = filler;
        fHandler = handler;
        fStates = states;
        fVersions = Map.of(fId, version);
        try {
            filler.begin(states, monitor);
        } catch (OperationCanceledException e) {
            states.abort();
            states.removeFiles();
            return false;
        }
        handler.start();
        fInitialized.countDown();
        boolean all = false;
        try {
            Long last = TracePass.read(trace, traces, HostEventReader.Detail.STATES, handler, filler.stage(), reader, monitor);
            all = last != null;
            if (all) {
                fEnd = last;
            } else {
                handler.fail();
            }
        } catch (Throwable e) {
            failed(e);
        } finally {
            handler.finish();
        }
        if (!all || fFailure != null) {
            states.abort();
            states.removeFiles();
        }
        return all;
    }

    /** Something that belongs to it failed, on whatever thread. */
    private void failed(Throwable cause) {
        // first what needs no memory: there may be none
        EventHandler<HostEvent> handler = fHandler;
        boolean isFirst = fFailure == null;
        if (isFirst) {
            fFailure = Failure.of(cause);
        }
        if (handler != null) {
            handler.fail();
        }
        if (isFirst) {
            fFailure.log();
            fOnFailure.accept(cause);
        }
        fInitialized.countDown();
    }

    /**
     * It is not to be executed, or no more.
     *
     * @param cause
     *            why
     */
    public void refuse(Throwable cause) {
        fOnFailure.accept(cause);
        fInitialized.countDown();
    }

    /** @return why it failed, null if it did not */
    public Failure failure() {
        return fFailure;
    }

    /** @return the state system, null before there is one */
    public ITmfStateSystem states() {
        return fStates;
    }

    /** @return the state system, if there is one */
    public List<ITmfStateSystem> all() {
        ITmfStateSystem states = fStates;
        return states == null ? List.of() : List.of(states);
    }

    /** @return the version by the id of the state system; none before there is one */
    public Map<String, Integer> versions() {
        return fVersions;
    }

    /** @return whether there is a state system, once that is decided */
    public boolean await() {
        try {
            fInitialized.await();
            return fStates != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * @param time
     *            ns since the epoch
     * @return whether states at that time will not change any more
     */
    public boolean isQueryable(long time) {
        EventHandler<HostEvent> handler = fHandler;
        StateFiller filler = fFiller;
        ColumnStates states = fStates;
        return handler == null || filler == null
                || time < handler.handled() && time < filler.heldSince() && (states == null || time < states.written());
    }

    /** Its file goes. */
    public void removeFile() {
        ColumnStates states = fStates;
        if (states != null) {
            states.removeFiles();
        }
    }

    /** It is not asked any more. */
    public void dispose() {
        fIsDisposed = true;
        ITmfStateSystem states = fStates;
        if (states != null) {
            states.dispose();
        }
    }
}
