/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.timeline.Guest;
import org.junit.jupiter.api.Test;

/** Which text is whose, and how many marks are kept. */
class MarkTrackerTest {

    private static final GuestCpu CPU_0 = new GuestCpu(0, 0, 0, 0);
    private static final GuestCpu CPU_1 = new GuestCpu(1, 1, 0, 0);
    private static final GuestCpu NESTED = new GuestCpu(0, 0, 1, 2);

    private final StringBuilder fFound = new StringBuilder();
    private int fKept;
    private final Guest fGuest = new Guest(0, 0, "10#1");
    private final MarkTracker fTracker = new MarkTracker(new MarkSink() {
        @Override
        public void mark(long time, Guest guest, String nested, int number, long value) {
            fKept++;
            if (fKept < 10) {
                fFound.append(time).append(" mark ").append(nested).append(' ').append(number).append(" = ").append(value).append('\n');
            }
        }

        @Override
        public void text(long time, Guest guest, String nested, int number, String text) {
            fFound.append(time).append(" text ").append(nested).append(' ').append(number).append(" = ").append(text).append('\n');
        }

        @Override
        public void others(long time, Guest guest, String nested, int count) {
            fFound.append(time).append(" others ").append(nested).append(' ').append(count).append('\n');
        }

        @Override
        public void kernelCode(long time, Guest guest) {
            throw new AssertionError();
        }

        @Override
        public void userCode(long time, Guest guest, boolean known) {
            throw new AssertionError();
        }
    });

    private void mark(long time, GuestCpu from, long value) {
        fTracker.handle(fGuest, new GuestEvent.Mark(time, from, 5, value));
    }

    private void text(long time, GuestCpu from, TextType type, String text, long begin) {
        fTracker.handle(fGuest, new GuestEvent.Text(time, from, type, text, begin, true));
    }

    @Test
    void aTextIsOfTheLastMarkOfItsSender() {
        text(5, CPU_0, TextType.MARK, "of none", 4);
        mark(10, CPU_0, 7);
        mark(11, CPU_1, 8);
        mark(12, NESTED, 9);
        text(13, CPU_0, TextType.CONSOLE, "no mark's", 13);
        text(14, CPU_0, TextType.MARK, "first", 13);
        text(15, CPU_0, TextType.MARK, "second", 15);
        text(16, NESTED, TextType.MARK, "nested", 15);
        mark(20, CPU_1, 6);
        text(21, CPU_1, TextType.MARK, "begun before", 19);
        text(22, CPU_1, TextType.MARK, "own", 22);
        assertEquals("""
                10 mark null 0 = 7
                11 mark null 1 = 8
                12 mark 1.2 0 = 9
                14 text null 0 = first
                16 text 1.2 0 = nested
                20 mark null 2 = 6
                21 text null 1 = begun before
                22 text null 2 = own
                """, fFound.toString());
    }

    @Test
    void aMillionMarksAreCounted() {
        for (int i = 0; i < 1_000_000; i++) {
            mark(i, CPU_0, i);
        }
        text(1_000_000, CPU_0, TextType.MARK, "of none that is kept", 1_000_000);
        fTracker.finish(1_000_001);
        assertEquals(MarkTracker.MAX_KEPT, fKept);
        assertEquals(true, fFound.toString().endsWith("1000001 others null " + (1_000_000 - MarkTracker.MAX_KEPT) + '\n'), fFound.toString());
    }
}
