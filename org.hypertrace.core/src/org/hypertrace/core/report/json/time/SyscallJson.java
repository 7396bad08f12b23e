/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.report.json.MissingJson;
import org.hypertrace.core.report.json.SpeedUpJson;
import org.hypertrace.core.report.page.time.SyscallReport;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.SyscallBudget;
import org.hypertrace.core.syscall.VmSyscalls;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link SyscallReport} as JSON; the schema is {@code syscalls.schema.json} in {@code json/schema}. */
public final class SyscallJson {

    private SyscallJson() {
    }

    /**
     * @param report
     *            of system calls
     * @return the document
     */
    public static String of(SyscallReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        MissingJson.add(report.missing(), report.gaps(), root);
        JsonArray vms = new JsonArray();
        report.vms().forEach(vm -> vms.add(vm(report, vm)));
        root.add("syscalls", vms);
        if (!report.comparisons().isEmpty()) {
            JsonArray comparisons = new JsonArray();
            report.comparisons().forEach(comparison -> comparisons.add(SyscallComparisonJson.of(comparison)));
            root.add("comparisons", comparisons);
        }
        if (!report.budgets().isEmpty()) {
            root.add("budgets", SpeedUpJson.array(report.budgets(), SyscallJson::budget));
        }
        MissingJson.addNotChecked(report.notChecked(), root);
        return JsonText.of(root);
    }

    private static JsonObject budget(SyscallBudget.Result held) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", held.budget().text());
        object.addProperty("trace", held.trace());
        object.addProperty("vm", held.vm());
        object.addProperty("call", held.budget().call());
        object.addProperty("figure", held.budget().figure().key());
        object.addProperty("unit", held.budget().figure().unit());
        object.addProperty("value", held.value());
        object.addProperty("limit", held.budget().limit());
        object.addProperty("exceeded", held.isExceeded());
        return object;
    }

    private static JsonObject vm(SyscallReport report, SyscallReport.Vm vm) {
        VmSyscalls calls = vm.calls();
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm().label());
        object.addProperty("key", vm.vm().key());
        if (!report.comparisons().isEmpty()) {
            object.addProperty("trace", vm.trace());
        }
        object.addProperty("k", report.k());
        sums(calls.net(), object);
        object.add("gross", gross(calls.gross()));
        JsonArray rows = new JsonArray();
        calls.rows().forEach(row -> rows.add(row(row)));
        object.add("rows", rows);
        JsonArray slices = new JsonArray();
        calls.load().forEach(load -> slices.add(load(load)));
        object.add("slices", slices);
        object.addProperty("outside", calls.outside());
        object.addProperty("unmatched", calls.unmatched());
        if (calls.calls().leftOut() > 0) {
            object.addProperty("leftOut", calls.calls().leftOut());
        }
        return object;
    }

    private static void sums(VmSyscalls.Sums sums, JsonObject to) {
        to.addProperty("calls", sums.count());
        to.addProperty("total", sums.total());
        to.addProperty("floor", sums.floor());
        to.addProperty("disturbance", sums.disturbance());
    }

    private static JsonObject gross(VmSyscalls.Sums sums) {
        JsonObject object = new JsonObject();
        object.addProperty("total", sums.total());
        object.addProperty("floor", sums.floor());
        object.addProperty("disturbance", sums.disturbance());
        return object;
    }

    private static JsonObject row(VmSyscalls.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("number", row.number());
        object.addProperty("name", row.name());
        object.addProperty("waiting", row.isWaiting());
        if (row.isCompat()) {
            object.addProperty("i386", true);
        }
        netAndGross(row.net(), row.gross(), object);
        if (!row.threads().isEmpty()) {
            JsonArray threads = new JsonArray();
            for (VmSyscalls.OfThread one : row.threads()) {
                JsonObject thread = new JsonObject();
                thread.addProperty("thread", one.thread());
                netAndGross(one.net(), one.gross(), thread);
                threads.add(thread);
            }
            object.add("threads", threads);
        }
        return object;
    }

    private static void netAndGross(CallFigures net, CallFigures gross, JsonObject to) {
        figures(net, to);
        JsonObject object = new JsonObject();
        figures(gross, object);
        to.add("gross", object);
    }

    static void figures(CallFigures figures, JsonObject to) {
        to.addProperty("calls", figures.count());
        to.addProperty("total", figures.total());
        to.addProperty("minK", figures.least());
        to.addProperty("of", figures.of());
        to.addProperty("floor", figures.floor());
        to.addProperty("disturbance", figures.disturbance());
        to.addProperty("p50", figures.p50());
        to.addProperty("p95", figures.p95());
        to.addProperty("p99", figures.p99());
        to.addProperty("max", figures.max());
    }

    private static JsonObject load(VmSyscalls.Load load) {
        JsonObject object = new JsonObject();
        if (load.mark() != null) {
            object.addProperty("mark", load.mark());
        }
        object.addProperty("begin", load.begin());
        object.addProperty("end", load.end());
        sums(load.net(), object);
        object.addProperty("rate", load.rate());
        object.addProperty("p50", load.all().p50());
        object.addProperty("p95", load.all().p95());
        object.addProperty("p99", load.all().p99());
        object.add("gross", gross(load.gross()));
        JsonArray rows = new JsonArray();
        load.rows().forEach(row -> rows.add(row(row)));
        object.add("rows", rows);
        return object;
    }
}
