/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.symbol.Symbols;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose symbols are whose: of runs of one name, of processes, and of what is nested in them. */
class GuestSymbolsTest {

    private static final long ADDRESS = 0xffffffff81000000L;
    private static final VmName WEB = VmName.of("10#1", 10, "web", 1);
    private static final VmName WEB_AGAIN = VmName.of("20#1", 20, "web", 2);

    @TempDir
    private Path fFolder;

    /** A file with one function, which has the file's name. */
    private Path map(String name) throws IOException {
        return Files.writeString(fFolder.resolve(name), "ffffffff81000000 T " + name + "\nffffffff82000000 T _etext\n");
    }

    /** The function that each of these has there. */
    private static String names(GuestSymbols symbols, VmName... vms) {
        StringBuilder names = new StringBuilder();
        for (VmName vm : vms) {
            Symbols of = symbols.of(0, vm);
            names.append(vm.label()).append(' ').append(of == null ? "-" : of.of(ADDRESS).name()).append(", ");
        }
        return names.toString();
    }

    private GuestSymbols symbols(Manifest manifest, GuestSymbols.Chosen... chosen) {
        return new GuestSymbols(List.of(new HostTraces.Host("id 0", "host 0", null, manifest)), List.of(chosen));
    }

    @Test
    void aWordMeansARunOrANestedGuestAsEverywhere() throws IOException {
        VmName nested = WEB_AGAIN.nested(new Nesting(1, 1));
        GuestSymbols symbols = symbols(null, new GuestSymbols.Chosen("web#2", map("second")),
                new GuestSymbols.Chosen("web#2/nested", map("nested")), new GuestSymbols.Chosen("10/nested#3", map("third")));
        assertEquals("web -, web#2 second, web#2/nested nested, web/nested#3 third, web/nested -, ",
                names(symbols, WEB, WEB_AGAIN, nested, WEB.nested(new Nesting(1, 3)), WEB.nested(new Nesting(1, 0))));
    }

    /** The kernel of a nested guest is another one. */
    @Test
    void theSymbolsOfAVmAreNotThoseOfWhatIsNestedInIt() throws IOException {
        VmName nested = WEB.nested(new Nesting(1, 0));
        assertEquals("web web, web#2 web, web/nested -, ", names(symbols(null, new GuestSymbols.Chosen("web", map("web"))), WEB, WEB_AGAIN, nested));
        assertEquals("web every, web/nested every, ", names(symbols(null, new GuestSymbols.Chosen(null, map("every"))), WEB, nested));
    }

    /** A deeper guest or one with a number of its own is not the one that the manifest names. */
    @Test
    void theManifestNamesThoseOfTheOnlyNestedGuest() throws IOException {
        map("outer");
        map("inner");
        Manifest manifest = Manifest.read(Files.writeString(fFolder.resolve(Manifest.FILE_NAME), """
                { "vms": [ { "pid": 10, "symbols": "outer", "nested": [ { "name": "a", "symbols": "inner" } ] },
                           { "pid": 20, "symbols": "outer", "nested": [ { "symbols": "inner" }, { } ] } ] }
                """));
        VmName vm = VmName.of("10#1", 10, null, 1);
        assertEquals("VM 10 outer, VM 10/nested inner, VM 10/nested inner, VM 10/nested#2 -, VM 10/nested/nested -, ",
                names(symbols(manifest), vm, vm.nested(new Nesting(1, 0)), vm.nested(Nesting.ANY), vm.nested(new Nesting(1, 2)),
                        vm.nested(new Nesting(2, 0))));
        VmName other = VmName.of("20#1", 20, null, 1);
        assertEquals("VM 20 outer, VM 20/nested -, ", names(symbols(manifest), other, other.nested(new Nesting(1, 0))));
    }
}
