/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.report.page.path.LockReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link LockReport} as JSON; the schema is {@code lock-holders.schema.json} in {@code schema}. */
public final class LockReportJson {

    private LockReportJson() {
    }

    /**
     * @param report
     *            lock holders that the host preempts
     * @return the document
     */
    public static String of(LockReport report) {
        return PathNotesJson.of(report.notes(), report.vms(), LockReportJson::json);
    }

    private static JsonObject json(VmLockHolders vm) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm());
        object.addProperty("reportsScheduling", vm.reportsScheduling());
        JsonObject kicks = new JsonObject();
        kicks.addProperty("count", vm.kicks().count());
        kicks.addProperty("unknownApicId", vm.kicks().unknown());
        kicks.addProperty("endedNoHalt", vm.kicks().without());
        object.add("kicks", kicks);
        if (vm.kicks().leftOut() > 0) {
            object.addProperty("leftOut", vm.kicks().leftOut());
        }
        JsonArray waits = new JsonArray();
        vm.waits().forEach(row -> waits.add(json(vm, row)));
        object.add("waits", waits);
        object.add("siblings", WakeReportJson.siblings(vm.siblings(), vm.names()));
        return object;
    }

    private static JsonObject json(VmLockHolders vm, LockWaits row) {
        JsonObject wait = new JsonObject();
        wait.addProperty("kind", row.kind().key());
        who(vm, "waiting", row.waiting(), row.waitingThread(), wait);
        who(vm, "holder", row.holder(), row.holderThread(), wait);
        wait.addProperty("count", row.count());
        wait.addProperty("total", row.total());
        wait.addProperty("longest", row.longest());
        wait.addProperty("worst", row.worst());
        wait.addProperty("preempted", row.preempted());
        wait.addProperty("wakingUp", row.wakingUp());
        wait.addProperty("inHost", row.inHost());
        JsonArray preemptors = new JsonArray();
        for (LockWaits.Preemptor preemptor : row.preemptors()) {
            JsonObject by = new JsonObject();
            by.addProperty("key", vm.names().key(preemptor.who()));
            by.addProperty("name", vm.names().shown(preemptor.who()));
            by.addProperty("ns", preemptor.ns());
            preemptors.add(by);
        }
        wait.add("preemptors", preemptors);
        return wait;
    }

    private static void who(VmLockHolders vm, String what, int vcpu, int thread, JsonObject to) {
        to.addProperty(what, vm.names().key(vcpu));
        if (thread >= 0) {
            to.addProperty(what + "Thread", vm.names().key(thread));
        }
        to.addProperty(what + "Name", LockReport.name(vm, vcpu, thread));
    }
}
