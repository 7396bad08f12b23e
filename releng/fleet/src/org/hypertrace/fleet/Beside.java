/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;

/**
 * The files beside a recording from which its reports come, too. Beside an archive that is the plan of an upgrade; beside a trace also the
 * manifest with the files that it names, and what a prober wrote. All of any other folder is in it.
 */
final class Beside {

    private static final String MANIFEST = "hypertrace.json";
    private static final List<String> OF_ARCHIVE = List.of("upgrade.json");
    private static final List<String> OF_TRACE = List.of(MANIFEST, "prober.csv", "upgrade.json");
    /** A longer manifest is refused by each report. */
    private static final int MAX_MANIFEST = 1 << 20;

    private Beside() {
    }

    /** Their names, without what a manifest names; they need not be there. */
    static List<String> names(boolean isArchive, boolean isTrace) {
        return isArchive ? OF_ARCHIVE : isTrace ? OF_TRACE : List.of();
    }

    /**
     * @param recording
     *            an archive or a folder
     * @return those that are there, sorted
     * @throws IOException
     *             if they cannot be read
     */
    static List<Path> of(Path recording) throws IOException {
        Path folder = recording.toAbsolutePath().normalize().getParent();
        TreeSet<Path> found = new TreeSet<>();
        for (String name : folder == null ? List.<String>of() : names(Inputs.isArchive(recording), Files.exists(recording.resolve("metadata")))) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                found.add(file);
                if (name.equals(MANIFEST)) {
                    addNamed(file, folder, found);
                }
            }
        }
        return List.copyOf(found);
    }

    /** Whatever a text of the manifest is the path of, inside the folder. */
    private static void addNamed(Path manifest, Path folder, TreeSet<Path> found) throws IOException {
        TreeSet<String> texts = new TreeSet<>();
        try {
            if (Files.size(manifest) <= MAX_MANIFEST) {
                addTexts(JsonParser.parseString(Files.readString(manifest)), texts);
            }
        } catch (RuntimeException e) {
            return; // each report refuses it
        }
        for (String text : texts) {
            Path named = text.isEmpty() || text.indexOf('\0') >= 0 ? folder : folder.resolve(text).normalize();
            if (!named.equals(folder) && named.startsWith(folder)) {
                if (Files.isRegularFile(named)) {
                    found.add(named);
                } else if (Files.isDirectory(named)) {
                    try (Stream<Path> walk = Files.walk(named)) {
                        walk.filter(Files::isRegularFile).forEach(found::add);
                    }
                }
            }
        }
    }

    private static void addTexts(JsonElement json, TreeSet<String> texts) {
        if (json.isJsonArray()) {
            json.getAsJsonArray().forEach(one -> addTexts(one, texts));
        } else if (json.isJsonObject()) {
            json.getAsJsonObject().entrySet().forEach(one -> addTexts(one.getValue(), texts));
        } else if (json.isJsonPrimitive() && json.getAsJsonPrimitive().isString()) {
            texts.add(json.getAsString());
        }
    }
}
