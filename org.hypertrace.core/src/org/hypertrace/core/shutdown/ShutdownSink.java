/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

/** Receives what the {@link ShutdownTracker} finds out, in time order. */
public interface ShutdownSink {

    /** A guest begins to shut down. */
    void begins(long time, Shutdown shutdown);

    /** Its user space was asked to end. */
    void requested(long time, Shutdown shutdown);

    /** The kernel begins to do it; {@code kind} is null if not told. */
    void kernel(long time, Shutdown shutdown, ShutdownKind kind, int tid, int vcpu);

    /** A part begins. */
    void stepBegins(long time, Shutdown shutdown, Step step);

    /** A part is over; those that never return have no end. */
    void stepEnds(long time, Shutdown shutdown, Step step);

    /** The kernel did its last: it says so, or the processor gave up (triple fault). */
    void last(long time, Shutdown shutdown);

    /** The machine is gone or starts again. */
    void ends(long time, Shutdown shutdown, ShutdownEnd how);

    /** There are more shutdowns or parts than are followed. */
    void others(long time, Shutdown shutdown);
}
