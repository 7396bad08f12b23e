/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;

import org.hypertrace.core.trace.ctf.type.CtfType.Array;
import org.hypertrace.core.trace.ctf.type.CtfType.Enumeration;
import org.hypertrace.core.trace.ctf.type.CtfType.Field;
import org.hypertrace.core.trace.ctf.type.CtfType.Int;
import org.hypertrace.core.trace.ctf.type.CtfType.Label;
import org.hypertrace.core.trace.ctf.type.CtfType.Real;
import org.hypertrace.core.trace.ctf.type.CtfType.Sequence;
import org.hypertrace.core.trace.ctf.type.CtfType.Struct;
import org.hypertrace.core.trace.ctf.type.CtfType.Text;
import org.hypertrace.core.trace.ctf.type.CtfType.Variant;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.junit.jupiter.api.Test;

/** Metadata of CTF 2, as its specification has them and lttng-tools writes them. */
class Ctf2Test {

    private static final String PREAMBLE = "\u001e{ \"type\": \"preamble\", \"version\": 2 }";
    private static final String CLOCK = "\u001e{ 'type': 'clock-class', 'id': 'monotonic', 'name': 'monotonic', 'frequency': 1000000000,"
            + " 'origin': 'unix-epoch', 'offset-from-origin': { 'seconds': 1795278900, 'cycles': 647719202 } }";
    private static final String BYTE = "{ 'type': 'fixed-length-unsigned-integer', 'length': 8, 'byte-order': 'little-endian', 'alignment': 8 }";
    private static final Int OCTET = new Int(8, 8, false, false, false);
    private static final Int CHARACTER = new Int(8, 8, false, false, true);

    private static String text(String fragments) {
        return PREAMBLE + fragments.replace('\'', '"');
    }

    private static String event(String members) {
        return text(CLOCK + "\u001e{ 'type': 'data-stream-class', 'id': 3, 'default-clock-class-id': 'monotonic' }"
                + "\u001e{ 'type': 'event-record-class', 'id': 7, 'data-stream-class-id': 3, 'name': 'a \\\"b',"
                + " 'payload-field-class': { 'type': 'structure', 'member-classes': [" + members + "] } }");
    }

    private static String member(String name, String fieldClass) {
        return "{ 'name': '" + name + "', 'field-class': " + fieldClass + " }";
    }

    private static List<Field> fields(String... members) throws UnknownTypes {
        TraceTypes types = Tsdl.of(Ctf2.toTsdl(event(String.join(", ", members))).replaceAll("/\\*.*?\\*/", ""));
        return types.streams().get(3L).events().get(7L).fields().fields();
    }

    private static String refused(String metadata) {
        return assertThrows(UnknownTypes.class, () -> Ctf2.toTsdl(metadata)).getMessage();
    }

    @Test
    void itIsKnownByItsFirstCharacter() {
        assertTrue(Ctf2.is(PREAMBLE));
        assertFalse(Ctf2.is("/* CTF 1.8 */"));
        assertFalse(Ctf2.is(""));
    }

    @Test
    void fieldsHaveTheNamesOfCtf18() throws UnknownTypes {
        assertEquals(List.of(
                new Field("_a", new Int(5, 1, true, true, false)), new Field("_b", new Text()),
                new Field("_comm", new Array(CHARACTER, 16)), new Field("_n", OCTET), new Field("_s", new Sequence(CHARACTER, "_n")),
                new Field("_list", new Array(new Array(OCTET, 3), 2)), new Field("_blob", new Sequence(OCTET, "_n")),
                new Field("_real", new Real(64, 8))),
                fields(member("a", "{ 'type': 'fixed-length-signed-integer', 'length': 5, 'byte-order': 'big-endian', 'alignment': 1 }"),
                        member("b", "{ 'type': 'null-terminated-string' }"), member("comm", "{ 'type': 'static-length-string', 'length': 16 }"),
                        member("n", BYTE),
                        member("s", "{ 'type': 'dynamic-length-string', 'length-field-location': { 'origin': 'event-record-payload', 'path': ['n'] } }"),
                        member("list", "{ 'type': 'static-length-array', 'length': 2, 'element-field-class':"
                                + " { 'type': 'static-length-array', 'length': 3, 'element-field-class': " + BYTE + " } }"),
                        member("blob", "{ 'type': 'dynamic-length-blob', 'length-field-location': { 'origin': 'event-record-payload', 'path': ['n'] } }"),
                        member("real", "{ 'type': 'fixed-length-floating-point-number', 'length': 64, 'byte-order': 'little-endian', 'alignment': 8 }")));
    }

    /** In CTF 1.8 a variant is selected by the labels of an enumeration. */
    @Test
    void rangesOfOptionsBecomeLabels() throws UnknownTypes {
        Enumeration tag = new Enumeration(OCTET, List.of(new Label("_small", 0, 9), new Label("_large", 10, 255)));
        assertEquals(List.of(new Field("_tag", tag), new Field("_v", new Variant("_tag", List.of(new Field("_large", new Text()), new Field("_small", OCTET))))),
                fields(member("tag", BYTE), member("v", "{ 'type': 'variant', 'selector-field-location': { 'origin': 'event-record-payload', 'path': ['tag'] },"
                        + " 'options': [ { 'name': 'large', 'selector-field-ranges': [[10, 255]], 'field-class': { 'type': 'null-terminated-string' } },"
                        + " { 'name': 'small', 'selector-field-ranges': [[0, 9]], 'field-class': " + BYTE + " } ] }")));
    }

    @Test
    void anAlignmentOfAnArrayIsAFieldBeforeIt() throws UnknownTypes {
        assertEquals(List.of(new Field("_a_padding", new Struct(List.of(), 64)), new Field("_a", new Array(OCTET, 2))),
                fields(member("a", "{ 'type': 'static-length-array', 'length': 2, 'minimum-alignment': 64, 'element-field-class': " + BYTE + " }")));
    }

    @Test
    void theClockHasOneOffset() throws UnknownTypes {
        // 1795278900 s and 647719202 ns
        assertTrue(Ctf2.toTsdl(text(CLOCK)).contains("offset = 1795278900647719202;"));
    }

    @Test
    void whatCtf18CannotExpressIsNamed() {
        for (String type : List.of("variable-length-unsigned-integer", "optional", "fixed-length-colour")) {
            assertEquals("a field is of the class " + type + ", which CTF 1.8 cannot express", refused(event(member("a", "{ 'type': '" + type + "' }"))));
        }
        assertEquals("a text is in utf-16le, which CTF 1.8 cannot express",
                refused(event(member("a", "{ 'type': 'static-length-string', 'length': 4, 'encoding': 'utf-16le' }"))));
        assertEquals("the bits of a number are last-to-first, which CTF 1.8 cannot express",
                refused(event(member("a", BYTE.replace("'alignment'", "'bit-order': 'last-to-first', 'alignment'")))));
        assertEquals("fragment 1 has extensions, which CTF 1.8 does not have", refused("\u001e{ \"type\": \"preamble\", \"version\": 2, \"extensions\": {} }"));
    }

    @Test
    void whatIsDamagedIsReported() {
        assertEquals("fragment 2 is of the type colour, which is not known", refused(text("\u001e{ 'type': 'colour' }")));
        assertEquals("fragment 2 is no object", refused(text("\u001e[]")));
        assertEquals("they do not begin with a preamble of version 2", refused("\u001e{ \"type\": \"preamble\", \"version\": 3 }"));
        assertEquals("they do not begin with a preamble of version 2", refused("\u001e{ \"type\": \"trace-class\" }"));
        assertEquals("a stream has the clock none, which is not declared",
                refused(text("\u001e{ 'type': 'data-stream-class', 'default-clock-class-id': 'none' }")));
        assertTrue(refused(event(member("a", BYTE.replace(": 8,", ": 1e99999999,")))).startsWith("length of a field class cannot be "));
        assertTrue(refused(event(member("a", BYTE.replace("8 }", "24 }")))).startsWith("an alignment cannot be 24"));
        assertTrue(refused(text("\u001e{ 'type': ")).startsWith("fragment 2 is not JSON"));
    }

    /** Neither depth nor a name that stands for itself ends the program. */
    @Test
    void depthIsBounded() {
        String deep = "{ 'type': 'structure', 'member-classes': [ { 'name': 'a', 'field-class': ".repeat(500) + BYTE + " } ] }".repeat(500);
        assertTrue(refused(event(member("a", deep))).contains("within each other"), refused(event(member("a", deep))));
        String alias = "\u001e{ 'type': 'field-class-alias', 'name': 'self', 'field-class': 'self' }";
        assertEquals("a field class is no object", refused(text(alias + "\u001e{ 'type': 'trace-class', 'packet-header-field-class': 'self' }")));
        String within = "\u001e{ 'type': 'field-class-alias', 'name': 'self', 'field-class': { 'type': 'structure', 'member-classes': ["
                + " { 'name': 'a', 'field-class': 'self' } ] } }\u001e{ 'type': 'trace-class', 'packet-header-field-class': 'self' }";
        assertTrue(refused(text(within)).contains("within each other"));
    }

    /** A cut or changed byte is refused or changes a type, and nothing else happens. */
    @Test
    void anyBytesAreReadOrRefused() {
        String whole = event(member("a", BYTE) + ", " + member("s", "{ 'type': 'static-length-string', 'length': 16 }"));
        Random random = new Random(2);
        int refused = 0;
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int change = random.nextInt(4); change >= 0; change--) {
                text.setCharAt(1 + random.nextInt(text.length() - 1), (char) (random.nextInt(96) + 30));
            }
            text.setLength(random.nextInt(4) == 0 ? 1 + random.nextInt(text.length()) : text.length());
            try {
                Ctf2.toTsdl(text.toString());
            } catch (UnknownTypes e) {
                assertFalse(e.getMessage().isBlank());
                refused++;
            }
        }
        assertTrue(refused > 1000 && refused < 2000, "refused: " + refused);
    }
}
