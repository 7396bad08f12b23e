/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import org.hypertrace.core.run.Ending;

/** Receives what the {@link ShutdownTracker} finds out, in time order. */
public interface ShutdownSink {

    /** A guest begins to shut down. */
    void begins(long time, Shutdown shutdown);

    /** Its user space was asked to end. */
    void requested(long time, Shutdown shutdown);

    /** A process asks the kernel for it. */
    void called(long time, Shutdown shutdown);

    /** The kernel begins to do it. */
    void kernel(long time, Shutdown shutdown, int tid, int vcpu);

    /** What was asked for is known, or known better. */
    void kind(long time, Shutdown shutdown, ShutdownKind kind);

    /** A process of user space is there, or begins, between the request and the kernel. */
    void process(long time, Shutdown shutdown, UserProcess process);

    /** A process has another name: it executes another program. */
    void processNamed(long time, Shutdown shutdown, UserProcess process, String name);

    /** A process is sent a signal. */
    void signalled(long time, Shutdown shutdown, UserProcess process, int signal);

    /** A process ends; {@code code} as {@code wait} has it, -1 if not recorded. */
    void processEnds(long time, Shutdown shutdown, UserProcess process, int code);

    /** A part begins. */
    void stepBegins(long time, Shutdown shutdown, Step step);

    /** A part is over; those that never return have no end. */
    void stepEnds(long time, Shutdown shutdown, Step step);

    /** The kernel does its last: it shows it. */
    void last(long time, Shutdown shutdown);

    /** The processor gave up (triple fault): so many kernels restart the machine. */
    void gaveUp(long time, Shutdown shutdown);

    /** The machine is gone or starts again. */
    void ends(long time, Shutdown shutdown, Ending how);

    /** There are more shutdowns, parts or processes than are followed. */
    void others(long time, Shutdown shutdown);
}
