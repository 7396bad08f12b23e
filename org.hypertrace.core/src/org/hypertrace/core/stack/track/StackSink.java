/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

/**
 * Receives the stacks of guest threads as they change. Of one thread everything comes in time order; of different threads not,
 * since a function that is only reported when it returns is known late. A thread has at least one moment between
 * {@link #begins} and {@link #ends}, and may begin again after it ended; between them every nanosecond belongs to exactly one
 * innermost frame, or to the thread itself if nothing is open. {@link #finished} comes last.
 */
public interface StackSink {

    /** Of this thread it is known from now on what it does. */
    void begins(long time, StackThread thread);

    /** One more frame is open, inside those that are. */
    void enters(long time, StackThread thread, long frame);

    /**
     * A frame is open again that was left just now since one ended or began beneath it: it is no new call. It had left with a
     * duration that is not recorded.
     */
    default void resumes(long time, StackThread thread, long frame) {
        enters(time, thread, frame);
    }

    /**
     * The thread's process marked what it does from now on, in the frames that are open; {@code frame}: 0 if it ends only what
     * it marked before. The stretch until the next mark is beside the stack: it is no frame and has no time of its own.
     */
    default void marks(long time, StackThread thread, long frame) {
        // not all sinks want to know
    }

    /** The innermost frame ends; {@code guestDuration}: by the guest's own word and clock, ns, -1 if not recorded. */
    void leaves(long time, StackThread thread, long guestDuration);

    /** The next change of this thread, a frame that begins or ends, is not one that was reported. */
    void repaired(long time, StackThread thread, Repair repair);

    /** All frames and the mark have left: from now on nothing is known of this thread. */
    void ends(long time, StackThread thread);

    /** Nothing more comes of any thread. */
    default void finished() {
        // all threads have ended
    }
}
