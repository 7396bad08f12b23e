/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.fuzz.StreamReader.Evidence;

/** What a reader who knows nothing of analyses can know to be missing or wrong in the files of a cut. */
final class TraceReader {

    /** A place in an index of LTTng: 72 bytes, big endian, behind 16 bytes. */
    private static final int INDEX_HEADER = 16;
    private static final int INDEX_ENTRY = 72;
    /** Streams of a recording that was stopped end within less than a millisecond; that far apart, in ns, they do not. */
    private static final long FAR_APART = 100_000_000;

    /** A kernel's log begins before that, s; one whose time falls to there from {@link #JITTER} on is of the next boot. */
    private static final double FIRST = 0.001;
    private static final double JITTER = 0.1;

    private static final Pattern TIME = Pattern.compile("^\\[ *(\\d+)\\.(\\d+)]|\\] \\S+ +(\\d+)\\.(\\d+): ", Pattern.MULTILINE);

    private TraceReader() {
    }

    /** The evidence in all files: none of it where a damage leaves values that might be true. */
    static Map<Evidence, Long> evidence(Cut cut, Map<String, byte[]> files) {
        Map<Evidence, Long> all = new EnumMap<>(Evidence.class);
        for (Map.Entry<String, EventLayout> trace : cut.layouts().entrySet()) {
            List<StreamReader> streams = new ArrayList<>();
            for (String name : cut.streams(trace.getKey())) {
                StreamReader stream = new StreamReader(files.get(name), trace.getValue());
                streams.add(stream);
                stream.evidence().forEach((evidence, count) -> all.merge(evidence, count, Long::sum));
                byte[] index = files.get(Cut.indexOf(name));
                if (index != null && !isIndexOf(ByteBuffer.wrap(index), stream.packets())) {
                    all.merge(Evidence.INDEX, 1L, Long::sum);
                }
            }
            compareEnds(streams.stream().map(StreamReader::packets).filter(packets -> !packets.isEmpty()).toList(), all);
        }
        for (String name : cut.texts()) {
            long back = backward(new String(files.get(name), StandardCharsets.ISO_8859_1));
            if (back > 0) {
                all.merge(Evidence.TIME, back, Long::sum);
            }
        }
        return all;
    }

    private static void compareEnds(List<List<StreamReader.Packet>> streams, Map<Evidence, Long> all) {
        LongSummaryStatistics ends = streams.stream().mapToLong(packets -> packets.get(packets.size() - 1).end()).summaryStatistics();
        LongSummaryStatistics numbers = streams.stream().mapToLong(packets -> packets.get(0).number()).summaryStatistics();
        if (!streams.isEmpty() && (ends.getMax() - ends.getMin() > FAR_APART || numbers.getMin() == 0 && numbers.getMax() > 0)) {
            all.merge(Evidence.ENDS, 1L, Long::sum);
        }
    }

    private static boolean isIndexOf(ByteBuffer index, List<StreamReader.Packet> packets) {
        if (index.limit() != INDEX_HEADER + INDEX_ENTRY * packets.size()) {
            return false;
        }
        int at = INDEX_HEADER;
        for (StreamReader.Packet packet : packets) {
            if (index.getLong(at) != packet.at() || index.getLong(at + 8) != packet.size() * 8L
                    || index.getLong(at + 16) != packet.content() * 8L || index.getLong(at + 24) != packet.begin()
                    || index.getLong(at + 32) != packet.end() || index.getLong(at + 40) != packet.discarded()
                    || index.getLong(at + 64) != packet.number()) {
                return false;
            }
            at += INDEX_ENTRY;
        }
        return true;
    }

    /** How many lines of a text have a time before that of the line above; a kernel's log that is at 0 again is of another boot. */
    private static long backward(String text) {
        long back = 0;
        double before = 0;
        Matcher time = TIME.matcher(text);
        while (time.find()) {
            double now = Double.parseDouble(time.group(1) != null ? time.group(1) + '.' + time.group(2)
                    : time.group(3) + '.' + time.group(4));
            boolean boots = time.group(1) != null && now < FIRST && before >= JITTER;
            back += now < before && !boots ? 1 : 0;
            before = now;
        }
        return back;
    }
}
