/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.failure.LoggedErrors;
import org.hypertrace.core.failure.Seal;
import org.hypertrace.core.failure.Server;
import org.hypertrace.core.failure.Threads;

/**
 * The history of a state system that an analysis keeps in a file: found again whole, or built. Whatever happens on any of
 * the threads that have to do with it - the reader's, the one that handles events, the one that writes - ends the analysis
 * as failed, and leaves no file that a later one takes for whole.
 */
public final class History {

    private final Consumer<Throwable> fOnFailure;
    private volatile ITmfStateProvider fProvider;
    private volatile Failure fFailure;

    /** @param onFailure gets the first failure */
    public History(Consumer<Throwable> onFailure) {
        fOnFailure = onFailure;
    }

    /**
     * Executes an analysis.
     *
     * @param id
     *            of the analysis
     * @param file
     *            keeps the history; null if there is none
     * @param execution
     *            what Trace Compass does to execute it: finds the file and reads it, or writes it
     * @param states
     *            gives the state system after that
     * @return whether the history is whole
     */
    public boolean execute(String id, File file, Callable<Boolean> execution, Supplier<ITmfStateSystem> states) {
        try (LoggedErrors errors = new LoggedErrors(LoggedErrors.OF_HISTORIES, IStatus.ERROR, this::logged)) {
            if (file != null) {
                Seal.require(file.toPath());
            }
            boolean done = Threads.run(id, execution, this::failed);
            if (fProvider != null && fProvider.getFailureCause() != null) {
                failed(fProvider.getFailureCause());
            }
            if (done && errors.first() == null && (states.get() == null || !states.get().waitUntilBuilt(0))) {
                failed(new IllegalStateException("the history did not become complete"));
            }
            if (file != null && done && fFailure == null) {
                Seal.set(file.toPath());
            } else if (file != null) {
                Seal.require(file.toPath());
            }
            return done && fFailure == null;
        } catch (IOException e) {
            failed(e);
            return false;
        } finally {
            fProvider = null;
        }
    }

    /**
     * @param provider
     *            fills the state system; whatever fails ends it
     * @return the same
     */
    public ITmfStateProvider filledBy(ITmfStateProvider provider) {
        fProvider = provider;
        return provider;
    }

    private void logged(IStatus error) {
        failed(error.getException() instanceof IOException e ? e : new IllegalStateException(error.getMessage(), error.getException()));
    }

    /** Something that belongs to it failed, on whatever thread. */
    public void failed(Throwable cause) {
        // first what needs no memory: there may be none
        ITmfStateProvider provider = fProvider;
        if (provider != null) {
            provider.fail(cause);
        }
        if (fFailure == null) {
            fFailure = Failure.of(cause);
            fFailure.log();
            fOnFailure.accept(cause);
        }
    }

    /** @return why it failed, null if it did not */
    public Failure failure() {
        return fFailure;
    }

    /** The reading of the events for a history: Trace Compass calls it back. */
    public final class Reading {
        private final Server fServer = new Server();
        private boolean fOver;

        /** A thread begins to read. */
        public void begins() {
            fServer.begins();
        }

        /**
         * An event was read.
         *
         * @param event
         *            the event
         * @param to
         *            handles it
         * @return whether it could
         */
        public boolean handle(ITmfEvent event, Consumer<ITmfEvent> to) {
            try {
                to.accept(event);
                return true;
            } catch (Throwable e) {
                failed(e);
                return false;
            }
        }

        /**
         * The request is completed, maybe not for the first time.
         *
         * @param then
         *            what is to be done the first time
         */
        public void completed(Runnable then) {
            if (!fOver) {
                fOver = true;
                try {
                    then.run();
                } catch (Throwable e) {
                    failed(e);
                } finally {
                    fServer.completed();
                }
            }
        }

        /**
         * Waits until the request is completed.
         *
         * @return false if it never will be
         * @throws InterruptedException
         *             if who waits is interrupted
         */
        public boolean await() throws InterruptedException {
            Throwable death = fServer.await();
            if (death != null) {
                failed(death);
            }
            return death == null;
        }
    }
}
