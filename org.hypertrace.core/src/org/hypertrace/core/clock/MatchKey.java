/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * What identifies an event of a hypercall in the guest's own trace: its kind, and the number that it is about. Timers are
 * hashed: two different ones with the same key would at most be a pair too many, which program order then shows.
 */
public final class MatchKey {

    /** An event that the guest's own tracer does not record. */
    public static final long NONE = 0;
    /** Hypercalls of batches: only the last of their events is of the hypercall's time. */
    private static final long FIRST_BATCH = 0x90;
    private static final long LAST_BATCH = 0x92;
    private static final long CALL = 0xffff;
    private static final int KIND_SHIFT = 58;
    private static final int TID_BITS = 29;
    private static final long ID = (1L << TID_BITS) - 1;

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

    /**
     * @param kind
     *            of an event
     * @param first
     *            the number it is about: the thread, the interrupt, the thread that a switch takes off, or a timer's address
     * @param second
     *            of a switch the next thread, of a timer the time; else 0
     * @return its key
     */
    public static long of(EventKind kind, long first, long second) {
        boolean isTimer = kind == EventKind.TIMER_HRTIMER_START || kind == EventKind.TIMER_HRTIMER_EXPIRE_ENTRY;
        long about = kind == EventKind.SCHED_SWITCH ? (first & ID) << TID_BITS ^ second & ID : isTimer ? timer(first, second) : first & ID;
        return (long) (kind.ordinal() + 1) << KIND_SHIFT ^ about;
    }

    /**
     * @param nr
     *            of a hypercall, with all its bits
     * @return whether it brings a batch: its events have times of their own, so they have no counterpart
     */
    public static boolean isOfBatch(long nr) {
        return (nr & CALL) >= FIRST_BATCH && (nr & CALL) <= LAST_BATCH;
    }

    /** The kind that a key is of: less than 64. */
    static int kind(long key) {
        return (int) (key >>> KIND_SHIFT);
    }

    private static long timer(long address, long time) {
        return (address * 0x9E3779B97F4A7C15L ^ time * 0xC2B2AE3D27D4EB4FL) >>> Long.SIZE - KIND_SHIFT;
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
            return timer(found.timer(), found.when());
        }
        return -1;
    }
}
