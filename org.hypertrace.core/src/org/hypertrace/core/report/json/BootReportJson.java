/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.report.page.run.RunReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link RunReport} of boots as JSON, in the order of the report; the schema is {@code boot.schema.json} in {@code schema}. */
public final class BootReportJson {

    private BootReportJson() {
    }

    public static String write(RunReport<BootProfile> report, String without) {
        return RunReportJson.write(report, "boot", "initcalls", (trace, host) -> host(report, trace, host, without));
    }

    private static JsonObject host(RunReport<BootProfile> all, RunReport.Trace<BootProfile> trace, RunReport.Host<BootProfile> report,
            String without) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", trace.name());
        object.addProperty("name", report.host().name());
        object.addProperty("id", report.host().id());
        object.add("vms", RunReportJson.vms(report.guests(), (guest, to) -> boots(all, guest, without, to)));
        return object;
    }

    private static void boots(RunReport<BootProfile> all, RunReport.Guest<BootProfile> guest, String without, JsonObject to) {
        JsonArray boots = new JsonArray();
        for (BootProfile profile : guest.runs()) {
            JsonObject boot = boot(profile);
            FunctionJson.add(profile, without, boot);
            RunPathJson.add(all.paths().get(profile), boot);
            boots.add(boot);
        }
        to.add("boots", boots);
        RunReportJson.addFindings(BootFindings.of(guest.runs().stream().map(BootProfile::boot).toList()), to);
    }

    private static JsonObject boot(BootProfile profile) {
        GuestBoot boot = profile.boot();
        JsonObject object = new JsonObject();
        object.addProperty("number", boot.number());
        if (profile.fromLaunch()) {
            object.addProperty("launched", boot.begin());
        }
        object.addProperty("begin", boot.begin());
        object.addProperty("end", boot.end());
        if (boot.ending() != null) {
            object.addProperty("ending", boot.ending().label());
        }
        if (boot.tripleFault() >= 0) {
            object.addProperty("tripleFault", boot.tripleFault());
        }
        if (boot.text() != 0) {
            object.addProperty("text", hex(boot.text()));
        }
        if (profile.isComplete()) {
            object.addProperty("duration", profile.duration());
        }
        JsonArray stages = new JsonArray();
        for (GuestBoot.Stage stage : boot.stages()) {
            JsonObject json = new JsonObject();
            json.addProperty("name", stage.part().label());
            json.addProperty("begin", stage.begin());
            json.addProperty("end", stage.end());
            stages.add(json);
        }
        object.add("stages", stages);
        JsonArray levels = new JsonArray();
        profile.levels().forEach(level -> levels.add(level(boot, level)));
        object.add("levels", levels);
        JsonArray initcalls = new JsonArray();
        profile.initcalls().forEach(call -> initcalls.add(initcall(call)));
        object.add("initcalls", initcalls);
        CrashJson.add(profile, object);
        if (boot.unmatched() > 0) {
            object.addProperty("unmatched", boot.unmatched());
        }
        if (boot.others() > 0) {
            object.addProperty("notKept", boot.others());
        }
        RunReportJson.addFindings(BootFindings.of(profile), object);
        return object;
    }

    private static JsonObject level(GuestBoot boot, BootProfile.Part level) {
        JsonObject object = new JsonObject();
        object.addProperty("name", level.part().name());
        RunReportJson.span(object, level.part().begin(), level.part().end(), level.part().open());
        int tid = boot.levels().get(level.part().level()).tid();
        if (tid >= 0) {
            object.addProperty("tid", tid);
        }
        RunReportJson.spent(level.spent(), object);
        return object;
    }

    private static JsonObject initcall(BootProfile.Call call) {
        InitcallRun run = call.run();
        JsonObject object = new JsonObject();
        if (call.isNamed()) {
            object.addProperty("name", call.label());
        }
        if (run.address() != 0) {
            object.addProperty("address", hex(run.address()));
        }
        if (call.level() != null) {
            object.addProperty("level", call.level());
        }
        if (run.tid() >= 0) {
            object.addProperty("tid", run.tid());
        }
        object.addProperty("depth", run.depth());
        RunReportJson.span(object, run.begin(), run.end(), run.open());
        if (run.lost()) {
            object.addProperty("returnLost", true);
        }
        if (run.result() != null) {
            object.addProperty("returnValue", run.result());
            if (Errno.name(run.result()) != null) {
                object.addProperty("errno", Errno.name(run.result()));
            }
        }
        if (run.guestDuration() >= 0) {
            object.addProperty("guestDuration", run.guestDuration());
        }
        RunReportJson.spent(call.spent(), object);
        return object;
    }

    static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}
