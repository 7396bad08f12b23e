/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;

import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.report.page.path.WakeReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link WakeReport} as JSON; the schema is {@code latencies.schema.json} in {@code schema}. */
public final class WakeReportJson {

    private WakeReportJson() {
    }

    /**
     * @param report
     *            how long who was woken waited
     * @return the document
     */
    public static String of(WakeReport report) {
        return PathNotesJson.of(report.notes(), report.vms(), WakeReportJson::json);
    }

    private static JsonObject json(VmLatencies vm) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm());
        object.addProperty("reportsScheduling", vm.reportsScheduling());
        JsonArray waits = new JsonArray();
        for (WakeFigures row : vm.waits()) {
            JsonObject wait = new JsonObject();
            wait.addProperty("by", WakeReport.by(row));
            if (row.by() != WakeFigures.By.VM) {
                wait.addProperty("key", WakeReport.key(vm, row));
                wait.addProperty("name", WakeReport.name(vm, row));
            }
            wait.addProperty("part", row.part().key());
            wait.addProperty("count", row.lengths().count());
            LatencyJson.add(row.lengths(), wait);
            wait.addProperty("worst", row.worst());
            waits.add(wait);
        }
        object.add("waits", waits);
        object.add("siblings", siblings(vm.siblings(), vm.names()));
        return object;
    }

    /** @return which vCPUs waited for which of the same VM */
    static JsonArray siblings(List<SiblingWait> waits, PathNames names) {
        JsonArray siblings = new JsonArray();
        for (SiblingWait row : waits) {
            JsonObject sibling = new JsonObject();
            sibling.addProperty("waiting", names.key(row.waiting()));
            sibling.addProperty("running", names.key(row.running()));
            sibling.addProperty("count", row.count());
            sibling.addProperty("total", row.total());
            sibling.addProperty("longest", row.longest());
            sibling.addProperty("worst", row.worst());
            siblings.add(sibling);
        }
        return siblings;
    }
}
