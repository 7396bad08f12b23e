/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --output} may name besides a file: pipes are written, as by any command; standard output is standard output. */
@Timeout(60)
@Tag("platform")
class OutputTest {

    @TempDir
    private Path fFolder;

    @Test
    void aPipeIsWritten() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path pipe = fFolder.resolve("pipe");
        Tool.run("mkfifo", pipe);
        File read = fFolder.resolve("read").toFile();
        Process reader = new ProcessBuilder("cat", pipe.toString()).redirectOutput(read).start();
        try {
            assertEquals(new Command(0, "", "", List.of()), Command.run("report", "--quiet", trace, "--output", pipe));
            reader.waitFor();
            assertEquals(Command.run("report", "--quiet", trace).out(), Files.readString(read.toPath()));
            try (Stream<Path> files = Files.list(fFolder)) {
                assertEquals(List.of("alpha", "pipe", "read"), files.map(file -> file.getFileName().toString()).sorted().toList());
            }
        } finally {
            reader.destroyForcibly();
        }
    }

    /** What is behind it may be a file to which a shell appends: that is not replaced. */
    @ParameterizedTest
    @ValueSource(strings = { "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" })
    void standardOutputByItsName(String name) throws Exception {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        assertEquals(Command.run("report", "--quiet", trace), Command.run("report", "--quiet", trace, "--output", name));
    }

    @Test
    void aFolderIsNone() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        assertEquals(new Command(1, "", "hypertrace: Cannot write " + fFolder + ": it is a folder; choose another --output.\n", List.of()),
                Command.run("report", "--quiet", trace, "--output", fFolder));
    }
}
