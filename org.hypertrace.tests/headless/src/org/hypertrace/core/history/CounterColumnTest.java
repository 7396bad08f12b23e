/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that grow by one, as counters of events do. */
@Tag("plain")
class CounterColumnTest {

    private static final long START = 1_000;
    private static final int VERSION = 1;
    private static final int COUNT = 100_000;
    /** Between two events, ns. */
    private static final long STEP = 100;

    @TempDir
    private Path fFolder;

    /** The n-th event is at START + n * STEP. */
    private ColumnStates count() throws IOException {
        ColumnStates states = ColumnStates.create("states", fFolder.resolve("history"), VERSION, START);
        int quark = states.getQuarkAbsoluteAndAdd("counter");
        for (int i = 1; i <= COUNT; i++) {
            states.modifyAttribute(START + STEP * i, i, quark);
        }
        return states;
    }

    private static void everyNumberIsThere(ColumnStates states) throws Exception {
        int last = 0;
        for (ITmfStateInterval state : states.query2D(List.of(0), START + STEP, states.getCurrentEndTime())) {
            assertEquals(++last, state.getValue());
            assertEquals(START + STEP * last, state.getStartTime());
        }
        assertEquals(COUNT, last);
        for (int i : new int[] { COUNT, 1, 15, 16, 17, 31, 32, 255, 256, 257, 70_001 }) {
            assertEquals(i, states.querySingleState(START + STEP * i + STEP - 1, 0).getValue());
        }
    }

    /** Also while it is written. */
    @Test
    void isReadAsItWasWritten() throws Exception {
        ColumnStates states = count();
        everyNumberIsThere(states);
        states.dispose();
    }

    /** A time of less than 128 ns after the one before is a byte, and so is one more; each 16th state is there in full. */
    @Test
    void costsLittleMoreThanItsTimes() throws Exception {
        ColumnStates states = count();
        states.closeHistory(START + STEP * COUNT + STEP);
        everyNumberIsThere(states);
        states.dispose();
        long bytes = Files.size(fFolder.resolve("history"));
        assertTrue(bytes < 3L * COUNT, bytes + " bytes");
        ColumnStates again = ColumnStates.open("states", fFolder.resolve("history"), VERSION);
        everyNumberIsThere(again);
        again.dispose();
    }
}
