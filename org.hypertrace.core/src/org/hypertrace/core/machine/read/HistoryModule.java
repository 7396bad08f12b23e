/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;

/** Is never made: only within an analysis Trace Compass lets us extend the request by which one reads its events. */
public abstract class HistoryModule extends TmfStateSystemAnalysisModule {

    private HistoryModule() {
    }

    /**
     * @param analysis
     *            that keeps a history
     * @param history
     *            the history
     * @param provider
     *            gets the events
     * @param range
     *            of these times
     * @param read
     *            how many of the events were read before
     * @param beforeWaiting
     *            is done before anybody waits for the events
     * @return its request: what fails in it ends the history
     */
    public static ITmfEventRequest request(TmfStateSystemAnalysisModule analysis, History history, ITmfStateProvider provider,
            TmfTimeRange range, int read, Runnable beforeWaiting) {
        return new Request(analysis, history, provider, range, read, beforeWaiting);
    }

    // a public one would have bridges to all methods of the request that it extends
    private static final class Request extends StateSystemEventRequest {

        private final Consumer<ITmfEvent> fTo = super::handleData;
        private final History fHistory;
        private final History.Reading fReading;
        private final Runnable fBeforeWaiting;

        Request(TmfStateSystemAnalysisModule analysis, History history, ITmfStateProvider provider, TmfTimeRange range, int read,
                Runnable beforeWaiting) {
            analysis.super(provider, range, read);
            fHistory = history;
            fReading = history.new Reading();
            fBeforeWaiting = beforeWaiting;
        }

        @Override
        public void handleStarted() {
            fReading.begins();
            super.handleStarted();
        }

        @Override
        public void handleData(ITmfEvent event) {
            if (!fReading.handle(event, fTo)) {
                cancel();
            }
        }

        @Override
        public void fail(Exception cause) {
            fHistory.failed(cause);
            super.fail(cause);
        }

        @Override
        public void handleCompleted() {
            fReading.completed(super::handleCompleted);
        }

        @Override
        public void waitForCompletion() throws InterruptedException {
            fBeforeWaiting.run();
            if (!fReading.await()) {
                cancel();
            }
        }
    }
}
