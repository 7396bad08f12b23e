/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * What reads a trace in one reading. Trace Compass waits a second for more requests to read events together with; while this is there it
 * keeps all back instead. It lets them go when the last one of those who read together has sent its own, or will send none.
 */
public final class ReadTogether implements AutoCloseable {

    /** One of those who read together: asks once, or not at all. */
    public final class Reader {
        private boolean fIsDone;

        /** The request was sent, or none will be. */
        public synchronized void sent() {
            if (!fIsDone) {
                fIsDone = true;
                done();
            }
        }
    }

    private final ITmfTrace fTrace;
    private final AtomicInteger fLeft;

    /**
     * @param trace
     *            a trace or experiment
     * @param readers
     *            how many read it
     */
    public ReadTogether(ITmfTrace trace, int readers) {
        fTrace = trace;
        fLeft = new AtomicInteger(readers);
        trace.notifyPendingRequest(true);
    }

    /** @return one of them; as many as there are */
    public Reader reader() {
        return new Reader();
    }

    private void done() {
        if (fLeft.decrementAndGet() == 0) {
            fTrace.notifyPendingRequest(false);
        }
    }

    /** Nobody is waited for any more. */
    @Override
    public void close() {
        if (fLeft.getAndSet(0) > 0) {
            fTrace.notifyPendingRequest(false);
        }
    }
}
