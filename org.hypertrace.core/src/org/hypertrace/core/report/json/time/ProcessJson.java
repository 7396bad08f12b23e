/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import java.util.Map;
import java.util.function.ToLongFunction;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.report.json.ModelReportJson;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.time.ProcessPage;
import org.hypertrace.core.report.page.time.RingCertainty;
import org.hypertrace.core.ring.RingState.Known;
import org.hypertrace.core.task.ProcessTime;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.task.TimePart;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Processes of guests as JSON; the schema is {@code processes.schema.json} in {@code json/schema}. */
public final class ProcessJson {

    private ProcessJson() {
    }

    /**
     * @param report
     *            of hosts and VMs
     * @return the document
     */
    public static String of(ModelReport report) {
        JsonObject root = ModelReportJson.root(report, 1);
        if (RingCertainty.concerns(report)) {
            classes(RingCertainty.ofProcesses(report), root);
        }
        JsonArray vms = new JsonArray();
        report.hosts().forEach(host -> host.vms().forEach(vm -> vms.add(vm(host, vm))));
        root.add("vms", vms);
        return JsonText.of(root);
    }

    /** How well figures are known. */
    static void classes(Map<String, Known> classes, JsonObject to) {
        JsonObject object = new JsonObject();
        classes.forEach((figure, known) -> object.addProperty(figure, known.key()));
        to.add("classes", object);
    }

    private static JsonObject vm(ModelReport.Host host, ModelReport.Vm vm) {
        JsonObject object = new JsonObject();
        object.addProperty("host", host.host().name());
        object.addProperty("vm", vm.vm().label());
        object.addProperty("key", vm.vm().key());
        JsonArray processes = new JsonArray();
        ProcessTime.of(vm.threads()).forEach(process -> processes.add(process(process)));
        object.add("processes", processes);
        object.addProperty("neverSwitchedOut", ProcessPage.neverLeft(vm));
        if (vm.otherSwitches() > 0) {
            object.addProperty("guestSwitchesNotFollowed", vm.otherSwitches());
        }
        return object;
    }

    private static JsonObject process(ProcessTime process) {
        JsonObject object = new JsonObject();
        if (process.first().tgid() >= 0) {
            object.addProperty("tgid", process.first().tgid());
        }
        named(process.first(), object);
        object.addProperty("begin", process.begin());
        object.addProperty("end", process.end());
        object.addProperty("real", process.real());
        object.addProperty("summed", process.summed());
        parts(process::ns, process::guest, object);
        JsonArray threads = new JsonArray();
        process.threads().forEach(thread -> threads.add(thread(thread)));
        object.add("threads", threads);
        return object;
    }

    private static JsonObject thread(TaskFigures thread) {
        JsonObject object = new JsonObject();
        object.addProperty("tid", thread.task().tid());
        named(thread.task(), object);
        object.addProperty("begin", thread.time().begin());
        object.addProperty("end", thread.time().end());
        object.addProperty("real", thread.time().real());
        parts(thread.time().parts()::get, thread.time().guest()::get, object);
        return object;
    }

    private static void named(Tasks.Task task, JsonObject to) {
        if (task.name() != null) {
            to.addProperty("name", task.name());
        }
        ModelReportJson.container(task.container(), to);
    }

    private static void parts(ToLongFunction<TimePart> ns, ToLongFunction<TimePart> byGuest, JsonObject to) {
        JsonObject guest = new JsonObject();
        for (TimePart part : TimePart.values()) {
            to.addProperty(part.key(), ns.applyAsLong(part));
            if (part.isMode()) {
                guest.addProperty(part.key(), byGuest.applyAsLong(part));
            }
        }
        to.add("guest", guest);
    }
}
