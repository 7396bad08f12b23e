/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonReader;

/** JSON as a reader gets it: strictly read, its shape, and all texts in it. */
final class JsonShapes {

    private JsonShapes() {
    }

    static JsonElement json(String text) throws IOException {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setLenient(false);
        return new Gson().getAdapter(JsonElement.class).read(reader);
    }

    /** Keys, and how many are in the lists. */
    static String shape(JsonElement element) {
        if (element instanceof JsonObject object) {
            Map<String, String> keys = new TreeMap<>();
            object.entrySet().forEach(entry -> keys.put(entry.getKey(), shape(entry.getValue())));
            return keys.toString();
        }
        if (element instanceof JsonArray array) {
            List<String> shapes = new ArrayList<>();
            array.forEach(one -> shapes.add(shape(one)));
            return array.size() + shapes.stream().sorted().toList().toString();
        }
        return "";
    }

    static void collect(JsonElement element, List<String> to) {
        if (element.isJsonObject()) {
            element.getAsJsonObject().entrySet().forEach(entry -> collect(entry.getValue(), to));
        } else if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(one -> collect(one, to));
        } else if (element.isJsonPrimitive()) {
            to.add(element.getAsString());
        }
    }
}
