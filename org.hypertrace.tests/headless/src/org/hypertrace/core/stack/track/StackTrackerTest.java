/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stacks of threads by what a guest reports alone, as in a trace of its own; and what waits, and what is lost. */
@Tag("plain")
class StackTrackerTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);

    /** A guest's own trace, without a vCPU: reported straight to the tracker. */
    private static String tracker(Consumer<StackTracker> story) {
        StackText text = new StackText();
        ReportedStacks reported = new ReportedStacks(text);
        StackTracker tracker = new StackTracker(new Named(reported), new FrameNames((guest, nested) -> null));
        story.accept(tracker);
        tracker.finish(new long[] { 1_000 });
        return reported.lines();
    }

    /** Gives threads names where none is reported. */
    private static class Named implements StackSink {
        private final StackSink fTo;

        Named(StackSink to) {
            fTo = to;
        }

        private static StackThread named(StackThread thread) {
            if (thread.name() == null) {
                thread.named("t" + thread.tid());
            }
            return thread;
        }

        @Override
        public void begins(long time, StackThread thread) {
            fTo.begins(time, named(thread));
        }

        @Override
        public void enters(long time, StackThread thread, long frame) {
            fTo.enters(time, thread, Frames.of(Frames.kind(frame) == FrameKind.FUNCTION ? FrameKind.INITCALL : Frames.kind(frame),
                    Frames.value(frame) & 0xff));
        }

        @Override
        public void leaves(long time, StackThread thread, long guestDuration) {
            fTo.leaves(time, thread, guestDuration);
        }

        @Override
        public void repaired(long time, StackThread thread, Repair repair) {
            fTo.repaired(time, thread, repair);
        }

        @Override
        public void ends(long time, StackThread thread) {
            fTo.ends(time, thread);
        }

        @Override
        public void finished() {
            fTo.finished();
        }
    }

    private static GuestEvent switched(long time, int prev, int next) {
        return new GuestEvent.SchedSwitch(time, CPU, prev, next, 120, 120, 1, "t" + next, -1, -1);
    }

    private static GuestEvent entered(long time, int tid, long address) {
        return new GuestEvent.FunctionEntry(time, CPU, tid, address, 0, false);
    }

    @Test
    void aGuestsOwnTrace() {
        Guest guest = new Guest(0, 0, Guest.OWN);
        assertEquals("""
                100 t7 begins
                100 t8 begins
                110 t8 initcall:5
                100 t7 off_cpu:2
                1000 t7 -
                1000 t7 ends
                1000 t8 repaired NEVER_RETURNED
                1000 t8 -
                1000 t8 ends
                finished
                """, tracker(tracker -> {
            tracker.handle(guest, null, switched(100, 7, 8));
            tracker.handle(guest, null, entered(110, 8, 5));
        }));
    }

    /** After it is freed, another thread may have its id. */
    @Test
    void aThreadThatIsFreedEnds() {
        Guest guest = new Guest(0, 0, Guest.OWN);
        String lines = tracker(tracker -> {
            tracker.handle(guest, null, switched(100, 7, 8));
            tracker.handle(guest, null, entered(110, 8, 5));
            tracker.handle(guest, null, switched(120, 8, 9));
            tracker.handle(guest, null, new GuestEvent.TaskFree(130, CPU, 8, 120, "t8"));
        });
        assertEquals("130 t8 repaired NEVER_RETURNED\n130 t8 -\n130 t8 ends\n", lines.lines().filter(line -> line.startsWith("130 t8"))
                .reduce("", (all, line) -> all + line + "\n").replace("130 t8 -\n130 t8 repaired", "130 t8 repaired"));
    }

    /** A guest that reports functions when they return reports it first: then nothing may go on before. */
    @Test
    void changesWaitWhereFunctionsAreReportedLate() {
        Guest guest = new Guest(0, 0, Guest.OWN);
        GuestEvent batches = new GuestEvent.Hello(50, CPU, 1, 10, 0, 0, 0);
        GuestEvent late = new GuestEvent.Tracing(50, CPU, EventKind.TRACING_START, 0, true, 0);
        GuestEvent both = new GuestEvent.Tracing(50, CPU, EventKind.TRACING_START, 0, false, 0);
        GuestEvent none = new GuestEvent.Hello(50, CPU, 1, 0, 0, 0, 0);
        for (GuestEvent event : List.of(batches, late, both, none)) {
            StackText text = new StackText();
            ReportedStacks reported = new ReportedStacks(text);
            StackTracker tracker = new StackTracker(new Named(reported), new FrameNames((of, nested) -> null));
            // a thread that is known before, and one since
            tracker.handle(guest, null, switched(40, 7, 8));
            tracker.handle(guest, null, event);
            reported.lines();
            tracker.handle(guest, null, entered(110, 8, 5));
            tracker.handle(guest, null, switched(120, 8, 9));
            tracker.handle(guest, null, entered(130, 9, 6));
            String lines = reported.lines();
            boolean waits = event == batches || event == late;
            assertEquals(waits, !lines.contains("110 t8 initcall:5"), event + "\n" + lines);
            assertEquals(waits, !lines.contains("130 t9 initcall:6"), event + "\n" + lines);
        }
    }

    /** More than a million changes that wait, of many threads together: all go on. */
    @Test
    void notTooManyWait() {
        Guest guest = new Guest(0, 0, Guest.OWN);
        int[] reported = new int[1];
        StackTracker tracker = new StackTracker(new Named(new CheckedStacks(null)) {
            @Override
            public void enters(long time, StackThread thread, long frame) {
                reported[0]++;
                super.enters(time, thread, frame);
            }
        }, new FrameNames((of, nested) -> null));
        tracker.handle(guest, null, new GuestEvent.Hello(1, CPU, 1, 10, 0, 0, 0));
        // each is five: the thread that reported before loses the vCPU, this one gets it, and both have a state then
        for (int i = 0; i < 215_000; i++) {
            assertEquals(true, reported[0] == 0 || i > 200_000, i + "");
            tracker.handle(guest, null, entered(10 + i, 10 + i % 300, 5));
        }
        // no thread had 4096 of its own
        assertEquals(true, reported[0] > 200_000, reported[0] + " went on");
    }

    @Test
    void whatTheHostLost() {
        Guest here = new Guest(0, 0, Guest.OWN);
        Guest there = new Guest(1, 1, Guest.OWN);
        StackText text = new StackText();
        ReportedStacks reported = new ReportedStacks(text);
        StackTracker tracker = new StackTracker(new Named(reported), new FrameNames((of, nested) -> null));
        tracker.handle(here, null, switched(100, 7, 8));
        tracker.handle(here, null, entered(110, 8, 5));
        tracker.handle(there, null, switched(120, 17, 18));
        tracker.handle(there, null, entered(130, 18, 6));
        reported.lines();
        tracker.lost(new HostEvent.LostEvents(200, 0, 0, 210, 7));
        assertEquals("100 t7 off_cpu:2\n200 t7 -\n200 t7 ends\n200 t8 repaired LOST\n200 t8 -\n200 t8 ends\n", reported.lines());
        tracker.handle(there, null, entered(220, 18, 7));
        assertEquals("220 t18 initcall:7\n", reported.lines().replace("220 t18 repaired RETURN_MISSING\n220 t18 -\n", ""));
        // who runs is not known any more: the speaker is, by its word
        tracker.handle(here, null, new GuestEvent.IrqEntry(230, CPU, 4, ""));
        assertEquals("230 t-1 begins\n230 t-1 irq:4\n", reported.lines());
    }
}
