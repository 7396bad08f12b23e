/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.hypertrace.core.event.HostEvent;

/**
 * Host events as {@code perf data convert --to-ctf} of perf 6.1 writes them: one stream per processor that has events, which ends with the
 * last of them; the running thread is a field of each event. Every integer has 32 or 64 bits, and none is aligned.
 */
public final class PerfTrace {

    /** Of the clock. */
    public static final UUID CLOCK = new UUID(1, 2);

    private static final String INTEGER = "integer { size = %d; align = %d; signed = %s; encoding = none; base = decimal; byte_order = le; %s} %s;";
    private static final UUID ID = new UUID(0x80d7b3f105fe48bdL, 0x99680f50e421b4b9L);
    /** Bytes before the first event. */
    private static final int HEADER = 68;
    private static final int PACKET = 1 << 15;

    private final Map<String, Integer> fIds = new LinkedHashMap<>();
    private final StringBuilder fEvents = new StringBuilder();
    private final Map<Integer, ByteArrayOutputStream> fStreams = new LinkedHashMap<>();
    private final Map<Integer, Stream> fOpen = new LinkedHashMap<>();
    private final Map<Integer, Integer> fRunning = new HashMap<>();
    private final Map<Integer, Integer> fProcesses = new HashMap<>();
    private final int fMost;

    /** A packet in the making. */
    private static final class Stream {
        private final ByteArrayOutputStream fBytes = new ByteArrayOutputStream();
        private final long fBegin;
        private long fEnd;
        private int fCount;

        Stream(long begin) {
            fBegin = begin;
        }
    }

    private PerfTrace(int most) {
        fMost = most;
    }

    /**
     * @param folder
     *            gets the trace; is made
     * @param events
     *            of one host; what a tracer dumps of the state before is left out
     * @param most
     *            how many events a packet has at most; of perf 100 000
     * @return the folder
     * @throws IOException
     *             if it cannot be written
     */
    public static Path write(Path folder, List<HostEvent> events, int most) throws IOException {
        PerfTrace trace = new PerfTrace(most);
        events.forEach(trace::learn);
        events.forEach(trace::add);
        trace.fOpen.keySet().forEach(trace::flush);
        Files.createDirectories(folder);
        int number = 0;
        for (ByteArrayOutputStream stream : trace.fStreams.values()) {
            Files.write(folder.resolve("perf_stream_" + number++), stream.toByteArray());
        }
        Files.writeString(folder.resolve("metadata"), trace.metadata());
        return folder;
    }

    private void learn(HostEvent event) {
        if (event instanceof HostEvent.SchedSwitch s) {
            fRunning.putIfAbsent(s.cpu(), s.prevTid());
        } else if (event instanceof HostEvent.ThreadBegins t) {
            fProcesses.put(t.tid(), t.pid());
        } else if (event instanceof HostEvent.ThreadKnown t) {
            fProcesses.put(t.tid(), t.pid());
        }
    }

    private void add(HostEvent event) {
        Tracepoint point = Tracepoint.of(event);
        if (point == null) {
            return;
        }
        int tid = fRunning.getOrDefault(event.cpu(), 0);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("perf_ip", 0xffffffff81000000L);
        fields.put("perf_tid", tid);
        fields.put("perf_pid", fProcesses.getOrDefault(tid, tid));
        fields.put("perf_id", 7L);
        fields.put("perf_period", 1L);
        fields.put("common_type", 300);
        fields.put("common_flags", 1);
        fields.put("common_preempt_count", 0);
        fields.put("common_pid", tid);
        fields.putAll(point.fields());
        Integer id = fIds.get(point.name());
        if (id == null) {
            id = fIds.size();
            fIds.put(point.name(), id);
            declare(point.name(), id, fields);
        }
        Stream stream = fOpen.computeIfAbsent(event.cpu(), cpu -> new Stream(event.time()));
        ByteBuffer header = ByteBuffer.allocate(Integer.BYTES + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(id).putLong(event.time());
        stream.fBytes.writeBytes(header.array());
        fields.values().forEach(value -> stream.fBytes.writeBytes(bytes(value)));
        stream.fEnd = event.time();
        if (++stream.fCount >= fMost) {
            flush(event.cpu());
            fOpen.remove(event.cpu());
        }
        if (event instanceof HostEvent.SchedSwitch s) {
            fRunning.put(s.cpu(), s.nextTid());
        }
    }

    private static byte[] bytes(Object value) {
        if (value instanceof String text) {
            return (text + '\0').getBytes(StandardCharsets.UTF_8);
        }
        long[] all = value instanceof long[] array ? array : new long[] { ((Number) value).longValue() };
        int size = value instanceof Integer ? Integer.BYTES : Long.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(size * all.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long one : all) {
            if (size == Integer.BYTES) {
                bytes.putInt((int) one);
            } else {
                bytes.putLong(one);
            }
        }
        return bytes.array();
    }

    private void declare(String name, int id, Map<String, Object> fields) {
        fEvents.append("event {\n\tid = ").append(id).append(";\n\tname = \"").append(name).append("\";\n\tstream_id = 0;\n\tfields := struct {\n");
        fields.forEach((field, value) -> fEvents.append("\t\t").append(value instanceof String ? "string { encoding = UTF8; } " + field + ';'
                : integer(value instanceof Integer ? Integer.SIZE : Long.SIZE, 1, Tracepoint.isSigned(field), "",
                        value instanceof long[] array ? field + '[' + array.length + ']' : field)).append('\n'));
        fEvents.append("\t} align(1);\n};\n\n");
    }

    private static String integer(int size, int align, boolean signed, String map, String name) {
        return String.format(INTEGER, size, align, signed, map, name);
    }

    private void flush(int cpu) {
        Stream stream = fOpen.get(cpu);
        int content = HEADER + stream.fBytes.size();
        int size = (content + PACKET - 1) / PACKET * PACKET;
        ByteBuffer packet = ByteBuffer.allocate(size).order(ByteOrder.BIG_ENDIAN);
        packet.order(ByteOrder.LITTLE_ENDIAN).putInt(0xC1FC1FC1);
        packet.order(ByteOrder.BIG_ENDIAN).putLong(ID.getMostSignificantBits()).putLong(ID.getLeastSignificantBits());
        packet.order(ByteOrder.LITTLE_ENDIAN).putInt(0).putLong(stream.fBegin).putLong(stream.fEnd).putLong(Byte.SIZE * (long) content)
                .putLong(Byte.SIZE * (long) size).putLong(0).putInt(cpu).put(stream.fBytes.toByteArray());
        fStreams.computeIfAbsent(cpu, key -> new ByteArrayOutputStream()).writeBytes(packet.array());
    }

    private String metadata() {
        String header = "\t\t" + integer(32, 8, false, "", "magic") + "\n\t\t" + integer(8, 8, false, "", "uuid[16]") + "\n\t\t"
                + integer(32, 8, false, "", "stream_id") + '\n';
        StringBuilder context = new StringBuilder();
        for (String field : List.of("timestamp_begin", "timestamp_end", "content_size", "packet_size", "events_discarded")) {
            context.append("\t\t").append(integer(64, 8, false, "", field)).append('\n');
        }
        context.append("\t\t").append(integer(32, 1, false, "", "cpu_id")).append('\n');
        return "/* CTF 1.8 */\n\ntrace {\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"" + ID + "\";\n\tbyte_order = le;\n\tpacket.header := struct {\n"
                + header + "\t} align(8);\n};\n\nenv {\n\thost = \"alpha\";\n\tsysname = \"Linux\";\n\trelease = \"6.1.0\";\n\tversion = \"6.1.187\";\n"
                + "\tmachine = \"x86_64\";\n\tdomain = \"kernel\";\n\ttracer_name = \"perf\";\n};\n\nclock {\n\tname = perf_clock;\n\tuuid = \""
                + CLOCK + "\";\n\tdescription = \"perf clock\";\n\tfreq = 1000000000;\n\tprecision = 10;\n\toffset_s = 0;\n\toffset = 0;\n"
                + "\tabsolute = FALSE;\n};\n\nstream {\n\tid = 0;\n\tevent.header := struct {\n\t\t" + integer(32, 8, false, "", "id") + "\n\t\t"
                + integer(64, 8, false, "map = clock.perf_clock.value; ", "timestamp") + "\n\t} align(8);\n\n\tpacket.context := struct {\n" + context
                + "\t} align(8);\n};\n\n" + fEvents;
    }
}
