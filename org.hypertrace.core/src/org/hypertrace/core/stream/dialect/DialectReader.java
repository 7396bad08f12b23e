/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.Field;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.stream.dialect.EventForm.Believed;
import org.hypertrace.core.stream.dialect.EventForm.Condition;

/** Reads a dictionary. Everything wrong in it is reported with file, place and reason; nothing in it is guessed. */
final class DialectReader {

    /** The longest text that fits into the words. */
    private static final int MAX_TEXT = 32;
    private static final int MAX_NUMBER = 0xffff;
    private static final Bits WHOLE_WORD = new Bits(0, 0, 64, false);

    private DialectReader() {
    }

    /**
     * @param file
     *            for messages
     * @throws IOException
     *             one sentence for the user
     */
    static Dialect read(String text, String file) throws IOException {
        return Json.read(text, file, document -> dialect(document, text.hashCode()));
    }

    private static Dialect dialect(JsonPlace.Keys root, int hash) throws JsonPlace.Wrong {
        root.allow("$schema", "name", "title", "about", "nr", "symbols", "events");
        String name = root.need("name").string();
        JsonPlace title = root.get("title");
        List<EventForm> forms = new ArrayList<>();
        List<JsonPlace> places = root.need("events").list();
        for (JsonPlace place : places) {
            EventForm form = form(place.object());
            for (int i = 0; i < forms.size(); i++) {
                if (hides(forms.get(i), form)) {
                    throw place.wrong("is never reached, because " + places.get(i).path()
                            + " reads the same hypercalls " + form.number());
                }
            }
            forms.add(form);
        }
        JsonPlace nr = root.get("nr");
        return new Dialect(name, title == null ? name : title.string(),
                nr == null ? new Dialect.Numbering(WHOLE_WORD, null, null, null, null) : numbering(nr.object()), forms,
                names(root.get("symbols")), hash);
    }

    private static Dialect.Numbering numbering(JsonPlace.Keys nr) throws JsonPlace.Wrong {
        nr.allow("number", "level", "nested", "sequence", "cpu");
        Bits number = bits(nr.get("number"));
        return new Dialect.Numbering(number == null ? WHOLE_WORD : number, bits(nr.get("level"), 4),
                bits(nr.get("nested"), 12), bits(nr.get("sequence"), 32), bits(nr.get("cpu")));
    }

    private static EventForm form(JsonPlace.Keys entry) throws JsonPlace.Wrong {
        entry.allow("number", "event", "about", "when", "wordSize", "from", "restarts", "fields");
        int number = (int) entry.need("number").number(0, MAX_NUMBER);
        JsonPlace event = entry.need("event");
        EventKind kind = EventKind.of(event.string());
        if (kind == null) {
            throw event.wrong("is no kind of event: \"" + event.string() + '"');
        }
        JsonPlace size = entry.get("wordSize");
        int wordSize = size == null ? 0 : (int) size.number(4, 8);
        List<Condition> when = new ArrayList<>();
        if (entry.get("when") != null) {
            for (JsonPlace condition : entry.get("when").object().values()) {
                when.add(new Condition(bits(condition.key(), condition), numbers(condition)));
            }
        }
        JsonPlace restarts = entry.get("restarts");
        FieldSource[] sources = new FieldSource[Field.values().length];
        if (entry.get("fields") != null) {
            for (JsonPlace place : entry.get("fields").object().values()) {
                Field field = Field.of(place.key());
                if (field == null || !kind.fields().contains(field)) {
                    throw place.wrong("is no field of " + kind.label() + "; it has "
                            + kind.fields().stream().map(Field::label).collect(Collectors.joining(", ")));
                }
                sources[field.ordinal()] = source(place, field);
            }
        }
        for (Field field : kind.required()) {
            if (sources[field.ordinal()] == null) {
                throw entry.wrong("does not state where the field \"" + field.label() + "\" of " + kind.label() + " is");
            }
        }
        return new EventForm(number, kind, wordSize, when, believed(entry.get("from")),
                restarts != null && restarts.bool(), sources);
    }

    private static Believed believed(JsonPlace from) throws JsonPlace.Wrong {
        if (from == null) {
            return Believed.KERNEL;
        }
        return switch (from.string()) {
        case "kernel" -> Believed.KERNEL;
        case "early" -> Believed.EARLY;
        case "user" -> Believed.USER;
        case "ring" -> Believed.RING;
        default -> throw from.wrong("must be \"kernel\", \"early\", \"user\" or \"ring\"");
        };
    }

    private static long[] numbers(JsonPlace place) throws JsonPlace.Wrong {
        List<JsonPlace> places = place.isList() ? place.list() : List.of(place);
        long[] values = new long[places.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = places.get(i).number(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        return values;
    }

    private static FieldSource source(JsonPlace place, Field field) throws JsonPlace.Wrong {
        if (!field.isText()) {
            return place.isNumber() ? new FieldSource.Constant(place.number(Long.MIN_VALUE, Long.MAX_VALUE))
                    : new FieldSource.Place(bits(place.string(), place));
        }
        if (place.isString()) {
            return characters(place);
        }
        JsonPlace.Keys keys = place.object();
        keys.allow("is", "of", "names");
        return keys.get("is") != null ? new FieldSource.ConstantText(keys.get("is").string())
                : new FieldSource.NameOf(bits(keys.need("of")), names(keys.need("names")));
    }

    private static FieldSource characters(JsonPlace place) throws JsonPlace.Wrong {
        String[] words = place.string().split(" +");
        List<Bits> parts = new ArrayList<>();
        int length = 0;
        for (int i = 1; i < words.length; i++) {
            Bits part = bits(words[i], place);
            if (part.width() % 8 != 0) {
                throw place.wrong("has a part that is not whole characters of 8 bits: \"" + words[i] + '"');
            }
            length += part.width() / 8;
            parts.add(part);
        }
        if (!words[0].equals("text") || length == 0 || length > MAX_TEXT) {
            throw place.wrong("is a text: it must be written as \"text a2 a3\", with 1 to 32 characters");
        }
        return new FieldSource.Characters(List.copyOf(parts));
    }

    private static Bits bits(JsonPlace place, int maxWidth) throws JsonPlace.Wrong {
        Bits bits = bits(place);
        if (bits != null && (bits.width() > maxWidth || bits.signed())) {
            throw place.wrong("has at the most " + maxWidth + " bits and no sign");
        }
        return bits;
    }

    private static Bits bits(JsonPlace place) throws JsonPlace.Wrong {
        return place == null ? null : bits(place.string(), place);
    }

    private static Bits bits(String text, JsonPlace place) throws JsonPlace.Wrong {
        try {
            return Bits.parse(text);
        } catch (IllegalArgumentException e) {
            throw place.wrong("is wrong: " + e.getMessage());
        }
    }

    private static Map<Long, String> names(JsonPlace place) throws JsonPlace.Wrong {
        Map<Long, String> names = new HashMap<>();
        if (place != null) {
            for (JsonPlace name : place.object().values()) {
                names.put(name.number(name.key(), Long.MIN_VALUE, Long.MAX_VALUE), name.string());
            }
        }
        return names;
    }

    /** @return whether nothing that the second could read gets past the first */
    private static boolean hides(EventForm first, EventForm second) {
        return first.number() == second.number()
                && (first.wordSize() == 0 || first.wordSize() == second.wordSize())
                && first.when().stream().allMatch(c -> second.when().stream().anyMatch(c::isImpliedBy));
    }
}
