/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.Symbols;

/**
 * The names of a guest's functions: as the guest reports itself, else of a file of symbols. Symbols of another kernel would name
 * everything wrongly. A file is used only if most of the addresses that the guest calls functions are the begins of functions.
 */
public final class FunctionNameTable {

    /** Functions that are given names. */
    private static final int MAX = 1 << 15;

    private final Symbols fFile;
    private final Map<Long, String> fNamed = new HashMap<>();
    private final LongIndex fSeen = new LongIndex();
    private final List<String> fFound = new ArrayList<>();
    private Symbols fSymbols;
    private int fFit;

    /** @param symbols the guest's, null if there are none */
    public FunctionNameTable(Symbols symbols) {
        fFile = symbols;
        fSymbols = symbols;
    }

    /**
     * The guest names a function.
     *
     * @param address
     *            the function's
     * @param name
     *            its name
     */
    public void named(long address, String name) {
        if (fNamed.size() < MAX) {
            fNamed.put(address, name);
        }
    }

    /** @param text where the kernel's text is from now on; 0 if that is not known */
    public void loadedAt(long text) {
        fSymbols = fFile == null ? null : fFile.at(text);
    }

    /** @param address the guest calls this a function: where the kernel is may be another place in the next boot */
    public void seen(long address) {
        if (fSymbols != null && address != 0 && fFound.size() < MAX && fSeen.numberOf(address) == fFound.size()) {
            Symbol symbol = fSymbols.of(address);
            fFound.add(symbol == null ? null : symbol.label());
            fFit += fSymbols.isFunction(address) ? 1 : 0;
        }
    }

    /**
     * @param address
     *            a function's
     * @return the name, null if there is none
     */
    public String of(long address) {
        String reported = fNamed.get(address);
        int seen = reported != null || !isTrusted() ? -1 : fSeen.find(address);
        return seen < 0 ? reported : fFound.get(seen);
    }

    /** @return whether the symbols of the file are of this kernel, by all that is known */
    public boolean isTrusted() {
        return 2 * fFit >= fFound.size();
    }
}
