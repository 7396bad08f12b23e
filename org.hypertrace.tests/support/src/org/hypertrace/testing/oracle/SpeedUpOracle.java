/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Tool;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The second opinion on comparisons: {@code speed_ups.py}. */
public final class SpeedUpOracle {

    private SpeedUpOracle() {
    }

    /**
     * @param groups
     *            durations of the repetitions of A, of B, of another A, and so on
     * @return what the script reports of each two, fractions as texts
     */
    public static List<JsonObject> of(List<long[]> groups) {
        List<Object> command = command();
        groups.forEach(group -> command.add(text(Arrays.stream(group).boxed())));
        List<JsonObject> answers = new ArrayList<>();
        JsonParser.parseString(Tool.run(command.toArray())).getAsJsonObject().getAsJsonArray("answers")
                .forEach(answer -> answers.add(answer.getAsJsonObject()));
        return answers;
    }

    /**
     * @param chances
     *            of several questions
     * @return each corrected by Holm's procedure
     */
    public static double[] holm(double... chances) {
        List<Object> command = command();
        command.add("--holm");
        command.add(text(Arrays.stream(chances).boxed()));
        List<Double> corrected = new ArrayList<>();
        JsonParser.parseString(Tool.run(command.toArray())).getAsJsonObject().getAsJsonArray("holm")
                .forEach(fraction -> corrected.add(value(fraction.getAsString())));
        return corrected.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * @param fraction
     *            {@code 10/9}
     * @return the nearest number
     */
    public static double value(String fraction) {
        String[] parts = fraction.split("/");
        return Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
    }

    /**
     * @param of
     *            a row of a comparison: of a report, or of an oracle with fractions as texts
     * @param keys
     *            numbers, or arrays or objects of them
     * @return its figures, such that those of a report and of an oracle compare
     */
    public static String line(JsonObject of, List<String> keys) {
        StringBuilder line = new StringBuilder();
        keys.forEach(key -> line.append(' ').append(key).append('=').append(text(of.get(key))));
        return line.toString();
    }

    private static String text(JsonElement value) {
        if (value == null || value.isJsonNull()) {
            return "none";
        }
        if (value.isJsonObject()) {
            return value.getAsJsonObject().entrySet().stream().sorted(Map.Entry.comparingByKey()).map(one -> one.getKey() + ":" + one.getValue()).toList()
                    .toString();
        }
        if (value.isJsonArray()) {
            List<String> all = new ArrayList<>();
            value.getAsJsonArray().forEach(one -> all.add(text(one)));
            return all.toString();
        }
        if (value.getAsJsonPrimitive().isBoolean()) {
            return value.toString();
        }
        double number = value.getAsJsonPrimitive().isString() ? value(value.getAsString()) : value.getAsDouble();
        return String.format(Locale.ROOT, "%.9f", number + 0.0);
    }

    private static List<Object> command() {
        return new ArrayList<>(List.of("python3", "-B", OracleScripts.script("speed_ups")));
    }

    private static String text(Stream<?> numbers) {
        return numbers.map(String::valueOf).collect(Collectors.joining(","));
    }
}
