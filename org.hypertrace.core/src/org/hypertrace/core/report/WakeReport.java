/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.hypertrace.core.exit.Distribution;
import org.hypertrace.core.path.PathNames;
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
 * @param notes
 *            what it is of, and what it lacks
 * @param vms
 *            the VMs that were asked for
 */
record WakeReport(PathNotes notes, List<VmLatencies> vms) {

    /** So many threads are told in the text, those that waited longest. */
    private static final int TOP = 20;
    private static final String ROW = "    %-40s %9s %T %T %T %T %T %T   %s";

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
        return notes.json(vms, WakeReport::json);
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

    String text(boolean exact) {
        return notes.text(exact, vms, vm -> vm.who().title(), WakeReport::text);
    }

    private static void text(VmLatencies vm, Lines out) {
        if (!vm.tells()) {
            out.line("  The guest does not report its scheduling, so its threads are not known: load the guest module.");
        } else if (vm.waits().isEmpty()) {
            out.line("  No thread of the guest was woken and ran then.");
        } else {
            out.line("  From woken to running:");
            out.line(ROW, "", "number", "time", "avg", "p50", "p90", "p99", "max", "worst from");
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
        siblings(vm.siblings(), vm.names(), out);
    }

    /** Tells which vCPUs waited for which of the same VM, if any did. */
    static void siblings(List<SiblingWait> waits, PathNames names, Lines out) {
        if (!waits.isEmpty()) {
            out.line("  Two vCPUs on one processor:");
            waits.forEach(row -> out.line("    %s", sentence(row, names, out::duration)));
        }
    }

    /** @return which vCPU waited for which, a sentence without its full stop */
    static String sentence(SiblingWait row, PathNames names, LongFunction<String> duration) {
        return names.shown(row.waiting()) + " waited for " + names.shown(row.running()) + ": " + duration.apply(row.total()) + " in "
                + row.count() + " times, the longest " + duration.apply(row.longest()) + " from " + time(row.worst());
    }

    private static void line(VmLatencies vm, WakeFigures row, Lines out) {
        Distribution f = row.lengths();
        out.line(ROW, row.part() == WakePart.WHOLE ? name(vm, row) : "  " + row.part().label(), f.count(), out.duration(f.total()),
                out.duration(f.mean()), out.duration(f.p50()), out.duration(f.p90()), out.duration(f.p99()),
                out.duration(f.max()), time(row.worst()));
    }

    static String time(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }
}
