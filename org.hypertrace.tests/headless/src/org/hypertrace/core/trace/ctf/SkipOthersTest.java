/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.text;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfStream;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.layout.EventLayout;
import org.hypertrace.core.trace.ctf.layout.KnownSink;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who passes over events has, of the others, what who reads all has: of whole traces, and of damaged ones. */
@Tag("plain")
class SkipOthersTest {

    private static final long SEED = 7;
    private static final int EVENTS = 300;
    private static final int CASES = 300;
    private static final String REFUSED = "refused";
    private static final int ROOM = 5;
    /** Where the writer has a packet's begin and its bits, and its first event, in bytes. */
    private static final int BEGIN = 32;
    private static final int PACKET_SIZE = 56;
    private static final int FIRST_EVENT = 84;
    /** Of these something is asked for: of the first two no field that they have. */
    private static final Map<String, HostEventReader.Kind> ASKED = Map.of("entry", HostEventReader.Kind.of(List.of("none")), "exit",
            HostEventReader.Kind.of(List.of("vcpu_id")),
            "empty", HostEventReader.Kind.of(List.of()), "switch", HostEventReader.Kind.of(List.of("tid", "name")), "note", HostEventReader.Kind.of(List.of("text")));

    @TempDir
    private Path fFolder;
    private final Random fRandom = new Random(SEED);

    /** So many kinds of events, whose headers are compact; of kinds from the 31st on they are the longer form. */
    private Path write(int kinds) throws IOException {
        Path folder = fFolder.resolve("of" + kinds);
        try (CtfWriter writer = new CtfWriter(folder, new UUID(1, 2), CtfClock.monotonic(new UUID(3, 4), 0), KernelEvents.environment("host"))) {
            writer.packetSize(1024);
            writer.declare(CtfEventType.of("entry", unsigned("vcpu_id", 32)),
                    CtfEventType.of("exit", unsigned("reason", 64), unsigned("vcpu_id", 32), unsigned("error", 8)), CtfEventType.of("empty"), CtfEventType.of("other", unsigned("a", 64), unsigned("b", 8)),
                    CtfEventType.of("note", string("text")), CtfEventType.of("words", string("text")), CtfEventType.of("switch", text("name", 16), signed("tid", 32)));
            for (int i = 7; i < kinds; i++) {
                writer.declare(CtfEventType.of("kind" + i, unsigned("c", 16)));
            }
            CtfStream stream = writer.stream(0);
            long time = 1000;
            stream.begin(time);
            for (int i = 0; i < EVENTS; i++) {
                time += fRandom.nextInt(10) == 0 ? fRandom.nextLong(1L << 33) : fRandom.nextInt(1 << 20);
                switch (fRandom.nextInt(9)) {
                case 0, 1 -> stream.event(time, "entry", i);
                case 8 -> stream.event(time, "exit", i, 3 * i, 1);
                case 2 -> stream.event(time, "empty");
                case 3 -> stream.event(time, "note", "n".repeat(fRandom.nextInt(5)));
                case 4 -> stream.event(time, "words", "w".repeat(fRandom.nextInt(5)));
                case 5 -> stream.event(time, "switch", "name" + fRandom.nextInt(3), i);
                case 6 -> stream.event(time, kinds > 7 ? "kind" + (7 + fRandom.nextInt(kinds - 7)) : "empty", kinds > 7 ? new Object[] { 7 } : new Object[0]);
                default -> stream.event(time, "other", 1, 2);
                }
                if (fRandom.nextInt(60) == 0) {
                    stream.discard(3, time + 5);
                    time += 10;
                }
            }
        }
        return folder;
    }

    /** What is asked for, by who reads all; at the end, whether it is refused. Nobody who passes over events has one before others, or outside its packet. */
    private static List<String> all(Path trace) throws IOException, UnknownTypes {
        List<String> found = new ArrayList<>();
        try (TraceEvents events = TraceEvents.of(trace, ASKED::get)) {
            StreamEvents stream = events.streams().get(0);
            long latest = Long.MIN_VALUE;
            while (stream.next()) {
                if (!stream.isLost()) {
                    if (stream.time() < latest || stream.packet().away(stream.time()) > 0) {
                        found.add(REFUSED);
                        return found;
                    }
                    latest = stream.time();
                }
                if (stream.isLost() || stream.kind() != null) {
                    found.add(line(stream));
                }
            }
        } catch (EventBytes.Undecodable e) {
            found.add(REFUSED);
        }
        return found;
    }

    /** {@code withTimes}: whether times are read at once where they are all that is wanted. */
    private static List<String> others(Path trace, boolean withTimes) throws IOException, UnknownTypes {
        List<String> found = new ArrayList<>();
        try (TraceEvents events = TraceEvents.of(trace, ASKED::get)) {
            StreamEvents stream = events.streams().get(0);
            stream.skipOthers();
            do {
                while (withTimes && times(stream, found) == ROOM) {
                    // there may be more
                }
            } while (stream.next() && found.add(line(stream)));
        } catch (EventBytes.Undecodable e) {
            found.add(REFUSED);
        }
        return found;
    }

    /** Not more than there is room for. Returns how many it took; none if one cannot be decoded. */
    private static int times(StreamEvents stream, List<String> to) {
        List<String> taken = new ArrayList<>();
        stream.give(new KnownSink() {
            @Override
            public boolean take(long time, int kind, int number) {
                String fields = stream.kind(kind).fields().toString();
                return taken.size() < ROOM && taken.add(time + " " + fields + (fields.equals("[vcpu_id]") ? number : ""));
            }

            @Override
            public boolean look(long time, int kind, EventLayout layout, ByteBuffer bytes, int at) {
                return false;
            }
        });
        to.addAll(taken);
        return taken.size();
    }

    private static String line(StreamEvents event) {
        if (event.isLost()) {
            return event.time() + " lost " + event.lost() + " until " + event.lostUntil();
        }
        String fields = event.kind().fields().toString();
        return event.time() + " " + switch (fields) {
        case "[tid, name]" -> fields + event.fields().number(0, -1) + event.fields().text(1);
        case "[text]" -> fields + event.fields().text(0);
        case "[vcpu_id]" -> fields + (int) event.fields().number(0, -1);
        default -> fields;
        };
    }

    @Test
    void wholeTraces() throws IOException, UnknownTypes {
        for (int kinds : new int[] { 7, 20, 50 }) {
            Path trace = write(kinds);
            List<String> found = others(trace, true);
            assertTrue(found.size() > EVENTS / 4 && !found.contains(REFUSED), found.toString());
            assertEquals(all(trace), found);
            assertEquals(found, others(trace, false));
        }
    }

    /** The second packet begins before the last event of the first, and so may its first event. */
    @Test
    void packetsThatOverlap() throws IOException, UnknownTypes {
        Path folder = fFolder.resolve("overlap");
        try (CtfWriter writer = new CtfWriter(folder, new UUID(1, 2), CtfClock.monotonic(new UUID(3, 4), 0), KernelEvents.environment("host"))) {
            writer.packetSize(160).declare(CtfEventType.of("empty"));
            for (int time = 1000; time < 2000; time += 10) {
                writer.event(0, time, "empty");
            }
        }
        Path file = folder.resolve("channel0_0");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int second = (int) (bytes.getLong(PACKET_SIZE) / Byte.SIZE);
        int event = second + FIRST_EVENT;
        int first = bytes.getInt(event) >>> 5;
        assertTrue(first > 1000 && first < 2000, "" + first);
        bytes.putLong(second + BEGIN, first - 50);
        Files.write(file, bytes.array());
        assertEquals(100, others(folder, true).size());
        bytes.putInt(event, bytes.getInt(event) - (20 << 5));
        Files.write(file, bytes.array());
        List<String> expected = all(folder);
        assertEquals(REFUSED, expected.get(expected.size() - 1));
        assertEquals(expected, others(folder, true));
    }

    /** A byte anywhere in the file is another one. */
    @Test
    void damagedTraces() throws IOException, UnknownTypes {
        int[] which = new int[2];
        for (int kinds : new int[] { 7, 50 }) {
            Path trace = write(kinds);
            Path file = trace.resolve("channel0_0");
            byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < CASES; i++) {
                byte[] damaged = whole.clone();
                damaged[fRandom.nextInt(damaged.length)] = (byte) fRandom.nextInt();
                Files.write(file, damaged);
                List<String> expected;
                try {
                    expected = all(trace);
                } catch (UnknownTypes e) {
                    // nothing of it is read
                    continue;
                }
                List<String> found = others(trace, false);
                assertEquals(expected, found, "case " + i + " of " + kinds);
                List<String> atOnce = others(trace, true);
                // of those that are refused not all times may be read before
                assertEquals(expected, found.contains(REFUSED) && atOnce.contains(REFUSED) ? expected : atOnce, "case " + i + " of " + kinds + ", at once");
                which[found.contains(REFUSED) ? 1 : 0]++;
            }
        }
        assertTrue(which[0] > CASES / 4 && which[1] > CASES / 4, which[0] + " read, " + which[1] + " refused");
    }
}
