/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.stream.Hypercall;

/**
 * What the words of a guest mean: a dictionary read from JSON, so that a user adds one by writing a file. The format is
 * described by {@code dialects/dialect.schema.json} in this package; the built-in dictionaries beside it are examples.
 */
public final class Dialect {

    /** Version 1 of Hypertrace's own ABI. */
    public static final String HYPERTRACE_1 = "hypertrace-1";
    /** The names of the built-in dialects. */
    public static final List<String> BUILT_IN = List.of(HYPERTRACE_1, "p1", "p2", "p3", "p4", "p5");

    /** Each is read once: every guest begins with one. */
    private static final Map<String, Dialect> READ = new ConcurrentHashMap<>();

    /** Where the parts of the first word lie; a part that the dialect does not have is null. */
    public record Numbering(Bits number, Bits level, Bits nested, Bits sequence, Bits cpu) { }

    private final String fName;
    private final String fTitle;
    private final Numbering fNumbering;
    private final List<EventForm>[] fForms;
    private final Map<Long, String> fSymbols;
    private final int fHash;

    Dialect(String name, String title, Numbering numbering, List<EventForm> forms, Map<Long, String> symbols, int hash) {
        fName = name;
        fTitle = title;
        fNumbering = numbering;
        fForms = byNumber(forms);
        fSymbols = Map.copyOf(symbols);
        fHash = hash;
    }

    @SuppressWarnings("unchecked")
    private static List<EventForm>[] byNumber(List<EventForm> forms) {
        List<EventForm>[] byNumber = new List[1 + forms.stream().mapToInt(EventForm::number).max().orElse(-1)];
        for (EventForm form : forms) {
            List<EventForm> same = byNumber[form.number()];
            if (same == null) {
                same = new ArrayList<>(2);
                byNumber[form.number()] = same;
            }
            same.add(form);
        }
        return byNumber;
    }

    /**
     * @param name
     *            one of {@link #BUILT_IN}
     * @return that dialect
     */
    public static Dialect builtIn(String name) {
        if (!BUILT_IN.contains(name)) {
            throw new IllegalArgumentException("There is no built-in dialect " + name);
        }
        return READ.computeIfAbsent(name, Dialect::readBuiltIn);
    }

    private static Dialect readBuiltIn(String name) {
        String file = "dialects/" + name + ".json";
        try (InputStream in = Dialect.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the bundle");
            }
            return DialectReader.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), file);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * @param file
     *            a dictionary
     * @return the dialect
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user that names the file, the line or
     *             the place in it, and the reason
     */
    public static Dialect read(Path file) throws IOException {
        return DialectReader.read(InputFile.text(file), file.toString());
    }

    /**
     * @param other
     *            a dialect that may be used in addition, such as p5
     * @return this one with the other's events, where they have other numbers; the first word is read as in this one
     */
    public Dialect with(Dialect other) {
        List<EventForm> forms = new ArrayList<>(forms());
        for (EventForm form : other.forms()) {
            if (forms(form.number()) == null) {
                forms.add(form);
            }
        }
        Map<Long, String> symbols = new HashMap<>(other.fSymbols);
        symbols.putAll(fSymbols);
        return new Dialect(fName + '+' + other.fName, fTitle + ", " + other.fTitle, fNumbering, forms, symbols,
                31 * fHash + other.fHash);
    }

    /** @return the name by which it is chosen */
    public String name() {
        return fName;
    }

    /** @return what it is, for people */
    public String title() {
        return fTitle;
    }

    /** @return names of addresses that the dialect itself makes up, by address */
    public Map<Long, String> symbols() {
        return fSymbols;
    }

    /** @return changes when the dictionary does */
    public int hash() {
        return fHash;
    }

    public Numbering numbering() {
        return fNumbering;
    }

    /** @return the event number, which may be any 64-bit number where the dialect takes the whole word */
    public long number(Hypercall h) {
        return fNumbering.number.of(h);
    }

    /** @return the entries of the number, null if it is unknown */
    public List<EventForm> forms(long number) {
        return number >= 0 && number < fForms.length ? fForms[(int) number] : null;
    }

    List<EventForm> forms() {
        List<EventForm> all = new ArrayList<>();
        for (List<EventForm> same : fForms) {
            if (same != null) {
                all.addAll(same);
            }
        }
        return all;
    }
}
