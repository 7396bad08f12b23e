/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
    /** Of all lines together, characters. */
    private static final int MAX_TEXT = 1 << 27;
    private static final String TEXT_TYPES = "TtWw";

    /** A line of the file; without a name: data or the end of a section, where a function before it ends. */
    private record Line(long address, String name, String module, boolean global) { }

    private final Path fFile;
    private final StringBuilder fLine = new StringBuilder();
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
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(unpacked(InputFile.stream(file)), StandardCharsets.ISO_8859_1))) {
            reader.read(lines);
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

    private void read(BufferedReader lines) throws IOException {
        int number = 0;
        int length = 0;
        for (String line = next(lines); line != null; line = next(lines)) {
            number++;
            length += line.length();
            if (line.length() > MAX_LINE || number > MAX || length > MAX_TEXT) {
                throw new SymbolException(fFile + ", line " + number + ": no kernel has so "
                        + (line.length() > MAX_LINE ? "long" : "many") + " symbols; give a kallsyms or System.map.");
            }
            if (!line.isBlank()) {
                add(line, number);
            }
        }
    }

    /** The next line, null at the end; of one that is too long a bit more than may be. */
    private String next(BufferedReader lines) throws IOException {
        fLine.setLength(0);
        int c = lines.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n' && fLine.length() <= MAX_LINE; c = lines.read()) {
            fLine.append((char) c);
        }
        return fLine.toString();
    }

    private void add(String line, int number) throws SymbolException {
        String[] words = line.strip().split("\\s+", 4);
        try {
            if (words.length < 3 || words[1].length() != 1) {
                throw new NumberFormatException();
            }
            long address = Long.parseUnsignedLong(words[0], 16);
            fAllZero = fAllZero && address == 0;
            char type = words[1].charAt(0);
            switch (words[2]) {
            case "_text" -> fText = address;
            case "_sinittext" -> fInitBegin = address;
            case "_einittext" -> fInitEnd = address;
            default -> {
                // an ordinary one
            }
            }
            boolean text = TEXT_TYPES.indexOf(type) >= 0 && !isMark(words[2]);
            String module = words.length == 4 ? words[3].replaceAll("^\\[|]$", "") : null;
            // absolute numbers and the offsets of per-cpu data are no addresses
            if (address < 0 || text) {
                fLines.add(new Line(address, text ? TextLimit.NAME.clip(words[2]) : null,
                        module == null ? null : fModules.computeIfAbsent(module, TextLimit.NAME::clip), type == 'T'));
            }
        } catch (NumberFormatException e) {
            // the file may be a stranger's, so its text is not shown
            throw new SymbolException(fFile + ", line " + number + ": it is no symbol (address, type, name); give a kallsyms or "
                    + "System.map.");
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
