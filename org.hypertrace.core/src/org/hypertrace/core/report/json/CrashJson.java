/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Panics and oopses in the JSON of a boot. */
final class CrashJson {

    private CrashJson() {
    }

    static void add(BootProfile profile, JsonObject to) {
        List<JsonObject> panics = new ArrayList<>();
        JsonArray oopses = new JsonArray();
        CrashReport oops = null;
        for (CrashReport crash : profile.boot().crashes()) {
            if (crash.oops()) {
                oopses.add(crash(profile, crash, crash));
                oops = crash;
            } else {
                // a panic has no place; the oops of the same thread before it does
                panics.add(crash(profile, crash, crash.address() == 0 && oops != null && oops.tid() == crash.tid() ? oops : crash));
            }
        }
        if (!panics.isEmpty()) {
            to.add("panic", panics.get(0));
        }
        if (oopses.size() > 0) {
            to.add("oopses", oopses);
        }
    }

    private static JsonObject crash(BootProfile profile, CrashReport crash, CrashReport where) {
        JsonObject object = new JsonObject();
        object.addProperty("time", crash.time());
        if (crash.reason() != null) {
            object.addProperty("reason", crash.reason());
        }
        if (where.address() != 0) {
            if (profile.symbols().name(where.address()) != null) {
                object.addProperty("symbol", profile.symbols().name(where.address()));
            }
            object.addProperty("address", BootReportJson.hex(where.address()));
        }
        if (where.fault() != 0) {
            object.addProperty("fault", BootReportJson.hex(where.fault()));
        }
        if (crash.tid() >= 0) {
            object.addProperty("tid", crash.tid());
        }
        if (crash.task() != null) {
            object.addProperty("task", crash.task());
        }
        if (crash.initcall() != null) {
            object.addProperty("initcall", profile.symbols().label(crash.initcall()));
        }
        JsonArray stack = new JsonArray();
        crash.stack().forEach(address -> stack.add(profile.symbols().label(address)));
        object.add("stack", stack);
        JsonArray before = new JsonArray();
        for (CrashReport.Before event : crash.before()) {
            JsonObject json = new JsonObject();
            json.addProperty("time", event.time());
            json.addProperty("kind", event.kind());
            if (event.text() != null) {
                json.addProperty("text", event.text());
            }
            before.add(json);
        }
        object.add("before", before);
        return object;
    }
}
