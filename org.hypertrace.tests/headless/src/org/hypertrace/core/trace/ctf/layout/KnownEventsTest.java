/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.core.trace.ctf.type.Tsdl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events that are passed at once are those that are passed one by one. */
@Tag("plain")
class KnownEventsTest {

    private static final String COMPACT = """
            struct { enum : integer { size = 5; align = 1; } { compact = 0 ... 30, extended = 31 } id;
            variant <id> { struct { integer { size = 27; align = 1; } timestamp; } compact;
            struct { integer { size = 32; align = 8; } id; integer { size = 64; align = 8; } timestamp; } extended; } v; } align(8)""";
    private static final String LARGE = """
            struct { enum : integer { size = 16; align = 8; } { compact = 0 ... 65534, extended = 65535 } id;
            variant <id> { struct { integer { size = 32; align = 8; } timestamp; } compact;
            struct { integer { size = 32; align = 8; } id; integer { size = 64; align = 8; } timestamp; } extended; } v; } align(8)""";
    private static final String WHOLE = "struct { integer { size = 32; align = 8; } id; integer { size = 64; align = 8; } timestamp; }";
    private static final String BITS = "struct { integer { size = 3; align = 1; } id; integer { size = 10; align = 1; } timestamp; }";
    private static final int ROOM = 100;
    /** The fields of kinds by id: of those with a field a its value is wanted, and the time of 4 is wanted, too. */
    private static final String[] FIELDS = { "", "u8 x[3];", "string s;", "u8 x; i32 a; u8 y;", "", "integer { size = 32; align = 8; byte_order = be; } a;",
            "integer { size = 3; align = 1; } x; integer { size = 32; align = 1; } a; integer { size = 5; align = 1; } y;", "u16 a;", "i32 a; i32 b;" };
    /** The bytes of those that are passed, by id; -1: such an event is not passed. */
    private static final int[] LENGTHS = { 0, 3, -1, 6, 0, -1, -1, -1, -1, -1 };
    /** So many times are wanted at most. */
    private static final int TIMES = 3;

    private final EventBytes fIn = new EventBytes();
    private final List<EventLayout> fLayouts = new ArrayList<>();
    private KnownKinds fKinds;

    @BeforeEach
    void know() throws UnknownTypes {
        StringBuilder text = new StringBuilder("""
                typealias integer { size = 8; align = 8; } := u8; typealias integer { size = 16; align = 8; } := u16;
                typealias integer { size = 32; align = 8; signed = true; } := i32;
                trace { byte_order = le; }; stream { id = 0; };
                """);
        for (int id = 0; id < FIELDS.length; id++) {
            text.append("event { name = e; id = ").append(id).append("; stream_id = 0; fields := struct { ").append(FIELDS[id]).append(" }; };\n");
        }
        StreamType stream = Tsdl.of(text.toString()).streams().get(0L);
        fKinds = new KnownKinds(FIELDS.length);
        for (int id = 0; id < FIELDS.length; id++) {
            boolean isWanted = id == 4 || FIELDS[id].contains("a;");
            fLayouts.add(LayoutCompiler.of(stream, stream.events().get((long) id), isWanted ? List.of("a", "b") : List.of(), List.of()));
            fKinds.add(id, fLayouts.get(id), isWanted);
        }
    }

    private static HeaderLayout of(String header) throws UnknownTypes {
        return HeaderLayout.of(Tsdl.of("trace { byte_order = le; }; stream { id = 0; event.header := " + header + "; };").streams().get(0L).header());
    }

    /** Takes so many. */
    private static KnownSink to(StringBuilder text) {
        return new KnownSink() {
            private int fTaken;

            @Override
            public boolean take(long time, int kind, int number) {
                if (fTaken++ < TIMES) {
                    text.append(", ").append(kind).append(" at ").append(time).append(": ").append(number);
                    return true;
                }
                return false;
            }

            @Override
            public boolean look(long time, int kind, EventLayout layout, ByteBuffer bytes, int at) {
                text.append(", look at ").append(at).append(" at ").append(time);
                return bytes.get(at) != 0;
            }
        };
    }

    /** Where it ends, the time there, and the times that are wanted. */
    private String pass(HeaderLayout header, long from, long last) {
        KnownEvents known = header.known(fIn);
        StringBuilder times = new StringBuilder();
        long end = known.pass(from, last, fKinds, to(times));
        return end / 8.0 + " " + known.time() + times;
    }

    private String pass(String header, long last, String bytes, int behind) throws UnknownTypes {
        byte[] data = HexFormat.of().parseHex(bytes.replace(" ", ""));
        fIn.set(ByteBuffer.allocate(data.length + behind).put(data).order(ByteOrder.LITTLE_ENDIAN), 8L * data.length);
        return pass(of(header), 0, last);
    }

    @Test
    void timesThatAreWanted() throws UnknownTypes {
        // times 0x10, 0x11, 0x12, 0x18
        assertEquals("25.0 24, 3 at 18: -2", pass(COMPACT, 5, "00020000 21020000aabbcc 43020000 aa feffffff bb 00030000", ROOM));
        assertEquals("12.0 19, 4 at 18: -1", pass(LARGE, 5, "0400 12000000 0000 13000000", ROOM));
    }

    @Test
    void asManyAsThereIsRoomFor() throws UnknownTypes {
        assertEquals("16.0 19, 4 at 17: -1, 4 at 17: -1, 4 at 18: -1", pass(COMPACT, 5, "24020000 24020000 44020000 60020000 64020000 60020000", ROOM));
    }

    /** Its first byte decides whether it is taken. One whose length depends on what is recorded is not known. */
    @Test
    void someAreLookedAt() throws UnknownTypes {
        fKinds.addLookedAt(1, fLayouts.get(1));
        fKinds.addLookedAt(2, fLayouts.get(2));
        assertEquals("14.0 17, look at 4 at 16, look at 11 at 17", pass(COMPACT, 5, "01020000 01aabb 21020000 ffaabb", ROOM));
        assertEquals("4.0 16, look at 8 at 17", pass(COMPACT, 5, "00020000 21020000 00aabb 00020000", ROOM));
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 22020000 00020000", ROOM));
    }

    @Test
    void whereFieldsStand() {
        assertEquals(1, fLayouts.get(3).place(0, 32));
        assertEquals(-1, fLayouts.get(3).place(0, 64), "of another size");
        assertEquals(-1, fLayouts.get(3).place(1, 32), "not there");
        assertEquals(-1, fLayouts.get(5).place(0, 32), "in another order of bytes");
        assertEquals(-1, fLayouts.get(6).place(0, 32), "not at a byte");
        assertEquals(4, fLayouts.get(8).place(1, 32));
    }

    @Test
    void upToWhatIsNotKnown() throws UnknownTypes {
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 22020000 00020000", ROOM));
        // the longer form, and ids that are in no list
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 1f 00000000 2000000000000000", ROOM));
        assertEquals("6.0 16", pass(LARGE, 5, "0000 10000000 ffff 00000000 2000000000000000", ROOM));
        assertEquals("6.0 16", pass(LARGE, 5, "0000 10000000 0900 20000000", ROOM));
        // of another order of bytes, not at a byte, of another size, two
        for (int id = 5; id < FIELDS.length; id++) {
            assertEquals("6.0 16", pass(LARGE, 5, "0000 10000000 0" + id + "00 20000000", ROOM));
        }
    }

    /** The event that ends with the packet is one; none goes beyond it, and none is looked at where eight bytes are not there. */
    @Test
    void upToTheEnd() throws UnknownTypes {
        assertEquals("8.0 17", pass(COMPACT, 5, "00020000 20020000", ROOM));
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 21020000aabb", ROOM));
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 200200", ROOM));
        assertEquals("4.0 16", pass(COMPACT, 5, "00020000 20020000 200200", 0));
        assertEquals("0.0 5", pass(COMPACT, 5, "", ROOM));
    }

    @Test
    void timesPassOver() throws UnknownTypes {
        assertEquals("12.0 " + (8 + (3L << 27)), pass(COMPACT, 9 + (1L << 27), "00010000 e0000000 00010000", ROOM));
    }

    @Test
    void otherHeadersAreNotPassed() throws UnknownTypes {
        assertEquals("0.0 5", pass(WHOLE, 5, "00000000 1000000000000000", ROOM));
        assertEquals("0.0 5", pass(BITS, 5, "00000000 1000000000000000", ROOM));
        fIn.set(ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN), 8 * ROOM);
        assertEquals("0.375 5", pass(of(COMPACT), 3, 5));
    }

    /** What stands there does not matter. */
    @Test
    void anyBytes() throws UnknownTypes {
        Random random = new Random(11);
        HeaderLayout[] headers = { of(COMPACT), of(LARGE) };
        int passed = 0;
        for (int i = 0; i < 20_000; i++) {
            HeaderLayout header = headers[i % 2];
            byte[] bytes = new byte[ROOM];
            for (int at = 0; at < ROOM; at++) {
                bytes[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : at % 2 == 0 ? random.nextInt(6) : 0);
            }
            fIn.set(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 8L * (ROOM - random.nextInt(20)));
            long from = 8L * random.nextInt(20);
            long last = random.nextLong(1L << 40);
            assertEquals(oneByOne(header, i % 2 == 0 ? 32 : 48, from, last), pass(header, from, last), HexFormat.of().formatHex(bytes) + " from " + from);
            passed += header.known(fIn).pass(from, last, fKinds, to(new StringBuilder())) > from + 64 ? 1 : 0;
        }
        assertTrue(passed > 2_000, passed + " times more than one event");
    }

    /** {@code bits}: those of the shorter form of the header. */
    private String oneByOne(HeaderLayout layout, int bits, long from, long last) {
        long at = from;
        long time = last;
        int wanted = 0;
        StringBuilder text = new StringBuilder();
        while (at / 8 + 8 <= ROOM) {
            long behind;
            try {
                behind = layout.pass(fIn, at, time);
            } catch (EventBytes.Undecodable e) {
                break;
            }
            boolean isLonger = behind - at > bits;
            int length = isLonger || layout.kind() >= LENGTHS.length ? -1 : LENGTHS[layout.kind()];
            long end = behind + 8L * length;
            boolean isWanted = layout.kind() == 3 || layout.kind() == 4;
            if (length < 0 || end > fIn.end() || isWanted && ++wanted > TIMES) {
                break;
            }
            at = end;
            time = layout.time();
            if (isWanted) {
                text.append(", ").append(layout.kind()).append(" at ").append(time).append(": ")
                        .append(layout.kind() == 3 ? fIn.integer(behind + 8, 32, true, false) : -1);
            }
        }
        return at / 8.0 + " " + time + text;
    }
}
