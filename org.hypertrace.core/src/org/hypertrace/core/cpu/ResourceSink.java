/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostThread;

/** Receives what the {@link ResourceTracker} finds out, in time order; at equal times the last word counts. */
public interface ResourceSink {

    /**
     * From {@code time} on {@code thread} - maybe the idle thread - has the processor, as a vCPU (or a candidate for one) or
     * not; null: nobody knows who.
     */
    void occupied(long time, int host, int cpu, HostThread thread, boolean asVcpu);

    /** From {@code time} on the processor serves an interrupt; a kind of null: none, and {@code number} means nothing. */
    void interrupted(long time, int host, int cpu, Interrupt kind, int number);
}
