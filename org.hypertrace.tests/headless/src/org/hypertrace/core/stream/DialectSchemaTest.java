/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;

/** The published JSON Schema of dictionaries says what the reader accepts. */
class DialectSchemaTest {

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
        assumeTrue(hasValidator());
        for (String name : Dialect.BUILT_IN) {
            assertTrue(isValid(text(name)), name);
            assertEquals(name, Dialect.builtIn(name).name());
        }
    }

    @Test
    void whatIsWrongDoesNot() throws IOException {
        assumeTrue(hasValidator());
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
        TreeSet<String> kinds = new TreeSet<>();
        event.getAsJsonObject("event").getAsJsonArray("enum").forEach(kind -> kinds.add(kind.getAsString()));
        TreeSet<String> known = new TreeSet<>();
        for (EventKind kind : EventKind.values()) {
            if (EventKind.of(kind.label()) != null) {
                known.add(kind.label());
            }
        }
        assertEquals(known, kinds);
        TreeSet<String> fields = new TreeSet<>();
        for (Field field : Field.values()) {
            fields.add(field.label());
        }
        assertEquals(fields, new TreeSet<>(event.getAsJsonObject("fields").getAsJsonObject("properties").keySet()));
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
