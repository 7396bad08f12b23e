/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice whether tracing is shown, and what all files of choices share. */
class TracingChoiceTest {

    @TempDir
    Path fFolder;
    private Path fFile;

    @BeforeEach
    void file() {
        fFile = fFolder.resolve(TracingChoice.FILE_NAME);
    }

    @Test
    void itIsKeptUnlessAsUsual() throws IOException {
        assertFalse(TracingChoice.read(fFile).withoutTracing());
        new TracingChoice(true).write(fFile);
        assertEquals("{\"version\":1,\"withoutTracing\":true}", Files.readString(fFile).replaceAll("\\s", ""));
        assertTrue(TracingChoice.read(fFile).withoutTracing());
        new TracingChoice(false).write(fFile);
        assertFalse(Files.exists(fFile));
    }

    @Test
    void aWrongFileIsReportedWithItsPlaceAndWhatHelps() throws IOException {
        for (List<String> wrong : List.of(List.of("7", "the document must be an object, {…}"),
                List.of("{}", "the document must have the key \"version\""),
                List.of("{ \"version\": 2, \"withoutTracing\": true }", "version must be 1, not 2"),
                List.of("{ \"version\": 1, \"withoutTracing\": 1 }", "withoutTracing must be true or false, not 1"))) {
            Files.writeString(fFile, wrong.get(0));
            assertEquals(fFile + ": " + wrong.get(1) + ". Remove the file, and choose again.",
                    assertThrows(IOException.class, () -> TracingChoice.read(fFile)).getMessage());
        }
    }

    /** A choice that cannot be written leaves the one before, and nothing else. */
    @Test
    void theFileIsWholeOrAsBefore() throws IOException {
        new TracingChoice(true).write(fFile);
        Path part = Files.createDirectory(fFile.resolveSibling(TracingChoice.FILE_NAME + ".part-" + ProcessHandle.current().pid()));
        assertThrows(IOException.class, () -> new TracingChoice(true).write(fFile));
        assertTrue(TracingChoice.read(fFile).withoutTracing());
        Files.delete(part);
        new TracingChoice(true).write(fFile);
        assertFalse(Files.exists(part));
    }
}
