/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

import com.google.gson.JsonElement;

/** Field classes of CTF 2 as types of TSDL: those of the trace, of a stream or of an event. */
final class Ctf2Classes {

    /** Of the names that LTTng gives fields with a role in CTF 1.8. */
    private static final Map<String, String> BY_ROLE = Map.of("packet-magic-number", "magic", "metadata-stream-uuid", "uuid",
            "data-stream-class-id", "stream_id", "data-stream-id", "stream_instance_id", "packet-total-length", "packet_size",
            "packet-content-length", "content_size", "packet-end-default-clock-timestamp", "timestamp_end",
            "discarded-event-record-counter-snapshot", "events_discarded", "packet-sequence-number", "packet_seq_num",
            "event-record-class-id", "id");
    private static final String TIME = "default-clock-timestamp";
    /** Fields of these have an underscore before their names, since they may be words of the language. */
    private static final Set<String> WITH_UNDERSCORES = Set.of("event-record-common-context", "event-record-specific-context", "event-record-payload");
    private static final Map<String, String> ROOTS = Map.of("packet-header", "trace.packet.header", "packet-context", "stream.packet.context",
            "event-record-header", "stream.event.header", "event-record-common-context", "stream.event.context",
            "event-record-specific-context", "event.context", "event-record-payload", "event.fields");
    private static final int MAX_LENGTH = 999_999_999;
    private static final int MAX_DEPTH = 30;

    /** A type as it stands before and behind a name. */
    private record Typed(String before, String behind) { }

    /** The options of variants that a field selects. */
    private record Selected(Map<String, List<JsonElement>> ranges) { }

    private final Map<String, JsonElement> fAliases;
    private final String fClock;
    private final Map<List<String>, Selected> fSelectors = new HashMap<>();
    private String fScope;

    /** {@code clock}: its name in TSDL, null if there is none. */
    Ctf2Classes(Map<String, JsonElement> aliases, String clock) {
        fAliases = aliases;
        fClock = clock;
    }

    /** The type of a scope, null if it is not there. */
    String scope(JsonElement fieldClass, String scope) throws UnknownTypes {
        if (fieldClass == null) {
            return null;
        }
        fScope = scope;
        fSelectors.clear();
        findSelectors(fieldClass, List.of(), 0);
        Ctf2Object of = resolve(fieldClass, 0);
        if (!of.text("type").equals("structure")) {
            throw new UnknownTypes(scope + " is no structure");
        }
        return struct(of, List.of(), 0);
    }

    private Ctf2Object resolve(JsonElement fieldClass, int depth) throws UnknownTypes {
        if (depth > MAX_DEPTH) {
            throw new UnknownTypes("field classes are within each other more than " + MAX_DEPTH + " times");
        }
        JsonElement value = fieldClass;
        for (int i = 0; value != null && value.isJsonPrimitive(); i++) {
            value = i > MAX_DEPTH ? null : fAliases.get(value.getAsString());
        }
        return Ctf2Object.of(value, "a field class");
    }

    /** Of the fields in one scope those that select options of variants: only an enumeration can do that in TSDL. */
    private void findSelectors(JsonElement fieldClass, List<String> at, int depth) throws UnknownTypes {
        Ctf2Object of = resolve(fieldClass, depth);
        switch (of.text("type")) {
        case "structure" -> {
            for (JsonElement member : of.list("member-classes")) {
                Ctf2Object field = Ctf2Object.of(member, "a member");
                findSelectors(field.get("field-class"), with(at, field.text("name")), depth + 1);
            }
        }
        case "static-length-array", "dynamic-length-array" -> findSelectors(of.get("element-field-class"), at, depth + 1);
        case "variant" -> {
            Map<String, List<JsonElement>> ranges = new TreeMap<>();
            for (JsonElement element : of.list("options")) {
                Ctf2Object option = Ctf2Object.of(element, "an option");
                ranges.put(option(option, ranges.size()), option.list("selector-field-ranges"));
                findSelectors(option.get("field-class"), with(at, option.text("name", "")), depth + 1);
            }
            Ctf2Object location = Ctf2Object.of(of.get("selector-field-location"), "a selector's location");
            if (!location.text("origin", fScope).equals(fScope)) {
                throw new UnknownTypes("a variant is selected by a field of " + Ctf2Object.plain(location.text("origin", "")) + ", which CTF 1.8 cannot express");
            }
            fSelectors.put(location.texts("path"), new Selected(ranges));
        }
        default -> {
            // selects nothing
        }
        }
    }

    private static List<String> with(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    private String name(String name) {
        return WITH_UNDERSCORES.contains(fScope) ? "_" + Ctf2Object.identifier(name) : Ctf2Object.identifier(name);
    }

    private String option(Ctf2Object option, int number) throws UnknownTypes {
        return name(option.text("name", "option" + number));
    }

    private String struct(Ctf2Object of, List<String> at, int depth) throws UnknownTypes {
        StringBuilder text = new StringBuilder("struct {\n");
        for (JsonElement member : of.list("member-classes")) {
            Ctf2Object field = Ctf2Object.of(member, "a member");
            String raw = field.text("name");
            Ctf2Object type = resolve(field.get("field-class"), depth);
            String name = fieldName(type, raw);
            long align = type.text("type").endsWith("-array") ? Ctf2Numbers.align(type, "minimum-alignment") : 1;
            if (align > 1) {
                // in TSDL an array has no alignment of its own
                text.append("\t\tstruct { } align(").append(align).append(") ").append(name).append("_padding;\n");
            }
            Typed typed = type(type, with(at, raw), depth + 1);
            text.append("\t\t").append(typed.before).append(' ').append(name).append(typed.behind).append(";\n");
        }
        long align = Ctf2Numbers.align(of, "minimum-alignment");
        return text.append("\t}").append(align > 1 ? " align(" + align + ")" : "").toString();
    }

    private String fieldName(Ctf2Object type, String raw) throws UnknownTypes {
        for (String role : type.texts("roles")) {
            if (BY_ROLE.containsKey(role)) {
                return BY_ROLE.get(role);
            }
            if (role.equals(TIME)) {
                return fScope.equals("packet-context") ? "timestamp_begin" : "timestamp";
            }
        }
        return name(raw);
    }

    private Typed type(Ctf2Object of, List<String> at, int depth) throws UnknownTypes {
        if (depth > MAX_DEPTH) {
            throw new UnknownTypes("field classes are within each other more than " + MAX_DEPTH + " times");
        }
        String type = of.text("type");
        return switch (type) {
        case "fixed-length-unsigned-integer", "fixed-length-bit-array", "fixed-length-bit-map", "fixed-length-boolean" -> new Typed(integer(of, false, at), "");
        case "fixed-length-signed-integer" -> new Typed(integer(of, true, at), "");
        case "fixed-length-floating-point-number" -> new Typed(Ctf2Numbers.real(of), "");
        case "null-terminated-string" -> new Typed("string", "");
        case "static-length-string" -> new Typed(Ctf2Numbers.character(of), "[" + of.required("length", 0, MAX_LENGTH) + "]");
        case "dynamic-length-string" -> new Typed(Ctf2Numbers.character(of), "[" + reference(of, "length-field-location", at) + "]");
        case "static-length-blob" -> new Typed(Ctf2Numbers.octet(), "[" + of.required("length", 0, MAX_LENGTH) + "]");
        case "dynamic-length-blob" -> new Typed(Ctf2Numbers.octet(), "[" + reference(of, "length-field-location", at) + "]");
        case "structure" -> new Typed(struct(of, at, depth), "");
        case "static-length-array" -> array(of, "[" + of.required("length", 0, MAX_LENGTH) + "]", at, depth);
        case "dynamic-length-array" -> array(of, "[" + reference(of, "length-field-location", at) + "]", at, depth);
        case "variant" -> new Typed(variant(of, at, depth), "");
        default -> throw new UnknownTypes("a field is of the class " + Ctf2Object.plain(type) + ", which CTF 1.8 cannot express");
        };
    }

    private Typed array(Ctf2Object of, String length, List<String> at, int depth) throws UnknownTypes {
        Typed element = type(resolve(of.get("element-field-class"), depth), at, depth + 1);
        return new Typed(element.before, length + element.behind);
    }

    private String integer(Ctf2Object of, boolean signed, List<String> at) throws UnknownTypes {
        long size = of.required("length", 1, Long.SIZE);
        String integer = "integer { size = " + size + "; align = " + Ctf2Numbers.align(of, "alignment") + "; signed = " + (signed ? 1 : 0)
                + "; encoding = none; base = " + Ctf2Numbers.base(of) + "; byte_order = " + Ctf2Numbers.order(of) + ";" + map(of) + " }";
        Selected selected = fSelectors.get(at);
        Map<String, List<JsonElement>> labels = new TreeMap<>();
        if (selected != null) {
            labels.putAll(selected.ranges);
        } else if (of.get("mappings") != null) {
            Ctf2Object mappings = Ctf2Object.of(of.get("mappings"), "mappings");
            for (String label : mappings.json().keySet()) {
                labels.put(label, mappings.list(label));
            }
        }
        return labels.isEmpty() ? integer : "enum : " + integer + " { " + Ctf2Numbers.labels(labels) + " }";
    }

    private String map(Ctf2Object of) throws UnknownTypes {
        boolean isTime = of.texts("roles").stream().anyMatch(role -> role.endsWith(TIME));
        return isTime && fClock != null ? " map = clock." + fClock + ".value;" : "";
    }

    private String variant(Ctf2Object of, List<String> at, int depth) throws UnknownTypes {
        StringBuilder text = new StringBuilder("variant <").append(reference(of, "selector-field-location", at)).append("> {\n");
        int number = 0;
        for (JsonElement element : of.list("options")) {
            Ctf2Object option = Ctf2Object.of(element, "an option");
            String raw = option.text("name", "");
            Typed typed = type(resolve(option.get("field-class"), depth), with(at, raw), depth + 1);
            text.append("\t\t").append(typed.before).append(' ').append(option(option, number)).append(typed.behind).append(";\n");
            number++;
        }
        return text.append("\t}").toString();
    }

    /** Of a field before this one: by its name in the same structure, else from the root of its scope. */
    private String reference(Ctf2Object of, String key, List<String> at) throws UnknownTypes {
        Ctf2Object location = Ctf2Object.of(of.get(key), key);
        String origin = location.text("origin", fScope);
        List<String> path = location.texts("path");
        String root = ROOTS.get(origin);
        if (root == null || path.isEmpty()) {
            throw new UnknownTypes(key + " leads nowhere");
        }
        boolean isHere = origin.equals(fScope) && path.size() <= at.size() && at.subList(0, path.size() - 1).equals(path.subList(0, path.size() - 1));
        String underscore = WITH_UNDERSCORES.contains(origin) ? "_" : "";
        List<String> names = path.stream().map(name -> underscore + Ctf2Object.identifier(name)).toList();
        return isHere ? names.get(names.size() - 1) : root + '.' + String.join(".", names);
    }
}
