/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.Map;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What a guest reports, in the JSON of its VM: events by kind, threads, guests nested in it. */
final class GuestReportJson {

    private GuestReportJson() {
    }

    static void add(ModelReport.Vm report, JsonObject vm) {
        if (report.guest() == null) {
            return;
        }
        vm.add("guestEvents", counts(report.guest().events()));
        JsonArray threads = new JsonArray();
        report.threads().forEach(figures -> threads.add(thread(figures)));
        vm.add("guestThreads", threads);
        if (report.otherSwitches() > 0) {
            vm.addProperty("guestSwitchesNotFollowed", report.otherSwitches());
        }
        if (!report.guest().nested().isEmpty()) {
            JsonArray nested = new JsonArray();
            report.guest().nested().forEach((guest, events) -> nested.add(nested(guest, events)));
            vm.add("nested", nested);
        }
    }

    private static JsonObject counts(Map<String, Integer> events) {
        JsonObject object = new JsonObject();
        events.forEach(object::addProperty);
        return object;
    }

    /** {@code guest} is level and number in the VM, or "others". */
    private static JsonObject nested(String guest, Map<String, Integer> events) {
        Nesting nesting = Nesting.of(guest);
        JsonObject object = nesting == null ? new JsonObject() : RunReportJson.nested(nesting);
        object.add("guestEvents", counts(events));
        return object;
    }

    private static JsonObject thread(TaskFigures figures) {
        JsonObject object = new JsonObject();
        object.addProperty("tid", figures.task().tid());
        if (figures.task().name() != null) {
            object.addProperty("name", figures.task().name());
        }
        object.addProperty("begin", figures.begin());
        object.addProperty("end", figures.end());
        object.addProperty("wall", figures.wall());
        object.addProperty("running", figures.running());
        object.addProperty("open", figures.open());
        object.addProperty("waiting", figures.waiting());
        object.addProperty("sleeping", figures.sleeping());
        object.addProperty("unknown", figures.unknown());
        object.addProperty("guest", figures.states().get(VcpuState.GUEST));
        object.addProperty("tracer", figures.tracer());
        JsonObject stolen = new JsonObject();
        figures.states().forEach((state, ns) -> {
            if (state != VcpuState.GUEST) {
                stolen.addProperty(state.key(), ns);
            }
        });
        object.add("stolen", stolen);
        JsonObject modes = new JsonObject();
        figures.modes().forEach((mode, ns) -> {
            if (ns > 0) {
                modes.addProperty(mode.key(), ns);
            }
        });
        object.add("modes", modes);
        return object;
    }
}
