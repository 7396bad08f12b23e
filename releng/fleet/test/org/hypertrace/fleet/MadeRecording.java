/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A recording that is only described, and the answer that a {@code serve} of its description gives: a boot with four levels of five
 * initcalls. Each initcall takes its usual time, more or less by up to 3 %, uniformly, from a fixed seed.
 *
 * @param seed
 *            of the jitter
 * @param begin
 *            ns since the epoch
 * @param slower
 *            by how many per cent the initcall {@code net_init} takes longer
 * @param preempted
 *            how long the host preempts each initcall besides, ns
 * @param fault
 *            empty; {@code broken}: it is refused; {@code endless}; {@code crash}: the process ends; {@code memory}: there is not enough
 */
record MadeRecording(long seed, long begin, int slower, long preempted, String fault) {

    static final List<String> LEVELS = List.of("core", "arch", "device", "late");
    private static final String SLOW = "net_init";

    /** Writes its description where a recording would be. */
    void write(Path file) throws IOException {
        Files.writeString(file, seed + " " + begin + " " + slower + " " + preempted + " " + fault);
    }

    private static MadeRecording read(Path file) throws IOException {
        String[] words = Files.readString(file).split(" ", -1);
        return new MadeRecording(Long.parseLong(words[0]), Long.parseLong(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]), words[4]);
    }

    /** The answer of a {@code serve} for it, a line. */
    String answer(String path) {
        SplittableRandom random = new SplittableRandom(seed);
        JsonObject boot = new JsonObject();
        JsonArray levels = new JsonArray();
        JsonArray initcalls = new JsonArray();
        long now = begin;
        for (String level : LEVELS) {
            long from = now;
            long host = 0;
            for (int i = 0; i < 5; i++) {
                String name = level.equals("device") && i == 2 ? SLOW : level + i + "_init";
                long usual = 1_000_000L * (10 + 7 * i) * (1 + LEVELS.indexOf(level));
                long own = Math.round(usual * (0.97 + 0.06 * random.nextDouble()) * (name.equals(SLOW) ? 1 + slower / 100.0 : 1));
                long stolen = Math.round(usual / 20.0 * (0.9 + 0.2 * random.nextDouble())) + preempted;
                initcalls.add(part(name, now, own, stolen));
                initcalls.get(initcalls.size() - 1).getAsJsonObject().addProperty("level", level);
                now += own + stolen;
                host += stolen;
            }
            levels.add(part(level, from, now - from - host, host));
        }
        boot.addProperty("number", 1);
        boot.addProperty("begin", begin);
        boot.addProperty("end", now);
        boot.addProperty("duration", now - begin);
        boot.add("levels", levels);
        boot.add("initcalls", initcalls);
        JsonObject json = object("hosts", object("vms", vm(boot)));
        JsonObject report = new JsonObject();
        report.add("report", JsonParser.parseString("[\"boot\"]"));
        report.addProperty("status", fault.equals("broken") ? 1 : 0);
        if (fault.equals("broken")) {
            report.addProperty("error", path + " cannot be unpacked: it ends too early.");
        } else {
            report.addProperty("json", json + "\n");
        }
        JsonObject answer = object("reports", report);
        answer.addProperty("recording", path);
        return answer.toString();
    }

    private static JsonObject vm(JsonObject boot) {
        JsonObject vm = object("boots", boot);
        vm.addProperty("name", "web");
        return vm;
    }

    private static JsonObject object(String list, JsonObject only) {
        JsonArray array = new JsonArray();
        array.add(only);
        JsonObject object = new JsonObject();
        object.add(list, array);
        return object;
    }

    private static JsonObject part(String name, long begin, long own, long stolen) {
        JsonObject part = new JsonObject();
        part.addProperty("name", name);
        part.addProperty("begin", begin);
        part.addProperty("end", begin + own + stolen);
        JsonObject states = new JsonObject();
        Figure.STATES.forEach(state -> states.addProperty(state, state.equals("guest") ? own : state.equals("preempted") ? stolen : 0));
        part.add("states", states);
        return part;
    }

    /** Stands in for {@code serve}; the last argument is the process with which it ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        ProcessHandle.of(Long.parseLong(arguments[arguments.length - 1])).orElseThrow().onExit().thenRun(() -> Runtime.getRuntime().halt(1));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String path = JsonParser.parseString(line).getAsJsonObject().get("recording").getAsString();
            MadeRecording made = read(Path.of(path));
            switch (made.fault) {
                case "endless" -> Thread.sleep(Long.MAX_VALUE);
                case "crash" -> System.exit(7);
                case "memory" -> {
                    List<byte[]> all = new ArrayList<>();
                    while (true) {
                        all.add(new byte[1 << 20]);
                    }
                }
                default -> System.out.println(made.answer(path));
            }
        }
    }
}
