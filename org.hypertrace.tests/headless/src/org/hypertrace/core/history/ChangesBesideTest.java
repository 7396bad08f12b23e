/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateValueTypeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that writes changes beside the one that finds them writes the same, and neither waits for the other for ever. */
@Tag("plain")
@Timeout(60)
class ChangesBesideTest {

    private static final long START = BothStates.START;
    private static final int MANY = 50 * ChangeQueue.SIZE;

    @TempDir
    private Path fFolder;

    private ColumnStates create(String file, int most) throws IOException {
        return ColumnStates.create(file, fFolder.resolve(file), BothStates.VERSION, START, most);
    }

    private ColumnStates beside(String file) throws IOException {
        ColumnStates states = create(file, ColumnTable.MOST);
        states.writeBeside();
        return states;
    }

    private static Object value(Random random, int kind) {
        int number = random.nextInt(5);
        return number == 0 ? null : switch (kind) {
        case 0 -> number;
        case 1 -> 1L << 9 * number;
        case 2 -> "state " + number;
        default -> number / 3.0;
        };
    }

    private static void fill(ColumnStates states, int changes) {
        Random random = new Random(changes);
        for (int i = 0; i < changes; i++) {
            int number = random.nextInt(1 + random.nextInt(1000));
            states.modifyAttribute(START + i / 2, value(random, number % 4), states.getQuarkAbsoluteAndAdd("a" + number));
        }
        states.closeHistory(START + changes);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, ChangeQueue.SIZE - 1, ChangeQueue.SIZE, ChangeQueue.SIZE + 1, MANY })
    void theSameIsWritten(int changes) throws Exception {
        ColumnStates alone = create("alone", ColumnTable.MOST);
        ColumnStates beside = beside("beside");
        fill(alone, changes);
        fill(beside, changes);
        assertTrue(beside.waitUntilBuilt(0));
        assertEquals(Long.MAX_VALUE, beside.written());
        assertArrayEquals(Files.readAllBytes(fFolder.resolve("alone")), Files.readAllBytes(fFolder.resolve("beside")));
        alone.dispose();
        beside.dispose();
    }

    /** Few columns are in memory: they go to the file and come back while others are added. */
    @Test
    void whileColumnsAreAdded() throws Exception {
        ColumnStates alone = create("alone", ColumnTable.MOST);
        ColumnStates beside = create("beside", 3);
        beside.writeBeside();
        fill(alone, MANY);
        fill(beside, MANY);
        List<Integer> all = IntStream.range(0, alone.getNbAttributes()).boxed().toList();
        assertEquals(BothStates.texts(alone.query2D(all, START, START + MANY)), BothStates.texts(beside.query2D(all, START, START + MANY)));
        alone.dispose();
        beside.dispose();
    }

    @Test
    void whatIsNotWrittenIsNotReported() {
        ChangeQueue[] queue = new ChangeQueue[1];
        List<String> early = new ArrayList<>();
        queue[0] = new ChangeQueue("changes", (time, quark, type, number, text) -> {
            if (queue[0].written() >= time) {
                early.add(queue[0].written() + " while " + time + " is written");
            }
        });
        for (int i = 0; i < MANY; i++) {
            queue[0].put(i, 0, StateValues.NULL, 0, null);
        }
        queue[0].finish();
        assertEquals(List.of(), early.stream().limit(3).toList());
        assertEquals(MANY - 1, queue[0].written());
    }

    /** What is reported as written does not change any more. */
    @Test
    void whatIsWrittenCanBeAsked() throws Exception {
        ColumnStates states = beside("states");
        int quark = states.getQuarkAbsoluteAndAdd("a");
        List<Throwable> failures = new ArrayList<>();
        Thread reader = new Thread(() -> {
            for (long written = states.written(); written < START + MANY / 2; written = states.written()) {
                if (written > START) {
                    isAt(written - 1, states, quark);
                }
            }
        });
        reader.setUncaughtExceptionHandler((thread, death) -> failures.add(death));
        reader.start();
        for (int i = 1; i <= MANY; i++) {
            states.modifyAttribute(START + i, i, quark);
        }
        reader.join();
        states.closeHistory(START + MANY);
        assertEquals(List.of(), failures);
        states.dispose();
    }

    private static void isAt(long time, ColumnStates states, int quark) {
        try {
            ITmfStateInterval state = states.querySingleState(time, quark);
            assertEquals(time == START ? null : (Integer) (int) (time - START), state.getValue());
            assertEquals(time, state.getEndTime());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoFindsChangesGetsWhatWritingThrows() throws Exception {
        ColumnStates states = beside("states");
        int quark = states.getQuarkAbsoluteAndAdd("a");
        states.modifyAttribute(START + 1, "text", quark);
        assertThrows(StateValueTypeException.class, () -> IntStream.range(2, Integer.MAX_VALUE).forEach(i -> states.modifyAttribute(START + i, i, quark)));
        assertThrows(StateValueTypeException.class, () -> states.closeHistory(START + 2));
        assertFalse(states.waitUntilBuilt(0));
        states.abort();
        assertThrows(IOException.class, () -> ColumnStates.open("states", fFolder.resolve("states"), BothStates.VERSION));
    }

    @Test
    void fewChangesThatCannotBeWritten() throws Exception {
        ColumnStates states = beside("states");
        int quark = states.getQuarkAbsoluteAndAdd("a");
        states.modifyAttribute(START + 1, "text", quark);
        states.modifyAttribute(START + 2, 2, quark);
        assertThrows(StateValueTypeException.class, () -> states.closeHistory(START + 3));
        assertThrows(IllegalArgumentException.class, () -> states.modifyAttribute(START + 2, new Object(), quark));
        states.abort();
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void nobodyWaitsForWhatIsNotWanted(boolean isAborted) throws Exception {
        ColumnStates states = beside("states");
        int quark = states.getQuarkAbsoluteAndAdd("a");
        for (int i = 0; i < MANY; i++) {
            states.modifyAttribute(START + i, i, quark);
        }
        Thread writer = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("states history")).findFirst().orElseThrow();
        if (isAborted) {
            states.abort();
        } else {
            states.dispose();
            states.modifyAttribute(START + MANY, 1, quark);
            states.closeHistory(START + MANY);
        }
        writer.join();
        states.removeFiles();
        assertFalse(Files.exists(fFolder.resolve("states")));
    }

    /** Who is interrupted while it waits for room goes no further. */
    @Test
    void whoIsInterruptedEnds() throws Exception {
        ColumnStates states = beside("states");
        int quark = states.getQuarkAbsoluteAndAdd("a");
        Thread.currentThread().interrupt();
        assertThrows(IllegalStateException.class, () -> IntStream.range(2, Integer.MAX_VALUE).forEach(i -> states.modifyAttribute(START + i, i, quark)));
        assertTrue(Thread.interrupted());
        states.abort();
    }
}
