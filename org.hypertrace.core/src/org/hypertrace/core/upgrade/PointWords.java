/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/** How points of a restart are known, in words. */
public final class PointWords {

    private PointWords() {
    }

    /**
     * @param point
     *            a point of a restart
     * @param by
     *            by what its time is known
     * @return what was seen then, half a sentence
     */
    public static String of(Point point, Source by) {
        boolean byHost = by == Source.HOST;
        return switch (point) {
        case ORDERED -> "the controller orders the restart";
        case DOWN -> by == Source.SIGNAL ? "a process reports that it stops" : "the kernel reports that user space is to end";
        case KERNEL_DOWN -> "the kernel reports its first step, or a panic";
        case LAST -> byHost ? "a vCPU gives up: triple fault" : "the kernel reports its last step";
        case ENDED -> byHost ? "the host resets the machine, or its last vCPU ends" : "the next kernel begins";
        case LAUNCHED -> byHost ? "the host resets or starts the machine" : "the next kernel reports first";
        case KERNEL -> byHost ? "first VM exit at an address of a kernel" : "the kernel reports that it begins";
        case LEVELS -> "the kernel reports its first initcall level";
        case USER_SPACE -> byHost ? "first VM exit at an address of user space" : "the kernel reports that user space begins";
        case READY -> "the guest reports that it is ready";
        case SERVES -> "a process reports that it serves";
        case NOTICED -> "the controller reports that the node is back";
        };
    }
}
