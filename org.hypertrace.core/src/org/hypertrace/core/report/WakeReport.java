/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.hypertrace.core.exit.Distribution;
import org.hypertrace.core.kvm.PathEvents;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.path.latency.WakePart;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * How long threads of guests that were woken wait until they run, and vCPUs for each other, as text, JSON (the schema is
 * {@code latencies.schema.json} beside this class) and CSV. Times in ns since the epoch, durations in ns.
 *
 * @param trace
 *            what the user named
 * @param recorded
 *            the events that the hosts recorded
 * @param gaps
 *            what is missing of the traces and what is left out for want of room, a sentence each
 * @param vms
 *            the VMs that were asked for
 */
record WakeReport(String trace, List<RecordedEvents> recorded, List<String> gaps, List<VmLatencies> vms) {

    /** So many threads are told in the text, those that waited longest. */
    private static final int TOP = 20;
    private static final String ROW = "    %-40s %9s %18s %12s %12s %12s %12s %12s   %s";

    private Set<RecordedEvents.Missing> missing() {
        Set<RecordedEvents.Missing> missing = new LinkedHashSet<>();
        recorded.forEach(host -> missing.addAll(PathEvents.missing(host)));
        return missing;
    }

    private static String key(VmLatencies vm, WakeFigures row) {
        return row.by() == WakeFigures.By.VM ? "" : vm.names().key(row.of());
    }

    private static String name(VmLatencies vm, WakeFigures row) {
        return row.by() == WakeFigures.By.VM ? vm.vm() : vm.names().shown(row.of());
    }

    /** A line per VM, vCPU and thread, and part of the wait; then one per two vCPUs that waited for each other. */
    String csv() throws IOException {
        CsvTable csv = new CsvTable();
        csv.row("vm", "by", "key", "name", "part", "count", "total", "min", "avg", "p50", "p90", "p99", "max", "worst", "behind");
        for (VmLatencies vm : vms) {
            for (WakeFigures row : vm.waits()) {
                Distribution f = row.lengths();
                csv.row(vm.vm(), by(row), key(vm, row), name(vm, row), row.part().key(), f.count(), f.total(), f.min(), f.mean(), f.p50(),
                        f.p90(), f.p99(), f.max(), row.worst(), "");
            }
            for (SiblingWait row : vm.siblings()) {
                csv.row(vm.vm(), "sibling", vm.names().key(row.waiting()), vm.names().shown(row.waiting()), "notScheduled", row.count(),
                        row.total(), "", "", "", "", "", row.longest(), row.worst(), vm.names().key(row.running()));
            }
        }
        return csv.text();
    }

    private static String by(WakeFigures row) {
        return switch (row.by()) {
        case VM -> "vm";
        case VCPU -> "vcpu";
        case THREAD -> "thread";
        };
    }

    String json() {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", trace);
        JsonArray missing = new JsonArray();
        for (RecordedEvents.Missing m : missing()) {
            JsonObject object = new JsonObject();
            object.addProperty("event", m.event());
            object.addProperty("consequence", m.consequence());
            object.addProperty("enable", m.enable());
            missing.add(object);
        }
        root.add("missing", missing);
        if (!gaps.isEmpty()) {
            JsonArray all = new JsonArray();
            gaps.forEach(all::add);
            root.add("gaps", all);
        }
        JsonArray all = new JsonArray();
        vms.forEach(vm -> all.add(json(vm)));
        root.add("vms", all);
        return JsonText.of(root);
    }

    private static JsonObject json(VmLatencies vm) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm());
        object.addProperty("tellsScheduling", vm.tells());
        JsonArray waits = new JsonArray();
        for (WakeFigures row : vm.waits()) {
            JsonObject wait = new JsonObject();
            wait.addProperty("by", by(row));
            if (row.by() != WakeFigures.By.VM) {
                wait.addProperty("key", key(vm, row));
                wait.addProperty("name", name(vm, row));
            }
            wait.addProperty("part", row.part().key());
            wait.addProperty("count", row.lengths().count());
            LatencyReport.add(row.lengths(), wait);
            wait.addProperty("worst", row.worst());
            waits.add(wait);
        }
        object.add("waits", waits);
        JsonArray siblings = new JsonArray();
        for (SiblingWait row : vm.siblings()) {
            JsonObject sibling = new JsonObject();
            sibling.addProperty("waiting", vm.names().key(row.waiting()));
            sibling.addProperty("running", vm.names().key(row.running()));
            sibling.addProperty("count", row.count());
            sibling.addProperty("total", row.total());
            sibling.addProperty("longest", row.longest());
            sibling.addProperty("worst", row.worst());
            siblings.add(sibling);
        }
        object.add("siblings", siblings);
        return object;
    }

    String text() {
        Lines out = new Lines();
        out.line("%s", trace);
        for (VmLatencies vm : vms) {
            out.line("");
            out.line("VM %s", vm.vm());
            text(vm, out);
        }
        if (!gaps.isEmpty() || !missing().isEmpty()) {
            out.line("");
        }
        gaps.forEach(gap -> out.line("%s", gap));
        if (!missing().isEmpty()) {
            out.line("Not recorded:");
            missing().forEach(m -> out.line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
        return out.lines();
    }

    private static void text(VmLatencies vm, Lines out) {
        if (!vm.tells()) {
            out.line("  The guest does not report its scheduling, so its threads are not known: load the guest module.");
        } else if (vm.waits().isEmpty()) {
            out.line("  No thread of the guest was woken and ran then.");
        } else {
            out.line("  From woken to running:");
            out.line(ROW, "", "number", "time", "avg µs", "p50 µs", "p90 µs", "p99 µs", "max µs", "worst from");
            vm.waits().stream().filter(row -> row.by() != WakeFigures.By.THREAD).forEach(row -> line(vm, row, out));
            int threads = 0;
            for (WakeFigures row : vm.waits()) {
                threads += row.by() == WakeFigures.By.THREAD && row.part() == WakePart.WHOLE ? 1 : 0;
                if (row.by() == WakeFigures.By.THREAD && threads <= TOP) {
                    line(vm, row, out);
                }
            }
            if (threads > TOP) {
                out.line("    %d other threads", threads - TOP);
            }
        }
        if (!vm.siblings().isEmpty()) {
            out.line("  Two vCPUs on one processor:");
            vm.siblings().forEach(row -> out.line("    %s waited for %s: %s in %d times, the longest %s from %s", vm.names().shown(row.waiting()),
                    vm.names().shown(row.running()), ModelReportText.duration(row.total()), row.count(),
                    ModelReportText.duration(row.longest()), time(row.worst())));
        }
    }

    private static void line(VmLatencies vm, WakeFigures row, Lines out) {
        Distribution f = row.lengths();
        out.line(ROW, row.part() == WakePart.WHOLE ? name(vm, row) : "  " + row.part().label(), f.count(), ModelReportText.duration(f.total()),
                ExitReportText.micros(f.mean()), ExitReportText.micros(f.p50()), ExitReportText.micros(f.p90()), ExitReportText.micros(f.p99()),
                ExitReportText.micros(f.max()), time(row.worst()));
    }

    private static String time(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }
}
