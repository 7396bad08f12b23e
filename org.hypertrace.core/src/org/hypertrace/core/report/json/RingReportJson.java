/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.report.page.RingReport;
import org.hypertrace.core.ring.LoneRings;
import org.hypertrace.core.ring.RingState;
import org.hypertrace.core.ring.RingVcpu;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link RingReport} as JSON; the schema is {@code rings.schema.json} in {@code schema}. */
public final class RingReportJson {

    private RingReportJson() {
    }

    /**
     * @param report
     *            rings without a trace of their host
     * @return the document
     */
    public static String of(RingReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.trace());
        boolean hasHost = report.files().stream().allMatch(file -> file.rings().hasHost());
        MissingJson.add(hasHost ? List.of() : List.of(new RecordedEvents.Missing("host_exit", RingReport.WITHOUT_HOST,
                RingReport.HELP_WITHOUT_HOST)), report.gaps(), root);
        JsonArray rings = new JsonArray();
        for (RingReport.File file : report.files()) {
            file.rings().vcpus().forEach(vcpu -> rings.add(vcpu(file, vcpu)));
        }
        root.add("rings", rings);
        return JsonText.of(root);
    }

    private static JsonObject vcpu(RingReport.File file, RingVcpu vcpu) {
        LoneRings rings = file.rings();
        JsonObject object = new JsonObject();
        object.addProperty("file", file.name());
        if (file.vm() != null) {
            object.addProperty("vm", file.vm());
        }
        object.addProperty("ring", vcpu.ring());
        if (vcpu.isShared()) {
            object.addProperty("shared", true);
        }
        object.addProperty("vcpu", vcpu.vcpu());
        object.addProperty("tscKhz", rings.khz());
        object.addProperty("records", vcpu.records());
        object.addProperty("overwritten", vcpu.counts().overwritten());
        object.addProperty("torn", vcpu.counts().torn());
        object.addProperty("behindEnd", vcpu.counts().missing());
        object.addProperty("notWritten", vcpu.notWritten());
        object.addProperty("hostRecords", vcpu.hostRecords());
        object.addProperty("begin", vcpu.begin());
        object.addProperty("end", vcpu.end());
        object.addProperty("clock", rings.isDated() ? "hello" : "tsc");
        object.add("states", states(vcpu));
        if (vcpu.hostRecords() > 0) {
            JsonObject steal = new JsonObject();
            steal.addProperty("atLeast", vcpu.stealAtLeast());
            steal.addProperty("atMost", vcpu.stealAtMost());
            object.add("steal", steal);
            object.addProperty("migrations", vcpu.migrations());
            JsonArray reasons = new JsonArray();
            vcpu.exits().forEach(exits -> reasons.add(exits(exits)));
            object.add("exitReasons", reasons);
            JsonArray preemptions = new JsonArray();
            vcpu.preemptions().forEach(one -> preemptions.add(preemption(one)));
            object.add("preemptions", preemptions);
            if (vcpu.otherPreemptions() > 0) {
                object.addProperty("otherPreemptions", vcpu.otherPreemptions());
            }
        }
        return object;
    }

    private static JsonObject states(RingVcpu vcpu) {
        JsonObject states = new JsonObject();
        if (vcpu.hostRecords() > 0) {
            add(RingState.GUEST.key(), vcpu.ns(RingState.GUEST), RingState.GUEST.known(), states);
            add(RingState.HOST.key(), vcpu.ns(RingState.HOST), RingState.HOST.known(), states);
            add(RingState.PREEMPTED.key(), vcpu.ns(RingState.PREEMPTED), RingState.PREEMPTED.known(), states);
            add("asleep", vcpu.asleep(), RingState.Known.EXACT, states);
            add(RingState.HALTED.key(), vcpu.ns(RingState.HALTED), RingState.HALTED.known(), states);
            add(RingState.BLOCKED.key(), vcpu.ns(RingState.BLOCKED), RingState.BLOCKED.known(), states);
        }
        add(RingState.UNKNOWN.key(), vcpu.ns(RingState.UNKNOWN), null, states);
        return states;
    }

    private static void add(String name, long ns, RingState.Known known, JsonObject to) {
        JsonObject state = new JsonObject();
        state.addProperty("ns", ns);
        if (known != null) {
            state.addProperty("class", known.key());
        }
        to.add(name, state);
    }

    private static JsonObject exits(RingVcpu.Exits exits) {
        JsonObject object = new JsonObject();
        if (!exits.isOthers()) {
            String isa = ExitReason.isaName(exits.isa());
            if (isa != null) {
                object.addProperty("isa", isa);
            }
            object.addProperty("code", exits.code());
            String name = ExitReason.name(exits.isa(), exits.code());
            if (name != null) {
                object.addProperty("name", name);
            }
        }
        object.addProperty("count", exits.count());
        object.addProperty("entered", exits.entered());
        object.addProperty("total", exits.total());
        object.addProperty("max", exits.max());
        return object;
    }

    private static JsonObject preemption(RingVcpu.Preemption one) {
        JsonObject object = new JsonObject();
        object.addProperty("begin", one.begin());
        object.addProperty("end", one.end());
        object.add("first", task(one.first()));
        if (one.last() != null) {
            object.add("last", task(one.last()));
        }
        return object;
    }

    private static JsonObject task(RingVcpu.Task task) {
        JsonObject object = new JsonObject();
        object.addProperty("tid", task.tid());
        object.addProperty("name", task.name());
        return object;
    }
}
