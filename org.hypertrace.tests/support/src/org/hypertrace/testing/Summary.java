/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * A report's JSON as a few lines to be read and compared, whatever is zero left out:
 *
 * <pre>
 * host alpha
 * VM 384#1 web (fork) 100-900
 * vCPU 0 thread 386 100-900: guest 500, hostKernel 300; 2 entries, 2 exits (HLT 1, INTR 1), 0 migrations; task bash(10) 20
 * </pre>
 */
public final class Summary {

    private Summary() {
    }

    /**
     * @param report
     *            a report's JSON
     * @return its hosts, VMs and vCPUs, a line each
     */
    public static String of(JsonObject report) {
        StringBuilder text = new StringBuilder();
        for (JsonObject host : objects(report, "hosts")) {
            text.append("host ").append(host.get("name").getAsString());
            append(text, host, "unattributed");
            append(text, host, "lost");
            text.append('\n');
            for (JsonObject vm : objects(host, "vms")) {
                text.append("VM ").append(vm.get("key").getAsString()).append(' ');
                if (vm.has("name")) {
                    text.append(vm.get("name").getAsString()).append(" run ").append(vm.get("run").getAsInt()).append(' ');
                }
                text.append('(').append(vm.get("evidence").getAsString()).append(") ").append(life(vm)).append('\n');
                objects(vm, "vcpus").forEach(vcpu -> text.append(vcpu(vcpu)).append('\n'));
            }
        }
        return text.toString();
    }

    /**
     * @param report
     *            a report's JSON
     * @return its vCPUs, of all hosts and VMs
     */
    public static List<JsonObject> vcpus(JsonObject report) {
        return objects(report, "hosts").stream().flatMap(host -> objects(host, "vms").stream())
                .flatMap(vm -> objects(vm, "vcpus").stream()).toList();
    }

    /**
     * @param object
     *            an object of a report
     * @param key
     *            of a list in it
     * @return the objects in the list
     */
    public static List<JsonObject> objects(JsonObject object, String key) {
        List<JsonObject> objects = new ArrayList<>();
        JsonArray array = object.getAsJsonArray(key);
        array.forEach(element -> objects.add(element.getAsJsonObject()));
        return objects;
    }

    /**
     * @param vcpu
     *            a vCPU of a report
     * @return its line
     */
    public static String vcpu(JsonObject vcpu) {
        String states = vcpu.getAsJsonObject("states").entrySet().stream().filter(state -> state.getValue().getAsLong() != 0)
                .map(state -> state.getKey() + ' ' + state.getValue().getAsLong()).collect(Collectors.joining(", "));
        String reasons = objects(vcpu, "exitReasons").stream().map(reason -> text(reason, "name", "code") + ' '
                + reason.get("count").getAsInt()).collect(Collectors.joining(", "));
        String preemptors = objects(vcpu, "preemptors").stream().map(Summary::preemptor).collect(Collectors.joining(", "));
        return "vCPU " + vcpu.get("number").getAsInt() + " thread " + vcpu.get("tid").getAsInt() + ' ' + life(vcpu) + ": "
                + states + "; " + vcpu.get("entries").getAsInt() + " entries, " + vcpu.get("exits").getAsInt() + " exits"
                + (reasons.isEmpty() ? "" : " (" + reasons + ')') + ", " + vcpu.get("migrations").getAsInt() + " migrations"
                + (preemptors.isEmpty() ? "" : "; " + preemptors);
    }

    private static String preemptor(JsonObject preemptor) {
        return preemptor.get("kind").getAsString() + ' ' + preemptor.get("name").getAsString()
                + (preemptor.has("tid") ? "(" + preemptor.get("tid").getAsInt() + ") " : " ") + preemptor.get("ns").getAsLong();
    }

    private static String text(JsonObject object, String key, String otherwise) {
        JsonElement value = object.has(key) ? object.get(key) : object.get(otherwise);
        return value.getAsString();
    }

    private static String life(JsonObject of) {
        return of.get("begin").getAsLong() + "-" + of.get("end").getAsLong();
    }

    private static void append(StringBuilder text, JsonObject object, String key) {
        if (object.has(key)) {
            text.append(", ").append(key).append(' ').append(object.get(key).getAsLong());
        }
    }
}
