/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.file.Json;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * Metadata of CTF 2 as those of CTF 1.8, whose streams are the same. CTF 2 has fragments of JSON, each behind a record separator; LTTng
 * 2.15 writes it by default. Names become those that LTTng writes for CTF 1.8. What the Trace Stream Description Language cannot express
 * is refused by its name.
 */
public final class Ctf2 {

    /** What precedes each fragment. */
    private static final char SEPARATOR = 0x1e;
    private static final List<String> LOG_LEVELS = List.of("emergency", "alert", "critical", "error", "warning", "notice", "info",
            "debug:system", "debug:program", "debug:process", "debug:module", "debug:unit", "debug:function", "debug:line", "debug");
    private static final String LTTNG = "lttng.org,2009";

    private final StringBuilder fTsdl = new StringBuilder("/* CTF 1.8 */\n");
    private final Map<String, JsonElement> fAliases = new LinkedHashMap<>();
    private final Map<String, String> fClocks = new LinkedHashMap<>();
    private boolean fHasPreamble;
    private boolean fHasTrace;

    private Ctf2() {
    }

    /**
     * @param metadata
     *            a text, not in packets
     * @return whether it is of CTF 2
     */
    public static boolean is(String metadata) {
        return !metadata.isEmpty() && metadata.charAt(0) == SEPARATOR;
    }

    /**
     * @param metadata
     *            of CTF 2
     * @return the same in the language of CTF 1.8
     * @throws UnknownTypes
     *             if they are damaged or declare what that language cannot express; the message is a clause
     */
    public static String toTsdl(String metadata) throws UnknownTypes {
        Ctf2 ctf = new Ctf2();
        int number = 0;
        for (String fragment : metadata.substring(1).split(String.valueOf(SEPARATOR), -1)) {
            number++;
            ctf.add(object(fragment, number), number);
        }
        if (!ctf.fHasTrace) {
            // a trace without a class has no headers of packets
            ctf.trace(new JsonObject());
        }
        return ctf.fTsdl.toString();
    }

    private static JsonObject object(String fragment, int number) throws UnknownTypes {
        try {
            JsonElement value = Json.parse(fragment, "fragment " + number);
            if (value.isJsonObject()) {
                return value.getAsJsonObject();
            }
        } catch (IOException e) {
            throw new UnknownTypes(String.valueOf(e.getMessage()).replaceAll("\\.$", ""));
        }
        throw new UnknownTypes("fragment " + number + " is no object");
    }

    private void add(JsonObject fragment, int number) throws UnknownTypes {
        Ctf2Object of = new Ctf2Object(fragment, "fragment " + number);
        String type = of.text("type");
        if (!fHasPreamble) {
            if (!type.equals("preamble") || of.number("version", 0, Integer.MAX_VALUE) != 2) {
                throw new UnknownTypes("they do not begin with a preamble of version 2");
            }
            fHasPreamble = true;
            // extensions change what everything else means
            of.refuse("extensions");
            return;
        }
        of.refuse("extensions");
        switch (type) {
        case "field-class-alias" -> fAliases.put(of.text("name"), of.get("field-class"));
        case "trace-class" -> trace(fragment);
        case "clock-class" -> clock(of);
        case "data-stream-class" -> stream(of);
        case "event-record-class" -> event(of);
        default -> throw new UnknownTypes("fragment " + number + " is of the type " + Ctf2Object.plain(type) + ", which is not known");
        }
    }

    private Ctf2Classes classes(String clock) {
        return new Ctf2Classes(fAliases, clock);
    }

    private void trace(JsonObject fragment) throws UnknownTypes {
        if (fHasTrace) {
            throw new UnknownTypes("the trace is declared twice");
        }
        fHasTrace = true;
        Ctf2Object of = new Ctf2Object(fragment, "the trace");
        Ctf2Classes classes = classes(null);
        String header = classes.scope(of.get("packet-header-field-class"), "packet-header");
        fTsdl.append("trace {\n\tmajor = 1;\n\tminor = 8;\n");
        String uid = of.text("uid", "");
        if (uid.matches("[0-9a-fA-F-]{36}")) {
            fTsdl.append("\tuuid = \"").append(uid).append("\";\n");
        }
        fTsdl.append("\tbyte_order = le;\n");
        if (header != null) {
            fTsdl.append("\tpacket.header := ").append(header).append(";\n");
        }
        fTsdl.append("};\n\n");
        JsonElement environment = of.get("environment");
        if (environment != null && environment.isJsonObject()) {
            environment(environment.getAsJsonObject());
        }
    }

    private void environment(JsonObject environment) {
        fTsdl.append("env {\n");
        for (Map.Entry<String, JsonElement> entry : environment.entrySet()) {
            if (entry.getKey().matches("[A-Za-z_]\\w{0,99}") && entry.getValue().isJsonPrimitive()) {
                String text = entry.getValue().getAsString();
                boolean isNumber = entry.getValue().getAsJsonPrimitive().isNumber() && text.matches("-?\\d{1,18}");
                fTsdl.append('\t').append(entry.getKey()).append(" = ").append(isNumber ? text : Ctf2Object.quoted(text)).append(";\n");
            }
        }
        fTsdl.append("};\n\n");
    }

    private void clock(Ctf2Object of) throws UnknownTypes {
        String name = Ctf2Object.identifier(of.text("name", of.text("id", "clock")));
        fClocks.put(of.text("id", of.text("name", "clock")), name);
        long frequency = of.number("frequency", 1, Long.MAX_VALUE);
        JsonElement since = of.get("offset-from-origin");
        BigInteger offset = BigInteger.ZERO;
        if (since != null) {
            Ctf2Object parts = Ctf2Object.of(since, "offset-from-origin");
            offset = BigInteger.valueOf(parts.signed("seconds")).multiply(BigInteger.valueOf(frequency)).add(BigInteger.valueOf(parts.signed("cycles")));
        }
        if (offset.bitLength() >= Long.SIZE) {
            throw new UnknownTypes("the offset of the clock " + name + " is too large");
        }
        fTsdl.append("clock {\n\tname = ").append(Ctf2Object.quoted(name)).append(";\n");
        String uid = of.text("uid", "");
        if (uid.matches("[0-9a-fA-F-]{36}")) {
            fTsdl.append("\tuuid = \"").append(uid).append("\";\n");
        }
        fTsdl.append("\tdescription = ").append(Ctf2Object.quoted(of.text("description", ""))).append(";\n\tfreq = ").append(frequency)
                .append(";\n\toffset = ").append(offset).append(";\n};\n\n");
    }

    private void stream(Ctf2Object of) throws UnknownTypes {
        String id = of.text("default-clock-class-id", of.text("default-clock-class-name", ""));
        String clock = fClocks.get(id);
        if (!id.isEmpty() && clock == null) {
            throw new UnknownTypes("a stream has the clock " + Ctf2Object.plain(id) + ", which is not declared");
        }
        Ctf2Classes classes = classes(clock);
        fTsdl.append("stream {\n\tid = ").append(of.number("id", 0, Long.MAX_VALUE)).append(";\n");
        append("event.header", classes.scope(of.get("event-record-header-field-class"), "event-record-header"));
        append("packet.context", classes.scope(of.get("packet-context-field-class"), "packet-context"));
        append("event.context", classes.scope(of.get("event-record-common-context-field-class"), "event-record-common-context"));
        fTsdl.append("};\n\n");
    }

    private void event(Ctf2Object of) throws UnknownTypes {
        Ctf2Classes classes = classes(null);
        fTsdl.append("event {\n\tname = ").append(Ctf2Object.quoted(of.text("name", ""))).append(";\n\tid = ")
                .append(of.number("id", 0, Long.MAX_VALUE)).append(";\n\tstream_id = ").append(of.number("data-stream-class-id", 0, Long.MAX_VALUE))
                .append(";\n");
        int level = logLevel(of);
        if (level >= 0) {
            fTsdl.append("\tloglevel = ").append(level).append(";\n");
        }
        append("context", classes.scope(of.get("specific-context-field-class"), "event-record-specific-context"));
        append("fields", classes.scope(of.get("payload-field-class"), "event-record-payload"));
        fTsdl.append("};\n\n");
    }

    /** -1 without one. */
    private static int logLevel(Ctf2Object of) throws UnknownTypes {
        JsonElement all = of.get("attributes");
        JsonElement lttng = all == null || !all.isJsonObject() ? null : all.getAsJsonObject().get(LTTNG);
        return lttng == null || !lttng.isJsonObject() ? -1 : LOG_LEVELS.indexOf(new Ctf2Object(lttng.getAsJsonObject(), LTTNG).text("log-level", ""));
    }

    private void append(String key, String type) {
        if (type != null) {
            fTsdl.append('\t').append(key).append(" := ").append(type).append(";\n");
        }
    }
}
