/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.settings.GuestSymbols.Chosen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of symbols the user chose. */
class SymbolChoicesTest {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve(SymbolChoices.FILE_NAME);
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        List<Chosen> choices = List.of(new Chosen("384#1", Path.of("/maps/System.map")),
                new Chosen(null, Path.of("/maps/a \"b\".xz")));
        int before = SymbolChoices.changes();
        SymbolChoices.write(file(), choices);
        assertEquals(choices, SymbolChoices.read(file()));
        assertNotEquals(before, SymbolChoices.changes());
        SymbolChoices.write(file(), List.of());
        assertFalse(Files.exists(file()));
        assertEquals(List.of(), SymbolChoices.read(file()));
    }

    @Test
    void aWrongFileIsReportedInASentence() throws IOException {
        for (String wrong : List.of("", "[]", "{", "{ \"version\": 2, \"symbols\": [] }", "{ \"version\": 1 }",
                "{ \"version\": 1, \"symbols\": [ {} ] }", "{ \"version\": 1, \"symbols\": [ null ] }",
                "{ \"version\": 1, \"symbols\": [ { \"file\": \"a\\u0000b\" } ] }")) {
            Files.writeString(file(), wrong);
            String message = assertThrows(IOException.class, () -> SymbolChoices.read(file()), wrong).getMessage();
            assertTrue(message.startsWith(file().toString()), message);
            assertTrue(message.endsWith("Choose again: Guest symbols… in the context menu of the trace."), message);
        }
    }

    @Test
    void singleVmsCountBeforeEveryVm() throws Exception {
        List<VmSymbols> rows = VmSymbols.of(null, List.of(), List.of(new Chosen(null, Path.of("every")),
                new Chosen("web", Path.of("own")), new Chosen("web", Path.of("never"))));
        assertEquals("[VmSymbols[vm=null, label=Every VM, named=null, chosen=every], "
                + "VmSymbols[vm=web, label=web, named=null, chosen=own]]",
                rows.toString());
        assertEquals(List.of(new Chosen("web", Path.of("own")), new Chosen(null, Path.of("every"))), VmSymbols.choices(rows));
        assertEquals(List.of(new Chosen(null, Path.of("every"))),
                VmSymbols.choices(List.of(rows.get(0), rows.get(1).choose(null))));
    }
}
