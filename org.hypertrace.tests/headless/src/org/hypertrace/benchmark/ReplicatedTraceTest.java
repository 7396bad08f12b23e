/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import static org.hypertrace.core.guesttrace.CtfField.sequence;
import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.text;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** N copies of a trace are, read by babeltrace2, the trace's own lines N times, each time later by the same span. */
class ReplicatedTraceTest {

    private static final long STEP = 1L << 32;
    /** End of the trace, 5 * 2^32 ns and 700 ns after its begin: copies must be 6 * 2^32 ns apart. */
    private static final long END = 300 + 5 * STEP + 700;

    @TempDir
    Path folder;

    @BeforeEach
    void writeATraceWithEveryFormOfHeaderAndField() throws IOException {
        try (CtfWriter writer = new CtfWriter(folder.resolve("one"), new UUID(1, 2), CtfClock.monotonic(new UUID(3, 4), 0), KernelEvents.environment("host"))) {
            writer.packetSize(256).context(signed("tid", 32), text("procname", 16));
            writer.declare(CtfEventType.of("fields", unsigned("u8", 8), string("words"), sequence("list", 16, 8), signed("s64", 64)));
            for (int i = 0; i < 40; i++) {
                writer.declare(CtfEventType.of("type" + i, string("words")));
            }
            writer.stream(0).context(1, "init").begin(300);
            long time = 400;
            for (int i = 0; i < 40; i++) {
                writer.event(0, time, "type" + i % 4 * 12, "event " + i);
                time += i % 5 == 0 ? STEP / 16 : 10;
            }
            writer.event(0, 3 * STEP, "fields", 255, "some words", new int[] {-1, 2, 3}, -5);
            writer.stream(0).discard(7, 3 * STEP + 10).event(3 * STEP + 20, "type39", "after a loss").discard(2, END);
            writer.stream(1).context(2, "two").begin(1000).event(1000, "fields", 0, "x", new int[0], 0);
        }
    }

    @Test
    void everyCopyIsTheTraceLater() throws Exception {
        assertEquals(6 * STEP, ReplicatedTrace.write(folder.resolve("one"), folder.resolve("three"), 3));
        List<String> expected = new ArrayList<>();
        for (int copy = 0; copy < 3; copy++) {
            for (String line : events(folder.resolve("one"))) {
                int end = line.indexOf(']');
                expected.add("[" + "%020d".formatted(Long.parseLong(line.substring(1, end)) + copy * 6 * STEP) + line.substring(end));
            }
        }
        assertEquals(43 * 3, expected.size());
        assertEquals(String.join("\n", expected), String.join("\n", events(folder.resolve("three"))));
    }

    @Test
    void lossesAreThoseOfTheTraceInEveryCopy() throws Exception {
        ReplicatedTrace.write(folder.resolve("one"), folder.resolve("three"), 3);
        assertEquals(List.of("7", "2", "7", "2", "7", "2"), losses(folder.resolve("three")));
    }

    @Test
    void whatIsNoTraceOfThisFormIsRefused() throws Exception {
        Path one = folder.resolve("one");
        Path metadata = one.resolve("metadata");
        String text = Files.readString(metadata);
        Files.writeString(metadata, text.replaceFirst("string _words;", "enum { a, b } _words;"));
        assertRefused("this field has a form that is not known: enum { a, b } _words;");
        Files.writeString(metadata, text.replace("byte_order = le;", "byte_order = be;"));
        assertRefused("its byte order is not little-endian");
        Files.writeString(metadata, text.replace("\tid = 37;", "\tid = 99;"));
        assertRefused("an event has the id 37 in stream 0, which is not declared");
        Files.writeString(metadata, text);
        Files.writeString(one.resolve("channel0_2"), "");
        assertRefused("channel0_2 is empty");
        Files.delete(one.resolve("channel0_2"));
        try (FileChannel file = FileChannel.open(one.resolve("channel0_1"), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 1);
        }
        assertRefused("channel0_1 has a damaged or truncated packet at byte 0");
    }

    private void assertRefused(String reason) {
        Exception refusal = assertThrows(IOException.class, () -> ReplicatedTrace.write(folder.resolve("one"), Files.createTempDirectory(folder, "copy"), 2));
        assertEquals("The trace cannot be replicated: " + reason, refusal.getMessage());
    }

    private static List<String> events(Path trace) throws Exception {
        return run("babeltrace2", "--clock-cycles", "--no-delta", trace.toString()).lines().filter(line -> line.startsWith("[")).toList();
    }

    /** Numbers of lost events as {@code events_discarded} of each packet of the first CPU reports against the packet before; packet numbers must count on. */
    private static List<String> losses(Path trace) throws IOException {
        List<String> losses = new ArrayList<>();
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(trace.resolve("channel0_0"))).order(ByteOrder.LITTLE_ENDIAN);
        long before = 0;
        int number = 0;
        for (int at = 0; at < file.capacity(); at += file.getLong(at + 56) / 8) {
            assertEquals(number++, file.getLong(at + 64));
            long counter = file.getLong(at + 72);
            if (counter != before) {
                losses.add(Long.toString(counter - before));
            }
            before = counter;
        }
        return losses;
    }

    private static String run(String... command) throws Exception {
        Path out = Files.createTempFile("babeltrace", ".out");
        try {
            assertEquals(0, new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor());
            return Files.readString(out);
        } finally {
            Files.delete(out);
        }
    }
}
