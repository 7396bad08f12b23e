/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/** Changes both state systems at random, and asks both. */
final class BothStates {

    static final long START = 1_000;
    static final int VERSION = 7;

    private final Random fRandom;
    private final ITmfStateSystemBuilder fExpected = ofTraceCompass();
    private final ITmfStateSystemBuilder fStates;
    private long fNow = START;
    private int fCount;

    BothStates(Path history, long seed, int most) throws IOException {
        fRandom = new Random(seed);
        fStates = ColumnStates.create("states", history, VERSION, START, most);
    }

    private Object value(int quark) {
        if (quark % 8 == 4 && fRandom.nextInt(20) != 0) {
            return ++fCount;
        }
        int number = fRandom.nextInt(fRandom.nextInt(10) == 0 ? 1 << 30 : 4) - 1;
        return fRandom.nextInt(6) == 0 ? null : switch (quark % 4) {
        case 0 -> number;
        case 1 -> number * (1L << fRandom.nextInt(40));
        case 2 -> "state " + number + (fRandom.nextInt(50) == 0 ? "x".repeat(3000) : "");
        default -> number / 3.0;
        };
    }

    void change(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            int count = fExpected.getNbAttributes();
            if (count < 30 && fRandom.nextInt(count * count + 1) < 2) {
                int parent = fRandom.nextInt(count + 1) - 1;
                String name = "a" + fRandom.nextInt(4);
                assertEquals(fExpected.getQuarkRelativeAndAdd(parent, name), fStates.getQuarkRelativeAndAdd(parent, name));
                continue;
            }
            fNow += fRandom.nextInt(3) == 0 ? 0 : fRandom.nextInt(fRandom.nextInt(20) == 0 ? 1 << 30 : 300);
            // some attributes change often
            int quark = fRandom.nextInt(1 + fRandom.nextInt(count));
            Object value = value(quark);
            if (fRandom.nextInt(200) == 0) {
                fExpected.removeAttribute(fNow, quark);
                fStates.removeAttribute(fNow, quark);
            } else if (fRandom.nextInt(200) == 0) {
                fExpected.updateOngoingState(value, quark);
                fStates.updateOngoingState(value, quark);
            } else {
                fExpected.modifyAttribute(fNow, value, quark);
                fStates.modifyAttribute(fNow, value, quark);
            }
        }
    }

    void close(long end) {
        fExpected.closeHistory(end);
        fStates.closeHistory(end);
    }

    /** While it is built the end of the last states is not the same: ours knows the latest change at once. */
    void same(ITmfStateSystem states, boolean isBuilt) throws Exception {
        int count = fExpected.getNbAttributes();
        assertEquals(count, states.getNbAttributes());
        assertEquals(fExpected.getStartTime(), states.getStartTime());
        long end = fExpected.getCurrentEndTime();
        if (isBuilt) {
            assertEquals(end, states.getCurrentEndTime());
            assertTrue(states.waitUntilBuilt(0));
        }
        List<Integer> all = IntStream.range(0, count).boxed().toList();
        assertEquals(fExpected.getSubAttributes(-1, true), states.getSubAttributes(-1, true));
        for (int quark : all) {
            assertEquals(fExpected.getFullAttributePath(quark), states.getFullAttributePath(quark));
            assertEquals(fExpected.getParentAttributeQuark(quark), states.getParentAttributeQuark(quark));
            assertEquals(fExpected.getSubAttributes(quark, false, "a[12]"), states.getSubAttributes(quark, false, "a[12]"));
        }
        for (int i = 0; i < 20; i++) {
            long time = START + (long) (fRandom.nextDouble() * (end - START));
            int quark = fRandom.nextInt(count);
            assertEquals(text(fExpected.querySingleState(time, quark)), text(states.querySingleState(time, quark)));
            long[] times = LongStream.range(0, 1 + fRandom.nextInt(60)).map(n -> START + (long) (fRandom.nextDouble() * (end - START))).toArray();
            assertEquals(texts(fExpected.query2D(all, Arrays.stream(times).boxed().toList())),
                    texts(states.query2D(all, Arrays.stream(times).boxed().toList())));
            List<Integer> some = all.stream().filter(one -> fRandom.nextInt(3) == 0).toList();
            long from = Math.min(time, times[0]);
            long until = Math.max(time, times[0]);
            assertEquals(texts(fExpected.query2D(some, from, until)), texts(states.query2D(some, from, until)));
            assertEquals(texts(fExpected.query2D(some, from, until)), texts(states.query2D(some, until, from)));
        }
        long time = START + (long) (fRandom.nextDouble() * (end - START));
        assertEquals(texts(fExpected.queryFullState(time)), texts(states.queryFullState(time)));
        assertEquals(texts(fExpected.query2D(all, START, end)), texts(states.query2D(all, START, end)));
    }

    ITmfStateSystemBuilder states() {
        return fStates;
    }

    long now() {
        return fNow;
    }

    static ITmfStateSystemBuilder ofTraceCompass() {
        return StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("states", START));
    }

    static String text(ITmfStateInterval state) {
        return state.getAttribute() + ": " + state.getStartTime() + " - " + state.getEndTime() + ' ' + state.getValue();
    }

    static List<String> texts(Iterable<ITmfStateInterval> states) {
        return StreamSupport.stream(states.spliterator(), false).map(BothStates::text).sorted().toList();
    }
}
