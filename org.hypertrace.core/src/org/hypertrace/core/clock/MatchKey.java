/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * By what an event of a hypercall and one of the guest's own trace are found to be the same: the kind, and the number it is about. Timers are
 * hashed: two different ones with the same key would at most be a pair too many, which program order then shows.
 */
public final class MatchKey {

    /** An event that the guest's own tracer does not record. */
    public static final long NONE = 0;
    private static final int KIND_SHIFT = 58;
    private static final int TID_BITS = 29;

    private MatchKey() {
    }

    /**
     * @param event
     *            of a guest
     * @return its key, {@link #NONE} if it can have no counterpart
     */
    public static long of(GuestEvent event) {
        long about = number(event);
        return about < 0 ? NONE : (long) (event.kind().ordinal() + 1) << KIND_SHIFT ^ about;
    }

    private static long number(GuestEvent event) {
        if (event instanceof GuestEvent.SchedSwitch found) {
            return found.prevTid() < 0 ? -1 : (long) found.prevTid() << TID_BITS ^ found.nextTid();
        } else if (event instanceof GuestEvent.Wakeup found) {
            return found.tid();
        } else if (event instanceof GuestEvent.Fork found) {
            return found.childTid();
        } else if (event instanceof GuestEvent.Exec || event instanceof GuestEvent.TaskExit) {
            return event.tid();
        } else if (event instanceof GuestEvent.IrqEntry found) {
            return found.irq();
        } else if (event instanceof GuestEvent.IrqExit found) {
            return found.irq();
        } else if (event instanceof GuestEvent.Softirq found) {
            return found.vec();
        } else if (event instanceof GuestEvent.Hrtimer found && (found.kind() == EventKind.TIMER_HRTIMER_START
                || found.kind() == EventKind.TIMER_HRTIMER_EXPIRE_ENTRY)) {
            return (found.timer() * 0x9E3779B97F4A7C15L ^ found.when() * 0xC2B2AE3D27D4EB4FL) >>> Long.SIZE - KIND_SHIFT;
        }
        return -1;
    }
}
