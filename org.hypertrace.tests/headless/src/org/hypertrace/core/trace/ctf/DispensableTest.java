/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metadata with a wrong byte: only the declaration or line in which it stands is found, and only where that is sure. */
@Tag("plain")
class DispensableTest {

    private static final String EVENT = "\nevent {\n\tname = \"sched_migrate_task\";\n";

    @TempDir
    private Path fFolder;
    private Path fTrace;
    private String fText;

    @BeforeEach
    void copy() throws IOException {
        fTrace = DamagedCopy.of(Samples.trace("panic-in-initcall"), fFolder.resolve("copy")).folder();
        fText = Files.readString(fTrace.resolve("metadata"), StandardCharsets.ISO_8859_1);
        assertTrue(fText.contains(EVENT));
    }

    @Test
    void wholeMetadataHaveNone() throws IOException {
        assertEquals(List.of(), Dispensable.unreadable(fTrace));
    }

    @Test
    void aWrongByteInADeclaration() throws IOException {
        for (String wrong : List.of("\nevenu {\n\tname", "\nevent z\n\tname", "\nevent {\n\tname ? ", "\nevent {\n}\tname")) {
            int place = fText.indexOf(EVENT);
            assertFound(fText.substring(0, place) + wrong + fText.substring(place + wrong.length()), place + 1);
        }
        int place = fText.indexOf("integer {", fText.indexOf(EVENT));
        assertFound(fText.substring(0, place) + "intege2 {" + fText.substring(place + 9), fText.indexOf(EVENT) + 1);
    }

    @Test
    void aWrongByteInALineAboutTheMachine() throws IOException {
        for (String line : List.of("\tsysname = \"Linux\";\n", "\ttracer_minor = 13;\n")) {
            int place = fText.indexOf(line);
            for (String wrong : List.of(line.replace('=', ')'), line.replace(';', '{'), line.replace("\t", "\t}"))) {
                assertFound(fText.substring(0, place) + wrong.substring(0, line.length() - 1) + '\n' + fText.substring(place + line.length()), place);
            }
        }
    }

    /** All else in the copy stays where it is. */
    @Test
    void spacesTakeItsPlace() throws IOException {
        int place = fText.indexOf(EVENT);
        String wrong = fText.substring(0, place) + EVENT.replace('{', '[') + fText.substring(place + EVENT.length());
        write(wrong);
        LeftOut found = Dispensable.unreadable(fTrace).get(0);
        assertEquals("};\n", wrong.substring((int) found.until() - 3, (int) found.until()));
        Path to = fFolder.resolve("without");
        Dispensable.copy(fTrace.resolve("metadata"), List.of(found), to);
        String without = Files.readString(to, StandardCharsets.ISO_8859_1);
        assertEquals(wrong.length(), without.length());
        assertEquals(wrong.substring(0, (int) found.from()), without.substring(0, (int) found.from()));
        assertEquals(wrong.substring((int) found.until()), without.substring((int) found.until()));
        // also where it goes on in another packet of the metadata, whose header stays
        assertEquals("", without.substring((int) found.from(), (int) found.until()).strip().replaceAll("(?s)\u001d\u0057\u00d1\u0075.{33}", "").strip());
    }

    /** What all packets and events need. */
    @Test
    void aWrongByteElsewhereIsNoMatterOfADeclaration() throws IOException {
        for (String block : List.of("\ntrace {", "\nclock {", "\nstream {", "\nstruct packet_context {")) {
            assertTrue(fText.contains(block), block);
            write(fText.replace(block, block.replace('{', '[')));
            assertEquals(List.of(), Dispensable.unreadable(fTrace), block);
        }
    }

    /** Each could be the wrong one. */
    @Test
    void twoDeclarationsOfOneNumberAreBothKept() throws IOException {
        List<Integer> ids = new ArrayList<>();
        for (int at = fText.indexOf("\n\tid = 1"); ids.size() < 2; at = fText.indexOf("\n\tid = 1", at + 1)) {
            ids.add(at);
        }
        String first = fText.substring(ids.get(0), fText.indexOf(';', ids.get(0)));
        String second = fText.substring(ids.get(1), fText.indexOf(';', ids.get(1)));
        assertNotEquals(first, second);
        assertEquals(first.length(), second.length());
        write(fText.substring(0, ids.get(1)) + first + fText.substring(ids.get(1) + second.length()));
        assertEquals(List.of(), Dispensable.unreadable(fTrace));
    }

    private void assertFound(String text, int at) throws IOException {
        write(text);
        List<LeftOut> found = Dispensable.unreadable(fTrace);
        assertEquals(List.of((long) at), found.stream().map(LeftOut::from).toList());
    }

    private void write(String text) throws IOException {
        Files.writeString(fTrace.resolve("metadata"), text, StandardCharsets.ISO_8859_1);
    }
}
