/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.junit.jupiter.api.Test;

/** A stretch is read in pieces, each with what intersects it: never more at a time than fits into memory. */
class ChunksTest {

    /** As many intervals as a piece may have. */
    private static final int MOST = 1 << 16;
    private static final int END = 400_000;

    private final ITmfStateSystemBuilder fStates = StateSystemFactory.newStateSystem(
            StateHistoryBackendFactory.createInMemoryBackend("chunks", 0));
    private final int fOften = fStates.getQuarkAbsoluteAndAdd("often");
    private final int fSeldom = fStates.getQuarkAbsoluteAndAdd("seldom");

    /** A state of one attribute changes at each time in the second half, that of the other all 1000 ns. */
    private void fill() {
        for (int time = 0; time < END; time++) {
            if (time >= END / 2 || time % 50 == 0) {
                fStates.modifyAttribute(time, time, fOften);
            }
            if (time % 1000 == 0) {
                fStates.modifyAttribute(time, time, fSeldom);
            }
        }
        fStates.closeHistory(END);
    }

    /** Reads a stretch, and checks its pieces. Returns them: the begin of each, and the end of the last. */
    private List<Long> pieces(long from, long to) throws StateSystemDisposedException {
        List<Long> begins = new ArrayList<>();
        long[] next = { from };
        new Chunks(fStates, List.of(fOften, fSeldom)).forEach(from, to, (begin, end, intervals) -> {
            assertEquals(next[0], begin);
            assertTrue(end > begin && end <= to);
            int count = 0;
            for (Map.Entry<Integer, List<ITmfStateInterval>> of : intervals.entrySet()) {
                long at = begin;
                for (ITmfStateInterval interval : of.getValue()) {
                    assertEquals(of.getKey(), interval.getAttribute());
                    // in time order, without a gap, all of the piece and nothing else
                    assertTrue(interval.getStartTime() <= at && interval.getEndTime() >= at, begin + "-" + end);
                    at = interval.getEndTime() + 1;
                    count++;
                }
                assertTrue(at >= end);
                assertTrue(of.getValue().get(of.getValue().size() - 1).getStartTime() < end);
            }
            assertEquals(2, intervals.size());
            assertTrue(count <= MOST + 2, begin + "-" + end + ": " + count);
            begins.add(begin);
            next[0] = end;
        });
        assertEquals(to, next[0]);
        begins.add(to);
        return begins;
    }

    @Test
    void piecesAreTheWhole() throws StateSystemDisposedException {
        fill();
        Random random = new Random(1);
        pieces(0, END);
        for (int i = 0; i < 3; i++) {
            long from = random.nextInt(END);
            pieces(from, from + 1 + random.nextInt((int) (END - from)));
        }
        assertEquals(List.of(7L, 8L), pieces(7, 8));
        pieces(END / 2 - 10, END / 2 + 10);
        new Chunks(fStates, List.of(fOften)).forEach(7, 7, (begin, end, intervals) -> {
            throw new AssertionError("nothing is to be read");
        });
    }

    /** It begins with a sixteenth of the stretch; where there is little in a piece, the next one is twice as long. */
    @Test
    void piecesAreFewWhereLittleHappens() throws StateSystemDisposedException {
        fill();
        assertEquals(List.of(0L, 10_000L, 30_000L, 70_000L, 150_000L, 160_000L), pieces(0, 160_000));
    }

    /** A piece with more than may be at a time is cut to a quarter; one with a quarter of that or more is as long as the next. */
    @Test
    void piecesAreShortWhereMuchHappens() throws StateSystemDisposedException {
        fStates.modifyAttribute(0, 0, fSeldom);
        for (int time = 0; time < 16 * 80_000; time++) {
            if (time < 80_000 || time % 1000 == 0) {
                fStates.modifyAttribute(time, time, fOften);
            }
        }
        fStates.closeHistory(16 * 80_000);
        assertEquals(List.of(0L, 20_000L, 40_000L, 60_000L, 80_000L, 100_000L, 140_000L), pieces(0, 16 * 80_000).subList(0, 7));
    }
}
