/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.function.Consumer;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;

/**
 * Up to three events in one hypercall: {@code a0} holds how many ns before the hypercall the first and the second happened,
 * {@code a1}-{@code a3} hold the records; the last happened at the hypercall's time, and an all-zero one is absent. So may be the last: what
 * waited was sent by something that came later. In a batch of switches it then still names the processor.
 * <p>
 * A function's record: bits 33-63 the low 31 bits of its address, 28-32 depth, 24-27 shift s, 0-23 mantissa m; it took
 * m * 2^(2s) ns. A switch's record: bits 32-63 next thread, 24-31 the previous one's state, 16-23 the next one's priority,
 * 0-15 processor.
 */
final class Batches {

    private static final long KERNEL_TEXT = 0xffffffff80000000L;

    /** A switch's record with nothing above its processor is absent: even idle has a priority. */
    private static final int CPU_BITS = 16;

    private Batches() {
    }

    /** @return false if it cannot be */
    static boolean functions(Hypercall h, GuestCpuState sender, Consumer<GuestEvent> to) {
        if (!ordered(h) || (h.a1() | h.a2() | h.a3()) == 0) {
            return false;
        }
        function(h.time() - first(h), h.a1(), sender, to);
        function(h.time() - second(h), h.a2(), sender, to);
        function(h.time(), h.a3(), sender, to);
        return true;
    }

    /** @return false if it cannot be */
    static boolean switches(Hypercall h, GuestCpuState sender, Consumer<GuestEvent> to) {
        if (!ordered(h) || (h.a1() | h.a2() | h.a3()) >>> CPU_BITS == 0 || !plausible(h.a1(), h) || !plausible(h.a2(), h) || !plausible(h.a3(), h)) {
            return false;
        }
        change(h.time() - first(h), h.a1(), sender, to);
        change(h.time() - second(h), h.a2(), sender, to);
        change(h.time(), h.a3(), sender, to);
        return true;
    }

    private static long first(Hypercall h) {
        return h.a0() >>> 32;
    }

    private static long second(Hypercall h) {
        return h.a0() & 0xffffffffL;
    }

    private static boolean ordered(Hypercall h) {
        return h.a1() == 0 || first(h) >= second(h);
    }

    private static void function(long time, long record, GuestCpuState sender, Consumer<GuestEvent> to) {
        if (record != 0) {
            long duration = (record & 0xffffff) << 2 * (int) (record >>> 24 & 0xf);
            to.accept(new GuestEvent.FunctionExit(time, sender.cpu(), sender.task(), KERNEL_TEXT | record >>> 33, duration,
                    (int) (record >>> 28 & 0x1f), false, true));
        }
    }

    /** A batch is of one processor. */
    private static boolean plausible(long record, Hypercall h) {
        return record == 0 || record >>> 32 <= Reading.MAX_TID && (record & 0xffff) == (h.a3() & 0xffff);
    }

    private static void change(long time, long record, GuestCpuState sender, Consumer<GuestEvent> to) {
        if (record >>> CPU_BITS != 0) {
            int next = (int) (record >>> 32);
            to.accept(new GuestEvent.SchedSwitch(time, sender.cpu(), sender.switchedTo(), next, GuestEvent.UNKNOWN_ID,
                    (int) (record >>> 16 & 0xff), record >>> 24 & 0xff, null, GuestEvent.UNKNOWN_ID, GuestEvent.UNKNOWN_ID));
            sender.switchTo(next);
        }
    }
}
