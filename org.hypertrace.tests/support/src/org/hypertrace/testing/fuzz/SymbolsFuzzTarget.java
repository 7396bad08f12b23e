/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;

/** The map of a kernel: any bytes, also packed. Of each address that the map reports, the function is found or none is. */
public final class SymbolsFuzzTarget {

    private SymbolsFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        try (InputFolder folder = new InputFolder()) {
            Symbols symbols = SymbolReader.read(folder.write("kallsyms", data));
            check(symbols.size() >= 0, symbols.size());
            new String(data, StandardCharsets.ISO_8859_1).lines().limit(50).forEach(line -> look(symbols, line.strip().split("\\s+")));
            Symbols moved = symbols.at(0xffffffff90000000L);
            check(moved.size() == symbols.size(), "functions were lost where the kernel was moved to");
        } catch (IOException e) {
            InputFolder.checkRefusal(e);
        }
    }

    private static void look(Symbols symbols, String[] words) {
        try {
            long address = Long.parseUnsignedLong(words[0], 16);
            Symbol symbol = symbols.of(address);
            // a function begins there, or before
            check(symbol == null || symbol.name() != null && symbol.offset() >= 0, symbol);
            check(!symbols.isFunction(address) || symbol != null && symbol.offset() == 0, symbol);
            check(!symbols.label(address).isEmpty(), address);
            symbols.isInit(address);
            symbols.isModule(address);
        } catch (NumberFormatException e) {
            // no address: in a packed map, for example
        }
        if (words.length > 2) {
            symbols.address(words[2]);
        }
    }
}
