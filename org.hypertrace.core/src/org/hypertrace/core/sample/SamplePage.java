/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.sample;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.file.InputFile;

/**
 * A page of Markdown that reports about samples. Of the language only what our pages use is understood; {@code releng/samples.sh}
 * reads tables and first sentences by the same rules.
 */
final class SamplePage {

    static final String FILE_NAME = "README.md";

    /** Longer pages are cut: ours have some thousand bytes. */
    private static final int MAX_BYTES = 1 << 18;
    private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._-]*)";
    private static final Pattern ROW = Pattern.compile(
            "\\| *(?:\\[" + NAME + "\\]\\([^)]*\\)|" + NAME + "\\.tar\\.xz) *\\| *([^|]*[^| ]) *\\|.*");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern EMPHASIS = Pattern.compile("\\*+(\\w[^*]*)\\*+");
    private static final Pattern RULER = Pattern.compile("\\|[-:| ]+\\|");

    private final List<String> fLines;

    private SamplePage(List<String> lines) {
        fLines = lines;
    }

    /** @return the page in this file, null if there is none or it cannot be read */
    static SamplePage of(Path file) {
        try (InputStream in = InputFile.stream(file)) {
            return new SamplePage(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).lines().toList());
        } catch (IOException e) {
            return null;
        }
    }

    /** @return the second column of its tables by the first, where that links to a folder or is an archive; in order */
    Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        for (String line : fLines) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.putIfAbsent(row.group(1) != null ? row.group(1) : row.group(2), row.group(3));
            }
        }
        return rows;
    }

    /** @return the first sentence below the title, as far as it is in one line; empty if there is none */
    String firstSentence() {
        String first = fLines.stream().filter(line -> !line.matches("[#|].*|")).findFirst().orElse("");
        int end = first.indexOf(". ");
        return end < 0 ? first : first.substring(0, end + 1);
    }

    /** @return the page below its title, without marks, a line for each paragraph, row of a table, and command */
    String text() {
        StringBuilder text = new StringBuilder();
        boolean blank = true;
        boolean open = false;
        for (String line : fLines) {
            if (line.isBlank() || line.startsWith("# ")) {
                blank = true;
                open = false;
            } else if (!RULER.matcher(line).matches()) {
                boolean stands = line.startsWith("|") || line.startsWith("    ") || line.startsWith("#");
                boolean goesOn = open && !stands && !line.startsWith("- ");
                text.append(goesOn ? " " : blank ? "\n\n" : "\n").append(plain(line));
                blank = false;
                open = !stands;
            }
        }
        return text.toString().strip();
    }

    private static String plain(String line) {
        if (line.startsWith("    ")) {
            return line;
        }
        String cells = line.startsWith("|") ? String.join(" · ", line.substring(1).strip().split("\\s*\\|\\s*")) : line;
        String words = LINK.matcher(cells).replaceAll("$1").replaceFirst("^#+ *", "");
        return EMPHASIS.matcher(words).replaceAll("$1").replace("`", "").strip();
    }
}
