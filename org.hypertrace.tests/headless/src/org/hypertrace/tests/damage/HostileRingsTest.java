/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of rings that no writer leaves so, or that change while they are read: commands refuse them in one sentence, and none waits. */
@Tag("platform")
class HostileRingsTest {

    private static final List<String> COMMANDS = List.of("report", "boot", "shutdown", "exits", "stacks", "syscalls", "extract");
    private static final int CAPACITY = 16;
    private static final int HEAD = 24;
    private static final int KHZ = 32;
    private static final int NEXT = 56;
    private static final long VERSION = 1L << 32;

    @TempDir
    private Path fFolder;

    private static RingMemory ring() {
        return new RingMemory().ring(0, 0, 8, 0).put(0, 100, 0xa1).put(0, 200, 0x70, 1).put(0, 300, 0xa0, 2L << 32 | 120);
    }

    private static Map<String, byte[]> hostile() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("an empty file", new byte[0]);
        files.put("a header that is cut", Arrays.copyOf(ring().bytes(), 63));
        files.put("no capacity", ring().set(CAPACITY, 0).bytes());
        files.put("a negative capacity", ring().set(CAPACITY, Long.MIN_VALUE).bytes());
        files.put("a huge capacity", ring().set(CAPACITY, 1L << 62).bytes());
        files.put("no head", ring().set(HEAD, 0).bytes());
        files.put("a negative head", ring().set(HEAD, -1).bytes());
        files.put("a huge head", ring().set(HEAD, Long.MAX_VALUE).bytes());
        files.put("records of no length", ring().set(8, VERSION).bytes());
        files.put("records longer than the file", ring().set(8, VERSION | 1 << 20).bytes());
        files.put("a huge capacity and a huge head", ring().set(CAPACITY, 1L << 56).set(HEAD, Long.MAX_VALUE).bytes());
        files.put("another ring behind the end", ring().set(NEXT, 1L << 40).bytes());
        files.put("another ring before the begin", ring().set(NEXT, Long.MIN_VALUE).set(HEAD, 0).bytes());
        files.put("no rate", ring().set(KHZ, 0).bytes());
        files.put("a negative rate", ring().set(KHZ, -1).bytes());
        return files;
    }

    @Test
    void everyCommandRefusesThemInOneSentence() throws IOException {
        for (Map.Entry<String, byte[]> file : hostile().entrySet()) {
            Path ring = Files.write(fFolder.resolve("web-1.ring"), file.getValue());
            for (String command : COMMANDS) {
                Command run = command.equals("extract") ? Command.run(command, "--quiet", "-o", fFolder.resolve("guests"), ring)
                        : Command.run(command, "--quiet", ring);
                String what = file.getKey() + ", " + command + ": " + run.status() + ' ' + run.err() + run.out();
                assertEquals(1, run.status(), what);
                assertEquals(1, run.err().strip().lines().count(), what);
                assertTrue(run.err().contains("web-1.ring") && run.err().strip().matches("(?s).*[.?]"), what);
                assertEquals("", run.out(), what);
                assertEquals(List.of(), run.log(), what);
            }
        }
    }

    /** A capacity beyond the file, and a head beyond what is written: all that is there is read, and what is not is reported. */
    @Test
    void whatIsThereIsReadAndTheRestIsReported() throws IOException {
        Command large = Command.run("report", "--quiet", Files.write(fFolder.resolve("web-1.ring"), ring().set(CAPACITY, 1L << 40).bytes()));
        assertEquals("0 ", large.status() + " " + large.err());
        Path ring = Files.write(fFolder.resolve("web-1.ring"), ring().set(CAPACITY, 1L << 40).set(HEAD, 1L << 39).bytes());
        for (String command : List.of("boot", "exits")) {
            Command run = Command.run(command, "--quiet", ring);
            assertTrue(run.err().contains("behind the end of the file"), command + ": " + run.err());
        }
    }

    @Test
    void aFileThatIsCutWhileItIsReadIsOneSentence() throws Exception {
        Path ring = Files.write(fFolder.resolve("web-1.ring"), ring().bytes());
        try (OpenTraces traces = OpenTraces.open(List.of(ring))) {
            Files.write(ring, Arrays.copyOf(ring().bytes(), 64 + 64));
            String message = assertThrows(ReportException.class, () -> traces.model(new NullProgressMonitor())).getMessage();
            assertTrue(message.contains("is being written while it is read") && message.lines().count() == 1, message);
        }
    }
}
