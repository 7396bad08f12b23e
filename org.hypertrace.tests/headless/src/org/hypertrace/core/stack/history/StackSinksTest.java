/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackSpool;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.stack.track.TracerFilter;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands between who finds stacks and who wants them passes everything on that it does not mean to change. */
@Tag("plain")
class StackSinksTest {

    private static final String STORY = """
            10 sh begins
            10 sh main
            12 cat begins
            15 sh marks mark:7
            20 sh repaired ENTRY_MISSING
            20 sh read
            25 sh repaired RETURN_MISSING
            25 sh -
            25 sh again main
            30 cat write
            35 sh - guest 15
            40 sh marks -
            40 sh ends
            45 cat repaired LOST
            45 cat -
            45 cat ends
            """;

    @TempDir
    private Path fFolder;
    private final StackText fText = new StackText();
    private final ReportedStacks fReported = new ReportedStacks(fText);

    @Test
    void allIsPassedOn() throws IOException {
        TracerFilter without = new TracerFilter(fReported);
        fText.report(without, STORY);
        without.finished();
        assertEquals(STORY + "finished\n", fReported.lines());
        NamesFile kept = new NamesFile(fReported);
        fText.report(kept, STORY);
        kept.finished();
        assertEquals(STORY + "finished\n", fReported.lines());
        ReportedStacks second = new ReportedStacks(fText);
        StackFanOut tee = new StackFanOut(List.of(fReported, second));
        fText.report(tee, STORY);
        tee.finished();
        assertEquals(STORY + "finished\n", fReported.lines());
        assertEquals(STORY + "finished\n", second.lines());
    }

    @Test
    void aSpoolReportsItAgain() throws IOException {
        Path folder = fFolder.resolve("spool");
        try (StackSpool spool = new StackSpool(folder)) {
            fText.report(spool, STORY);
            for (int i = 0; i < 2; i++) {
                spool.replay(fReported);
                assertEquals(STORY + "finished\n", fReported.lines());
            }
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(1, files.count());
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    /** Without the tracer's exits and all that is in them; also what goes on after something ended beneath it. */
    @Test
    void withoutTheTracersExits() {
        fText.report(new TracerFilter(fReported), """
                10 sh begins
                10 sh main
                20 sh tracer:18
                20 sh repaired ENTRY_MISSING
                20 sh state:3
                22 sh -
                25 sh -
                30 sh exit:1
                31 sh tracer:18
                32 sh -
                33 sh -
                34 sh tracer:18
                35 sh -
                35 sh -
                35 sh again tracer:18
                36 sh repaired LOST
                36 sh -
                36 sh repaired NEVER_RETURNED
                36 sh main
                40 sh -
                40 sh ends
                """);
        assertEquals("""
                10 sh begins
                10 sh main
                30 sh exit:1
                33 sh -
                35 sh -
                36 sh repaired NEVER_RETURNED
                36 sh main
                40 sh -
                40 sh ends
                """, fReported.lines());
    }

    /** Threads have numbers: there may be many. */
    @Test
    void ofManyThreads() {
        TracerFilter without = new TracerFilter(fReported);
        for (int i : new int[] { 0, 63, 64, 200, 1_000 }) {
            StackThread thread = new StackThread(i, null, null, 0, 1_000 + i, -1);
            thread.named("t" + i);
            without.begins(1, thread);
            without.enters(2, thread, Frames.of(FrameKind.TRACER, 0));
            without.enters(3, thread, fText.frame("main"));
            without.leaves(4, thread, -1);
            without.leaves(5, thread, -1);
            without.enters(6, thread, fText.frame("main"));
            assertEquals("1 t" + i + " begins\n6 t" + i + " main\n", fReported.lines());
        }
    }

    @Test
    void namesAreKeptInAFile() throws IOException {
        NamesFile names = new NamesFile(fReported);
        StackThread other = new StackThread(7, null, null, 3, 90, -1);
        fText.report(names, STORY);
        names.enters(50, other, fText.frame("main"));
        names.resumes(51, other, fText.frame("resumed"));
        names.enters(52, other, Frames.of(FrameKind.EXIT, 5));
        Path file = fFolder.resolve("names");
        names.write(file, 42, (thread, frame) -> thread.boot() + " " + fText.text(frame) + (fText.text(frame).equals("read") ? "\n\u001b[31mred" : ""));
        Map<Integer, Map<Long, String>> read = NamesFile.read(file, 42);
        assertEquals("[0, 3]", read.keySet().stream().sorted().toList().toString());
        assertEquals("0 main", read.get(0).get(fText.frame("main")));
        assertEquals("0 mark:7", read.get(0).get(Frames.of(FrameKind.MARK, 7)));
        assertEquals("3 main", read.get(3).get(fText.frame("main")));
        assertEquals("3 exit:5", read.get(3).get(Frames.of(FrameKind.EXIT, 5)));
        assertEquals(4, read.get(0).size());
        assertEquals(2, read.get(3).size());
        // one line each, whatever a name is
        assertEquals(7, Files.readAllLines(file).size());
        assertEquals(-1, read.get(0).get(fText.frame("read")).indexOf('\u001b'));
        // of another history, or damaged
        assertNull(NamesFile.read(file, 43));
        assertNull(NamesFile.read(fFolder.resolve("none"), 42));
        for (String damaged : List.of("x 1 a", "1 xyz a", "1 2", "1")) {
            Files.writeString(file, "hypertrace frames 1 42\n" + damaged + "\n");
            assertNull(NamesFile.read(file, 42), damaged);
        }
        Files.writeString(file, "");
        assertNull(NamesFile.read(file, 42));
        try (Stream<Path> files = Files.list(fFolder)) {
            assertEquals(List.of("names"), files.map(each -> each.getFileName().toString()).toList());
        }
    }

    /** 262 144 of them; the last one that has room is there, the next is not. */
    @Test
    void noMoreNamesThanThereIsRoomFor() throws IOException {
        NamesFile names = new NamesFile(new StackFanOut(List.of()));
        StackThread thread = fText.thread("sh");
        for (int i = 0; i <= 1 << 18; i++) {
            names.enters(1, thread, i);
        }
        Path file = fFolder.resolve("names");
        names.write(file, 1, (of, frame) -> "f");
        Map<Long, String> read = NamesFile.read(file, 1).get(0);
        assertEquals(1 << 18, read.size());
        assertEquals("f", read.get((1L << 18) - 1));
        assertNull(read.get(1L << 18));
    }
}
