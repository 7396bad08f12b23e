/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.path.latency.WakeLatencies;
import org.hypertrace.testing.oracle.Sha256;

/** How long woken threads waited, and vCPUs for each other, as {@code oracle/wake_latencies.py} writes it, a line each. */
public final class LatencyLines {

    private LatencyLines() {
    }

    public static List<String> of(PathRows rows) {
        PathNames names = new PathNames(rows);
        List<String> lines = new ArrayList<>();
        for (int vm = 0; vm < rows.vms.size(); vm++) {
            if (rows.vms.get(vm).runs()) {
                WakeLatencies latencies = new WakeLatencies(rows, vm, Long.MIN_VALUE, Long.MAX_VALUE);
                latencies.figures().forEach(row -> lines.add(line(rows, names, row)));
                latencies.siblings().forEach(row -> lines.add("sibling " + names.key(row.waiting()) + ' ' + names.key(row.running()) + ' '
                        + row.count() + ' ' + row.total() + ' ' + row.longest() + ' ' + row.worst()));
            }
        }
        lines.sort(null);
        return lines;
    }

    private static String line(PathRows rows, PathNames names, WakeFigures row) {
        Distribution f = row.lengths();
        String of = switch (row.by()) {
        case VM -> "vm " + rows.vms.get(row.of()).name();
        case VCPU -> "vcpu " + names.key(row.of());
        case THREAD -> "thread " + names.key(row.of());
        };
        return of + ' ' + row.part().key() + ' ' + f.count() + ' ' + f.total() + ' ' + f.min() + ' ' + f.p50() + ' ' + f.p90() + ' ' + f.p99()
                + ' ' + f.max() + ' ' + row.worst();
    }

    /** The hash of so many lines; if there are more or less, how many. */
    public static String sha256(List<String> lines, int count) {
        return lines.size() != count ? lines.size() + " lines, not " + count : Sha256.of(String.join("\n", lines));
    }
}
