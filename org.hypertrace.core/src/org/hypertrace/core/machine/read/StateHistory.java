/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.failure.LoggedErrors;
import org.hypertrace.core.failure.Seal;
import org.hypertrace.core.failure.Threads;

/**
 * The state system of an analysis, with a history that is kept in a file: found again whole, or built. Three threads have to do with
 * it: the reader's, the one that handles events, and the one that writes. Whatever happens on any of them ends the analysis as failed,
 * and leaves no file that a later one takes for whole.
 */
public final class StateHistory {

    /** Changes of states that may wait for being written. */
    private static final int QUEUE = 10_000;

    private final String fId;
    private final Consumer<Throwable> fOnFailure;
    private final CountDownLatch fInitialized = new CountDownLatch(1);
    private volatile ITmfStateSystemBuilder fStates;
    private volatile Map<String, Integer> fVersions = Map.of();
    private volatile EventHandler fHandler;
    private volatile StateFiller fFiller;
    private volatile Failure fFailure;
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
     *            one of those who read the trace together; null: whoever else reads it within a second
     * @param monitor
     *            gets the progress, and can cancel
     * @return whether the history is whole
     */
    public boolean execute(ITmfTrace trace, HostTraces traces, File file, StateFiller filler, ReadTogether.Reader reader,
            IProgressMonitor monitor) {
        try (filler; LoggedErrors errors = new LoggedErrors(LoggedErrors.OF_HISTORIES, IStatus.ERROR, this::logged)) {
            Seal.require(file.toPath());
            boolean done = Threads.run(fId, () -> open(file, filler.version()) || build(trace, traces, file, filler, reader, monitor), this::failed);
            if (done && errors.first() == null && !fStates.waitUntilBuilt(0)) {
                failed(new IllegalStateException("the history did not become complete"));
            }
            if (done && fFailure == null) {
                Seal.set(file.toPath());
            } else {
                Seal.require(file.toPath());
            }
            return done && fFailure == null;
        } catch (IOException e) {
            failed(e);
            return false;
        } finally {
            fFiller = null;
            fHandler = null;
            fInitialized.countDown();
        }
    }

    /** Whether a history of that version is there. */
    private boolean open(File file, int version) {
        if (!file.exists()) {
            return false;
        }
        try {
            fStates = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createHistoryTreeBackendExistingFile(fId, file, version), false);
            fVersions = Map.of(fId, version);
            fInitialized.countDown();
            return true;
        } catch (IOException e) {
            // it is of another version
            return false;
        }
    }

    private boolean build(ITmfTrace trace, HostTraces traces, File file, StateFiller filler, ReadTogether.Reader reader, IProgressMonitor monitor)
            throws IOException {
        int version = filler.version();
        ITmfStateSystemBuilder states = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createHistoryTreeBackendNewFile(fId, file,
                version, HostTraces.begin(trace), QUEUE));
        fEnd = Long.MIN_VALUE;
        EventHandler handler = new EventHandler(fId + " events", filler::accept, () -> {
            if (fFailure == null) {
                filler.finish();
            }
            // also after a failure, so that nobody waits for it
            states.closeHistory(fEnd);
        }, this::failed);
        fFiller = filler;
        fHandler = handler;
        fStates = states;
        fVersions = Map.of(fId, version);
        filler.begin(states);
        handler.start();
        fInitialized.countDown();
        boolean all = false;
        try {
            all = HostEventRequest.readStates(trace, traces, handler::accept, time -> fEnd = time, reader, monitor);
            if (!all) {
                handler.fail();
            }
        } catch (Throwable e) {
            failed(e);
        } finally {
            handler.finish();
        }
        if (!all || fFailure != null) {
            states.removeFiles();
        }
        return all;
    }

    private void logged(IStatus error) {
        failed(error.getException() instanceof IOException e ? e : new IllegalStateException(error.getMessage(), error.getException()));
    }

    /** Something that belongs to it failed, on whatever thread. */
    private void failed(Throwable cause) {
        // first what needs no memory: there may be none
        EventHandler handler = fHandler;
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
        EventHandler handler = fHandler;
        StateFiller filler = fFiller;
        return handler == null || filler == null || time < handler.handled() && time < filler.heldSince();
    }

    /** Its file goes. */
    public void removeFile() {
        ITmfStateSystemBuilder states = fStates;
        if (states != null) {
            states.removeFiles();
        }
    }

    /** It is not asked any more. */
    public void dispose() {
        ITmfStateSystem states = fStates;
        if (states != null) {
            states.dispose();
        }
    }
}
