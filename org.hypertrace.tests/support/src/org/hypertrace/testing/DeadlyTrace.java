/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;

/** Lets a thread die when so many events were read. */
public final class DeadlyTrace extends LttngKernelTrace {

    /** After all events. */
    public static final int LAST = Integer.MAX_VALUE;

    private final int fWhen;
    private final Runnable fDeath;
    private int fRead;
    private boolean fOver;

    /**
     * @param when
     *            so many events were read; 0: never
     * @param death
     *            is run by the thread that reads
     */
    public DeadlyTrace(int when, Runnable death) {
        fWhen = when;
        fDeath = death;
    }

    @Override
    public synchronized CtfTmfEvent getNext(ITmfContext context) {
        CtfTmfEvent event = super.getNext(context);
        // not where only an end is looked for
        if (Thread.currentThread().getName().startsWith("pool-") && !fOver && fWhen > 0 && (++fRead == fWhen || event == null)) {
            fOver = true;
            fDeath.run();
        }
        return event;
    }
}
