/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A recording to be damaged: a cut of a sample, or all of it.
 *
 * @param name
 *            of its folder
 * @param folder
 *            where it is; it stays as it is
 * @param layouts
 *            of the events of each of its CTF traces, by their folders in it
 * @param files
 *            by their paths in the folder
 */
record Cut(String name, Path folder, Map<String, EventLayout> layouts, Map<String, byte[]> files) {

    private static final String METADATA = "/metadata";

    /** Reads the recording in a folder. */
    static Cut of(Path folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Map<String, EventLayout> layouts = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(path).toString();
                if (path.endsWith(EventLayout.FILE)) {
                    layouts.put(name.substring(0, name.length() - EventLayout.FILE.length() - 1), EventLayout.of(path.getParent()));
                } else {
                    files.put(name, Files.readAllBytes(path));
                }
            }
        }
        return new Cut(folder.getFileName().toString(), folder, layouts, files);
    }

    /** The streams of one of its traces. */
    List<String> streams(String trace) {
        return files.keySet().stream().filter(name -> name.startsWith(trace + '/') && name.indexOf('/', trace.length() + 1) < 0
                && !name.endsWith(METADATA)).toList();
    }

    /** The streams of all its traces. */
    List<String> streams() {
        return layouts.keySet().stream().flatMap(trace -> streams(trace).stream()).toList();
    }

    /** Its traces that are text files. */
    List<String> texts() {
        return layouts.isEmpty() ? List.copyOf(files.keySet()) : List.of();
    }

    /** Its files beside streams. */
    List<String> others() {
        List<String> streams = streams();
        return layouts.isEmpty() ? List.of() : files.keySet().stream().filter(name -> !streams.contains(name)).toList();
    }

    EventLayout layout(String stream) {
        return layouts.get(stream.substring(0, stream.lastIndexOf('/')));
    }

    /** What the index of a stream is called. */
    static String indexOf(String stream) {
        int slash = stream.lastIndexOf('/');
        return stream.substring(0, slash) + "/index" + stream.substring(slash) + ".idx";
    }

    /** What a command is to read: the folder, or the only text in it. */
    String argument() {
        return layouts.isEmpty() ? files.keySet().iterator().next() : "";
    }
}
