/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.exceptions.AttributeNotFoundException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateValueTypeException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers are those of Trace Compass' own state system that is filled with the same. */
@Tag("plain")
class ColumnStatesTest {

    private static final long START = 1_000;
    private static final int VERSION = 7;

    @TempDir
    private Path fFolder;

    private ColumnStates create() throws IOException {
        return ColumnStates.create("states", fFolder.resolve("history"), VERSION, START);
    }

    private ColumnStates open() throws IOException {
        return ColumnStates.open("states", fFolder.resolve("history"), VERSION);
    }

    private static ITmfStateSystemBuilder ofTraceCompass() {
        return StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("states", START));
    }

    private static String text(ITmfStateInterval state) {
        return state.getAttribute() + ": " + state.getStartTime() + " - " + state.getEndTime() + ' ' + state.getValue();
    }

    private static List<String> texts(Iterable<ITmfStateInterval> states) {
        return StreamSupport.stream(states.spliterator(), false).map(ColumnStatesTest::text).sorted().toList();
    }

    /** Changes both state systems at random, and asks both. */
    private final class Both {
        private final Random fRandom;
        private final ITmfStateSystemBuilder fExpected = ofTraceCompass();
        private final ITmfStateSystemBuilder fStates;
        private long fNow = START;

        Both(long seed, int most) throws IOException {
            fRandom = new Random(seed);
            fStates = ColumnStates.create("states", fFolder.resolve("history"), VERSION, START, most);
        }

        private Object value(int quark) {
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
    }

    /** With so many columns in memory; the others are in the file, and come back when they change. */
    @ParameterizedTest
    @CsvSource({ "1, 1000", "2, 1000", "3, 1000", "4, 1", "5, 2", "6, 4", "7, 8" })
    void answersAreTraceCompass(long seed, int most) throws Exception {
        Both both = new Both(seed, most);
        for (int round = 0; round < 4; round++) {
            both.change(round == 0 ? 60 : 2500);
            both.same(both.fStates, false);
        }
        both.close(both.fNow + (seed % 3 - 1) * 100);
        both.same(both.fStates, true);
        both.fStates.dispose();
        ColumnStates again = open();
        both.same(again, true);
        again.dispose();
    }

    /** Some children are found by looking through them, more by a table; any number of them in their order. */
    @Test
    void manyChildren() throws Exception {
        ColumnStates states = create();
        List<Integer> parents = List.of(states.getQuarkAbsoluteAndAdd("a"), states.getQuarkAbsoluteAndAdd("b"), -1);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            int child = states.getQuarkRelativeAndAdd(parents.get(i % 3), "child " + i / 3);
            if (i % 3 == 0) {
                expected.add(child);
            }
        }
        assertEquals(expected, states.getSubAttributes(parents.get(0), false));
        for (int i = 0; i < 3000; i++) {
            assertEquals(i + 2, states.optQuarkRelative(parents.get(i % 3), "child " + i / 3));
        }
        assertEquals(-2, states.optQuarkRelative(parents.get(0), "b"));
        assertEquals(-2, states.optQuarkRelative(parents.get(0), "child 1000"));
        assertEquals("child 999", states.getAttributeName(3001));
    }

    @Test
    void stacks() throws Exception {
        ITmfStateSystemBuilder expected = ofTraceCompass();
        ColumnStates states = create();
        for (ITmfStateSystemBuilder one : List.of(expected, states)) {
            int stack = one.getQuarkAbsoluteAndAdd("stack");
            assertNull(one.popAttribute(START, stack));
            one.pushAttribute(START + 1, "a", stack);
            one.pushAttribute(START + 5, "b", stack);
            assertEquals("b", one.popAttributeObject(START + 7, stack));
            one.pushAttribute(START + 7, "c", stack);
            assertEquals("c", one.popAttribute(START + 9, stack).unboxStr());
            assertEquals("a", one.popAttributeObject(START + 11, stack));
            one.closeHistory(START + 20);
        }
        assertEquals(texts(expected.queryFullState(START + 8)), texts(states.queryFullState(START + 8)));
        assertEquals(expected.getNbAttributes(), states.getNbAttributes());
    }

    @Test
    void paths() throws Exception {
        ColumnStates states = create();
        int b = states.getQuarkAbsoluteAndAdd("a", "b");
        int d = states.getQuarkAbsoluteAndAdd("c", "b", "d");
        assertEquals(List.of(b, d - 1), states.getQuarks("*", "b"));
        assertEquals(List.of(b), states.getQuarks("c", "..", "a", "b"));
        assertEquals(List.of(d), states.getQuarks(d - 1, "*"));
        assertEquals(List.of(d), states.getQuarks(d));
        assertEquals(List.of(), states.getQuarks("x", "*"));
        assertEquals(d, states.getQuarkAbsolute("c", "b", "d"));
        assertEquals(ITmfStateSystem.INVALID_ATTRIBUTE, states.optQuarkAbsolute("c", "x"));
        assertThrows(AttributeNotFoundException.class, () -> states.getQuarkRelative(b, "x"));
        assertArrayEquals(new String[] { "c", "b", "d" }, states.getFullAttributePathArray(d));
        assertEquals(d - 1, states.getParentAttributeQuark(d));
        assertEquals(ITmfStateSystem.ROOT_ATTRIBUTE, states.getParentAttributeQuark(ITmfStateSystem.ROOT_ATTRIBUTE));
    }

    @Test
    void whatCannotBeAsked() throws Exception {
        ColumnStates states = create();
        int quark = states.getQuarkAbsoluteAndAdd("a");
        states.modifyAttribute(START + 10, 1, quark);
        assertThrows(StateValueTypeException.class, () -> states.modifyAttribute(START + 20, "text", quark));
        assertThrows(IllegalArgumentException.class, () -> states.modifyAttribute(START + 20, new Object(), quark));
        assertThrows(IndexOutOfBoundsException.class, () -> states.modifyAttribute(START + 20, 1, 1));
        states.closeHistory(START + 30);
        states.modifyAttribute(START + 40, 2, quark);
        assertEquals(START + 30, states.getCurrentEndTime());
        assertThrows(TimeRangeException.class, () -> states.querySingleState(START + 31, quark));
        assertThrows(TimeRangeException.class, () -> states.querySingleState(START - 1, quark));
        assertThrows(TimeRangeException.class, () -> states.query2D(List.of(quark), START - 1, START));
        assertThrows(IndexOutOfBoundsException.class, () -> states.query2D(List.of(1), START, START));
        states.dispose();
        assertFalse(states.isCancelled());
        assertThrows(StateSystemDisposedException.class, () -> states.querySingleState(START, quark));
    }

    @Test
    void nobodyWaitsForWhatWasAborted() throws Exception {
        ColumnStates states = create();
        int quark = states.getQuarkAbsoluteAndAdd("a");
        states.modifyAttribute(START + 10, 1, quark);
        assertFalse(states.waitUntilBuilt(0));
        states.abort();
        states.waitUntilBuilt();
        assertTrue(states.isCancelled());
        states.closeHistory(START + 20);
        states.removeFiles();
        assertFalse(Files.exists(fFolder.resolve("history")));
    }

    /** A file that was not written to its end, or is not what was written, is never taken for whole. */
    @Test
    void filesThatAreNotWhole() throws Exception {
        Both both = new Both(1, 4);
        both.change(5000);
        Path file = fFolder.resolve("history");
        assertThrows(IOException.class, this::open);
        both.close(both.fNow);
        both.fStates.dispose();
        byte[] bytes = Files.readAllBytes(file);
        open().dispose();
        assertThrows(IOException.class, () -> ColumnStates.open("states", file, VERSION + 1));
        for (int length : new int[] { 0, 10, 64, bytes.length / 2, bytes.length - 1 }) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThrows(IOException.class, this::open, "cut to " + length);
        }
        int refused = 0;
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            byte[] wrong = bytes.clone();
            wrong[i < 200 ? random.nextInt(64) : random.nextInt(bytes.length)] ^= 1 << random.nextInt(8);
            Files.write(file, wrong);
            try {
                open().dispose();
            } catch (IOException e) {
                refused++;
            }
        }
        assertTrue(refused > 100, refused + " are refused");
    }

    /** Readers beside the writer: whatever was answered once stays so. */
    @Test
    void whileItIsBuilt() throws Exception {
        ColumnStates states = create();
        int[] quarks = IntStream.range(0, 8).map(n -> states.getQuarkAbsoluteAndAdd("a" + n)).toArray();
        List<Throwable> failures = new ArrayList<>();
        Thread reader = new Thread(() -> {
            Random random = new Random(1);
            while (states.getCurrentEndTime() < START + 60_000) {
                long time = START + (long) (random.nextDouble() * (states.getCurrentEndTime() - START));
                for (int quark : quarks) {
                    ITmfStateInterval state = one(states, time, quark);
                    if (state.getStartTime() > time || state.getStartTime() > START && (int) state.getValue() != state.getStartTime() - START) {
                        failures.add(new AssertionError(time + ": " + state));
                    }
                }
            }
        });
        reader.setUncaughtExceptionHandler((thread, death) -> failures.add(death));
        reader.start();
        for (int i = 1; i <= 60_000; i++) {
            states.modifyAttribute(START + i, i, quarks[i % 8]);
        }
        reader.join();
        states.closeHistory(START + 60_000);
        assertEquals(List.of(), failures);
    }

    private static ITmfStateInterval one(ITmfStateSystem states, long time, int quark) {
        try {
            return states.query2D(List.of(quark), new TreeSet<>(List.of(time))).iterator().next();
        } catch (StateSystemDisposedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aHistoryThatBecomesShorterIsReported() throws Exception {
        try (FileChannel file = FileChannel.open(aLongHistory(), StandardOpenOption.WRITE)) {
            ColumnStates states = open();
            file.truncate(1);
            String why = assertThrows(UncheckedIOException.class, () -> states.querySingleState(START + 1, 0)).getCause().getMessage();
            assertEquals("the history became shorter while it was open", why);
            assertThrows(UncheckedIOException.class, () -> texts(states.query2D(List.of(0), START, START + 50_000)));
            states.dispose();
        }
    }

    private Path aLongHistory() throws Exception {
        ColumnStates states = create();
        int quark = states.getQuarkAbsoluteAndAdd("a");
        for (int i = 0; i < 50_000; i++) {
            states.modifyAttribute(START + i, i % 3, quark);
        }
        states.closeHistory(START + 50_000);
        states.dispose();
        return fFolder.resolve("history");
    }
}
