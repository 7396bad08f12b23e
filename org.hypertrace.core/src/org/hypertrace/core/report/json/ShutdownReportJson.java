/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;

import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link RunReport} of shutdowns as JSON; the schema is {@code shutdown.schema.json} in {@code schema}. */
public final class ShutdownReportJson {

    private ShutdownReportJson() {
    }

    public static String write(RunReport<ShutdownProfile> report) {
        return RunReportJson.write(report, "shutdown", "details", (trace, host) -> {
            JsonObject object = new JsonObject();
            object.addProperty("trace", trace.name());
            object.addProperty("name", host.host().name());
            object.addProperty("id", host.host().id());
            object.add("vms", RunReportJson.vms(host.guests(), (guest, to) -> {
                to.addProperty("guest", guest.name());
                JsonArray shutdowns = new JsonArray();
                guest.runs().forEach(run -> {
                    JsonObject one = shutdown(run);
                    RunPathJson.add(report.paths().get(run), one);
                    shutdowns.add(one);
                });
                to.add("shutdowns", shutdowns);
            }));
            return object;
        });
    }

    private static JsonObject shutdown(ShutdownProfile profile) {
        GuestShutdown shutdown = profile.shutdown();
        JsonObject object = new JsonObject();
        object.addProperty("number", shutdown.number());
        RunReportJson.span(object, shutdown.begin(), shutdown.end(), shutdown.ending() == null);
        reported(object, "requested", shutdown.requested());
        reported(object, "called", shutdown.called());
        reported(object, "kernel", shutdown.kernel());
        reported(object, "last", shutdown.last());
        reported(object, "tripleFault", shutdown.tripleFault());
        if (shutdown.ending() != null) {
            object.addProperty("ending", shutdown.ending().label());
        }
        if (shutdown.kind() != null) {
            object.addProperty("kind", shutdown.kind().key());
        }
        object.add("steps", lines(profile, Section.STEP));
        object.add("devices", lines(profile, Section.DEVICE));
        object.add("notifiers", lines(profile, Section.NOTIFIER));
        if (!profile.lines(Section.PART).isEmpty()) {
            object.add("parts", lines(profile, Section.PART));
        }
        if (!shutdown.processes().isEmpty()) {
            object.add("processes", processes(profile));
        }
        if (shutdown.others() > 0) {
            object.addProperty("notKept", shutdown.others());
        }
        RunReportJson.addFindings(ShutdownFindings.of(profile), object);
        return object;
    }

    private static void reported(JsonObject object, String name, long time) {
        if (time >= 0) {
            object.addProperty(name, time);
        }
    }

    private static JsonArray lines(ShutdownProfile profile, Section section) {
        JsonArray lines = new JsonArray();
        for (ShutdownProfile.Line line : profile.lines(section)) {
            JsonObject object = new JsonObject();
            if (!line.name().isEmpty()) {
                object.addProperty("name", line.name());
            }
            if (line.driver() != null) {
                object.addProperty("driver", line.driver());
            }
            if (line.function() != null) {
                object.addProperty("function", line.function());
            }
            RunReportJson.span(object, line.begin(), line.end(), line.open());
            RunReportJson.spent(line.spent(), object);
            lines.add(object);
        }
        return lines;
    }

    /** Those that user space waited for as they ended, then their children and those that began later. */
    private static JsonArray processes(ShutdownProfile profile) {
        JsonArray processes = new JsonArray();
        for (Delay delay : profile.delays()) {
            JsonObject object = process(delay.process());
            if (delay.process().end() >= 0) {
                object.addProperty("waitedFor", delay.held());
            }
            processes.add(object);
        }
        List<GuestShutdown.Process> waited = profile.delays().stream().map(Delay::process).toList();
        profile.shutdown().processes().stream().filter(one -> !waited.contains(one)).forEach(one -> processes.add(process(one)));
        return processes;
    }

    private static JsonObject process(GuestShutdown.Process process) {
        JsonObject object = new JsonObject();
        object.addProperty("tid", process.tid());
        if (process.parent() >= 0) {
            object.addProperty("parent", process.parent());
        }
        if (process.name() != null) {
            object.addProperty("name", process.name());
        }
        object.addProperty("late", process.late());
        if (process.late()) {
            object.addProperty("begin", process.begin());
        }
        reported(object, "end", process.end());
        reported(object, "signalled", process.signalled());
        if (process.signal() >= 0) {
            object.addProperty("signal", process.signal());
        }
        if (process.code() >= 0) {
            object.addProperty("code", process.code());
            object.addProperty("outcome", ShutdownFindings.outcome(process));
        }
        return object;
    }
}
