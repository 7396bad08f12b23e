/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;

import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.core.trace.ctf.type.Tsdl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bytes by hand, read as the specification of CTF has it. */
@Tag("plain")
class LayoutCompilerTest {

    private static final long NONE = -99;

    private final EventBytes fBytes = new EventBytes();

    /** The fields a, b, c and the contexts _tid, _pid of an event, and how many bytes it has. */
    private String read(String fields, String bytes) throws UnknownTypes {
        return read("", fields, bytes);
    }

    private String read(String context, String fields, String bytes) throws UnknownTypes {
        StreamType stream = Tsdl.of("""
                typealias integer { size = 8; align = 8; } := u8;
                typealias integer { size = 16; align = 8; } := u16;
                typealias integer { size = 32; align = 8; signed = true; } := i32;
                typealias integer { size = 32; align = 32; } := aligned;
                typealias integer { size = 8; align = 8; encoding = UTF8; } := letter;
                trace { byte_order = le; };
                stream { id = 0; event.context := struct { %s }; };
                event { name = "e"; id = 0; stream_id = 0; fields := struct { %s }; };
                """.formatted(context, fields)).streams().get(0L);
        EventLayout layout = LayoutCompiler.of(stream, stream.events().get(0L), List.of("a", "b", "c"), List.of("_tid", "_pid"));
        byte[] data = HexFormat.of().parseHex(bytes.replace(" ", ""));
        fBytes.set(ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN), data.length * 8L);
        long end = layout.pass(fBytes, 0);
        StringBuilder text = new StringBuilder();
        DecodedFields of = new DecodedFields(fBytes, false);
        of.set(layout);
        for (int field = 0; field < 3; field++) {
            text.append(of.number(field, NONE)).append(' ').append(of.text(field)).append(", ");
        }
        of = new DecodedFields(fBytes, true);
        of.set(layout);
        return text.append(of.number(0, NONE)).append(' ').append(of.number(1, NONE)).append(": ").append(end / 8.0).toString();
    }

    @Test
    void integersAndContexts() throws UnknownTypes {
        assertEquals("-2 -2, 513 513, -99 , 5 -99: 8.0", read("u8 _tid;", "i32 _a; u8 x; u16 b;", "05 feffffff 07 0102"));
    }

    @Test
    void fieldsStandWhereTheyAreAligned() throws UnknownTypes {
        assertEquals("1 1, 2 2, -99 , -99 -99: 8.0", read("u8 a; aligned b;", "01 000000 02000000"));
    }

    @Test
    void texts() throws UnknownTypes {
        assertEquals("-99 ab, -99 h\u00e9, 9 9, -99 -99: 8.0", read("letter a[4]; string b; u8 c;", "61620078 68e900 09"));
    }

    @Test
    void sequences() throws UnknownTypes {
        assertEquals("7 7, -99 , -99 , -99 -99: 6.0", read("u8 n; u16 x[n]; u8 a;", "02 00000000 07"));
        assertEquals("3 3, 4 4, -99 , -99 -99: 5.0", read("u8 _a; u8 x[a]; u8 b;", "03 000000 04"));
        assertEquals("7 7, -99 , -99 , -99 -99: 7.0", read("u8 n; struct { string s; } x[n]; u8 a;", "02 6100 626300 07"));
    }

    @Test
    void variants() throws UnknownTypes {
        String fields = "enum : u8 { one, two, four = 4 } k; variant <k> { u8 one; struct { u16 p; u8 m; u8 q[m]; } two; } v; u8 a;";
        assertEquals("9 9, -99 , -99 , -99 -99: 7.0", read(fields, "01 0000 02 0000 09"));
        assertEquals("9 9, -99 , -99 , -99 -99: 3.0", read(fields, "00 05 09"));
        // no label, and a label without an option
        assertThrows(EventBytes.Undecodable.class, () -> read(fields, "03 05 09"));
        assertThrows(EventBytes.Undecodable.class, () -> read(fields, "04 05 09"));
    }

    /** As the headers of packets of a network are. */
    @Test
    void bits() throws UnknownTypes {
        assertEquals("15 15, 258 258, 4 4, -99 -99: 3.0", read("integer { size = 4; byte_order = be; } c; integer { size = 4; byte_order = be; } a;"
                + "integer { size = 16; align = 8; byte_order = be; } b;", "4f 0102"));
        assertEquals("-1 -1, 4 4, -99 , -99 -99: 1.0", read("integer { size = 4; signed = true; } a; integer { size = 4; } b;", "4f"));
    }

    @Test
    void arrays() throws UnknownTypes {
        assertEquals("8 8, -99 , -99 , -99 -99: 9.0", read("u16 x[2][2]; u8 a;", "0000 0000 0000 0000 08"));
        // an element that ends within a byte is followed by one at the next
        assertEquals("8 8, -99 , -99 , -99 -99: 3.0", read("integer { size = 5; align = 8; } x[2]; u8 a;", "00 00 08"));
    }

    /** Whatever stands there, an event ends within its packet. */
    @Test
    void eventsThatAreCutOff() {
        for (String event : List.of("u8 a; aligned b; 01 000000 020000", "letter a[4]; 616263", "string b; 6162", "u8 n; u16 x[n]; 02 000000",
                "u8 n; string x[n]; 02 6100", "i32 n; u8 x[n]; ffffffff", "i32 n; string x[n]; ffffffff")) {
            int data = event.lastIndexOf(';') + 1;
            assertThrows(EventBytes.Undecodable.class, () -> read(event.substring(0, data), event.substring(data)), event);
        }
    }

    @Test
    void formsThatAreNotKnown() {
        StringBuilder many = new StringBuilder("struct s0 { u8 a; } z;");
        for (int i = 0; i < 30; i++) {
            many.append("struct s").append(i + 1).append(" { struct s").append(i).append(" x, y; } z").append(i).append(';');
        }
        for (String fields : List.of("u8 a[2];", "enum : u8 { x } a;", "u8 x[n];", "variant <k> { u8 x; } v;", "u8 k; variant <k> { u8 x; } v;",
                "enum : u8 { x = 0 ... 5, y = 3 } k; variant <k> { u8 x; u8 y; } v;", "u8 a; u8 _a;", "string n; u8 x[n];",
                // octal numbers, as the fuzzer of both readers found them
                "integer { size = 010; } a;", "integer { size = 8; align = 010; } a;", "u8 a[01];", many.toString())) {
            assertThrows(UnknownTypes.class, () -> read(fields, "00"), fields);
        }
    }
}
