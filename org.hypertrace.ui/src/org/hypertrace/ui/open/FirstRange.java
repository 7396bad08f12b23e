/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.VmLives;

/**
 * What is seen first of a trace or experiment, whoever opened it: the lives of its VMs, as soon as they are known. Trace Compass
 * shows the first tenth of a second, in which there may be no VM. (Public for the signal manager.)
 */
public final class FirstRange {

    private static final long LOOK_MS = 200;

    /** Whose lives are not known yet, and whose range nobody has changed since they were opened. */
    private final Set<ITmfTrace> fWaiting = Collections.synchronizedSet(new HashSet<>());

    private FirstRange() {
    }

    /** Watches until the workbench ends; what is open already is served, too. To be called in the UI thread. */
    static void watch() {
        FirstRange range = new FirstRange();
        TmfSignalManager.register(range);
        // those of a restored window
        TmfTraceManager.getInstance().getOpenedTraces().forEach(range::showLivesOf);
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        showLivesOf(signal.getTrace());
    }

    /** @param signal that a trace was closed */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        fWaiting.remove(signal.getTrace());
    }

    /** @param signal that the user has zoomed or moved: that stays */
    @TmfSignalHandler
    public void rangeChanged(TmfWindowRangeUpdatedSignal signal) {
        fWaiting.remove(signal.getTrace());
    }

    private void showLivesOf(ITmfTrace trace) {
        fWaiting.add(trace);
        Job job = new Job("Waiting for " + trace.getName()) {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                TmfTimeRange lives = lives(trace);
                if (lives != null && trace.isIndexing()) {
                    // Trace Compass cuts a range at the end of what it has read
                    schedule(LOOK_MS);
                } else if (lives == null) {
                    fWaiting.remove(trace);
                } else {
                    Display.getDefault().asyncExec(() -> show(trace, lives));
                }
                return Status.OK_STATUS;
            }
        };
        job.setSystem(true);
        job.schedule();
    }

    /** @return null if there is no model, or the trace was closed */
    private static TmfTimeRange lives(ITmfTrace trace) {
        ITmfStateSystem states = ModelStates.complete(trace);
        if (states == null) {
            return null;
        }
        try {
            VmLives lives = VmLives.of(states);
            return new TmfTimeRange(TmfTimestamp.fromNanos(lives.begin()), TmfTimestamp.fromNanos(lives.end()));
        } catch (StateSystemDisposedException e) {
            return null;
        } catch (RuntimeException e) {
            // the trace is closed while its attributes are read: these go one after another
            if (ModelStates.isClosed(states)) {
                return null;
            }
            throw e;
        }
    }

    private void show(ITmfTrace trace, TmfTimeRange lives) {
        if (fWaiting.remove(trace)) {
            TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(trace, lives, trace));
        }
    }
}
