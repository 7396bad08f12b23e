/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * What recordings are called by. Named groups of a pattern find labels in the path; a table has a row per recording and wins over the pattern.
 * Both win over {@code labels} of the manifest, which the answer about the recording has.
 */
final class Labels implements Serializable {

    private static final long serialVersionUID = 1;
    private static final int MAX_MANIFEST = 1 << 20;
    private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-zA-Z][a-zA-Z0-9]*)>");

    private final Pattern fPattern;
    private final TreeSet<String> fGroups = new TreeSet<>();
    private final HashMap<String, Map<String, String>> fRows = new HashMap<>();

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
     * @param path
     *            of a recording, or its address
     * @return its labels, by their names
     */
    Map<String, String> of(String path) {
        Map<String, String> labels = new TreeMap<>();
        if (fPattern != null) {
            Matcher matcher = fPattern.matcher(path);
            if (matcher.find()) {
                fGroups.stream().filter(group -> matcher.group(group) != null).forEach(group -> labels.put(group, matcher.group(group)));
            }
        }
        // the row of the longest end of the path counts
        Map<String, String> row = fRows.get(path);
        for (int slash = path.indexOf('/'); row == null && slash >= 0; slash = path.indexOf('/', slash + 1)) {
            row = fRows.get(path.substring(slash + 1));
        }
        labels.putAll(row == null ? Map.of() : row);
        return labels;
    }

    /**
     * The labels in the manifest of a folder, for a recording without an answer. A manifest that is wrong has none.
     *
     * @param folder
     *            of a recording
     */
    static Map<String, String> ofManifest(Path folder) {
        Path file = folder.resolve("hypertrace.json");
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
