/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.Truth;

import com.google.gson.JsonObject;

/**
 * All figures of all vCPUs of a host as sorted lines, so that those of a report, of the oracle and of a scenario compare.
 */
public final class VcpuLines {

    private VcpuLines() {
    }

    /**
     * @param report
     *            a report's JSON
     * @return the figures of its hosts
     */
    public static String ofReport(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject host : Summary.objects(report, "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                    String thread = "thread " + vcpu.get("tid") + ' ';
                    lines.add(thread + "pid " + vm.get("pid"));
                    figures(lines, thread, vcpu, "states");
                    for (JsonObject preemptor : Summary.objects(vcpu, "preemptors")) {
                        if (preemptor.has("tid")) {
                            lines.add(thread + "preemptor " + preemptor.get("tid") + ' ' + preemptor.get("name") + ' '
                                    + preemptor.get("ns"));
                        }
                    }
                }
            }
        }
        return sorted(lines);
    }

    /**
     * @param host
     *            what the oracle reports of a host
     * @return its figures
     */
    public static String ofOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(host, "vcpus")) {
            String thread = "thread " + vcpu.get("tid") + ' ';
            lines.add(thread + "pid " + vcpu.get("pid"));
            figures(lines, thread, vcpu, "ns");
            for (JsonObject preemptor : Summary.objects(vcpu, "preemptors")) {
                lines.add(thread + "preemptor " + preemptor.get("tid") + ' ' + preemptor.get("comm") + ' ' + preemptor.get("ns"));
            }
        }
        return sorted(lines);
    }

    /**
     * @param truth
     *            of a scenario
     * @param host
     *            one of its hosts
     * @return the host's figures
     */
    public static String of(Truth truth, String host) {
        List<String> lines = new ArrayList<>();
        for (Truth.Vcpu vcpu : truth.vcpus()) {
            if (!vcpu.host().equals(host)) {
                continue;
            }
            String thread = "thread " + vcpu.tid() + ' ';
            lines.add(thread + "pid " + vcpu.pid());
            lines.add(thread + "number " + vcpu.number());
            lines.add(thread + "begin " + vcpu.begin());
            lines.add(thread + "end " + vcpu.end());
            lines.add(thread + "entries " + vcpu.entries());
            lines.add(thread + "exits " + vcpu.exits().values().stream().mapToInt(Integer::intValue).sum());
            lines.add(thread + "migrations " + vcpu.migrations());
            vcpu.ns().forEach((state, ns) -> lines.add(thread + state.key() + ' ' + ns));
            vcpu.exits().forEach((code, count) -> lines.add(thread + "exit reason " + vcpu.isa() + ":" + code + ' '
                    + count));
            vcpu.preemptors().forEach((who, ns) -> lines.add(thread + "preemptor " + who.replaceFirst(" (.*)", " \"$1\" ")
                    + ns));
        }
        return sorted(lines);
    }

    /** Every interval of every vCPU of a host, as the oracle reports. */
    public static String intervalsOfOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(host, "vcpus")) {
            for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
                lines.add("thread " + vcpu.get("tid") + ' ' + interval.get("begin") + ' ' + interval.get("state")
                        .getAsString());
            }
        }
        return sorted(lines);
    }

    /** Every interval of every vCPU of a host. */
    public static String intervals(Truth truth, String host) {
        return sorted(truth.vcpus().stream().filter(vcpu -> vcpu.host().equals(host))
                .flatMap(vcpu -> vcpu.intervals().stream()
                .map(interval -> "thread " + vcpu.tid() + ' ' + interval.begin() + ' ' + interval.state().key())).toList());
    }

    private static void figures(List<String> lines, String thread, JsonObject vcpu, String states) {
        for (String key : List.of("number", "begin", "end", "entries", "exits", "migrations")) {
            lines.add(thread + key + ' ' + vcpu.get(key));
        }
        vcpu.getAsJsonObject(states).entrySet().forEach(state ->
                lines.add(thread + state.getKey() + ' ' + state.getValue()));
        for (JsonObject reason : Summary.objects(vcpu, "exitReasons")) {
            String isa = reason.get("isa").getAsString().replace("svm", "2").replace("vmx", "1").replace("arm", "3");
            lines.add(thread + "exit reason " + isa + ':' + reason.get("code") + ' ' + reason.get("count"));
        }
    }

    /** @return the lines in their order, as one text */
    public static String sorted(List<String> lines) {
        return String.join("\n", lines.stream().sorted().toList());
    }
}
