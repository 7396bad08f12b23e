/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link ShutdownReport} as JSON; the schema is {@code shutdown.schema.json} beside this class. */
final class ShutdownReportJson {

    private ShutdownReportJson() {
    }

    static String write(ShutdownReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        JsonArray missing = new JsonArray();
        report.missing().forEach(m -> {
            JsonObject object = new JsonObject();
            object.addProperty("event", m.event());
            object.addProperty("consequence", m.consequence());
            object.addProperty("enable", m.enable());
            missing.add(object);
        });
        root.add("missing", missing);
        JsonArray hosts = new JsonArray();
        ShutdownProfile before = null;
        for (ShutdownProfile profile : report.shutdowns()) {
            GuestShutdown shutdown = profile.shutdown();
            boolean newHost = before == null || !before.shutdown().host().id().equals(shutdown.host().id());
            if (newHost) {
                hosts.add(host(shutdown.host()));
            }
            JsonArray vms = hosts.get(hosts.size() - 1).getAsJsonObject().getAsJsonArray("vms");
            if (newHost || !before.shutdown().guest().equals(shutdown.guest())) {
                vms.add(guest(shutdown));
            }
            vms.get(vms.size() - 1).getAsJsonObject().getAsJsonArray("shutdowns").add(shutdown(profile));
            before = profile;
        }
        root.add("hosts", hosts);
        return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(root) + '\n';
    }

    private static JsonObject host(Machines.Host host) {
        JsonObject object = new JsonObject();
        object.addProperty("name", host.name());
        object.addProperty("id", host.id());
        object.add("vms", new JsonArray());
        return object;
    }

    private static JsonObject guest(GuestShutdown shutdown) {
        JsonObject object = new JsonObject();
        Machines.Vm vm = shutdown.vm();
        if (vm != null) {
            object.addProperty("key", vm.key());
            if (vm.pid() != HostEvent.NOT_TOLD) {
                object.addProperty("pid", vm.pid());
            }
            if (vm.name() != null) {
                object.addProperty("name", vm.name());
            }
        }
        object.addProperty("guest", shutdown.guest());
        object.add("shutdowns", new JsonArray());
        return object;
    }

    private static JsonObject shutdown(ShutdownProfile profile) {
        GuestShutdown shutdown = profile.shutdown();
        JsonObject object = new JsonObject();
        object.addProperty("number", shutdown.number());
        object.addProperty("begin", shutdown.begin());
        object.addProperty(shutdown.ending() == null ? "seenUntil" : "end", shutdown.end());
        told(object, "requested", shutdown.requested());
        told(object, "kernel", shutdown.kernel());
        told(object, "last", shutdown.last());
        if (shutdown.ending() != null) {
            object.addProperty("ending", shutdown.ending().label());
        }
        if (shutdown.kind() != null) {
            object.addProperty("kind", shutdown.kind().key());
        }
        object.add("steps", lines(profile, Section.STEP));
        object.add("devices", lines(profile, Section.DEVICE));
        object.add("notifiers", lines(profile, Section.NOTIFIER));
        if (shutdown.others() > 0) {
            object.addProperty("notKept", shutdown.others());
        }
        return object;
    }

    private static void told(JsonObject object, String name, long time) {
        if (time >= 0) {
            object.addProperty(name, time);
        }
    }

    private static JsonArray lines(ShutdownProfile profile, Section section) {
        JsonArray lines = new JsonArray();
        for (ShutdownProfile.Line line : profile.lines(section)) {
            JsonObject object = new JsonObject();
            object.addProperty("name", line.name());
            if (line.driver() != null) {
                object.addProperty("driver", line.driver());
            }
            if (line.function() != null) {
                object.addProperty("function", line.function());
            }
            object.addProperty("begin", line.begin());
            object.addProperty(line.open() ? "seenUntil" : "end", line.end());
            BootReportJson.spent(line.spent(), object);
            lines.add(object);
        }
        return lines;
    }
}
