/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.Locale;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.report.page.StackComparison;
import org.hypertrace.core.report.page.StackPage;
import org.hypertrace.core.report.page.StackReport;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Repair;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link StackReport} as JSON; the schema is {@code stacks.schema.json} in {@code schema}. */
public final class StackReportJson {

    private StackReportJson() {
    }

    public static String write(StackReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 3);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        root.addProperty("mode", report.mode().key());
        root.addProperty("withTracing", report.withTracing());
        MissingJson.add(report.missing(), root);
        JsonArray notes = new JsonArray();
        report.gaps().forEach(notes::add);
        report.problems().forEach(notes::add);
        root.add("notes", notes);
        JsonArray vms = new JsonArray();
        report.guests().forEach(guest -> vms.add(guest(guest)));
        root.add("vms", vms);
        return JsonText.of(root);
    }

    /**
     * @param report
     *            what the notes are of
     * @param comparison
     *            of stacks
     * @return its JSON; the schema is {@code stack-comparison.schema.json} in {@code schema}
     */
    public static String write(StackReport report, StackComparison comparison) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("mode", report.mode().key());
        root.addProperty("withTracing", report.withTracing());
        root.addProperty("scale", comparison.norm().name().toLowerCase(Locale.ROOT));
        MissingJson.add(report.missing(), root);
        JsonArray notes = new JsonArray();
        report.problems().forEach(notes::add);
        root.add("notes", notes);
        root.add("before", side(comparison.groupBefore(), comparison.before()));
        root.add("after", side(comparison.groupAfter(), comparison.after()));
        SpeedUpJson.add(comparison.speedUp(), root);
        root.add("rows", SpeedUpJson.array(comparison.differences(), StackReportJson::difference));
        return JsonText.of(root);
    }

    private static JsonObject side(StackComparison.Group group, StackReport report) {
        JsonObject object = new JsonObject();
        object.addProperty("name", group.name());
        object.addProperty("recordings", group.reports().size());
        object.addProperty("trace", report.trace());
        object.addProperty("begin", report.begin());
        object.addProperty("end", report.end());
        return object;
    }

    private static JsonObject difference(StackComparison.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("frame", row.name());
        object.addProperty("before", row.before());
        object.addProperty("after", row.after());
        object.addProperty("callsBefore", row.callsBefore());
        object.addProperty("callsAfter", row.callsAfter());
        object.addProperty("contribution", -row.difference());
        SpeedUpJson.share(row.share(), object);
        SpeedUpJson.add(row.speedUp(), row.corrected(), object);
        return object;
    }

    private static JsonObject guest(StackReport.Guest guest) {
        JsonObject object = new JsonObject();
        object.addProperty("host", guest.host());
        VmName vm = guest.who();
        if (guest.hasHost()) {
            object.addProperty("key", vm.key());
            if (vm.pid() != HostEvent.UNKNOWN_ID) {
                object.addProperty("pid", vm.pid());
            }
            if (vm.given() != null) {
                object.addProperty("name", vm.given());
                object.addProperty("run", vm.run());
            }
        }
        if (vm.nested() != null) {
            object.addProperty("nested", vm.nested().key());
        }
        object.add("time", times(guest.times()));
        JsonObject repairs = new JsonObject();
        for (Repair repair : Repair.values()) {
            repairs.addProperty(switch (repair) {
            case ENTRY_MISSING -> "entryMissing";
            case RETURN_MISSING -> "returnMissing";
            case NEVER_RETURNED -> "neverReturned";
            case LOST -> "lost";
            case TOO_DEEP -> "tooDeep";
            }, guest.repairs()[repair.ordinal()]);
        }
        object.add("repairs", repairs);
        JsonArray threads = new JsonArray();
        guest.threads().forEach(thread -> threads.add(thread(thread)));
        object.add("threads", threads);
        JsonArray causes = new JsonArray();
        guest.causes().forEach(cause -> causes.add(cause(cause)));
        object.add("exitCauses", causes);
        return object;
    }

    private static JsonObject thread(StackReport.Thread thread) {
        JsonObject object = new JsonObject();
        if (thread.thread().tid() >= 0) {
            object.addProperty("tid", thread.thread().tid());
        }
        if (thread.thread().name() != null) {
            object.addProperty("name", thread.thread().name());
        }
        if (thread.thread().vcpu() >= 0) {
            object.addProperty("vcpu", thread.thread().vcpu());
        }
        object.addProperty("boot", thread.thread().bootNumber());
        object.add("time", times(thread.times()));
        object.addProperty("repaired", thread.repaired());
        JsonArray functions = new JsonArray();
        thread.functions().forEach(function -> functions.add(function(function)));
        object.add("functions", functions);
        return object;
    }

    private static JsonObject times(FlameTimes times) {
        JsonObject object = new JsonObject();
        object.addProperty("wall", times.wall());
        object.addProperty("own", times.own());
        object.addProperty("interrupts", times.interrupts());
        object.addProperty("exits", times.exits());
        object.addProperty("tracing", times.tracing());
        object.addProperty("waiting", times.waiting());
        return object;
    }

    private static JsonObject function(StackReport.Function function) {
        FlameFunction f = function.figures();
        JsonObject object = new JsonObject();
        object.addProperty("name", function.name());
        object.addProperty("kind", StackPage.key(f.kind()));
        if (f.kind() == FrameKind.FUNCTION) {
            object.addProperty("address", "0x" + Long.toHexString(f.frame()));
        }
        object.addProperty("calls", f.calls());
        object.addProperty("total", f.total());
        object.addProperty("self", f.self());
        object.addProperty("exits", f.exits());
        object.addProperty("hypervisor", f.hypervisor());
        object.addProperty("waiting", f.waiting());
        object.addProperty("repaired", f.repaired());
        if (f.reported() > 0) {
            JsonObject reported = new JsonObject();
            reported.addProperty("calls", f.reported());
            reported.addProperty("guest", f.guest());
            reported.addProperty("wall", f.reportedWall());
            object.add("reported", reported);
        }
        return object;
    }

    private static JsonObject cause(StackReport.Cause cause) {
        JsonObject object = new JsonObject();
        object.addProperty("name", cause.name());
        object.addProperty("kind", StackPage.key(cause.kind()));
        if (cause.kind() == FrameKind.FUNCTION) {
            object.addProperty("address", "0x" + Long.toHexString(cause.figures().frame()));
        }
        object.addProperty("boot", cause.boot());
        object.addProperty("reason", cause.reason());
        object.addProperty("tracer", cause.isTracer());
        object.addProperty("count", cause.figures().count());
        object.addProperty("total", cause.figures().total());
        object.addProperty("mean", cause.figures().mean());
        if (cause.figures().p50() >= 0) {
            object.addProperty("p50", cause.figures().p50());
            object.addProperty("p99", cause.figures().p99());
        }
        object.addProperty("max", cause.figures().max());
        return object;
    }
}
