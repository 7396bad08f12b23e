/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the fields stand that begin every packet of a CTF 1.8 trace, as its metadata declares them: integers and the uuid,
 * from the packet header and the packet context. Understands what LTTng and babeltrace2 write.
 *
 * @param uuid
 *            of the trace as 32 hexadecimal digits, empty if none is declared
 * @param header
 *            the fields of the packet header, by name
 * @param contexts
 *            by the id of the stream, the fields of its packet context
 * @param second
 *            how many units of the clock's time a second has
 * @param endsTogether
 *            whether all streams end when the recording does; perf's end with their last events
 */
record PacketLayout(String uuid, Map<String, Field> header, Map<Long, Context> contexts, long second, boolean endsTogether) {

    /** A field's place in the packet and its width, in bytes. */
    record Field(int offset, int width, ByteOrder order) {

        /** The integer that stands here. */
        long in(ByteBuffer packet) {
            packet.order(order);
            return switch (width) {
            case Long.BYTES -> packet.getLong(offset);
            case Integer.BYTES -> Integer.toUnsignedLong(packet.getInt(offset));
            case Short.BYTES -> Short.toUnsignedLong(packet.getShort(offset));
            default -> Byte.toUnsignedLong(packet.get(offset));
            };
        }
    }

    /** The fields of a packet context by name, and how many bytes are before the first event. */
    record Context(Map<String, Field> fields, int size) { }

    private static final Pattern UUID = Pattern.compile("\\buuid\\s*=\\s*\"([0-9a-fA-F-]+)\"");
    private static final Pattern STREAM = Pattern.compile("\\bstream\\s*\\{");
    private static final Pattern ID = Pattern.compile("(?:^|[;\\s])id\\s*=\\s*(\\d{1,18})\\s*;");
    private static final Pattern NAMED_CONTEXT = Pattern.compile("packet\\.context\\s*:=\\s*struct\\s+(\\w+)\\s*;");
    private static final Pattern FREQUENCY = Pattern.compile("\\bfreq\\s*=\\s*(\\d{1,18})\\b");
    private static final Pattern OF_PERF = Pattern.compile("\\btracer_name\\s*=\\s*\"perf\"");
    private static final String HEADER = "packet\\.header\\s*:=\\s*struct\\s*\\{";
    private static final String CONTEXT = "packet\\.context\\s*:=\\s*struct\\s*\\{";

    /**
     * @param metadata
     *            the file of that name in a trace's folder
     * @return the layout, null if the metadata declares none this class understands
     * @throws IOException
     *             if the file cannot be read or ends within a packet
     */
    static PacketLayout of(Path metadata) throws IOException {
        return MetadataText.of(metadata).layout();
    }

    /** The same of metadata that were read; these keep it. */
    static PacketLayout of(MetadataText text) {
        String trace = text.block("\\btrace\\s*\\{");
        String body = trace == null ? null : new MetadataText(trace).block(HEADER);
        if (body == null) {
            return null;
        }
        // a field may have another order than the trace: LTTng declares ports and addresses so
        ByteOrder order = HeaderTypes.order(MetadataText.own(trace), ByteOrder.LITTLE_ENDIAN);
        HeaderTypes types = new HeaderTypes(text, order);
        Map<String, Field> header = new LinkedHashMap<>();
        int end = types.place(body, 0, header);
        Map<Long, Context> contexts = end < 0 ? Map.of() : contexts(text, types, end);
        if (contexts.isEmpty()) {
            return null;
        }
        Matcher uuid = UUID.matcher(MetadataText.own(trace));
        return new PacketLayout(uuid.find() ? uuid.group(1).replace("-", "").toLowerCase() : "", header, contexts,
                second(text), !OF_PERF.matcher(text.text()).find());
    }

    private static long second(MetadataText text) {
        String clock = text.block("\\bclock\\s*\\{");
        Matcher frequency = FREQUENCY.matcher(clock == null ? "" : clock);
        return frequency.find() ? Math.max(1, Long.parseLong(frequency.group(1))) : 1_000_000_000;
    }

    /** @return bytes of the longest of what may begin a packet */
    int size() {
        return contexts.values().stream().mapToInt(Context::size).max().orElse(0);
    }

    /** @return bytes before which {@link #context} cannot identify the packet's stream */
    int headerSize() {
        return header.values().stream().mapToInt(field -> field.offset() + field.width()).max().orElse(0);
    }

    /** @return the packet context of a packet; null if it is of no declared stream */
    Context context(ByteBuffer packet) {
        return contexts.get(stream(packet));
    }

    /** @return the id of the stream that a packet is of */
    long stream(ByteBuffer packet) {
        return header.containsKey("stream_id") ? header.get("stream_id").in(packet) : contexts.keySet().iterator().next();
    }

    private static Map<Long, Context> contexts(MetadataText text, HeaderTypes types, int from) {
        Map<Long, Context> contexts = new HashMap<>();
        Map<String, String> bodies = new HashMap<>();
        Matcher stream = STREAM.matcher(text.text());
        for (int at = 0; stream.find(at);) {
            String block = text.inside(stream.end());
            at = stream.end() + block.length();
            Matcher id = ID.matcher(MetadataText.own(block));
            Matcher named = NAMED_CONTEXT.matcher(block);
            String body = !named.find() ? new MetadataText(block).block(CONTEXT)
                    : bodies.computeIfAbsent(named.group(1), name -> text.block("\\bstruct\\s+" + name + "\\s*\\{"));
            Map<String, Field> fields = new LinkedHashMap<>();
            int size = body == null ? -1 : types.place(body, from, fields);
            boolean isFound = id.find();
            if (size < 0 || isFound && !HeaderTypes.isDecimal(id.group(1))) {
                return Map.of();
            }
            contexts.put(isFound ? Long.parseLong(id.group(1)) : 0, new Context(fields, size));
        }
        return contexts;
    }
}
