/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The figures in an answer of {@code serve}. What a report does not have is left out. */
final class Figures {

    private static final long[] NONE = {};
    /** Reports with figures; the JSON of all others is only kept. */
    private static final Set<String> OF = Set.of("boot", "shutdown", "exits", "upgrade");

    /** Most names are in all recordings: each is there once, so that more recordings have room in memory, and hashes are known. */
    private static final Interner<String> NAMES = Interners.newWeakInterner();

    private final List<Figure> fAll = new ArrayList<>();

    private Figures() {
    }

    /**
     * @param answer
     *            a line of {@code serve}, parsed
     * @return what is in its reports
     */
    static List<Figure> of(JsonObject answer) {
        Figures figures = new Figures();
        for (JsonObject report : objects(answer, "reports")) {
            String command = report.getAsJsonArray("report").get(0).getAsString();
            if (report.has("json") && OF.contains(command)) {
                figures.add(command, JsonParser.parseString(report.get("json").getAsString()).getAsJsonObject());
            }
        }
        return figures.fAll;
    }

    /**
     * @param answer
     *            a line of {@code serve}, parsed
     * @return whether at least one report could be made
     */
    static boolean isWithReport(JsonObject answer) {
        return objects(answer, "reports").stream().anyMatch(report -> report.has("json"));
    }

    /**
     * @param answer
     *            a line of {@code serve}, parsed
     * @return the labels in the manifest of the recording, by their names
     */
    static Map<String, String> labels(JsonObject answer) {
        Map<String, String> labels = new TreeMap<>();
        if (answer.get("labels") instanceof JsonObject all) {
            all.entrySet().forEach(one -> labels.put(one.getKey(), one.getValue().getAsString()));
        }
        return labels;
    }

    /**
     * @param answer
     *            a line of {@code serve}, parsed; it may be of another recording with the same content
     * @param recording
     *            its path
     * @return why its reports are missing, a sentence each, once each
     */
    static List<String> problems(JsonObject answer, String recording) {
        List<String> problems = new ArrayList<>();
        if (answer.has("error")) {
            problems.add(answer.get("error").getAsString());
        }
        for (JsonObject report : objects(answer, "reports")) {
            if (report.has("error")) {
                problems.add(report.get("error").getAsString());
            }
        }
        // what is no request has no recording
        String asked = answer.has("recording") ? answer.get("recording").getAsString() : recording;
        return problems.stream().map(problem -> problem.replace(asked, recording)).distinct().toList();
    }

    /**
     * @param answer
     *            a line of {@code serve}
     * @param from
     *            the path that was asked about
     * @param to
     *            what the recording is called
     * @return the same of that name
     */
    static String renamed(String answer, String from, String to) {
        if (from.equals(to)) {
            return answer;
        }
        JsonObject root = JsonParser.parseString(answer).getAsJsonObject();
        root.addProperty("recording", to);
        for (JsonObject report : objects(root, "reports")) {
            for (String text : List.of("json", "error")) {
                if (report.has(text)) {
                    report.addProperty(text, report.get(text).getAsString().replace(from, to));
                }
            }
            JsonArray notes = new JsonArray();
            report.getAsJsonArray("notes").forEach(note -> notes.add(note.getAsString().replace(from, to)));
            report.add("notes", notes);
        }
        return root.toString();
    }

    private void add(String command, JsonObject json) {
        switch (command) {
            case "boot" -> vms(json, "boots", this::boot);
            case "shutdown" -> vms(json, "shutdowns", this::shutdown);
            case "exits" -> exits(json);
            case "upgrade" -> objects(json, "upgrades").forEach(this::upgrade);
            default -> throw new IllegalArgumentException(command);
        }
    }

    private interface OfRun {
        void add(String vm, JsonObject run);
    }

    private void vms(JsonObject json, String runs, OfRun to) {
        for (JsonObject host : objects(json, "hosts")) {
            for (JsonObject vm : objects(host, "vms")) {
                String name = name(vm);
                if (runs.equals("boots") && vm.has("begin") && vm.has("end")) {
                    add(name, 0, "vm", "lifetime", "", vm.get("begin").getAsLong(), span(vm), NONE);
                }
                objects(vm, runs).forEach(run -> to.add(name, run));
            }
        }
    }

    /** Later runs of a name are VMs of their own. */
    private static String name(JsonObject vm) {
        String name = Analysis.text(vm, "name");
        return name == null ? "" : vm.has("run") && vm.get("run").getAsInt() > 1 ? name + '#' + vm.get("run").getAsInt() : name;
    }

    private void boot(String vm, JsonObject boot) {
        int run = boot.get("number").getAsInt();
        if (boot.has("duration")) {
            add(vm, run, "boot", "boot", "", boot.get("begin").getAsLong(), boot.get("duration").getAsLong(), NONE);
        }
        parts(vm, run, "phase", boot, "stages", "boot");
        parts(vm, run, "level", boot, "levels", "boot");
        for (JsonObject call : objects(boot, "initcalls")) {
            if (call.has("name") && call.has("end")) {
                String level = Analysis.text(call, "level");
                add(vm, run, "initcall", Analysis.text(call, "name"), level == null ? "" : level, call.get("begin").getAsLong(), span(call), states(call));
            }
        }
        hostStates(vm, run, objects(boot, "levels"));
        path(vm, run, boot, "boot");
    }

    private void shutdown(String vm, JsonObject shutdown) {
        int run = shutdown.get("number").getAsInt();
        add(vm, run, "shutdown", "shutdown", "", shutdown.get("begin").getAsLong(), span(shutdown), NONE);
        parts(vm, run, "step", shutdown, "steps", "shutdown");
        parts(vm, run, "device", shutdown, "devices", "shutdown");
        parts(vm, run, "notifier", shutdown, "notifiers", "shutdown");
        path(vm, run, shutdown, "shutdown");
    }

    private void parts(String vm, int run, String kind, JsonObject in, String list, String of) {
        for (JsonObject part : objects(in, list)) {
            if (part.has("name") && part.has("end")) {
                add(vm, run, kind, Analysis.text(part, "name"), of, part.get("begin").getAsLong(), span(part), states(part));
            }
        }
    }

    /** The sum of each state over the levels of a boot. */
    private void hostStates(String vm, int run, List<JsonObject> levels) {
        long[] sums = new long[Figure.STATES.size()];
        boolean isKnown = false;
        for (JsonObject level : levels) {
            long[] states = states(level);
            isKnown |= states.length > 0 && level.has("end");
            for (int i = 0; i < states.length && level.has("end"); i++) {
                sums[i] += states[i];
            }
        }
        for (int i = 0; isKnown && i < sums.length; i++) {
            add(vm, run, "host-state", Figure.STATES.get(i), "boot", -1, sums[i], NONE);
        }
    }

    private void path(String vm, int run, JsonObject of, String what) {
        if (of.get("path") instanceof JsonObject path && path.get("classes") instanceof JsonObject classes) {
            for (Map.Entry<String, JsonElement> one : classes.entrySet()) {
                add(vm, run, "path-class", what + ": " + one.getKey(), what, -1, one.getValue().getAsLong(), NONE);
            }
        }
    }

    private void exits(JsonObject json) {
        for (JsonObject exit : objects(json, "exits")) {
            String label = null;
            for (JsonObject vm : objects(json, "vms")) {
                label = vm.get("vm").equals(exit.get("vm")) && vm.get("host").equals(exit.get("host")) ? Analysis.text(vm, "label") : label;
            }
            add(label == null || label.startsWith("VM ") ? "" : label, 0, "exit-reason", Analysis.text(exit, "name"), "", -1, exit.get("total").getAsLong(), states(exit));
        }
    }

    private void upgrade(JsonObject upgrade) {
        for (JsonObject restart : objects(upgrade, "restarts")) {
            for (JsonObject phase : objects(restart, "phases")) {
                if (phase.has("ns")) {
                    add(Analysis.text(restart, "node"), restart.get("restart").getAsInt(), "upgrade-phase", Analysis.text(phase, "phase"), "", phase.get("begin").getAsLong(),
                            phase.get("ns").getAsLong(), states(phase));
                }
            }
        }
        if (upgrade.get("availability") instanceof JsonObject availability) {
            for (JsonObject window : objects(availability, "windows")) {
                if (window.has("begin") && window.has("end")) {
                    add("", 0, "upgrade-window", "lost redundancy", "", window.get("begin").getAsLong(), span(window), NONE);
                }
            }
        }
    }

    private void add(String vm, int run, String kind, String name, String level, long begin, long ns, long[] states) {
        fAll.add(new Figure(shared(vm), run, kind, shared(name), shared(level), begin, ns, states));
    }

    private static String shared(String name) {
        return name == null ? null : NAMES.intern(name);
    }

    private static long span(JsonObject of) {
        return of.get("end").getAsLong() - of.get("begin").getAsLong();
    }

    private static long[] states(JsonObject of) {
        return of.get("states") instanceof JsonObject states ? Figure.STATES.stream().mapToLong(state -> states.get(state).getAsLong()).toArray() : NONE;
    }

    private static List<JsonObject> objects(JsonObject in, String name) {
        List<JsonObject> objects = new ArrayList<>();
        if (in.get(name) instanceof JsonArray array) {
            array.forEach(one -> objects.add(one.getAsJsonObject()));
        }
        return objects;
    }
}
