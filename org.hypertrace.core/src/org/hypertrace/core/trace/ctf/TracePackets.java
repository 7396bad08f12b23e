/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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
 * What the begins of the packets of a CTF trace report: which can be read, and where packets are missing or damaged.
 *
 * @param damage
 *            why the trace cannot be read, a clause that names the file; null if it can, or if its metadata is of a form
 *            unknown here
 * @param gaps
 *            what is missing, by the time of its begin
 * @param repeated
 *            by the name of the file, how many packets are there twice; each is read once
 * @param leftOut
 *            what is not to be read, by the names of the files and in their order
 * @param discarded
 *            how many events the tracer discarded for want of room, by the headers of the packets
 * @param doubts
 *            why packets may be missing that nothing shows, a clause each. Either the metadata declares no headers of packets that are
 *            understood, or an index is not used
 */
public record TracePackets(String damage, List<Gap> gaps, Map<String, Integer> repeated, List<LeftOut> leftOut, long discarded,
        List<String> doubts) {

    private static final TracePackets UNCHECKED = new TracePackets(null, List.of(), Map.of(), List.of(), 0,
            List.of("its metadata declares headers of packets in a form that is not known, so nobody knows whether packets are missing"));
    private static final int MAX_KEPT = 64;

    /** A trace as its files were when it was read. */
    private record Recorded(Path folder, int files) { }

    /** Which packets hold events that cannot be, by where they begin in which file, and why. */
    private static final Map<Recorded, Map<String, Map<Long, String>>> DAMAGED = lately();
    /** Which parts of metadata cannot be parsed. */
    private static final Map<Recorded, List<LeftOut>> UNPARSED = lately();
    private static final Map<Recorded, TracePackets> KEPT = lately();

    private static <T> Map<Recorded, T> lately() {
        return Collections.synchronizedMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Recorded, T> eldest) {
                return size() > MAX_KEPT;
            }
        });
    }

    private static TracePackets refused(String damage) {
        return new TracePackets(damage, List.of(), Map.of(), List.of(), 0, List.of());
    }

    /**
     * Reads the begins of all packets, unless they were read before and no file changed since.
     *
     * @param trace
     *            the folder of a trace
     * @return what they report
     * @throws IOException
     *             if it cannot be read
     */
    public static TracePackets of(Path trace) throws IOException {
        List<Path> files = files(trace);
        Recorded recorded = recorded(trace, files);
        TracePackets known = KEPT.get(recorded);
        if (known == null) {
            known = read(trace, files.stream().filter(file -> isStream(trace, file)).toList(), DAMAGED.getOrDefault(recorded, Map.of()));
            known = known.without(UNPARSED.getOrDefault(recorded, List.of()));
            KEPT.put(recorded, known);
        }
        return known;
    }

    /**
     * From now on packets whose events cannot be read are left out, as are parts of the metadata that cannot be parsed. That holds as long
     * as no file changes.
     *
     * @param trace
     *            the folder of a trace
     * @param bytes
     *            of it
     * @throws IOException
     *             if it cannot be read
     */
    public static void leaveOut(Path trace, Collection<LeftOut> bytes) throws IOException {
        Recorded recorded = recorded(trace, files(trace));
        Map<String, Map<Long, String>> damaged = new HashMap<>();
        DAMAGED.getOrDefault(recorded, Map.of()).forEach((stream, known) -> damaged.put(stream, new HashMap<>(known)));
        bytes.stream().filter(packet -> !packet.isOfMetadata()).forEach(packet -> damaged.computeIfAbsent(packet.stream(), key -> new HashMap<>()).put(packet.from(), packet.why()));
        DAMAGED.put(recorded, damaged);
        List<LeftOut> parts = bytes.stream().filter(LeftOut::isOfMetadata).toList();
        if (!parts.isEmpty()) {
            UNPARSED.put(recorded, parts);
        }
        KEPT.remove(recorded);
    }

    /**
     * From now on the trace cannot be read. That holds as long as no file changes.
     *
     * @param trace
     *            the folder of a trace
     * @param damage
     *            why, a clause
     * @throws IOException
     *             if it cannot be read
     */
    public static void giveUp(Path trace, String damage) throws IOException {
        KEPT.put(recorded(trace, files(trace)), refused(damage));
    }

    /** Forgets all traces: what is asked next is read from their files. */
    public static void forget() {
        DAMAGED.clear();
        UNPARSED.clear();
        KEPT.clear();
    }

    private TracePackets without(List<LeftOut> parts) {
        return parts.isEmpty() ? this : new TracePackets(damage, gaps, repeated,
                Stream.concat(parts.stream(), leftOut.stream()).toList(), discarded, doubts);
    }

    private static List<Path> files(Path trace) throws IOException {
        try (Stream<Path> all = Stream.concat(Files.list(trace), index(trace))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static boolean isStream(Path trace, Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !name.startsWith("metadata") && file.getParent().equals(trace);
    }

    private static Recorded recorded(Path trace, List<Path> files) throws IOException {
        int hash = 0;
        for (Path file : files) {
            hash = 31 * hash + Objects.hash(file, Files.size(file), Files.getLastModifiedTime(file));
        }
        return new Recorded(trace, hash);
    }

    private static Stream<Path> index(Path trace) throws IOException {
        Path index = trace.resolve("index");
        return Files.isDirectory(index) ? Files.list(index) : Stream.empty();
    }

    private static TracePackets read(Path trace, List<Path> files, Map<String, Map<Long, String>> damaged) throws IOException {
        PacketLayout layout;
        try {
            layout = PacketLayout.of(trace.resolve("metadata"));
        } catch (EOFException e) {
            return refused("metadata is incomplete: " + e.getMessage());
        }
        if (layout == null) {
            return UNCHECKED;
        }
        List<StreamFile> streams = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        Map<String, IndexFile> indexes = indexes(trace, doubts);
        for (Path file : files) {
            String name = file.getFileName().toString();
            StreamFile stream = PacketFile.read(file, layout, indexes.get(name), damaged.getOrDefault(name, Map.of()));
            if (stream.refusal() != null) {
                return refused(stream.refusal());
            }
            streams.add(stream);
        }
        return of(streams, indexes, layout, doubts);
    }

    private static TracePackets of(List<StreamFile> streams, Map<String, IndexFile> indexes, PacketLayout layout, List<String> doubts) {
        TraceGaps gaps = new TraceGaps(streams, indexes, layout.endsTogether() ? layout.second() : Long.MAX_VALUE);
        String twice = gaps.twice();
        if (twice != null) {
            return refused(twice);
        }
        List<Gap> missing = gaps.all().stream().sorted(Comparator.comparingLong(Gap::from)).toList();
        List<LeftOut> leftOut = streams.stream().flatMap(stream -> stream.leftOut().stream()).toList();
        LeftOut damage = leftOut.stream().filter(LeftOut::isDamage).findFirst().orElse(null);
        if (damage != null && (!gaps.haveTimes() || streams.stream().allMatch(stream -> stream.first() == null))) {
            return refused(damage.damage());
        }
        Map<String, Integer> repeated = new TreeMap<>();
        streams.stream().filter(stream -> stream.repeated() > 0).forEach(stream -> repeated.put(stream.name(), stream.repeated()));
        return new TracePackets(null, missing, repeated, leftOut,
                streams.stream().mapToLong(StreamFile::discarded).sum(), List.copyOf(doubts));
    }

    /** By the names of the files of streams. */
    private static Map<String, IndexFile> indexes(Path trace, List<String> doubts) throws IOException {
        Map<String, IndexFile> indexes = new HashMap<>();
        try (Stream<Path> files = index(trace)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".idx")).sorted().toList()) {
                IndexFile index = IndexFile.read(file, why -> doubts.add("index/" + file.getFileName() + ' ' + why
                        + "; it is not used, so nobody knows whether packets at the end of that stream are missing"));
                if (index != null) {
                    indexes.put(file.getFileName().toString().replaceAll("\\.idx$", ""), index);
                }
            }
        }
        return indexes;
    }
}
