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

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
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

    private static final long START = BothStates.START;
    private static final int VERSION = BothStates.VERSION;

    @TempDir
    private Path fFolder;

    private ColumnStates create() throws IOException {
        return ColumnStates.create("states", fFolder.resolve("history"), VERSION, START);
    }

    private ColumnStates open() throws IOException {
        return ColumnStates.open("states", fFolder.resolve("history"), VERSION);
    }

    /** With so many columns in memory; the others are in the file, and come back when they change. */
    @ParameterizedTest
    @CsvSource({ "1, 1000", "2, 1000", "3, 1000", "4, 1", "5, 2", "6, 4", "7, 8" })
    void answersAreTraceCompass(long seed, int most) throws Exception {
        BothStates both = new BothStates(fFolder.resolve("history"), seed, most);
        for (int round = 0; round < 4; round++) {
            both.change(round == 0 ? 60 : 2500);
            both.same(both.states(), false);
        }
        both.close(both.now() + (seed % 3 - 1) * 100);
        both.same(both.states(), true);
        both.states().dispose();
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
        ITmfStateSystemBuilder expected = BothStates.ofTraceCompass();
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
        assertEquals(BothStates.texts(expected.queryFullState(START + 8)), BothStates.texts(states.queryFullState(START + 8)));
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

    /** Its trace is closed: views may keep it, and ask. */
    @Test
    void nothingIsInItOnceItIsDisposedOf() throws Exception {
        ColumnStates states = create();
        int quark = states.getQuarkAbsoluteAndAdd("a", "b");
        states.modifyAttribute(START + 10, 1, quark);
        states.closeHistory(START + 30);
        Iterable<ITmfStateInterval> asked = states.query2D(List.of(quark), START, START + 30);
        states.dispose();
        assertEquals(2, BothStates.texts(asked).size(), "who has asked is answered");
        assertThrows(StateSystemDisposedException.class, () -> states.query2D(List.of(quark), START, START + 30));
        assertThrows(StateSystemDisposedException.class, () -> states.queryFullState(START));
        assertEquals(0, states.getNbAttributes());
        assertNull(states.queryOngoing(quark));
        assertEquals(START, states.getOngoingStartTime(quark));
        assertEquals(List.of(), states.queryOngoing());
        assertEquals(List.of(), states.getSubAttributes(-1, true));
        assertEquals(List.of(), states.getQuarks("*"));
        assertEquals(ITmfStateSystem.INVALID_ATTRIBUTE, states.optQuarkAbsolute("a"));
        assertEquals(ITmfStateSystem.INVALID_ATTRIBUTE, states.optQuarkRelative(quark, "c"));
        assertThrows(AttributeNotFoundException.class, () -> states.getQuarkRelative(quark, "c"));
        assertEquals("", states.getAttributeName(quark));
        assertEquals("", states.getFullAttributePath(quark));
        assertEquals(-1, states.getParentAttributeQuark(quark));
    }

    /** Who fills it goes on until it notices. */
    @Test
    void whoFillsItIsNotDisturbed() throws Exception {
        ColumnStates states = create();
        int quark = states.getQuarkAbsoluteAndAdd("a");
        states.dispose();
        assertTrue(states.isCancelled());
        states.modifyAttribute(START + 10, 1, quark);
        assertEquals(quark + 1, states.getQuarkAbsoluteAndAdd("b"));
        assertEquals("a", states.getAttributeName(quark));
        // now it has noticed
        states.dispose();
        states.modifyAttribute(START + 20, 2, quark);
        states.updateOngoingState(3, quark);
        states.closeHistory(START + 30);
        assertEquals(ITmfStateSystem.INVALID_ATTRIBUTE, states.getQuarkAbsoluteAndAdd("c"));
        assertEquals("", states.getAttributeName(quark));
        states.removeFiles();
        assertFalse(Files.exists(fFolder.resolve("history")));
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
        BothStates both = new BothStates(fFolder.resolve("history"), 1, 4);
        both.change(5000);
        Path file = fFolder.resolve("history");
        assertThrows(IOException.class, this::open);
        both.close(both.now());
        both.states().dispose();
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
            assertThrows(UncheckedIOException.class, () -> BothStates.texts(states.query2D(List.of(0), START, START + 50_000)));
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
