/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.stack.frames.FrameFile;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a killed process leaves of histories and files is never taken for whole; what it had finished is. */
@Tag("plain")
@Tag("long")
@Timeout(300)
class KilledPassTest {

    /** It is killed when the model's history has so many bytes. */
    private static final long HALF = 1 << 20;
    private static final String END = "finished";
    private static final String HERE = "here";

    @TempDir
    private Path fFolder;

    /** Makes all files until it is killed. Arguments: trace, folder, when: {@link #HALF} or {@link #END}. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        List<PassTimelineTest.Made> all = new ArrayList<>();
        ReadEvents.of(Path.of(arguments[0]), Detail.CAUSES, traces -> {
            all.addAll(PassTimelineTest.passes(traces, folder));
            List<Consumer<HostEvent>> to = all.stream().map(PassTimelineTest.Made::to).toList();
            int[] count = { 0 };
            return event -> {
                to.forEach(each -> each.accept(event));
                if (++count[0] % 1024 == 0 && !arguments[2].equals(END) && size(folder.resolve("model")) >= HALF) {
                    untilItIsKilled();
                }
            };
        });
        for (PassTimelineTest.Made made : all) {
            made.end().run();
        }
        untilItIsKilled();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void untilItIsKilled() {
        try {
            System.out.println(HERE);
            System.in.read();
            Runtime.getRuntime().halt(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void kill(String sample, String when) throws Exception {
        Path words = fFolder.resolve("words");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), KilledPassTest.class.getName(),
                Samples.trace(sample).toString(), fFolder.toString(), when).redirectError(words.toFile()).start();
        try {
            // Trace Compass' own words come before
            assertTrue(process.inputReader().lines().anyMatch(HERE::equals), () -> words(words));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(128 + 9, process.exitValue());
    }

    private static String words(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void whatIsNotFinishedIsNotTakenForWhole() throws Exception {
        kill("preempted-guest", "half");
        assertTrue(Files.size(fFolder.resolve("model")) >= HALF, "it was killed too early");
        assertThrows(IOException.class, () -> ColumnStates.open("model", fFolder.resolve("model"), 1));
        assertThrows(IOException.class, () -> ColumnStates.open("stacks", fFolder.resolve("stacks"), 1));
        assertThrows(IOException.class, () -> FrameFile.open(fFolder.resolve("frames"), 1));
        assertNull(ExitColumnsReader.open(fFolder.resolve("exits"), 1));
        assertNull(PathRows.open(fFolder.resolve("paths"), 1));
    }

    @Test
    void whatIsFinishedIsWhole() throws Exception {
        kill("syscall-load", END);
        for (String name : List.of("model", "stacks")) {
            ColumnStates states = ColumnStates.open(name, fFolder.resolve(name), 1);
            assertTrue(states.getNbAttributes() > 10, name);
            states.dispose();
        }
        assertNotNull(FrameFile.open(fFolder.resolve("frames"), 1));
        assertNotNull(ExitColumnsReader.open(fFolder.resolve("exits"), 1));
        assertNotNull(PathRows.open(fFolder.resolve("paths"), 1));
    }
}
