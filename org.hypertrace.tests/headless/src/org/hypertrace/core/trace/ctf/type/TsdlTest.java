/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;

import org.hypertrace.core.trace.ctf.type.CtfType.Array;
import org.hypertrace.core.trace.ctf.type.CtfType.Enumeration;
import org.hypertrace.core.trace.ctf.type.CtfType.Field;
import org.hypertrace.core.trace.ctf.type.CtfType.Int;
import org.hypertrace.core.trace.ctf.type.CtfType.Label;
import org.hypertrace.core.trace.ctf.type.CtfType.Sequence;
import org.hypertrace.core.trace.ctf.type.CtfType.Struct;
import org.hypertrace.core.trace.ctf.type.CtfType.Text;
import org.hypertrace.core.trace.ctf.type.CtfType.Variant;
import org.hypertrace.core.trace.ctf.type.TraceTypes.EventType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metadata of CTF 1.8, as its specification has them. */
@Tag("plain")
class TsdlTest {

    private static final String TRACE = """
            typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
            typealias integer { size = 64; align = 8; signed = false; } := unsigned long;
            trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint8_t magic; }; };
            env { hostname = "a; } b"; tracer_major = 2; };
            clock { name = "monotonic"; freq = 1000000000; offset = -5; };
            struct header { enum : uint8_t { compact = 0 ... 254, extended = 255 } id; } align(8);
            stream { id = 3; event.header := struct header; event.context := struct { uint8_t _tid; }; };
            """;
    private static final Int BYTE = new Int(8, 8, false, false, false);

    private static TraceTypes of(String fields) throws UnknownTypes {
        return Tsdl.of(TRACE + "event { name = \"an \\\"event\"; id = 7; stream_id = 3; loglevel = 5; fields := struct {" + fields + "}; };");
    }

    private static List<Field> fields(String fields) throws UnknownTypes {
        return of(fields).streams().get(3L).events().get(7L).fields().fields();
    }

    @Test
    void streamsAndEvents() throws UnknownTypes {
        TraceTypes.StreamType stream = of("").streams().get(3L);
        Enumeration id = new Enumeration(BYTE, List.of(new Label("compact", 0, 254), new Label("extended", 255, 255)));
        assertEquals(new Struct(List.of(new Field("id", id)), 8), stream.header());
        assertEquals(new Struct(List.of(new Field("_tid", BYTE)), 8), stream.context());
        assertEquals(new EventType("an \\\"event", null, new Struct(List.of(), 1)), stream.events().get(7L));
    }

    @Test
    void integers() throws UnknownTypes {
        assertEquals(List.of(new Field("a", new Int(32, 8, true, true, false)), new Field("b", new Int(5, 1, false, false, false)),
                new Field("c", new Int(64, 8, false, false, false)), new Field("d", BYTE), new Field("e", BYTE)),
                fields("integer { size = 32; align = 8; signed = 1; byte_order = network; base = 16; } a; integer { size = 5; } b;"
                        + "unsigned long c; uint8_t d, e;"));
    }

    @Test
    void textsAndArrays() throws UnknownTypes {
        Int character = new Int(8, 8, true, false, true);
        assertEquals(List.of(new Field("_comm", new Array(character, 16)), new Field("_name", new Text()),
                new Field("_data", new Sequence(BYTE, "_count")), new Field("_table", new Array(new Array(BYTE, 3), 2))),
                fields("integer { size = 8; align = 8; signed = true; encoding = UTF8; } _comm[16]; string { encoding = ASCII; } _name;"
                        + "uint8_t _data[_count]; uint8_t _table[2][3];"));
    }

    @Test
    void variantsAndEnumerations() throws UnknownTypes {
        assertEquals(List.of(new Field("_kind", new Enumeration(BYTE, List.of(new Label("one", 0, 0), new Label("two", 1, 1), new Label("x", -4, 5)))),
                new Field("_of", new Variant("_kind", List.of(new Field("one", BYTE), new Field("two", new Struct(List.of(), 16)))))),
                fields("enum : uint8_t { one, \"two\", x = -4 ... 5 } _kind; variant <_kind> { uint8_t one; struct { } align(16) two; } _of;"));
    }

    @Test
    void typesOfOthers() {
        for (String wrong : List.of("unknown_t a;", "integer { size = 65; } a;", "integer { align = 8; } a;", "struct unknown a;",
                "integer { size = 8; byte_order = pdp; } a;", "uint8_t a[-1];", "uint8_t a[", "uint8_t a", "{", "enum : string { a } b;",
                "struct { ".repeat(100) + "} a; ".repeat(100), "\"open")) {
            assertThrows(UnknownTypes.class, () -> of(wrong), wrong);
        }
        assertThrows(UnknownTypes.class, () -> Tsdl.of(TRACE.replace("byte_order = le", "byte_order = be")));
        assertThrows(UnknownTypes.class, () -> Tsdl.of(TRACE + "stream { id = 3; };"));
        assertThrows(UnknownTypes.class, () -> Tsdl.of(TRACE + "nothing { };"));
        // octal, 25
        assertThrows(UnknownTypes.class, () -> Tsdl.of(TRACE + "event { name = \"e\"; id = 031; stream_id = 3; };"));
        // Trace Compass passes over what is no sign of the language: for it this is the event's name
        for (String sign : List.of("$", "!", "\\", "'", "\u00e9", "\u0000")) {
            assertThrows(UnknownTypes.class, () -> Tsdl.of(TRACE + "event { name =" + sign + "\"sched_switch\"; id = 7; stream_id = 3; };"), sign);
        }
    }

    /** A field in network byte order does not make a trace big endian. */
    @Test
    void oneFieldIsBigEndian() throws UnknownTypes {
        assertEquals(List.of(true, false), fields("integer { size = 16; byte_order = be; } port; uint8_t a;").stream()
                .map(field -> ((Int) field.type()).bigEndian()).toList());
    }

    /** Whatever the text is, it is read or not understood. */
    @Test
    void anyText() {
        String text = TRACE + "event { name = \"e\"; id = 7; stream_id = 3; fields := struct { uint8_t a[3]; }; };";
        Random random = new Random(1);
        int read = 0;
        for (int i = 0; i < 5000; i++) {
            StringBuilder damaged = new StringBuilder(text);
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                damaged.setCharAt(random.nextInt(text.length()), text.charAt(random.nextInt(text.length())));
            }
            try {
                Tsdl.of(damaged.toString());
                read++;
            } catch (UnknownTypes e) {
                // it is a matter of Trace Compass' reader
            }
        }
        assertEquals(true, read > 500 && read < 4500, read + " of 5000 are read");
    }
}
