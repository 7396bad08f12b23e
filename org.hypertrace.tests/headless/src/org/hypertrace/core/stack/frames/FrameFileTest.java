/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import org.hypertrace.core.stack.track.FrameLabels;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.log.StackFigureLines;
import org.hypertrace.testing.story.RandomStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file of stacks reports of a stretch of time comes to the same as what was written. */
@Tag("plain")
class FrameFileTest {

    private static final String STORY = """
            10 sh begins
            10 sh main
            15 sh marks mark:7
            20 sh repaired ENTRY_MISSING
            20 sh read
            25 sh repaired RETURN_MISSING
            25 sh -
            25 sh again main
            35 sh - guest 15
            40 sh marks -
            40 sh ends
            12 cat begins
            30 cat write
            45 cat repaired LOST
            45 cat -
            45 cat ends
            """;
    private static final FrameLabels NONE = (thread, frame) -> FrameNames.plain(frame);

    @TempDir
    private Path fFolder;
    private final StackText fText = new StackText();

    private FrameFile written(String story, int block) throws IOException {
        return written(sink -> fText.report(sink, story), block, Integer.MAX_VALUE);
    }

    private interface Reporter {
        void report(StackSink to);
    }

    private FrameFile written(Reporter stacks, int block, int waiting) throws IOException {
        try (FrameWriter writer = new FrameWriter(fFolder.resolve("frames"), block, waiting)) {
            stacks.report(writer);
            writer.finish(3, thread -> "boot " + thread.boot(), NONE);
        }
        return FrameFile.open(fFolder.resolve("frames"), 3);
    }

    private String reported(FrameFile file, long from, long to) throws IOException {
        ReportedStacks reported = new ReportedStacks(fText);
        file.report(from, to, reported);
        return reported.lines();
    }

    @ParameterizedTest
    @CsvSource({ "1", "20", "8192" })
    void allIsReportedAgainThreadByThread(int block) throws IOException {
        assertEquals(STORY + "finished\n", reported(written(STORY, block), Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** With a block for each change: only what was open before, and until the first change behind it. */
    @Test
    void aStretchOfTime() throws IOException {
        FrameFile file = written(STORY, 1);
        assertEquals("""
                10 sh begins
                10 sh main
                20 sh read
                25 sh repaired RETURN_MISSING
                25 sh -
                25 sh again main
                35 sh ends
                13 cat begins
                30 cat write
                45 cat ends
                finished
                """, reported(file, 22, 30));
        assertEquals("""
                30 cat begins
                30 cat write
                45 cat repaired LOST
                45 cat -
                45 cat ends
                finished
                """, reported(file, 41, 60));
        assertEquals("finished\n", reported(file, 46, 60));
    }

    @ParameterizedTest
    @CsvSource({ "1, 1, 0", "2, 300, 0", "3, 8192, 0", "4, 8192, 20000", "5, 1000, 20000", "6, 100, 20000" })
    void figuresOfAnyStretchOfTimeAreTheSame(long seed, int block, int waiting) throws IOException {
        FrameFile file = written(sink -> RandomStacks.report(new Random(seed), sink), block, waiting == 0 ? Integer.MAX_VALUE : waiting);
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            long from = i == 0 ? Long.MIN_VALUE : random.nextInt(70_000);
            long to = i < 2 ? Long.MAX_VALUE : from + 1 + random.nextInt(i < 10 ? 200 : 30_000);
            assertEquals(figures(from, to, sink -> RandomStacks.report(new Random(seed), sink)), figures(from, to, sink -> {
                try {
                    file.report(from, to, sink);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }), from + " to " + to);
        }
    }

    private static String figures(long from, long to, Reporter stacks) {
        StackFigureLines lines = new StackFigureLines(from, to);
        stacks.report(lines.sink());
        return lines.finished();
    }

    @Test
    void namesAndBootsAreKept() throws IOException {
        long main = fText.frame("main");
        long write = fText.frame("write");
        try (FrameWriter writer = new FrameWriter(fFolder.resolve("named"))) {
            fText.report(writer, STORY);
            writer.finish(3, thread -> "VM 7", (thread, frame) -> frame == main ? "do_IRQ" : FrameNames.plain(frame));
        }
        FrameFile file = FrameFile.open(fFolder.resolve("named"), 3);
        StackThread thread = fText.thread("sh");
        assertEquals("do_IRQ", file.of(thread, main));
        assertTrue(file.isInterrupt(thread, main));
        assertEquals("0x" + Long.toHexString(write), file.of(thread, write));
        assertEquals("VM 7", file.guest(thread));
    }

    @Test
    void aFileThatIsNotWholeOrOfAnotherVersionIsNotRead() throws IOException {
        Path path = fFolder.resolve("frames");
        written(STORY, 100);
        assertThrows(IOException.class, () -> FrameFile.open(path, 4));
        byte[] bytes = Files.readAllBytes(path);
        for (int length : new int[] { 0, 10, 64, bytes.length / 2, bytes.length - 1 }) {
            Files.write(path, Arrays.copyOf(bytes, length));
            assertThrows(IOException.class, () -> FrameFile.open(path, 3), length + " bytes");
        }
        try (FrameWriter writer = new FrameWriter(path)) {
            fText.report(writer, STORY);
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void aBlockThatWasChangedIsNotReported() throws IOException {
        Path path = fFolder.resolve("frames");
        written(STORY, 8192);
        byte[] bytes = Files.readAllBytes(path);
        bytes[70] ^= 1;
        Files.write(path, bytes);
        IOException refused = assertThrows(IOException.class, () -> reported(FrameFile.open(path, 3), 0, 100));
        assertEquals("frames is damaged: close the trace, delete its supplementary files and open it again.", refused.getMessage());
    }
}
