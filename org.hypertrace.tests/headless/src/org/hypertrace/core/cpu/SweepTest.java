/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.hypertrace.core.history.ColumnStates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes in the order of time, however few intervals may be held at once. */
class SweepTest {

    @ParameterizedTest
    @ValueSource(ints = { 1000, 5, 3, 1 })
    void theStretchesAreTheSameHoweverFewAreHeld(int most) throws Exception {
        theStretches(most, StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("test", 0)));
    }

    @Test
    void theStretchesAreTheSameIfAttributesAreMerged(@TempDir Path folder) throws Exception {
        ColumnStates states = ColumnStates.create("test", folder.resolve("states"), 1, 0);
        theStretches(1, states);
        states.dispose();
    }

    private static void theStretches(int most, ITmfStateSystemBuilder states) throws Exception {
        int a = states.getQuarkAbsoluteAndAdd("a");
        int b = states.getQuarkAbsoluteAndAdd("b");
        for (int time = 10; time < 100; time += 10) {
            states.modifyAttribute(time, time, a);
            states.modifyAttribute(time + 5, time % 20 == 0 ? null : "x", b);
        }
        states.closeHistory(120);
        int[] sum = new int[2];
        long[] last = { 12 };
        new Sweep(most, states, a, -1, b).over(12, 118, (begin, end, values) -> {
            assertEquals(last[0], begin, "no gap");
            last[0] = end;
            sum[0] += values[0] == null ? 0 : (int) values[0] * (end - begin);
            sum[1] += values[2] == null ? 0 : end - begin;
        });
        assertEquals(118, last[0]);
        assertEquals(8 * 10 + (20 + 30 + 40 + 50 + 60 + 70 + 80) * 10 + 90 * 28, sum[0]);
        assertEquals(10 * 4 + 118 - 95, sum[1]);
    }

    /** As after lost packets, of which the first event knows. */
    @Test
    void beforeTheModelIsNoState() throws Exception {
        beforeTheModel(StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("test", 50)));
    }

    @Test
    void beforeTheModelIsNoStateIfAttributesAreMerged(@TempDir Path folder) throws Exception {
        ColumnStates states = ColumnStates.create("test", folder.resolve("states"), 1, 50);
        beforeTheModel(states);
        states.dispose();
    }

    private static void beforeTheModel(ITmfStateSystemBuilder states) throws Exception {
        int a = states.getQuarkAbsoluteAndAdd("a");
        states.modifyAttribute(50, 7, a);
        states.closeHistory(120);
        StringBuilder text = new StringBuilder();
        Sweep sweep = new Sweep(1000, states, a);
        sweep.over(10, 100, (begin, end, values) -> text.append(begin + "-" + end + ' ' + values[0] + ' '));
        sweep.over(20, 40, (begin, end, values) -> text.append(begin + "-" + end + ' ' + values[0]));
        assertEquals("10-50 null 50-100 7 20-40 null", text.toString());
    }
}
