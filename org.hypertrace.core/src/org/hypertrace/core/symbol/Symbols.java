/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

import java.util.Arrays;

/**
 * The functions of a guest's kernel by address, as its {@code kallsyms} or {@code System.map} shows them. A kernel that is
 * loaded elsewhere than its map reports (KASLR) is found by {@link #at(long)}.
 */
public final class Symbols {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 1;

    /** No function is longer; an address further behind the last one below it belongs to none. */
    static final long MAX_SIZE = 1 << 20;

    /** Where the kernel and its part that only boots lie; 0 if the file does not report. */
    record Marks(long text, long initBegin, long initEnd) { }

    private final long[] fAddresses;
    private final String[] fNames;
    private final String[] fModules;
    private final Marks fMarks;
    private final long fShift;

    /** @param addresses sorted as unsigned numbers, each once */
    Symbols(long[] addresses, String[] names, String[] modules, Marks marks) {
        this(addresses, names, modules, marks, 0);
    }

    private Symbols(long[] addresses, String[] names, String[] modules, Marks marks, long shift) {
        fAddresses = addresses;
        fNames = names;
        fModules = modules;
        fMarks = marks;
        fShift = shift;
    }

    /**
     * @param text
     *            where {@code _text} is in a boot, as the guest reports (0x82); 0 if it does not
     * @return the symbols of that boot. Modules stay where the file has them: a file that has modules was read in that boot
     */
    public Symbols at(long text) {
        return text == 0 || fMarks.text == 0 || text == fMarks.text + fShift ? this
                : new Symbols(fAddresses, fNames, fModules, fMarks, text - fMarks.text);
    }

    /** @return how many functions there are */
    public int size() {
        return fAddresses.length;
    }

    /**
     * @param address
     *            a guest's address
     * @return what is there, null if no function does
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
     * @param name
     *            of a function of the kernel itself
     * @return its address, the lowest if there are several; 0 if there is none
     */
    public long address(String name) {
        for (int i = 0; i < fNames.length; i++) {
            if (name.equals(fNames[i]) && fModules[i] == null) {
                return fAddresses[i] + fShift;
            }
        }
        return 0;
    }

    /**
     * @param address
     *            a guest's address
     * @return whether it is in a module: behind all that the kernel itself has
     */
    public boolean isModule(long address) {
        Symbol symbol = of(address);
        return symbol != null ? symbol.module() != null : Long.compareUnsigned(address - fShift, last()) > 0;
    }

    /**
     * @param address
     *            a guest's address
     * @return whether it is in the part of the kernel that only boots: all of its own initcalls do
     */
    public boolean isInit(long address) {
        return Long.compareUnsigned(address - fShift, fMarks.initBegin) >= 0
                && Long.compareUnsigned(address - fShift, fMarks.initEnd) < 0;
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

    /** The kernel's own last symbol. */
    private long last() {
        int i = fAddresses.length - 1;
        while (i > 0 && fModules[i] != null) {
            i--;
        }
        return fAddresses[i];
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
