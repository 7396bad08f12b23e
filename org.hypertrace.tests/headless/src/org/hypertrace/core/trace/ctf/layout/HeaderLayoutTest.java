/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.core.trace.ctf.type.Tsdl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The headers of events: LTTng's two forms, and the plain one of others. */
@Tag("plain")
class HeaderLayoutTest {

    private static final String COMPACT = """
            struct { enum : integer { size = 5; align = 1; } { compact = 0 ... 30, extended = 31 } id;
            variant <id> { struct { integer { size = 27; align = 1; } timestamp; } compact;
            struct { integer { size = 32; align = 8; } id; integer { size = 64; align = 8; } timestamp; } extended; } v; } align(8)""";
    private static final String LARGE = """
            struct { enum : integer { size = 16; align = 8; } { compact = 0 ... 65534, extended = 65535 } id;
            variant <id> { struct { integer { size = 32; align = 8; } timestamp; } compact;
            struct { integer { size = 32; align = 8; } id; integer { size = 64; align = 8; } timestamp; } extended; } v; } align(8)""";
    private static final String PLAIN = "struct { integer { size = 64; align = 8; } timestamp; integer { size = 64; align = 8; } id; }";

    private static HeaderLayout of(String header) throws UnknownTypes {
        return HeaderLayout.of(Tsdl.of("trace { byte_order = le; }; stream { id = 0; event.header := " + header + "; };").streams().get(0L).header());
    }

    /** Id, time and length. */
    private static String read(String header, long last, String bytes) throws UnknownTypes {
        byte[] data = HexFormat.of().parseHex(bytes.replace(" ", ""));
        EventBytes in = new EventBytes();
        in.set(ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN), data.length * 8L);
        HeaderLayout layout = of(header);
        long end = layout.pass(in, 0, last);
        return layout.kind() + " " + layout.time() + ' ' + end / 8;
    }

    @Test
    void compactOnes() throws UnknownTypes {
        // 0x1234 << 5 | 3
        assertEquals("3 4660 4", read(COMPACT, 0, "83460200"));
        assertEquals("3 4660 4", read(COMPACT, 4660, "83460200 ffffffffffffffff"));
        assertEquals("40 81985529216486895 13", read(COMPACT, 5, "1f 28000000 efcdab8967452301"));
        assertEquals("3 4660 6", read(LARGE, 0, "0300 34120000"));
        assertEquals("70000 7 14", read(LARGE, 5, "ffff 70110100 0700000000000000"));
    }

    /** The lower bits of a time that passed over stand for a later time. */
    @Test
    void timesThatPassedOver() throws UnknownTypes {
        assertEquals("3 " + (4660 + (1L << 27)) + " 4", read(COMPACT, 4661, "83460200"));
        assertEquals("3 " + (4660 + (5L << 32)) + " 6", read(LARGE, 4661 + (4L << 32), "0300 34120000"));
        assertEquals("3 " + (4660 + (4L << 32)) + " 6", read(LARGE, 4660 + (4L << 32), "0300 34120000"));
    }

    @Test
    void plainOnes() throws UnknownTypes {
        assertEquals("5 7 16", read(PLAIN, 0, "0700000000000000 0500000000000000"));
    }

    @Test
    void cutOff() {
        for (String bytes : new String[] { "834602", "1f 28000000 efcdab89674523" }) {
            assertThrows(EventBytes.Undecodable.class, () -> read(COMPACT, 0, bytes));
        }
    }

    @Test
    void formsThatAreNotKnown() {
        for (String header : new String[] { "struct { integer { size = 8; } id; }", "struct { integer { size = 8; } id; string timestamp; }",
                COMPACT.replace("extended = 31", "extended = 30"), LARGE.replace("timestamp; } compact", "time; } compact"),
                PLAIN.replace("size = 64;", "size = 64; byte_order = be;"), PLAIN.replace("id;", "kind;") }) {
            assertThrows(UnknownTypes.class, () -> of(header), header);
        }
        assertThrows(UnknownTypes.class, () -> HeaderLayout.of(null));
    }
}
