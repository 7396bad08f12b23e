/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * What recordings are called by. The manifest of a folder has them in {@code labels}; named groups of a pattern find them in the path; a
 * table has a row per recording. Of one name the table wins over the pattern, and this over the manifest.
 */
final class Labels {

    private static final int MAX_MANIFEST = 1 << 20;
    private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-zA-Z][a-zA-Z0-9]*)>");

    private final Pattern fPattern;
    private final Set<String> fGroups = new TreeSet<>();
    private final Map<String, Map<String, String>> fRows = new HashMap<>();

    /**
     * @param pattern
     *            a regular expression for paths, null for none
     * @param table
     *            a CSV file whose first column names recordings, null for none
     * @throws Refused
     *             if one of them is wrong
     */
    Labels(String pattern, Path table) throws Refused {
        try {
            fPattern = pattern == null ? null : Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new Refused("--pattern: " + e.getDescription() + " at character " + e.getIndex() + '.', e);
        }
        if (pattern != null) {
            Matcher group = GROUP.matcher(pattern);
            while (group.find()) {
                fGroups.add(group.group(1));
            }
            if (fGroups.isEmpty()) {
                throw new Refused("--pattern: there is no named group; write (?<kernel>[^/]+) for a label kernel.");
            }
        }
        if (table != null) {
            read(table);
        }
    }

    private void read(Path table) throws Refused {
        try (Reader in = Files.newBufferedReader(table)) {
            List<CSVRecord> rows = CSVFormat.DEFAULT.parse(in).getRecords();
            if (rows.isEmpty() || rows.get(0).size() < 2) {
                throw new Refused("--labels: " + table + " needs a head: recording, and a column per label.");
            }
            CSVRecord head = rows.get(0);
            for (CSVRecord row : rows.subList(1, rows.size())) {
                Map<String, String> labels = new LinkedHashMap<>();
                for (int i = 1; i < Math.min(row.size(), head.size()); i++) {
                    if (!row.get(i).isBlank()) {
                        labels.put(head.get(i).strip(), row.get(i).strip());
                    }
                }
                fRows.put(row.get(0).strip(), labels);
            }
        } catch (IOException | IllegalStateException e) {
            throw new Refused("--labels: " + table + " cannot be read: " + e.getMessage() + '.', e);
        }
    }

    /**
     * @param recording
     *            its path
     * @return its labels, by their names
     */
    Map<String, String> of(Path recording) {
        Map<String, String> labels = new TreeMap<>(ofManifest(recording.resolve("hypertrace.json")));
        if (fPattern != null) {
            Matcher matcher = fPattern.matcher(recording.toString());
            if (matcher.find()) {
                fGroups.stream().filter(group -> matcher.group(group) != null).forEach(group -> labels.put(group, matcher.group(group)));
            }
        }
        String path = recording.toString();
        // the row of the longest end of the path counts
        Map<String, String> row = fRows.get(path);
        for (int slash = path.indexOf('/'); row == null && slash >= 0; slash = path.indexOf('/', slash + 1)) {
            row = fRows.get(path.substring(slash + 1));
        }
        labels.putAll(row == null ? Map.of() : row);
        return labels;
    }

    /** A manifest that is wrong is reported by the analysis. */
    private static Map<String, String> ofManifest(Path file) {
        Map<String, String> labels = new TreeMap<>();
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_MANIFEST) {
                JsonElement root = JsonParser.parseString(Files.readString(file));
                JsonElement all = root.isJsonObject() ? root.getAsJsonObject().get("labels") : null;
                if (all instanceof JsonObject object) {
                    object.entrySet().stream().filter(entry -> entry.getValue().isJsonPrimitive())
                            .forEach(entry -> labels.put(entry.getKey(), entry.getValue().getAsString()));
                }
            }
        } catch (IOException | RuntimeException e) {
            return Map.of();
        }
        return labels;
    }
}
