/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.event.HostEvent;

/** One of those for whom a trace is read. */
final class PassPart {

    private final EventHandler<HostEvent> fHandler;
    private final IProgressMonitor fMonitor;
    private final CountDownLatch fOver = new CountDownLatch(1);
    private volatile boolean fLeaves;
    private volatile boolean fLeft;
    private Long fLast;
    private Throwable fFailure;
    /** What it begins with; null: nothing that others do, too. */
    private final ReadTogether.Stage fStage;
    private final HostTraces fTraces;
    /** Handles its events, if that is another thread than its own. */
    private volatile EventHandler<?> fShared;

    PassPart(EventHandler<HostEvent> handler, ReadTogether.Stage stage, HostTraces traces, IProgressMonitor monitor) {
        fHandler = handler;
        fStage = stage;
        fTraces = traces;
        fMonitor = monitor;
    }

    ReadTogether.Stage stage() {
        return fStage;
    }

    /** Whether both begin with the same. */
    boolean beginsLike(PassPart other) {
        return other == this || other.fStage != null && fStage.isLike(other.fStage) && fTraces.recordingHash() == other.fTraces.recordingHash();
    }

    /** This handles its events from now on. */
    void joins(EventHandler<?> shared) {
        fShared = shared;
        fHandler.follows(shared);
    }

    /** Whether it gets events: it neither failed nor leaves. */
    boolean isIn() {
        return !fLeft && !fLeaves;
    }

    /** Events come for it; what it throws is its own failure. */
    synchronized void accept(HostEvent[] batch) {
        if (!fLeft) {
            try {
                fHandler.accept(batch);
            } catch (Throwable e) {
                fails(e);
            }
        }
    }

    /** It failed of this. */
    synchronized void fails(Throwable cause) {
        if (!fLeft) {
            // that it stopped since it leaves is no failure
            end(null, fLeaves ? null : cause);
        }
    }

    /** It wants no more: when this returns no more come. */
    void leave() {
        fLeaves = true;
        // who hands events over may wait for room until nothing is handled any more
        fHandler.fail();
        EventHandler<?> shared = fShared;
        if (shared != null) {
            // it may be getting one right now
            shared.alone(() -> { });
        }
        ends(null, null);
    }

    /** Nothing more comes: the time of the last event if all was read; why not, null if nobody wants it. */
    synchronized void ends(Long last, Throwable failure) {
        if (!fLeft) {
            end(last, failure);
        }
    }

    private void end(Long last, Throwable failure) {
        fLeft = true;
        fLast = last;
        fFailure = failure;
        fOver.countDown();
    }

    synchronized boolean isWanted() {
        return !fLeft && !fMonitor.isCanceled();
    }

    boolean isCancelled() {
        return fMonitor.isCanceled();
    }

    synchronized void begins(String task, int steps) {
        if (!fLeft) {
            fMonitor.beginTask(task, steps);
        }
    }

    synchronized void worked(int steps) {
        if (!fLeft) {
            fMonitor.worked(steps);
        }
    }

    synchronized void done() {
        if (!fLeft) {
            fMonitor.done();
        }
    }

    /** Whether it is over, waiting for that so long. */
    boolean await(int time, TimeUnit unit) throws InterruptedException {
        return fOver.await(time, unit);
    }

    /** The time of the last event; null if not all came. Throws why that is. */
    synchronized Long result() {
        if (fFailure != null) {
            rethrow(fFailure);
        }
        return fLast;
    }

    static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }
}
