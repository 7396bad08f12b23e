/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonParser;

/**
 * A trace of which bytes are missing or wrong is reported without the packets that they are of, which are named, or refused in one
 * sentence: never by a report of what happened to be readable, nor by an exception.
 */
@Tag("platform")
class DamagedTraceTest {

    private static final String RECORDING = "; if it is still being recorded, stop it first (lttng stop; lttng destroy).";
    /** How far one place of damage is from the next; of whole traces {@code WholeTraceFuzzTest} damages many. */
    private static final int STEP = Samples.ALL ? 1 : 7;
    private static final int METADATA_STEP = Samples.ALL ? 97 : 397;
    private static final int WRONG_BYTES = Samples.ALL ? 60 : 20;
    private static final int CUTS = Samples.ALL ? 8 : 2;
    /** Where the packet header that LTTng writes has its fields. */
    private static final int UUID = 4;
    private static final int BEGIN = 32;
    private static final int CONTENT_SIZE = 48;
    private static final int PACKET_SIZE = 56;

    @TempDir
    private Path fFolder;

    private Path fTrace;
    private Path fStream;
    private byte[] fBytes;

    /** One processor's events in a single packet, another's in two, between which one event was discarded. */
    @BeforeEach
    void record() throws IOException {
        fTrace = new RecordedStory(RecordedStory.ONE_VCPU + """
                100 alpha cpu1 other
                100 alpha cpu1 lost 110 1
                120 alpha cpu1 other
                """).in(fFolder);
        fStream = fTrace.resolve("channel0_1");
        fBytes = Files.readAllBytes(fStream);
    }

    @Test
    void theSameTraceUndamagedIsReported() {
        assertEquals(0, Command.run("report", "--quiet", fTrace).status());
    }

    @Test
    void aStreamThatIsEmptyRecordedNothing() throws IOException {
        String before = Summary.of(Command.report(fTrace));
        Files.writeString(fTrace.resolve("channel0_2"), "");
        assertEquals(before, Summary.of(Command.report(fTrace)));
    }

    @Test
    void everyCutOfAStreamIsReported() throws IOException {
        int second = fBytes.length / 2;
        for (int length = 1; length < fBytes.length; length += Math.abs(length - second) <= STEP ? 1 : STEP) {
            Files.write(fStream, Arrays.copyOf(fBytes, length));
            if (length != second) {
                leftOut(length < second ? 0 : second, "the last packet is incomplete" + RECORDING);
            } else {
                assertEquals(0, Command.run("report", "--quiet", fTrace).status(), "a stream may end after any packet");
            }
        }
    }

    @Test
    void aPacketThatDoesNotBeginAsOne() throws IOException {
        byte[] bytes = fBytes.clone();
        bytes[0] ^= 1;
        Files.write(fStream, bytes);
        leftOut(0, "no packet begins there.");
    }

    @Test
    void aPacketOfAnotherTrace() throws IOException {
        byte[] bytes = fBytes.clone();
        bytes[bytes.length / 2 + UUID] ^= 1;
        Files.write(fStream, bytes);
        leftOut(bytes.length / 2, "the packet is of another trace.");
    }

    @Test
    void aPacketWithAnImpossibleSize() throws IOException {
        for (long bits : new long[] { 0, -1, 8, 8L * fBytes.length + 8 }) {
            Files.write(fStream, with(PACKET_SIZE, bits));
            leftOut(0, bits > 8 ? "the last packet is incomplete" + RECORDING : "the packet's size cannot be.");
        }
        Files.write(fStream, with(CONTENT_SIZE, 8L * fBytes.length));
        leftOut(0, "the packet's size cannot be.");
    }

    @Test
    void aPacketThatBeginsAfterItsEnd() throws IOException {
        Files.write(fStream, with(BEGIN, 1_000));
        leftOut(0, "the packet's time cannot be.");
    }

    /** Trace Compass meets it, and reads all again without it. */
    @Test
    void anEventOfAnUndeclaredKind() throws IOException {
        byte[] bytes = fBytes.clone();
        bytes[bytes.length - 8] |= 31;
        Files.write(fStream, bytes);
        leftOut(bytes.length / 2, "an event in it cannot be read.");
    }

    /** Nothing is left then. */
    @Test
    void noPacketThatCanBeRead() throws IOException {
        Files.write(fTrace.resolve("channel0_0"), new byte[100]);
        Files.delete(fStream);
        refused("channel0_0 is damaged at byte 0: no packet begins there");
    }

    /** A parser that calls itself runs out of its stack: an error, which is no exception. */
    @Test
    void metadataNestedDeeply() throws IOException {
        String structs = "struct { ".repeat(20_000) + "integer { size = 8; } x; " + "} y; ".repeat(19_999) + "}";
        Files.writeString(fTrace.resolve("metadata"), "/* CTF 1.8 */\ntypealias " + structs + " := deep;\n");
        for (String command : List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0")) {
            Command done = Command.run(command, "--quiet", fTrace);
            assertEquals(new Command(1, "", "hypertrace: " + fTrace + " is damaged: what metadata declares is nested too deeply"
                    + RECORDING + '\n', done.log()), done);
        }
    }

    /** A report that fails leaves what was there; one that succeeds takes its place, or goes through a pipe. */
    @Test
    void anOutputIsWholeOrAsItWas() throws Exception {
        Path output = Files.writeString(fFolder.resolve("report.txt"), "earlier");
        byte[] metadata = Files.readAllBytes(fTrace.resolve("metadata"));
        Files.writeString(fTrace.resolve("metadata"), "/* CTF 1.8 */ struct {");
        assertEquals(1, Command.run("report", "--quiet", "--output", output, fTrace).status());
        assertEquals("earlier", Files.readString(output));
        Files.write(fTrace.resolve("metadata"), metadata);
        String report = Command.run("report", "--quiet", fTrace).out();
        assertEquals(0, Command.run("report", "--quiet", "--output", output, fTrace).status());
        assertEquals(report, Files.readString(output));
        Command full = Command.run("report", "--quiet", "--output", "/dev/full", fTrace);
        assertEquals("hypertrace: Cannot write /dev/full: No space left on device; choose another --output.\n", full.err());
        assertEquals(1, full.status());
        try (Stream<Path> files = Files.list(fFolder)) {
            assertEquals(List.of("alpha", "report.txt"), files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    /** One bit of a time stamp, in every event of the first packet. */
    @Test
    void aBitOfATimeStamp() throws IOException {
        for (int at = 64; at < fBytes.length / 2; at += STEP) {
            byte[] bytes = fBytes.clone();
            bytes[at] ^= 0x10;
            Files.write(fStream, bytes);
            for (String command : List.of("report", "stacks", "exits", "path --vcpu 0")) {
                Command done = Command.run(command, "--quiet", fTrace);
                long reasons = done.err().lines().filter(line -> !isAboutLosses(line)).count();
                assertEquals(done.status() == 0 ? 0 : 1, reasons, at + ": besides what is missing: " + done);
                assertFalse(done.err().contains("fault of Hypertrace"), at + ": " + done);
            }
        }
    }

    @Test
    void metadataCutAnywhere() throws IOException {
        Path metadata = fTrace.resolve("metadata");
        byte[] bytes = Files.readAllBytes(metadata);
        for (int length = 1; length < bytes.length; length += METADATA_STEP) {
            Files.write(metadata, Arrays.copyOf(bytes, length));
            refusedOrReported(fTrace, "metadata cut to " + length);
        }
    }

    @Test
    void metadataWithAWrongByteAnywhere() throws IOException {
        Path metadata = fTrace.resolve("metadata");
        byte[] bytes = Files.readAllBytes(metadata);
        Random random = new Random(1);
        for (int i = 0; i < WRONG_BYTES; i++) {
            byte[] wrong = bytes.clone();
            int at = random.nextInt(bytes.length);
            wrong[at] = (byte) (' ' + random.nextInt(95));
            Files.write(metadata, wrong);
            refusedOrReported(fTrace, "metadata with " + (char) wrong[at] + " at " + at);
        }
    }

    @Test
    void aRecordedTraceCutAnywhere() throws IOException {
        Path copy = fFolder.resolve("copy");
        Files.createDirectory(copy);
        try (Stream<Path> files = Files.list(Samples.trace("syscall-load"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        assertEquals(0, Command.run("report", "--quiet", copy).status());
        Random random = new Random(2);
        for (String name : List.of("c0_0", "c0_1", "metadata")) {
            byte[] whole = Files.readAllBytes(copy.resolve(name));
            for (int i = 0; i < CUTS; i++) {
                int length = 1 + random.nextInt(whole.length - 1);
                Files.write(copy.resolve(name), Arrays.copyOf(whole, length));
                Command command = refusedOrReported(copy, name + " cut to " + length);
                assertTrue(command.status() == 1 || command.err().contains("the last packet is incomplete" + RECORDING),
                        name + " cut to " + length + command);
                assertTrue(command.status() == 1 || !name.equals("metadata"), name + " cut to " + length);
            }
            Files.write(copy.resolve(name), whole);
        }
    }

    private byte[] with(int offset, long value) {
        byte[] bytes = fBytes.clone();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        return bytes;
    }

    /** The packet of the second stream at that byte is missing; all else is reported. */
    private void leftOut(int at, String why) {
        Command command = Command.run("report", "--quiet", fTrace);
        assertEquals(0, command.status(), command.toString());
        List<String> message = command.err().lines().toList();
        assertEquals(fTrace + ": in channel0_1 a damaged packet is left out, at byte " + at + ": " + why, message.get(0));
        assertTrue(message.get(1).matches(".*: in channel0_1 (packets are|one packet is) missing, from .*"), command.err());
        assertTrue(message.get(1).endsWith("; what processor 1 did then is unknown."), command.err());
        assertEquals(2, message.size(), command.err());
    }

    private static boolean isAboutLosses(String line) {
        return line.endsWith(" is unknown.") || line.contains(" left out, at byte ") || line.contains(" left out, the first at byte ")
                || line.contains("the host's tracer discarded ")
                || line.matches(".* events? stands? (behind later ones|outside the times of the packet): .*");
    }

    private void refused(String damage) {
        Command command = Command.run("report", "--quiet", fTrace);
        assertEquals("hypertrace: " + fTrace + " is damaged: " + damage + RECORDING + '\n', command.err());
        assertEquals(new Command(1, "", command.err(), List.of()), command);
    }

    private static Command refusedOrReported(Path trace, String what) {
        Command command = Command.run("report", "--quiet", "--format", "json", trace);
        if (command.status() == 0) {
            assertTrue(command.err().lines().allMatch(DamagedTraceTest::isAboutLosses), what + command.err());
            assertTrue(JsonParser.parseString(command.out()).isJsonObject(), what);
        } else {
            assertEquals(1, command.status(), what + command);
            assertEquals("", command.out(), what);
            List<String> message = command.err().lines().toList();
            assertTrue(message.get(message.size() - 1).startsWith("hypertrace: "), what + command.err());
            assertTrue(message.subList(0, message.size() - 1).stream().allMatch(DamagedTraceTest::isAboutLosses), what + command.err());
        }
        // Trace Compass' parser warns of what it does not understand in metadata; its reader met packets before they were left out
        boolean tried = command.status() == 1 || command.err().contains(" left out, ");
        assertEquals(List.of(), command.log().stream().filter(entry -> !entry.startsWith("Status WARNING")
                && !(tried && entry.contains(" Trace read error "))).toList(), what);
        return command;
    }
}
