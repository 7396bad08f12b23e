/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** How long events are, by what {@code cut.py} reports of a trace's metadata; all fields are whole bytes, little endian. */
final class EventLayout {

    /** The file beside a trace's streams. */
    static final String FILE = ".layout.json";

    /**
     * A field: a string, or of {@code bytes}; its value reports how many of {@code counts} bytes follow, if that is not 0, or which
     * fields, if {@code chooses} is not null.
     */
    private record Field(boolean string, int bytes, int counts, Map<Long, List<Field>> chooses) { }

    /**
     * Where an event stands.
     *
     * @param at
     *            its first byte
     * @param body
     *            the first byte behind its header
     * @param end
     *            the first byte behind it
     * @param time
     *            ns of the trace's clock
     */
    record Event(int at, int body, int end, long time) { }

    private final Map<Long, Boolean> fLarge = new HashMap<>();
    private final Map<Long, Map<Long, List<Field>>> fEvents = new HashMap<>();

    private EventLayout(JsonObject layout) {
        layout.getAsJsonObject("streams").entrySet()
                .forEach(stream -> fLarge.put(Long.valueOf(stream.getKey()), stream.getValue().getAsString().equals("large")));
        layout.getAsJsonObject("events").entrySet().forEach(stream -> {
            Map<Long, List<Field>> events = new HashMap<>();
            stream.getValue().getAsJsonObject().entrySet().forEach(event -> events.put(Long.valueOf(event.getKey()),
                    fields(event.getValue().getAsJsonObject().getAsJsonArray("fields"))));
            fEvents.put(Long.valueOf(stream.getKey()), events);
        });
    }

    private static List<Field> fields(JsonArray declared) {
        List<Field> fields = new ArrayList<>();
        for (JsonElement element : declared) {
            JsonObject field = element.getAsJsonObject();
            fields.add(new Field(field.has("string"), field.has("bytes") ? field.get("bytes").getAsInt() : 0,
                    field.has("counts") ? field.get("counts").getAsInt() : 0,
                    field.has("chooses") ? choices(field.getAsJsonObject("chooses")) : null));
        }
        return fields;
    }

    private static Map<Long, List<Field>> choices(JsonObject declared) {
        Map<Long, List<Field>> choices = new HashMap<>();
        declared.entrySet().forEach(choice -> choices.put(Long.valueOf(choice.getKey()), fields(choice.getValue().getAsJsonArray())));
        return choices;
    }

    /** @return the layout of the trace in a folder */
    static EventLayout of(Path folder) throws IOException {
        try (Reader text = Files.newBufferedReader(folder.resolve(FILE))) {
            return new EventLayout(JsonParser.parseReader(text).getAsJsonObject());
        }
    }

    /**
     * @param bytes
     *            of a stream, little endian
     * @param at
     *            where the event begins
     * @param content
     *            the end of what its packet holds
     * @param before
     *            the time of the event before it, or of the packet's begin
     * @return the event; null if none that is declared begins there and ends within the content
     */
    Event read(ByteBuffer bytes, long stream, int at, int content, long before) {
        Boolean large = fLarge.get(stream);
        if (large == null || at + (large ? 6 : 4) > content) {
            return null;
        }
        long id = large ? Short.toUnsignedLong(bytes.getShort(at)) : bytes.getInt(at) & 31;
        boolean extended = id == (large ? 65535 : 31);
        int body = at + (extended ? large ? 14 : 13 : large ? 6 : 4);
        if (body > content) {
            return null;
        }
        long time;
        if (extended) {
            id = Integer.toUnsignedLong(bytes.getInt(at + (large ? 2 : 1)));
            time = bytes.getLong(at + (large ? 6 : 5));
        } else {
            long range = large ? 1L << 32 : 1L << 27;
            long low = large ? Integer.toUnsignedLong(bytes.getInt(at + 2)) : bytes.getInt(at) >>> 5;
            time = before & -range | low;
            time += time < before ? range : 0;
        }
        List<Field> fields = fEvents.getOrDefault(stream, Map.of()).get(id);
        int end = fields == null ? -1 : end(bytes, body, content, fields);
        return end < 0 ? null : new Event(at, body, end, time);
    }

    /** Sets the low bits of an event's time; those above are as they were, unless it has all. */
    void setTime(ByteBuffer bytes, long stream, Event event, long time) {
        boolean large = fLarge.get(stream);
        switch (event.body() - event.at()) {
        case 14 -> bytes.putLong(event.at() + 6, time);
        case 13 -> bytes.putLong(event.at() + 5, time);
        default -> {
            if (large) {
                bytes.putInt(event.at() + 2, (int) time);
            } else {
                bytes.putInt(event.at(), bytes.getInt(event.at()) & 31 | (int) time << 5);
            }
        }
        }
    }

    private static int end(ByteBuffer bytes, int body, int content, List<Field> fields) {
        long at = body;
        for (Field field : fields) {
            if (field.string()) {
                while (at < content && bytes.get((int) at) != 0) {
                    at++;
                }
                at++;
                continue;
            }
            long begin = at;
            at += field.bytes();
            if (at > content) {
                return -1;
            }
            long value = 0;
            for (int i = 0; (field.counts() != 0 || field.chooses() != null) && i < field.bytes(); i++) {
                value |= (bytes.get((int) begin + i) & 0xFFL) << Byte.SIZE * i;
            }
            if (value < 0 || field.counts() != 0 && value > content) {
                return -1;
            }
            at += value * field.counts();
            if (field.chooses() != null) {
                List<Field> chosen = field.chooses().get(value);
                at = chosen == null ? -1 : end(bytes, (int) at, content, chosen);
                if (at < 0) {
                    return -1;
                }
            }
        }
        return at > content ? -1 : (int) at;
    }
}
