/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.hypertrace.core.event.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;

/** The published JSON Schema of dictionaries reports what the reader accepts. */
class DialectSchemaTest {

    @TempDir
    private Path fFolder;

    private static String text(String name) throws IOException {
        try (InputStream in = Dialect.class.getResourceAsStream("dialects/" + name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static boolean isValid(String dictionary) throws IOException {
        Validator validator = new ValidatorFactory().withJsonNodeFactory(new GsonNode.Factory()).createValidator();
        return validator.validate(validator.registerSchema(text("dialect.schema")), dictionary).isValid();
    }

    @Test
    void theBuiltInDictionariesFit() throws IOException {
        if (!hasValidator()) {
            return;
        }
        for (String name : Dialect.BUILT_IN) {
            assertTrue(isValid(text(name)), name);
            assertEquals(name, Dialect.builtIn(name).name());
        }
    }

    @Test
    void whatIsWrongDoesNot() throws IOException {
        if (!hasValidator()) {
            return;
        }
        String right = "{ \"name\": \"mine\", \"events\": [ { \"number\": 7, \"event\": \"mark\", \"fields\": { \"value\": \"a0\" } } ] }";
        assertTrue(isValid(right));
        assertFalse(isValid(right.replace("mark", "marc")));
        assertFalse(isValid(right.replace("a0", "a4")));
        assertFalse(isValid(right.replace("number", "nummer")));
        assertFalse(isValid(right.replace("\"mine\"", "7")));
    }

    @Test
    void theSchemaNamesEveryEventAndField() throws IOException {
        JsonObject event = JsonParser.parseString(text("dialect.schema")).getAsJsonObject().getAsJsonObject("$defs")
                .getAsJsonObject("event").getAsJsonObject("properties");
        Set<String> kinds = new TreeSet<>();
        event.getAsJsonObject("event").getAsJsonArray("enum").forEach(kind -> kinds.add(kind.getAsString()));
        Set<String> known = new TreeSet<>();
        Set<String> fields = new TreeSet<>();
        for (EventKind kind : EventKind.values()) {
            // what the reader reports about a field that there is not
            String message = error("{ \"name\": \"mine\", \"events\": [ { \"number\": 7, \"event\": \"" + kind.label()
                    + "\", \"fields\": { \"none\": 0 } } ] }");
            if (!message.contains("is no kind of event")) {
                known.add(kind.label());
                fields.addAll(List.of(message.replaceAll(".*it has |\\.$", "").split(", ")));
            }
        }
        assertEquals(known, kinds);
        assertEquals(fields, new TreeSet<>(event.getAsJsonObject("fields").getAsJsonObject("properties").keySet()));
    }

    private String error(String dictionary) throws IOException {
        Path file = Files.writeString(fFolder.resolve("mine.json"), dictionary);
        return assertThrows(IOException.class, () -> Dialect.read(file)).getMessage();
    }

    /** The validator is not part of every target platform. */
    private static boolean hasValidator() {
        try {
            Class.forName("dev.harrel.jsonschema.Validator");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
