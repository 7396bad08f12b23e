/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.testing.story.HostileNames;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonReader;

/** Texts that somebody chose as names and values: a strict parser finds the same ones, and a terminal only sees them. */
public final class JsonFuzzTarget {

    private JsonFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        List<String> texts = Texts.of(data);
        JsonObject root = new JsonObject();
        JsonArray all = new JsonArray();
        for (String text : texts) {
            root.addProperty('.' + text, text);
            all.add(text);
        }
        root.add("all", all);
        String written = JsonText.of(root);
        check(written.codePoints().noneMatch(c -> c != '\n' && HostileNames.isHarmful(c)), "harmful characters are shown");
        check(read(written).equals(root), "a text is another");
    }

    private static JsonElement read(String text) {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setLenient(false);
        try {
            return new Gson().getAdapter(JsonElement.class).read(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
