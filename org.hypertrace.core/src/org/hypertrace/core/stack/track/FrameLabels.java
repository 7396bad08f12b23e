/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

/** What frames are called, in each boot of a guest. */
@FunctionalInterface
public interface FrameLabels {

    /**
     * @param thread
     *            whose frame it is
     * @param frame
     *            one of its frames
     * @return its name for people; a function's is as the kernel has it, all others are distinguished from functions by a colon
     *         or a blank
     */
    String of(StackThread thread, long frame);

    /**
     * @param thread
     *            whose frame it is
     * @param frame
     *            one of its frames
     * @return whether it is an interrupt's: what is in it is not of the thread's doing, but of the interrupt's. Reported are the
     *         kernel's own events, or by their names the functions that are called for interrupts
     */
    default boolean isInterrupt(StackThread thread, long frame) {
        return switch (Frames.kind(frame)) {
        case IRQ, SOFTIRQ, APIC -> true;
        case FUNCTION -> InterruptFunctions.has(of(thread, frame));
        default -> false;
        };
    }
}
