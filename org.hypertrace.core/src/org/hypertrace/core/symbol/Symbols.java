/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

import java.util.Arrays;

/**
 * The functions of a guest's kernel by address, as its {@code kallsyms} or {@code System.map} tells them. A kernel that is
 * loaded elsewhere than its map says (KASLR) is found by {@link #at(long)}.
 */
public final class Symbols {

    /** No function is longer; an address further behind the last one below it belongs to none. */
    static final long MAX_SIZE = 1 << 20;

    private final long[] fAddresses;
    private final String[] fNames;
    private final String[] fModules;
    private final long fText;
    private final long fShift;

    /** @param addresses sorted as unsigned numbers, each once */
    Symbols(long[] addresses, String[] names, String[] modules, long text) {
        this(addresses, names, modules, text, 0);
    }

    private Symbols(long[] addresses, String[] names, String[] modules, long text, long shift) {
        fAddresses = addresses;
        fNames = names;
        fModules = modules;
        fText = text;
        fShift = shift;
    }

    /**
     * @param text
     *            where {@code _text} lies in a boot, as the guest says (0x82); 0 if it does not
     * @return the symbols of that boot. Modules stay where the file has them: a file that has modules was read in that boot
     */
    public Symbols at(long text) {
        return text == 0 || fText == 0 || text == fText + fShift ? this
                : new Symbols(fAddresses, fNames, fModules, fText, text - fText);
    }

    /** @return how many functions there are */
    public int size() {
        return fAddresses.length;
    }

    /**
     * @param address
     *            a guest's address
     * @return what lies there, null if no function does
     */
    public Symbol of(long address) {
        Symbol moved = find(address - fShift, false);
        return moved != null || fShift == 0 ? moved : find(address, true);
    }

    /**
     * @param address
     *            a guest's address
     * @return whether a function begins there
     */
    public boolean isFunction(long address) {
        Symbol symbol = of(address);
        return symbol != null && symbol.offset() == 0;
    }

    /**
     * @param address
     *            a guest's address
     * @return the function's name, else the address in hexadecimal
     */
    public String label(long address) {
        Symbol symbol = of(address);
        return symbol == null ? "0x" + Long.toHexString(address) : symbol.label();
    }

    private Symbol find(long address, boolean inModules) {
        int low = 0;
        int high = fAddresses.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(fAddresses[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        if (high < 0 || address - fAddresses[high] >= MAX_SIZE || fNames[high] == null
                || (fShift != 0 && (fModules[high] != null) != inModules)) {
            return null;
        }
        return new Symbol(fNames[high], fModules[high], address - fAddresses[high]);
    }

    /** @return the same for the same functions */
    public int hash() {
        return 31 * (31 * Arrays.hashCode(fAddresses) + Arrays.hashCode(fNames)) + Arrays.hashCode(fModules);
    }
}
