/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.machine.Manifest;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * What users call a recording by: {@code labels} of its manifest, values by their names. Of several manifests the first by its path counts.
 * What is wrong in a manifest is reported by the commands; labels that are wrong, too long or too many are left out.
 */
final class RecordingLabels {

    private static final int DEEP = 8;
    private static final int MOST = 32;
    private static final int LONGEST = 256;

    private RecordingLabels() {
    }

    /**
     * @param recording
     *            the path of an archive or a folder
     * @param unpacked
     *            the folder of what was in archives; need not be there
     * @return strings by names; empty if there are none
     */
    static JsonObject of(String recording, Path unpacked) {
        JsonObject labels = new JsonObject();
        // a path that is none was answered by each command
        Path named = recording.indexOf('\0') >= 0 ? unpacked : Path.of(recording).toAbsolutePath().normalize();
        if (Files.exists(named.resolve("metadata"))) { // a trace: its manifest is beside it
            add(named.resolveSibling(Manifest.FILE_NAME), named.resolveSibling(""), labels);
        }
        for (Path root : List.of(named, unpacked)) {
            for (Path manifest : manifests(root)) {
                add(manifest, root, labels);
            }
        }
        return labels;
    }

    private static List<Path> manifests(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> found = Files.find(root, DEEP, (path, attributes) -> path.endsWith(Manifest.FILE_NAME))) {
            return new ArrayList<>(found.sorted().toList());
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static void add(Path manifest, Path root, JsonObject labels) {
        try {
            InputFile.requireInside(manifest, root);
            JsonElement document = Json.parse(InputFile.text(manifest), manifest);
            if (document instanceof JsonObject object && object.get("labels") instanceof JsonObject all) {
                for (String name : all.keySet()) {
                    JsonElement value = all.get(name);
                    if (!labels.has(name) && labels.keySet().size() < MOST && value.isJsonPrimitive() && isLabel(name) && isLabel(value.getAsString())) {
                        labels.addProperty(name, value.getAsString());
                    }
                }
            }
        } catch (IOException e) {
            // reported by the commands
        }
    }

    private static boolean isLabel(String text) {
        return !text.isBlank() && text.length() <= LONGEST;
    }
}
