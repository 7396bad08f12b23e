/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;

/** Receives what the {@link TaskTracker} finds out, in time order; at equal times the last word counts. */
public interface TaskSink {

    /** A thread was seen for the first time; what it does is unknown. */
    void begins(long time, GuestTask task);

    /** The thread has a (new) name. */
    void named(long time, GuestTask task, String name);

    /** The thread's state changed to what {@code code} reports, see {@link TaskState}. */
    void state(long time, GuestTask task, Integer code);

    /** The thread got a vCPU, another one than before. */
    void runsOn(long time, GuestTask task, VirtualCpu vcpu);

    /** Nothing more will be seen the thread; it was last seen at {@link GuestTask#last()}. */
    void ends(long time, GuestTask task);

    /** A switch to a thread that is not followed: there are too many. */
    void others(long time, Guest guest);

    /** From {@code time} on {@code task} has the vCPU; null: that is not known. */
    void current(long time, VirtualCpu vcpu, GuestTask task);

    /** From {@code time} on the vCPU is in this mode, {@link GuestMode#UNKNOWN} if it is not known. */
    void mode(long time, VirtualCpu vcpu, GuestMode mode);
}
