/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds the streams of a trace against each other and against LTTng's indexes of them. A stream may be in several files, of which
 * each continues the one before.
 */
final class TraceGaps {

    /** LTTng flushes all streams when it stops; that they then end so far apart, in parts of a second, has another reason. */
    private static final int EARLY = 10;

    /** What distinguishes streams: the channel and which of its streams. */
    private record Key(long stream, long instance) { }

    private static final Pattern PER_CPU = Pattern.compile("(.+?)_(\\d{1,5})(?:_\\d+)?");

    private final List<StreamFile> fFiles;
    private final Map<String, IndexFile> fIndexes;
    private final long fEarly;
    private final Map<Key, List<StreamFile>> fStreams = new TreeMap<>(Comparator.comparingLong(Key::stream).thenComparingLong(Key::instance));
    private final List<Gap> fGaps = new ArrayList<>();
    private long fBegin = Long.MAX_VALUE;
    private long fEnd = Packet.NONE;

    /**
     * @param files
     *            of streams, all their packets accepted
     * @param indexes
     *            by the names of those files
     * @param second
     *            in units of the trace's clock
     */
    TraceGaps(List<StreamFile> files, Map<String, IndexFile> indexes, long second) {
        fFiles = files;
        fIndexes = indexes;
        fEarly = second / EARLY;
        for (StreamFile file : files) {
            if (file.first() != null) {
                // where nothing distinguishes streams each file is one
                long instance = file.first().instance() >= 0 ? file.first().instance() : -2 - fStreams.size();
                fStreams.computeIfAbsent(new Key(file.first().stream(), instance), key -> new ArrayList<>()).add(file);
                fBegin = Math.min(fBegin, file.begin());
                fEnd = Math.max(fEnd, file.end());
            }
        }
        fStreams.values().forEach(stream -> stream.sort(Comparator.comparingLong(file -> file.first().number())));
        for (IndexFile index : indexes.values()) {
            fBegin = Math.min(fBegin, index.begin());
            fEnd = Math.max(fEnd, index.end());
        }
    }

    /** Why the same packets would be read from two files, null if they would not. */
    String twice() {
        for (List<StreamFile> stream : fStreams.values()) {
            for (int i = 1; i < stream.size(); i++) {
                if (stream.get(i).first().number() != Packet.NONE && stream.get(i).first().number() <= stream.get(i - 1).highest()) {
                    return stream.get(i - 1).name() + " and " + stream.get(i).name() + " hold the same packets of one stream: keep only "
                            + "one of them";
                }
            }
        }
        return null;
    }

    /** Whether packets have times; else nobody can know what is lost. */
    boolean haveTimes() {
        return fEnd != Packet.NONE;
    }

    /** What is missing anywhere; nothing if packets have no times. */
    List<Gap> all() {
        if (fStreams.keySet().isEmpty() && fIndexes.isEmpty() || fEnd == Packet.NONE) {
            return List.of();
        }
        fFiles.forEach(file -> fGaps.addAll(file.gaps()));
        boolean fromZero = fStreams.values().stream().anyMatch(stream -> stream.get(0).lowest() == 0);
        for (List<StreamFile> stream : fStreams.values()) {
            atBegin(stream.get(0), fromZero);
            for (int i = 1; i < stream.size(); i++) {
                between(stream.get(i - 1), stream.get(i));
            }
            atEnd(stream.get(stream.size() - 1));
        }
        fIndexes.forEach((name, index) -> {
            if (fFiles.stream().noneMatch(file -> file.name().equals(name) && file.first() != null)) {
                add(name, (int) Math.min(index.instance(), Integer.MAX_VALUE), index.begin(), index.end(),
                        index.last() - index.first() + 1, Gap.Why.MISSING);
            }
        });
        for (StreamFile file : fFiles) {
            Matcher name = PER_CPU.matcher(file.name());
            if (file.first() == null && file.isDamagedAtBegin() && !fIndexes.containsKey(file.name())) {
                add(file.name(), name.matches() ? Integer.parseInt(name.group(2)) : Gap.NO_CPU, fBegin, fEnd, Gap.UNKNOWN, Gap.Why.MISSING);
            }
        }
        withoutStream();
        return fGaps;
    }

    private void atBegin(StreamFile file, boolean fromZero) {
        Packet first = file.first();
        IndexFile index = fIndexes.get(file.name());
        if (first.number() == Packet.NONE) {
            damagedAtBegin(file);
        } else if (index != null && index.first() < first.number()) {
            add(file.name(), first.cpu(), index.begin(), first.begin(), first.number() - index.first(), Gap.Why.MISSING);
        } else if (index == null && fromZero && first.number() > 0) {
            // where no stream begins with 0, the tracer kept only the last packets, or began a new piece of the recording
            add(file.name(), first.cpu(), fBegin, first.begin(), first.number(), Gap.Why.MISSING);
        } else if (index == null && file.lowest() < first.number()) {
            // it stands behind later ones
            add(file.name(), first.cpu(), file.begin(), first.begin(), first.number() - file.lowest(), Gap.Why.MISSING);
        } else if (index == null && !fromZero) {
            damagedAtBegin(file);
        }
    }

    private void damagedAtBegin(StreamFile file) {
        if (file.isDamagedAtBegin()) {
            add(file.name(), file.first().cpu(), fBegin, file.first().begin(), Gap.UNKNOWN, Gap.Why.MISSING);
        }
    }

    private void between(StreamFile before, StreamFile after) {
        long missing = after.first().number() - before.highest() - 1;
        boolean damaged = after.first().number() == Packet.NONE && (before.isDamagedAtEnd() || after.isDamagedAtBegin());
        if (missing > 0 || damaged) {
            add(after.name(), after.first().cpu(), before.end(), after.first().begin(), missing > 0 ? missing : Gap.UNKNOWN,
                    Gap.Why.MISSING);
        }
    }

    private void atEnd(StreamFile file) {
        IndexFile index = fIndexes.get(file.name());
        if (index != null && file.highest() != Packet.NONE && index.last() > file.highest()) {
            add(file.name(), file.last().cpu(), file.end(), index.end(), index.last() - file.highest(), Gap.Why.MISSING);
        } else if (file.isDamagedAtEnd()) {
            add(file.name(), file.last().cpu(), file.end(), fEnd, Gap.UNKNOWN, Gap.Why.MISSING);
        } else if (index == null && fEnd - file.end() > fEarly) {
            add(file.name(), file.last().cpu(), file.end(), fEnd, Gap.UNKNOWN, Gap.Why.ENDS_EARLY);
        }
    }

    /** LTTng makes a file for each processor in each channel, even an empty one; others make none for a stream without events. */
    private void withoutStream() {
        if (fIndexes.isEmpty() && fFiles.stream().allMatch(file -> file.first() != null)) {
            return;
        }
        Set<Integer> cpus = new TreeSet<>();
        Map<String, Set<Integer>> channels = new TreeMap<>();
        Stream.concat(fFiles.stream().map(StreamFile::name), fIndexes.keySet().stream()).forEach(name -> {
            Matcher file = PER_CPU.matcher(name);
            if (file.matches()) {
                int cpu = Integer.parseInt(file.group(2));
                cpus.add(cpu);
                channels.computeIfAbsent(file.group(1), channel -> new TreeSet<>()).add(cpu);
            }
        });
        channels.forEach((channel, known) -> cpus.stream().filter(cpu -> !known.contains(cpu))
                .forEach(cpu -> add(channel + '_' + cpu, cpu, fBegin, fEnd, Gap.UNKNOWN, Gap.Why.NO_STREAM)));
    }

    private void add(String stream, int cpu, long from, long until, long packets, Gap.Why why) {
        fGaps.add(new Gap(stream, cpu, from, Math.max(from, until), packets, why));
    }
}
