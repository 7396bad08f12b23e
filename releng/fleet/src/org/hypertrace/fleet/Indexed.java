/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A recording with what its analysis came to.
 *
 * @param recording
 *            its path
 * @param labels
 *            its labels, by their names
 * @param key
 *            of its kept answer, null if there is none
 * @param isKept
 *            whether an earlier run analysed it
 * @param problems
 *            why reports are missing, a sentence each
 * @param figures
 *            what the others have
 */
record Indexed(String recording, TreeMap<String, String> labels, String key, boolean isKept, ArrayList<String> problems, ArrayList<Figure> figures)
        implements Serializable {

    /**
     * @param line
     *            of {@link Analysis#line}
     * @param results
     *            the folder of the kept answers
     * @throws IOException
     *             if the answer cannot be read
     */
    static Indexed of(String line, String results) throws IOException {
        JsonObject json = JsonParser.parseString(line).getAsJsonObject();
        TreeMap<String, String> labels = new TreeMap<>();
        json.getAsJsonObject("labels").entrySet().forEach(entry -> labels.put(entry.getKey(), entry.getValue().getAsString()));
        String recording = json.get("recording").getAsString();
        if (json.has("error")) {
            return new Indexed(recording, labels, null, false, new ArrayList<>(List.of(json.get("error").getAsString())), new ArrayList<>());
        }
        String key = json.get("key").getAsString();
        JsonObject answer = JsonParser.parseString(Files.readString(Path.of(results, key + ".json"))).getAsJsonObject();
        Figures.labels(answer).forEach(labels::putIfAbsent);
        return new Indexed(recording, labels, key, json.get("kept").getAsBoolean(), new ArrayList<>(Figures.problems(answer, recording)), new ArrayList<>(Figures.of(answer)));
    }
}
