/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.io.IOException;
import java.io.Reader;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.hypertrace.testing.Samples;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Runs the oracle's scripts: each question about the same files once, and its answer is kept. */
final class OracleScripts {

    /** They may go if memory is short: files have them, too. */
    private static final Map<String, SoftReference<JsonObject>> ANSWERS = new ConcurrentHashMap<>();

    private OracleScripts() {
    }

    static JsonObject ask(String script, String sample, List<String> options) {
        List<Object> arguments = new ArrayList<>(options);
        arguments.add(Samples.trace(sample));
        return kept(script, script + sample + String.join("", options), arguments);
    }

    /** The answer to a question about a sample; {@code key} is the question's. */
    static JsonObject kept(String script, String key, List<Object> arguments) {
        SoftReference<JsonObject> kept = ANSWERS.get(key);
        JsonObject answer = kept == null ? null : kept.get();
        if (answer == null) {
            try {
                answer = parse(CachedAnswers.of(key, script(script), arguments));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            ANSWERS.put(key, new SoftReference<>(answer));
        }
        return answer;
    }

    static JsonObject answer(String script, String key, List<?> arguments) {
        try {
            Path answer = CachedAnswers.made(key, script(script), arguments);
            return parse(answer);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonObject parse(Path answer) throws IOException {
        try (Reader text = Files.newBufferedReader(answer)) {
            return JsonParser.parseReader(text).getAsJsonObject().getAsJsonArray("hosts").get(0).getAsJsonObject();
        }
    }

    static Path script(String name) {
        return Samples.root().resolve("org.hypertrace.tests/headless/oracle/" + name + ".py");
    }
}
