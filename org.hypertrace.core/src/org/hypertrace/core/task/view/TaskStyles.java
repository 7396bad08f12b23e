/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.view.Styles;

/** How the states and modes of a guest's threads look. */
final class TaskStyles {

    private TaskStyles() {
    }

    static Styles of(TaskState state) {
        return switch (state) {
        case RUNNING -> Styles.GUEST_RUNNING;
        case WAITING -> Styles.GUEST_WAITING;
        case SLEEPING, ENDED -> Styles.GUEST_SLEEPING;
        case UNKNOWN -> Styles.UNKNOWN;
        };
    }

    static Styles of(GuestMode mode) {
        return switch (mode) {
        case IDLE -> Styles.GUEST_IDLE;
        case RUNNING -> Styles.GUEST_RUNNING;
        case USER -> Styles.GUEST_USER;
        case SYSCALL -> Styles.GUEST_SYSCALL;
        case IRQ -> Styles.GUEST_IRQ;
        case SOFTIRQ -> Styles.GUEST_SOFTIRQ;
        case UNKNOWN -> Styles.UNKNOWN;
        };
    }
}
