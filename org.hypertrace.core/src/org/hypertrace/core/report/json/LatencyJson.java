/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LatencyFigures;
import org.hypertrace.core.exit.statistics.LatencyTable.By;
import org.hypertrace.core.report.page.ExitReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** How long guests waited for interrupts and for being run, in the JSON of an {@link ExitReport}. */
final class LatencyJson {

    private final ExitReport fReport;

    LatencyJson(ExitReport report) {
        fReport = report;
    }

    /** Rows by kind, then by kind and vector, then by kind and vCPU. */
    JsonArray json() {
        JsonArray all = new JsonArray();
        for (ExitTable.Vm vm : fReport.table().vms()) {
            for (By by : By.values()) {
                fReport.latencies(vm, by).forEach(row -> all.add(json(vm, by, row)));
            }
        }
        return all;
    }

    private JsonObject json(ExitTable.Vm vm, By by, LatencyFigures row) {
        JsonObject object = new JsonObject();
        object.addProperty("host", fReport.hosts().get(vm.first().host()));
        object.addProperty("vm", vm.first().vm());
        object.addProperty("kind", row.kind().key());
        if (by == By.VECTOR) {
            object.addProperty("vector", row.of());
        } else if (by == By.VCPU) {
            object.addProperty("vcpu", vcpu(row));
        }
        object.addProperty("count", row.lengths().count());
        if (row.kind().hasLength()) {
            add(row.lengths(), object);
            object.addProperty("longest", row.longest());
        }
        return object;
    }

    /** Adds figures but the count. */
    static void add(Distribution figures, JsonObject to) {
        to.addProperty("total", figures.total());
        to.addProperty("min", figures.min());
        to.addProperty("avg", figures.mean());
        to.addProperty("p50", figures.p50());
        to.addProperty("p90", figures.p90());
        to.addProperty("p99", figures.p99());
        to.addProperty("max", figures.max());
    }

    private int vcpu(LatencyFigures row) {
        return fReport.exits().dictionary().vcpus().get(row.of()).number();
    }
}
