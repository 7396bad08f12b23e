/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Version;

/** What the reader of other versions of Trace Compass is spared. */
@Tag("plain")
class CtfReaderTest {

    private static final int HEADER = 16;
    private static final int ENTRY = 56;
    private static final int DISCARDED = 40;

    @TempDir
    private Path fFolder;

    @AfterEach
    void runningAgain() {
        CtfReader.setHere(null);
    }

    private static void be(String version) {
        CtfReader.setHere(new CtfReader(new Version(version)));
    }

    /** Of three packets: the counter of discarded events grows from 0 to 5 and stays. */
    private Path traceWithIndex() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ENTERED).in(fFolder);
        ByteBuffer index = ByteBuffer.allocate(HEADER + 3 * ENTRY);
        index.putInt(0xC1F1DCC1).putInt(1).putInt(0).putInt(ENTRY);
        for (long counter : List.of(0L, 5L, 5L)) {
            index.position(index.position() + DISCARDED).putLong(counter).putLong(0);
        }
        Files.createDirectory(trace.resolve("index"));
        Files.write(trace.resolve("index/c0_0.idx"), index.array());
        return trace;
    }

    /** What Trace Compass 10.1 and later count: the sum of the counters in an index, where there is one. */
    private static long countedByIndex(Path folder) throws IOException {
        Path file = folder.resolve("index/c0_0.idx");
        if (!Files.exists(file)) {
            return 0;
        }
        ByteBuffer index = ByteBuffer.wrap(Files.readAllBytes(file));
        long sum = 0;
        for (int at = HEADER; at < index.limit(); at += ENTRY) {
            sum += index.getLong(at + DISCARDED);
        }
        return sum;
    }

    @Test
    void theCounterOfAnIndexIsNoLossWhereTraceCompassTakesItForOne() throws IOException {
        Path trace = traceWithIndex();
        assertEquals(10, countedByIndex(trace), "5 were discarded, and 10.1 counts twice as many");
        be("4.6.0");
        assertTrue(MendedTrace.isNeeded(trace, List.of()));
        try (MendedTrace spared = MendedTrace.of(trace, List.of())) {
            assertEquals(0, countedByIndex(spared.folder()));
            assertEquals(Files.readString(trace.resolve("metadata")), Files.readString(spared.folder().resolve("metadata")));
            try (var streams = Files.list(trace).filter(Files::isRegularFile)) {
                for (Path stream : streams.toList()) {
                    assertTrue(Files.isSameFile(stream, spared.folder().resolve(stream.getFileName())));
                }
            }
        }
        for (String before : List.of("4.1.0", "4.5.9")) {
            be(before);
            assertFalse(MendedTrace.isNeeded(trace, List.of()), before);
        }
        Files.delete(trace.resolve("index/c0_0.idx"));
        Files.delete(trace.resolve("index"));
        be("5.1.0");
        assertFalse(MendedTrace.isNeeded(trace, List.of()));
    }

    @Test
    void metadataOfCtf2AreTranslatedOnlyWhereTraceCompassDoesNotReadThem() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ENTERED).in(fFolder);
        assertFalse(MendedTrace.isNeeded(trace, List.of()));
        String metadata = "\u001e{ \"type\": \"preamble\", \"version\": 2 }\u001e{ \"type\": \"trace-class\" }";
        Files.writeString(trace.resolve("metadata"), metadata);
        for (String before : List.of("4.1.0", "4.4.1", "5.0.2")) {
            be(before);
            assertTrue(MendedTrace.isNeeded(trace, List.of()), before);
            try (MendedTrace translated = MendedTrace.of(trace, List.of())) {
                assertTrue(Files.readString(translated.folder().resolve("metadata")).startsWith("/* CTF 1.8 */\ntrace {"));
            }
        }
        be("5.1.0");
        assertFalse(MendedTrace.isNeeded(trace, List.of()));
    }
}
