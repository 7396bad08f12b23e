/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.Distribution;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.LatencyFigures;
import org.hypertrace.core.exit.LatencyTable;
import org.hypertrace.core.exit.LatencyTable.By;
import org.hypertrace.core.latency.LatencyKind;
import org.hypertrace.core.report.render.CsvTable;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The part of an {@link ExitReport} that tells how long guests waited for interrupts and for being run. */
final class LatencyReport {

    private static final String ROW = "    %-32s %9s %T %T %T %T %T %T %T";

    private final ExitReport fReport;

    LatencyReport(ExitReport report) {
        fReport = report;
    }

    private List<LatencyFigures> rows(ExitTable.Vm vm, By by) {
        return LatencyTable.of(fReport.exits(), fReport.table().query(), by, new NullProgressMonitor())
                .getOrDefault(LatencyTable.key(vm.first()), List.of());
    }

    /** Rows by kind, then by kind and vector, then by kind and vCPU. */
    JsonArray json() {
        JsonArray all = new JsonArray();
        for (ExitTable.Vm vm : fReport.table().vms()) {
            for (By by : By.values()) {
                rows(vm, by).forEach(row -> all.add(json(vm, by, row)));
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

    /** A line per kind, and per kind and vector or vCPU. */
    String csv() throws IOException {
        CsvTable csv = new CsvTable();
        csv.row("host", "vm", "label", "kind", "vector", "vcpu", "count", "total", "min", "avg", "p50", "p90", "p99",
                "max", "longest");
        for (ExitTable.Vm vm : fReport.table().vms()) {
            for (By by : By.values()) {
                for (LatencyFigures row : rows(vm, by)) {
                    Distribution f = row.lengths();
                    List<Object> line = new ArrayList<>(List.of(fReport.hosts().get(vm.first().host()), vm.first().vm(),
                            vm.first().vmLabel(), row.kind().key(), by == By.VECTOR ? row.of() : "", by == By.VCPU ? vcpu(row) : "",
                            f.count()));
                    line.addAll(row.kind().hasLength() ? List.of(f.total(), f.min(), f.mean(), f.p50(), f.p90(), f.p99(), f.max(),
                            row.longest()) : Collections.nCopies(8, ""));
                    csv.row(line);
                }
            }
        }
        return csv.text();
    }

    /** For people: all there is. */
    String text(boolean exact) {
        Lines out = new Lines(exact);
        for (ExitTable.Vm vm : fReport.table().vms()) {
            if (out.hasLines()) {
                out.line("");
            }
            out.line("%s of host %s", vm.first().who().title(), fReport.hosts().get(vm.first().host()));
            write(vm, true, out);
        }
        return out.lines();
    }

    /** For people: of a VM a line per kind, with {@code all} also per vector and vCPU. */
    void write(ExitTable.Vm vm, boolean all, Lines out) {
        List<LatencyFigures> kinds = rows(vm, By.KIND);
        if (!kinds.isEmpty()) {
            out.line(ROW, "waiting for", "number", "time", "min", "avg", "p50", "p90", "p99", "max");
        }
        kinds.forEach(row -> line(out, row.kind().label(), row));
        if (all) {
            rows(vm, By.VECTOR).forEach(row -> line(out, row.kind().label() + " 0x" + Integer.toHexString(row.of()), row));
            rows(vm, By.VCPU).forEach(row -> line(out, row.kind().label() + ", vCPU " + vcpu(row), row));
        }
        Map<LatencyKind, LatencyFigures> byKind = kinds.stream()
                .collect(Collectors.toMap(LatencyFigures::kind, row -> row));
        if (byKind.containsKey(LatencyKind.AWAKE) && !byKind.containsKey(LatencyKind.POLLED)) {
            out.line("    Whether the host polled for work in a HLT without sleep is not recorded: that time is part of host kernel.");
        }
    }

    private static void line(Lines out, String label, LatencyFigures row) {
        Distribution f = row.lengths();
        boolean has = row.kind().hasLength();
        out.line(ROW, label, f.count(), duration(has, f.total(), out), duration(has, f.min(), out),
                duration(has, f.mean(), out), duration(has, f.p50(), out), duration(has, f.p90(), out), duration(has, f.p99(), out),
                duration(has, f.max(), out));
    }

    private static String duration(boolean has, long ns, Lines out) {
        return has ? out.duration(ns) : "";
    }
}
