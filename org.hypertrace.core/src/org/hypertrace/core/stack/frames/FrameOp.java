/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

/** What becomes of a thread's stack, as it is in a block: its place, the time since the change before, and what belongs to it. */
enum FrameOp {
    /** Of the thread it is known from now on what it does. */
    BEGINS,
    /** One more frame is open: the frame. */
    ENTERS,
    /** A frame that was left just now is open again: the frame. */
    RESUMES,
    /** The thread marks what it does: the mark, 0 for none. */
    MARKS,
    /** The innermost frame ends; the guest reports no duration. */
    LEAVES,
    /** The innermost frame ends: the guest's duration. */
    LEAVES_AFTER,
    /** The next change is not one that was reported: the place of the repair. */
    REPAIRED,
    /** Nothing is known of the thread any more. */
    ENDS;

    private static final FrameOp[] ALL = values();

    static FrameOp at(int place) {
        return ALL[place];
    }
}
