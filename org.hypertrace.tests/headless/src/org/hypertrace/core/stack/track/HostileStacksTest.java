/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.CheckedStacks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a guest reports, a stack stays one: see {@link CheckedStacks}. */
class HostileStacksTest {

    private static final int SEQUENCES = Samples.ALL ? 100_000 : 20_000;
    private static final int FEW = 1_000;
    private static final FrameKind[] MARKERS = { FrameKind.SYSCALL, FrameKind.IRQ, FrameKind.SOFTIRQ, FrameKind.APIC,
            FrameKind.INITCALL, FrameKind.NAMED };

    private final long[] fRepairs = new long[Repair.values().length];
    private final int[] fWaiting = new int[1];

    private ThreadChanges thread(int index, StackSink sink) {
        return new ThreadChanges(new ThreadStack(0, new StackThread(index, null, null, 0, index, -1), sink, fRepairs), fWaiting);
    }

    @Test
    void aFewSequencesMakeStacks() {
        makeStacks(FEW);
    }

    @Test
    @Tag("long")
    void anySequenceMakesStacks() {
        makeStacks(SEQUENCES);
    }

    private void makeStacks(int sequences) {
        CheckedStacks checked = new CheckedStacks(null);
        for (int seed = 0; seed < sequences; seed++) {
            Random random = new Random(seed);
            ThreadChanges thread = thread(seed, checked);
            long time = seed;
            for (int i = random.nextInt(80); i >= 0; i--) {
                time += random.nextInt(4) == 0 ? random.nextInt(100) : 0;
                change(thread, random, random.nextInt(20) == 0 ? time - 50 : time);
            }
            thread.end(time, random.nextBoolean() ? Repair.LOST : Repair.NEVER_RETURNED);
        }
        checked.finished();
        assertEquals(0, fWaiting[0]);
        assertTrue(checked.changes() > 20L * sequences, () -> Long.toString(checked.changes()));
        for (Repair repair : Repair.values()) {
            assertTrue(repair == Repair.TOO_DEEP || fRepairs[repair.ordinal()] > sequences / 100, repair.name());
        }
    }

    private static void change(ThreadChanges thread, Random random, long time) {
        long frame = Frames.function(random.nextInt(8) == 0 ? random.nextLong() : 0xffffffff81000000L + random.nextInt(6));
        int depth = random.nextInt(30) == 0 ? random.nextInt(65536) - 1 : random.nextInt(5);
        long duration = random.nextInt(30) == 0 ? random.nextLong() & Long.MAX_VALUE >>> random.nextInt(63) : random.nextInt(200);
        FrameKind kind = MARKERS[random.nextInt(MARKERS.length)];
        long marker = Frames.of(kind, random.nextInt(3));
        switch (random.nextInt(14)) {
        case 0, 1, 2 -> thread.function(time, frame, depth);
        case 3, 4, 5 -> thread.returns(time, frame, depth, duration);
        case 6 -> {
            if (random.nextInt(4) == 0) {
                thread.returnsOnly(time, frame, depth, duration);
            }
        }
        case 7 -> thread.begins(time, marker);
        case 8 -> thread.ends(time, marker, -1);
        case 9 -> thread.marks(time, Frames.of(FrameKind.MARK, random.nextInt(3)));
        case 10 -> thread.off(time, random.nextBoolean() ? 0 : Frames.of(FrameKind.OFF_CPU, TaskState.WAITING.ordinal()));
        case 11 -> thread.exits(time, Frames.of(FrameKind.EXIT, random.nextInt(2)));
        case 12 -> thread.entered(time);
        default -> thread.state(time, random.nextInt(3) == 0 ? 0
                : Frames.of(FrameKind.STATE, random.nextInt(VcpuState.values().length)));
        }
    }

    @Test
    void whatIsTooDeepIsCountedAndTheRestIsRight() {
        List<Long> open = new ArrayList<>();
        CheckedStacks checked = new CheckedStacks(new Following(open));
        ThreadChanges thread = thread(0, checked);
        for (int i = 0; i < 1000; i++) {
            thread.function(i, 0xffffffff81000000L + i % 7, i);
        }
        assertEquals(ThreadStack.MAX_DEPTH, open.size());
        assertEquals(1000 - ThreadStack.MAX_DEPTH, fRepairs[Repair.TOO_DEEP.ordinal()]);
        for (int i = 999; i > 100; i--) {
            thread.returns(2000 - i, 0xffffffff81000000L + i % 7, i, 1);
        }
        assertEquals(101, open.size());
        thread.end(3000, Repair.NEVER_RETURNED);
        checked.finished();
        assertEquals(101, fRepairs[Repair.NEVER_RETURNED.ordinal()]);
        assertEquals(0, fRepairs[Repair.ENTRY_MISSING.ordinal()] + fRepairs[Repair.RETURN_MISSING.ordinal()]);
    }

    /** Returns of which no outermost one comes do not wait for ever. */
    @Test
    @Tag("long")
    void waitingIsBounded() {
        CheckedStacks checked = new CheckedStacks(null);
        ThreadChanges thread = thread(0, checked);
        int most = 0;
        for (int i = 1; i < 200_000; i++) {
            thread.returnsOnly(10L * i, 0xffffffff81000000L + i, 1 + i % 3, i % 5 == 0 ? 1L << 60 : 4);
            most = Math.max(most, fWaiting[0]);
        }
        thread.end(4_000_000, Repair.NEVER_RETURNED);
        checked.finished();
        assertEquals(0, fWaiting[0]);
        assertTrue(most <= ThreadChanges.MAX, () -> "waited");
        assertTrue(checked.changes() >= 2 * 199_999L, () -> Long.toString(checked.changes()));
    }

    /** Keeps what is open. */
    private record Following(List<Long> open) implements StackSink {
        @Override
        public void begins(long time, StackThread thread) {
            open.clear();
        }

        @Override
        public void enters(long time, StackThread thread, long frame) {
            open.add(frame);
        }

        @Override
        public void leaves(long time, StackThread thread, long guestDuration) {
            open.remove(open.size() - 1);
        }

        @Override
        public void repaired(long time, StackThread thread, Repair repair) {
            // counted by the stack itself
        }

        @Override
        public void ends(long time, StackThread thread) {
            open.clear();
        }
    }
}
