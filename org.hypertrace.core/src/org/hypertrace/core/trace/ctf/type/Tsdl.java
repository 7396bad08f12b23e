/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.trace.ctf.type.TraceTypes.EventType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Reads metadata of CTF 1.8, which are in the Trace Stream Description Language. What it does not know, Trace Compass may: so
 * that is no error of the trace.
 */
public final class Tsdl {

    /** What a block, such as <code>event { … }</code>, assigns: texts and types. */
    private record Block(Map<String, String> texts, Map<String, CtfType> types) {

        long id(String key) throws UnknownTypes {
            String text = texts.getOrDefault(key, "0");
            if (!text.matches("0|[1-9]\\d{0,17}")) {
                throw new UnknownTypes(key + " = " + text + " cannot be");
            }
            return Long.parseLong(text);
        }

        CtfType.Struct struct(String key) throws UnknownTypes {
            CtfType type = types.get(key);
            if (type != null && !(type instanceof CtfType.Struct)) {
                throw new UnknownTypes(key + " is no structure");
            }
            return (CtfType.Struct) type;
        }
    }

    private final TsdlTokens fTokens;
    private final TsdlTypes fTypes;
    private final Map<Long, StreamType> fStreams = new HashMap<>();
    private final Map<Long, Map<Long, EventType>> fEvents = new HashMap<>();

    private Tsdl(String text) throws UnknownTypes {
        fTokens = new TsdlTokens(text);
        // of the trace: only little endian ones are read here
        fTypes = new TsdlTypes(fTokens, false);
    }

    /**
     * @param text
     *            the metadata, without comments and not in packets
     * @return what they declare of events
     * @throws UnknownTypes
     *             if they declare what is not understood here
     */
    public static TraceTypes of(String text) throws UnknownTypes {
        Tsdl tsdl = new Tsdl(text);
        while (!tsdl.fTokens.isAtEnd()) {
            tsdl.passBlock();
        }
        Map<Long, StreamType> streams = new LinkedHashMap<>();
        tsdl.fStreams.forEach((id, stream) -> streams.put(id, new StreamType(stream.header(), stream.context(),
                tsdl.fEvents.getOrDefault(id, Map.of()))));
        return new TraceTypes(streams);
    }

    private void passBlock() throws UnknownTypes {
        if (fTokens.pass(";") || fTypes.passDeclaration()) {
            return;
        }
        String kind = fTokens.word();
        Block block = block();
        fTokens.pass(";");
        switch (kind) {
        case "trace" -> {
            String order = block.texts().getOrDefault("byte_order", "none");
            if (!order.equals("le")) {
                throw new UnknownTypes("the byte order of the trace is " + order);
            }
        }
        case "stream" -> {
            StreamType stream = new StreamType(block.types().get("event.header"), block.struct("event.context"), Map.of());
            if (fStreams.put(block.id("id"), stream) != null) {
                throw new UnknownTypes("a stream is declared twice");
            }
        }
        case "event" -> {
            String name = block.texts().getOrDefault("name", "");
            EventType event = new EventType(name.startsWith("\"") ? name.substring(1, name.length() - 1) : name, block.struct("context"),
                    block.struct("fields"));
            if (fEvents.computeIfAbsent(block.id("stream_id"), key -> new HashMap<>()).put(block.id("id"), event) != null) {
                throw new UnknownTypes("an event is declared twice");
            }
        }
        case "env", "clock", "callsite" -> {
            // nothing of the events' layout
        }
        default -> throw new UnknownTypes("the block " + kind + " is not known");
        }
    }

    private Block block() throws UnknownTypes {
        Block block = new Block(new HashMap<>(), new HashMap<>());
        fTokens.require("{");
        while (!fTokens.pass("}")) {
            if (fTokens.pass(";") || fTypes.passDeclaration()) {
                continue;
            }
            String key = fTokens.path();
            if (fTokens.pass(":=")) {
                block.types().put(key, fTypes.type());
                fTokens.require(";");
            } else {
                fTokens.require("=");
                block.texts().put(key, fTokens.until(";"));
            }
        }
        return block;
    }
}
