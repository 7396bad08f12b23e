/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The metadata of a trace are parsed once, however often it is opened and read; and again when the file is another. Isolated: it counts. */
@Tag("plain")
@Isolated
class MetadataTextTest {

    private static final String STORY = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit HLT
            """;

    @TempDir
    private Path fFolder;

    private int events(Path trace) throws IOException {
        AtomicInteger events = new AtomicInteger();
        ReadEvents.of(trace, event -> events.incrementAndGet());
        return events.get();
    }

    @Test
    void anOpeningParsesThemOnce() throws IOException {
        Path trace = new RecordedStory(STORY).in(fFolder);
        long before = MetadataText.parsed();
        int events = events(trace);
        assertNotEquals(0, events);
        assertEquals(1, MetadataText.parsed() - before);
        assertEquals(events, events(trace));
        assertEquals(1, MetadataText.parsed() - before);
    }

    @Test
    void theBytesDecideNotTheFile() throws Exception {
        Path file = fFolder.resolve("metadata");
        String text = "/* CTF 1.8 */ event { name = \"one\"; id = 1; stream_id = 0; };";
        Files.writeString(file, text);
        MetadataText first = MetadataText.of(file);
        assertSame(first, MetadataText.of(Files.copy(file, fFolder.resolve("copy"))));
        assertSame(first.types(), MetadataText.of(file).types());
        Files.writeString(file, text.replace("one", "two"));
        assertEquals(text.replace("/* CTF 1.8 */", " ").replace("one", "two"), MetadataText.of(file).text());
        assertSame(first, MetadataText.of(fFolder.resolve("copy")));
    }

    /** Of others no more are kept than a few. */
    @Test
    void theOldestIsForgotten() throws IOException {
        Path file = fFolder.resolve("metadata");
        Files.writeString(file, "/* 0 */");
        MetadataText.of(file);
        for (int i = 1; i <= 4; i++) {
            Files.writeString(file, "/* " + i + " */");
            MetadataText.of(file);
        }
        long before = MetadataText.parsed();
        MetadataText.of(file);
        assertEquals(0, MetadataText.parsed() - before);
        Files.writeString(file, "/* 0 */");
        MetadataText.of(file);
        assertEquals(1, MetadataText.parsed() - before);
    }
}
