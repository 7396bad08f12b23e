/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.Symbols;

/**
 * The names of a guest's functions: as the guest says itself, else of a file of symbols. Symbols of another kernel would name
 * everything wrongly: they are used only if most of the addresses that the guest calls functions are the begins of functions.
 */
final class FunctionNames {

    /** Functions that are given names. */
    private static final int MAX = 1 << 15;

    private final Symbols fFile;
    private final Map<Long, String> fTold = new HashMap<>();
    private final Map<Long, String> fFound = new HashMap<>();
    private Symbols fSymbols;
    private int fFit;

    /** @param symbols the guest's, null if there are none */
    FunctionNames(Symbols symbols) {
        fFile = symbols;
        fSymbols = symbols;
    }

    /** The guest names a function. */
    void told(long address, String name) {
        if (fTold.size() < MAX) {
            fTold.put(address, name);
        }
    }

    /** From now on the kernel's text lies there; 0 if that is not known. */
    void lies(long text) {
        fSymbols = fFile == null ? null : fFile.at(text);
    }

    /** The guest calls this a function: where the kernel lies may be another place in the next boot. */
    void seen(long address) {
        if (fSymbols != null && address != 0 && fFound.size() < MAX && !fFound.containsKey(address)) {
            Symbol symbol = fSymbols.of(address);
            fFound.put(address, symbol == null ? null : symbol.label());
            fFit += fSymbols.isFunction(address) ? 1 : 0;
        }
    }

    /** @return the name, null if there is none */
    String of(long address) {
        String told = fTold.get(address);
        return told != null || 2 * fFit < fFound.size() ? told : fFound.get(address);
    }
}
