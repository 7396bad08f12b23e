/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The second opinion on what vCPUs did: {@code oracle/vcpu_states.py}, run once per question. */
public final class Oracle {

    private static final Map<String, JsonObject> ANSWERS = new ConcurrentHashMap<>();

    private Oracle() {
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what it says of the sample's only host, every interval of every vCPU's states included
     */
    public static JsonObject of(String sample, String... options) {
        return ANSWERS.computeIfAbsent(sample + String.join("", options), key -> ask(sample, key, options));
    }

    private static JsonObject ask(String sample, String key, String... options) {
        try {
            Path answer = Files.createDirectories(Samples.target().resolve("oracle")).resolve(key + ".json");
            Path script = Samples.root().resolve("org.hypertrace.tests/headless/oracle/vcpu_states.py");
            List<Object> command = new ArrayList<>(List.of("python3", "-B", script, "--intervals"));
            command.addAll(List.of(options));
            command.add(Samples.trace(sample));
            Tool.run(answer, command.toArray());
            try (Reader text = Files.newBufferedReader(answer)) {
                return JsonParser.parseReader(text).getAsJsonObject().getAsJsonArray("hosts").get(0).getAsJsonObject();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
