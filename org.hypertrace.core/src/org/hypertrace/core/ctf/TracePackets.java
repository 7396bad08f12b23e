/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the begins of the packets of a CTF trace tell: whether all its streams are whole, and where packets are missing.
 *
 * @param damage
 *            why the trace cannot be read, a clause that names the file; null if it can, or if its metadata is of a form
 *            unknown here
 * @param gaps
 *            what is missing, by the time of its begin
 * @param repeated
 *            by the name of the file, how many packets are there twice; each is read once
 */
public record TracePackets(String damage, List<Gap> gaps, Map<String, Integer> repeated) {

    private static final TracePackets WHOLE = new TracePackets(null, List.of(), Map.of());
    private static final int MAX_KEPT = 64;

    /** A trace as its files were when it was read. */
    private record Recorded(Path folder, int files) { }

    private static final Map<Recorded, TracePackets> KEPT = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Recorded, TracePackets> eldest) {
            return size() > MAX_KEPT;
        }
    });

    /**
     * Reads the begins of all packets, unless they were read before and no file changed since.
     *
     * @param trace
     *            the folder of a trace
     * @return what they tell
     * @throws IOException
     *             if it cannot be read
     */
    public static TracePackets of(Path trace) throws IOException {
        List<Path> files = new ArrayList<>();
        int hash = 0;
        try (Stream<Path> all = Stream.concat(Files.list(trace), index(trace))) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                hash = 31 * hash + Objects.hash(file, Files.size(file), Files.getLastModifiedTime(file));
                String name = file.getFileName().toString();
                if (!name.startsWith(".") && !name.startsWith("metadata") && file.getParent().equals(trace)) {
                    files.add(file);
                }
            }
        }
        Recorded recorded = new Recorded(trace, hash);
        TracePackets known = KEPT.get(recorded);
        if (known == null) {
            known = read(trace, files);
            KEPT.put(recorded, known);
        }
        return known;
    }

    private static Stream<Path> index(Path trace) throws IOException {
        Path index = trace.resolve("index");
        return Files.isDirectory(index) ? Files.list(index) : Stream.empty();
    }

    private static TracePackets read(Path trace, List<Path> files) throws IOException {
        PacketLayout layout;
        try {
            layout = PacketLayout.of(trace.resolve("metadata"));
        } catch (EOFException e) {
            return new TracePackets("metadata is incomplete: " + e.getMessage(), List.of(), Map.of());
        }
        if (layout == null) {
            return WHOLE;
        }
        List<StreamFile> streams = new ArrayList<>();
        Map<String, IndexFile> indexes = indexes(trace);
        for (Path file : files) {
            StreamFile stream = new StreamFile(file.getFileName().toString());
            String damage = PacketFile.read(file, layout, indexes.get(stream.name()), stream);
            if (damage != null) {
                return new TracePackets(damage, List.of(), Map.of());
            }
            streams.add(stream);
        }
        Map<String, Integer> repeated = new TreeMap<>();
        streams.stream().filter(stream -> stream.repeated() > 0).forEach(stream -> repeated.put(stream.name(), stream.repeated()));
        TraceGaps gaps = new TraceGaps(streams, indexes, layout.second());
        String twice = gaps.twice();
        return twice != null ? new TracePackets(twice, List.of(), Map.of())
                : new TracePackets(null, gaps.all().stream().sorted(Comparator.comparingLong(Gap::from)).toList(), repeated);
    }

    /** By the names of the files of streams. */
    private static Map<String, IndexFile> indexes(Path trace) throws IOException {
        Map<String, IndexFile> indexes = new HashMap<>();
        try (Stream<Path> files = index(trace)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".idx")).toList()) {
                IndexFile index = IndexFile.read(file);
                if (index != null) {
                    indexes.put(file.getFileName().toString().replaceAll("\\.idx$", ""), index);
                }
            }
        }
        return indexes;
    }
}
