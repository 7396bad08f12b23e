/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many bytes each event of a trace has: read from the metadata of LTTng's kernel tracer, in the form that tracer
 * generates (compact or large event headers, little-endian, byte-aligned integers, arrays, sequences and strings). It is what
 * is needed to walk from event to event, and nothing more; any other metadata is refused.
 */
final class EventLayouts {

    private static final int METADATA_MAGIC = 0x75D11D57;
    private static final int METADATA_HEADER = 37;
    private static final List<String> PACKET_CONTEXT = List.of("timestamp_begin", "timestamp_end", "content_size",
            "packet_size", "packet_seq_num", "events_discarded", "cpu_id");

    private static final Pattern BLOCK = Pattern.compile("(?m)^(stream|event|trace) \\{\\n(.*?)^\\};", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("(?m)^\\t(id|stream_id) = (\\d+);");
    private static final Pattern STRUCT = Pattern.compile("(?m)^\\t(fields|event\\.context|context) := struct \\{\\n(.*?)^\\t\\};", Pattern.DOTALL);

    private final Map<Long, EventPayload> events = new HashMap<>();
    private final Map<Integer, EventPayload> contexts = new HashMap<>();
    private final Set<Integer> withLargeHeaders = new HashSet<>();

    /**
     * @param trace the folder with the file {@code metadata}, as text or in packets
     * @throws IOException if it cannot be read or is not in the form described above
     */
    EventLayouts(Path trace) throws IOException {
        String text = text(Files.readAllBytes(trace.resolve("metadata"))).replaceAll("/\\*.*?\\*/", "");
        require(text.contains("byte_order = le;"), "its byte order is not little-endian");
        requirePacketContext(text);
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            if (blocks.group(1).equals("stream")) {
                boolean large = blocks.group(2).contains("event.header := struct event_header_large;");
                require(large || blocks.group(2).contains("event.header := struct event_header_compact;"), "its event headers are not LTTng's");
                int stream = (int) number(blocks.group(2), "id");
                contexts.put(stream, payload(blocks.group(2), "event.context"));
                if (large) {
                    withLargeHeaders.add(stream);
                }
            } else if (blocks.group(1).equals("event")) {
                String event = blocks.group(2);
                require(payload(event, "context") == EventPayload.EMPTY, "an event type has a context of its own");
                events.put(number(event, "stream_id") << 32 | number(event, "id"), payload(event, "fields"));
            }
        }
    }

    /** Whether the events of a stream have LTTng's large headers, which it takes for many types of events. */
    boolean hasLargeHeaders(int stream) {
        return withLargeHeaders.contains(stream);
    }

    /** Position after the context and fields, which begin at {@code position}, of an event. */
    int skip(ByteBuffer packet, int position, int stream, long id) throws IOException {
        EventPayload context = contexts.get(stream);
        EventPayload fields = events.get((long) stream << 32 | id);
        require(context != null && fields != null, "an event has the id " + id + " in stream " + stream + ", which is not declared");
        return fields.skip(packet, context.skip(packet, position));
    }

    private static void requirePacketContext(String text) throws IOException {
        Matcher struct = Pattern.compile("struct packet_context \\{(.*?)\\};", Pattern.DOTALL).matcher(text);
        List<String> names = new ArrayList<>();
        if (struct.find()) {
            Matcher name = Pattern.compile("(\\w+);").matcher(struct.group(1));
            while (name.find()) {
                names.add(name.group(1));
            }
        }
        require(names.equals(PACKET_CONTEXT), "its packet context is not that of LTTng's kernel tracer");
    }

    private static EventPayload payload(String block, String struct) throws IOException {
        Matcher structs = STRUCT.matcher(block);
        while (structs.find()) {
            if (structs.group(1).equals(struct)) {
                return EventPayload.of(structs.group(2));
            }
        }
        return EventPayload.EMPTY;
    }

    private static long number(String block, String name) throws IOException {
        Matcher numbers = NUMBER.matcher(block);
        while (numbers.find()) {
            if (numbers.group(1).equals(name)) {
                return Long.parseLong(numbers.group(2));
            }
        }
        throw new IOException("The metadata cannot be used: a stream or event has no " + name);
    }

    private static String text(byte[] metadata) throws IOException {
        ByteBuffer packets = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN);
        if (metadata.length < 4 || packets.getInt(0) != METADATA_MAGIC) {
            return new String(metadata, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < metadata.length;) {
            require(at + METADATA_HEADER <= metadata.length && packets.getInt(at) == METADATA_MAGIC, "it is truncated");
            int content = packets.getInt(at + 24) / 8;
            int packet = packets.getInt(at + 28) / 8;
            require(content >= METADATA_HEADER && content <= packet && at + content <= metadata.length, "it is truncated");
            text.append(new String(metadata, at + METADATA_HEADER, content - METADATA_HEADER, StandardCharsets.UTF_8));
            at += packet;
        }
        return text.toString();
    }

    static void require(boolean condition, String otherwise) throws IOException {
        if (!condition) {
            throw new IOException("The trace cannot be replicated: " + otherwise);
        }
    }
}
