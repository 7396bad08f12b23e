/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Reads {@code /proc/kallsyms} or {@code System.map}, plain or packed by xz: a line per symbol with address, type and name, and
 * the module in brackets behind it. Of several functions at one address the global one counts, else the first.
 */
public final class SymbolReader {

    /** More than any kernel has, modules included. */
    private static final int MAX = 2_000_000;
    private static final int MAX_LINE = 4096;
    private static final int BLOCK = 1 << 16;
    /** Of all lines together, characters. */
    private static final int MAX_TEXT = 1 << 27;
    private static final String TEXT_TYPES = "TtWw";

    /** A line of the file; without a name: data or the end of a section, where a function before it ends. */
    private record Line(long address, String name, String module, boolean global) { }

    private final Path fFile;
    /** The bytes of a line, and one more of a line that is too long. */
    private final byte[] fLine = new byte[MAX_LINE + 1];
    private int fLength;
    private int fNumber;
    private int fTotal;
    private final List<Line> fLines = new ArrayList<>();
    private final Map<String, String> fModules = new HashMap<>();
    private long fText;
    private long fInitBegin;
    private long fInitEnd;
    private boolean fAllZero = true;

    private SymbolReader(Path file) {
        fFile = file;
    }

    /**
     * @param file
     *            the map of a kernel
     * @return its functions
     * @throws IOException
     *             if it cannot be read or is none; the message is one sentence for the user that names file, line and reason
     */
    public static Symbols read(Path file) throws IOException {
        SymbolReader reader = new SymbolReader(file);
        try (InputStream in = unpacked(InputFile.stream(file))) {
            reader.read(in);
        } catch (SymbolException e) {
            throw e;
        } catch (IOException e) {
            throw InputFile.cannotRead(file, e);
        }
        return reader.symbols();
    }

    /** Reported in whole sentences already. */
    private static final class SymbolException extends IOException {
        private static final long serialVersionUID = 1;

        SymbolException(String sentence) {
            super(sentence);
        }
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        in.mark(6);
        byte[] magic = in.readNBytes(6);
        in.reset();
        boolean xz = magic.length == 6 && magic[0] == (byte) 0xfd && magic[1] == '7' && magic[2] == 'z' && magic[3] == 'X';
        return xz ? InputFile.unpacked(in) : in;
    }

    private void read(InputStream in) throws IOException {
        byte[] block = new byte[BLOCK];
        for (int count = in.read(block); count >= 0; count = in.read(block)) {
            for (int i = 0; i < count; i++) {
                if (block[i] == '\n') {
                    addLine();
                } else {
                    fLine[fLength++] = block[i];
                    if (fLength > MAX_LINE) {
                        addLine();
                    }
                }
            }
        }
        if (fLength > 0) {
            addLine();
        }
    }

    private void addLine() throws SymbolException {
        fNumber++;
        fTotal += fLength;
        if (fLength > MAX_LINE || fNumber > MAX || fTotal > MAX_TEXT) {
            throw new SymbolException(fFile + ", line " + fNumber + ": no kernel has so "
                    + (fLength > MAX_LINE ? "long" : "many") + " symbols; give a kallsyms or System.map.");
        }
        if (!addUsual()) {
            String line = new String(fLine, 0, fLength, StandardCharsets.ISO_8859_1);
            if (!line.isBlank()) {
                add(line);
            }
        }
        fLength = 0;
    }

    /**
     * Adds the symbol of a line as nearly all are: up to 16 digits, a letter, a name, with a blank between and nothing else. Expressions
     * take ten times as long for that, and there are a hundred thousand lines.
     *
     * @return whether it is such a line
     */
    private boolean addUsual() {
        long address = 0;
        int at = 0;
        for (; at < fLength && fLine[at] != ' '; at++) {
            int digit = Character.digit(fLine[at], 16);
            if (digit < 0 || at == Long.SIZE / 4) {
                return false;
            }
            address = address << 4 | digit;
        }
        int name = at + 3;
        if (at == 0 || name >= fLength || fLine[at + 1] <= ' ' || fLine[at + 2] != ' ') {
            return false;
        }
        for (int i = name; i < fLength; i++) {
            if (fLine[i] <= ' ') {
                return false;
            }
        }
        add(address, (char) fLine[at + 1], new String(fLine, name, fLength - name, StandardCharsets.ISO_8859_1), null);
        return true;
    }

    private void add(String line) throws SymbolException {
        String[] words = line.strip().split("\\s+", 4);
        try {
            if (words.length < 3 || words[1].length() != 1) {
                throw new NumberFormatException();
            }
            add(Long.parseUnsignedLong(words[0], 16), words[1].charAt(0), words[2],
                    words.length == 4 ? words[3].replaceAll("^\\[|]$", "") : null);
        } catch (NumberFormatException e) {
            // the file may be a stranger's, so its text is not shown
            throw new SymbolException(fFile + ", line " + fNumber + ": it is no symbol (address, type, name); give a kallsyms or "
                    + "System.map.");
        }
    }

    private void add(long address, char type, String name, String module) {
        fAllZero = fAllZero && address == 0;
        switch (name) {
        case "_text" -> fText = address;
        case "_sinittext" -> fInitBegin = address;
        case "_einittext" -> fInitEnd = address;
        default -> {
            // an ordinary one
        }
        }
        boolean text = TEXT_TYPES.indexOf(type) >= 0 && !isMark(name);
        // absolute numbers and the offsets of per-cpu data are no addresses
        if (address < 0 || text) {
            fLines.add(new Line(address, text ? TextLimit.NAME.clip(name) : null,
                    module == null ? null : fModules.computeIfAbsent(module, TextLimit.NAME::clip), type == 'T'));
        }
    }

    /** Names of places, not of functions. */
    private static boolean isMark(String name) {
        return switch (name) {
        case "_text", "_stext", "_etext", "_sinittext", "_einittext", "_end", "__init_begin", "__init_end" -> true;
        default -> false;
        };
    }

    private Symbols symbols() throws SymbolException {
        if (fLines.isEmpty() || fAllZero) {
            throw new SymbolException(fFile + (fLines.isEmpty() && !fAllZero ? " has no function" : " has no addresses")
                    + "; read /proc/kallsyms as root, or take the kernel's System.map.");
        }
        // functions before data, the global one first; the order of the file otherwise
        fLines.sort((a, b) -> a.address != b.address ? Long.compareUnsigned(a.address, b.address)
                : rank(a) - rank(b));
        List<Line> kept = new ArrayList<>();
        for (Line line : fLines) {
            if (kept.isEmpty() || kept.get(kept.size() - 1).address != line.address) {
                kept.add(line);
            }
        }
        long[] addresses = kept.stream().mapToLong(Line::address).toArray();
        return new Symbols(addresses, kept.stream().map(Line::name).toArray(String[]::new),
                kept.stream().map(Line::module).toArray(String[]::new),
                new Symbols.Marks(fText, fInitBegin, fInitEnd));
    }

    private static int rank(Line line) {
        return line.name == null ? 2 : line.global ? 0 : 1;
    }
}
