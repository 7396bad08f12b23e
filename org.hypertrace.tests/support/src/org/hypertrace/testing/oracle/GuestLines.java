/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.Truth;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Threads, texts, names and losses of guests as sorted lines, so that those of the oracle and of a scenario compare. */
public final class GuestLines {

    /** A scenario counts them among the losses. */
    private static final List<String> CONTRADICTORY = List.of("lost", "unknown", "kvm_hypercall");

    private GuestLines() {
    }

    /**
     * @param truth
     *            of a scenario
     * @param host
     *            one of its hosts
     * @return the threads, texts, names and losses of all guests on it
     */
    public static String of(Truth truth, String host) {
        List<String> lines = new ArrayList<>();
        for (Truth.Guest guest : truth.guests()) {
            if (!guest.host().equals(host)) {
                continue;
            }
            String vm = "vm " + guest.pid() + ' ';
            lines.add(vm + "hypercalls " + guest.hypercalls());
            Truth.Losses losses = guest.losses();
            lines.add(vm + "lost " + losses.lost() + " repeated " + losses.repeated() + " forged " + losses.forged()
                    + " unknown "
                    + losses.unknown() + " kvm " + losses.kvm());
            guest.texts().forEach(text -> lines.add(vm + (text.event() == EventKind.TEXT
                    ? "text " + text.time() + ' ' + text.vcpu() : "name") + ' ' + text.kind() + ' ' + text.text()));
            for (Truth.Thread thread : guest.threads()) {
                StringBuilder line = new StringBuilder(vm + "thread " + thread.tid() + '#' + thread.nth() + ' '
                        + thread.comm() + ' '
                        + thread.first() + '-' + thread.last() + " wall " + thread.wall() + " running " + thread.running()
                                + " open "
                        + thread.open() + " waiting " + thread.waiting() + " sleeping " + thread.sleeping() + " unknown "
                        + thread.unknown() + " switchIns " + thread.switchIns() + ": tracer " + thread.tracer());
                thread.byState().forEach((state, ns) -> line.append(' ').append(state.key()).append(' ').append(ns));
                thread.tracerByState().forEach((state, ns) ->
                        line.append(ns == 0 ? "" : " tracer:" + state.key() + ' ' + ns));
                lines.add(line.toString());
            }
        }
        return VcpuLines.sorted(lines);
    }

    /**
     * @param host
     *            what the oracle reports of the guests of a host
     * @return the same of them
     */
    public static String ofOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject guest : Summary.objects(host, "vms")) {
            String vm = "vm " + guest.get("vm").getAsString() + ' ';
            lines.add(vm + "hypercalls " + guest.get("hypercalls"));
            JsonObject losses = guest.getAsJsonObject("losses");
            JsonObject counts = guest.getAsJsonObject("counts");
            lines.add(vm + "lost " + losses.get("lost") + " repeated " + losses.get("repeated") + " forged "
                    + count(counts, "forged")
                    + " unknown " + count(counts, "unknown") + " kvm " + count(counts, "kvm"));
            for (JsonObject text : Summary.objects(guest, "texts")) {
                lines.add(vm + "text " + text.get("time") + ' ' + text.get("vcpu") + ' ' + text.get("kind") + ' '
                        + text.get("text").getAsString());
            }
            Summary.objects(guest, "names").forEach(name ->
                    lines.add(vm + "name " + name.get("kind") + ' ' + name.get("name").getAsString()));
            for (JsonObject thread : Summary.objects(guest, "threads")) {
                StringBuilder line = new StringBuilder(vm + "thread " + thread.get("tid") + '#' + thread.get("nth") + ' '
                        + thread.get("comm").getAsString() + ' ' + thread.get("first") + '-' + thread.get("last"));
                for (String part : List.of("wall", "running", "open", "waiting", "sleeping", "unknown", "switchIns")) {
                    line.append(' ').append(part).append(' ').append(thread.get(part));
                }
                JsonObject stolen = thread.getAsJsonObject("stolen");
                line.append(": tracer ").append(stolen.get("tracer"));
                for (VcpuState state : VcpuState.values()) {
                    line.append(' ').append(state.key()).append(' ')
                            .append(state == VcpuState.GUEST ? thread.get("guest") : stolen.get(state.key()));
                }
                JsonObject tracer = thread.getAsJsonObject("tracerByState");
                for (VcpuState state : VcpuState.values()) {
                    line.append(count(tracer, state.key()) == 0 ? "" : " tracer:" + state.key() + ' '
                            + tracer.get(state.key()));
                }
                lines.add(line.toString());
            }
        }
        return VcpuLines.sorted(lines);
    }

    /**
     * @param truth
     *            of a scenario
     * @param host
     *            one of its hosts
     * @return how many events of each kind its guests reported, and the time of their threads, as far as a report reports it
     */
    public static String reported(Truth truth, String host) {
        List<String> lines = new ArrayList<>();
        for (Truth.Guest guest : truth.guests()) {
            if (!guest.host().equals(host)) {
                continue;
            }
            String vm = "vm " + guest.pid() + ' ';
            guest.counts().forEach((kind, count) -> lines.add(vm + kind.label() + ' ' + count));
            for (Truth.Thread thread : guest.threads()) {
                StringBuilder line = new StringBuilder(vm + "thread " + thread.tid() + ' ' + thread.comm() + ' '
                        + thread.first() + '-' + thread.last() + " wall " + thread.wall() + " running " + thread.running()
                        + " open " + thread.open() + " waiting " + thread.waiting() + " sleeping " + thread.sleeping()
                        + " unknown " + thread.unknown() + " tracer " + thread.tracer());
                thread.byState().forEach((state, ns) -> line.append(' ').append(state.key()).append(' ').append(ns));
                lines.add(line.toString());
            }
        }
        return VcpuLines.sorted(lines);
    }

    /**
     * @param report
     *            a report's JSON
     * @return the same of its hosts
     */
    public static String ofReport(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject host : Summary.objects(report, "hosts")) {
            for (JsonObject object : Summary.objects(host, "vms")) {
                String vm = "vm " + object.get("pid") + ' ';
                if (object.has("guestEvents")) {
                    object.getAsJsonObject("guestEvents").entrySet().stream().filter(kind -> !CONTRADICTORY.contains(kind.getKey()))
                            .forEach(kind -> lines.add(vm + kind.getKey() + ' ' + kind.getValue()));
                    Summary.objects(object, "guestThreads").forEach(thread -> lines.add(vm + reported(thread)));
                }
            }
        }
        return VcpuLines.sorted(lines);
    }

    private static String reported(JsonObject thread) {
        String name = thread.has("name") ? thread.get("name").getAsString() : "";
        StringBuilder line = new StringBuilder("thread " + thread.get("tid") + ' ' + name + ' ' + thread.get("begin") + '-'
                + thread.get("end"));
        for (String part : List.of("wall", "running", "open", "waiting", "sleeping", "unknown", "tracer")) {
            line.append(' ').append(part).append(' ').append(thread.get(part));
        }
        for (VcpuState state : VcpuState.values()) {
            line.append(' ').append(state.key()).append(' ').append(
                    state == VcpuState.GUEST ? thread.get("guest") : thread.getAsJsonObject("stolen").get(state.key()));
        }
        return line.toString();
    }

    private static long count(JsonObject object, String key) {
        JsonElement value = object.get(key);
        return value == null ? 0 : value.getAsLong();
    }
}
