/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A channel of a trace: event types, an event context they share, and one stream (one file) per CPU.
 * It is what CTF's metadata calls a {@code stream} and LTTng a channel.
 */
public final class CtfChannel {

    private final CtfWriter writer;
    private final String name;
    private final int id;
    private final List<CtfEventType> types = new ArrayList<>();
    private final Map<String, Integer> idsByName = new HashMap<>();
    private final Map<Integer, CtfStream> streams = new TreeMap<>();
    private List<CtfField> context = List.of();

    CtfChannel(CtfWriter writer, String name, int id) {
        CtfField.requireIdentifier(name);
        this.writer = writer;
        this.name = name;
        this.id = id;
    }

    /**
     * Declares event types; they get ids in this order. May be called until the writer is closed;
     * a type that is already declared with the same fields changes nothing.
     *
     * @throws IllegalArgumentException if another type with this name is declared
     */
    public CtfChannel declare(Iterable<CtfEventType> more) {
        for (CtfEventType type : more) {
            Integer known = idsByName.putIfAbsent(type.name(), types.size());
            if (known == null) {
                types.add(type);
            } else if (!types.get(known).equals(type)) {
                throw new IllegalArgumentException("event type '" + type.name() + "' is already declared with other fields");
            }
        }
        return this;
    }

    /**
     * Every event of the channel carries these fields too, for example tid, pid and procname;
     * {@link CtfStream#context} gives their values.
     *
     * @throws IllegalStateException if the channel already has a stream
     */
    public CtfChannel context(CtfField... fields) {
        if (!streams.isEmpty()) {
            throw new IllegalStateException("the context of channel " + name + " must be declared before its first event");
        }
        context = List.of(fields);
        return this;
    }

    /** The stream of a CPU; made when first asked for, so that a CPU without events has a file too. */
    public CtfStream stream(int cpu) {
        CtfStream stream = streams.get(cpu);
        if (stream == null) {
            stream = new CtfStream(writer, this, cpu);
            streams.put(cpu, stream);
        }
        return stream;
    }

    String name() {
        return name;
    }

    int id() {
        return id;
    }

    List<CtfEventType> types() {
        return types;
    }

    List<CtfField> context() {
        return context;
    }

    /** @throws IllegalArgumentException if no such type is declared */
    int idOf(String typeName) {
        Integer typeId = idsByName.get(typeName);
        if (typeId == null) {
            throw new IllegalArgumentException("event type '" + typeName + "' is not declared in channel " + name);
        }
        return typeId;
    }

    /** When the last thing reported about any of its streams was, in ns. */
    long now() {
        return streams.values().stream().mapToLong(CtfStream::now).max().orElse(0);
    }

    void close(long end) throws IOException {
        for (CtfStream stream : streams.values()) {
            stream.close(end);
        }
    }
}
