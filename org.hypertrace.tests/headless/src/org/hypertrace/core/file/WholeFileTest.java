/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file under {@code --output} is whole or as it was, and what a killed process left beside it goes. */
class WholeFileTest {

    @TempDir
    private Path fFolder;
    private Path fFile;

    @BeforeEach
    void anEarlierReport() throws IOException {
        fFile = Files.writeString(fFolder.resolve("report.txt"), "earlier");
    }

    @Test
    void isWholeOrAsItWas() throws IOException {
        try (WholeFile file = new WholeFile(fFile)) {
            file.out().write("ha");
        }
        assertEquals("earlier", Files.readString(fFile));
        write();
        assertEquals("whole", Files.readString(fFile));
        assertEquals(List.of("report.txt"), names());
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws Exception {
        Process killed = new ProcessBuilder("sleep", "60").start();
        leave("report.txt.part-" + killed.pid());
        killed.destroyForcibly().waitFor();
        write();
        assertEquals(List.of("report.txt"), names());
    }

    /** Ids of processes are small and given again, in containers above all. */
    @Test
    void whatAnEarlierProcessOfTheSameIdLeftIsNoObstacle() throws IOException {
        leave("report.txt.part-" + ProcessHandle.current().pid());
        write();
        assertEquals("whole", Files.readString(fFile));
        assertEquals(List.of("report.txt"), names());
    }

    @Test
    void whatIsOfOthersStays() throws Exception {
        Process alive = new ProcessBuilder("sleep", "60").start();
        try {
            List<String> others = Stream.of("report.txt.part-" + alive.pid(), "report.txt.part-x", "report.txt.part-",
                    "report.txt.part-99999999999999999999", "other.txt.part-4194305", "report.txt").sorted().toList();
            for (String name : others) {
                leave(name);
            }
            write();
            assertEquals(others, names());
        } finally {
            alive.destroyForcibly();
        }
    }

    @Test
    void aFolderThatIsNotThereIsAnError() {
        assertThrows(IOException.class, () -> new WholeFile(fFolder.resolve("none/report.txt")));
    }

    private void leave(String name) throws IOException {
        Files.writeString(fFolder.resolve(name), "half");
    }

    private void write() throws IOException {
        try (WholeFile file = new WholeFile(fFile)) {
            file.out().write("whole");
            file.finish();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(fFolder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
