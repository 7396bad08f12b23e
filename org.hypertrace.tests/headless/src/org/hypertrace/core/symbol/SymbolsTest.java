/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions by address, from what kernels print of themselves. */
class SymbolsTest {

    private static final String KALLSYMS = """
            0000000000000000 A fixed_percpu_data
            ffffffff81000000 T _text
            ffffffff81000000 T startup_64
            ffffffff81000040 t local_alias
            ffffffff81000040 T global_name
            ffffffff81000100 W weak
            ffffffff81000200 d some_data
            ffffffff81000300 t last
            ffffffffc0100000 t init_one\t[virtio]
            ffffffffc0100080 t init_two\t[virtio]
            """;

    @TempDir
    private Path fFolder;

    private Symbols symbols(String text) throws IOException {
        return SymbolReader.read(Files.writeString(fFolder.resolve("kallsyms"), text));
    }

    @ParameterizedTest
    @CsvSource({ "ffffffff81000000,startup_64", "ffffffff8100003f,startup_64+0x3f", "ffffffff81000040,global_name",
        "ffffffff81000100,weak", "ffffffff81000200,0xffffffff81000200", "ffffffff81000301,last+0x1",
        "ffffffffc0100080,init_two [virtio]", "ffffffffc0100081,init_two+0x1 [virtio]", "ffffffff80ffffff,0xffffffff80ffffff",
        "ffffffff81100300,0xffffffff81100300", "401000,0x401000", "0,0x0" })
    void anAddressIsInTheFunctionThatBeginsBeforeIt(String address, String label) throws IOException {
        assertEquals(label, symbols(KALLSYMS).label(Long.parseUnsignedLong(address, 16)));
    }

    /** A line is read the same however it is written. */
    @ParameterizedTest
    @ValueSource(strings = { "ffffffff81000000 T f", "ffffffff81000000 T f\n", " ffffffff81000000 T f", "ffffffff81000000  T f",
        "ffffffff81000000\tT\tf", "ffffffff81000000 T f \n", "ffffffff81000000 T f\r\n", "FFFFFFFF81000000 T f", "+ffffffff81000000 T f",
        "\n \nffffffff81000000 T f", "0ffffffff81000000 T f", "ffffffff81000000 T f\nffffffff81000001 T \u00e9" })
    void linesOfAnyForm(String text) throws IOException {
        assertEquals("f", symbols(text).label(0xffffffff81000000L));
    }

    @Test
    void aKernelLoadedElsewhereIsShiftedItsModulesAreNot() throws IOException {
        Symbols symbols = symbols(KALLSYMS).at(0xffffffff91000000L);
        assertEquals("weak", symbols.label(0xffffffff91000100L));
        assertEquals("init_one [virtio]", symbols.label(0xffffffffc0100000L));
        assertNull(symbols.of(0xffffffff81000100L));
        assertEquals("weak", symbols.at(0xffffffff81000000L).label(0xffffffff81000100L));
        assertEquals("weak", symbols.at(0).label(0xffffffff91000100L));
    }

    @Test
    void onlyAFunctionsStartIsAFunction() throws IOException {
        assertTrue(symbols(KALLSYMS).isFunction(0xffffffff81000100L));
        assertFalse(symbols(KALLSYMS).isFunction(0xffffffff81000101L));
        assertFalse(symbols(KALLSYMS).isFunction(0xffffffff81000200L));
    }

    /** The recorded guest's System.map, which its manifest names, and the same packed by xz. */
    @Test
    void ofARecordedGuest() throws IOException {
        for (Path file : new Path[] { recorded(), packed(recorded()) }) {
            Symbols symbols = SymbolReader.read(file);
            assertEquals("pty_init", symbols.label(0xffffffff81fc9209L));
            assertTrue(symbols.isFunction(0xffffffff81fcc2dfL));
            assertTrue(symbols.size() > 25_000);
        }
    }

    private static Path recorded() {
        return Samples.trace("quiet-boot").resolveSibling("symbols").resolve("System.map");
    }

    private Path packed(Path file) throws IOException {
        Path packed = fFolder.resolve("packed.xz");
        Tool.run(packed, "xz", "--stdout", "-1", file);
        return packed;
    }

    @Test
    void aFileThatIsNoneIsNamedWithTheLineAndTheReason() throws IOException {
        Path file = fFolder.resolve("kallsyms");
        for (String[] wrong : new String[][] {
            { "ffffffff81000000 T a\nhello\n", ", line 2: it is no symbol (address, type, name); give a kallsyms or System.map." },
            { "0000000000000000 T a\n0000000000000000 t b\n",
                " has no addresses; read /proc/kallsyms as root, or take the kernel's System.map." },
            { "", " has no addresses; read /proc/kallsyms as root, or take the kernel's System.map." } }) {
            Files.writeString(file, wrong[0]);
            assertEquals(file + wrong[1], assertThrows(IOException.class, () -> SymbolReader.read(file)).getMessage(), wrong[0]);
        }
        byte[] packed = Files.readAllBytes(packed(recorded()));
        Files.write(file, Arrays.copyOf(packed, packed.length / 2));
        assertTrue(assertThrows(IOException.class, () -> SymbolReader.read(file)).getMessage().startsWith("Cannot read " + file));
        Path missing = fFolder.resolve("missing");
        assertTrue(assertThrows(IOException.class, () -> SymbolReader.read(missing)).getMessage().startsWith("Cannot read " + missing));
    }
}
