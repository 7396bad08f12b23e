/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.stack.FlameFunction;
import org.hypertrace.core.stack.FrameKind;

/** A table of a {@link StackReport} as CSV (RFC 4180); durations in ns. What is not known is empty. */
final class StackReportCsv {

    static final List<String> TABLES = List.of("functions", "exits");

    private StackReportCsv() {
    }

    static String write(StackReport report, String table) throws IOException {
        CsvTable csv = new CsvTable();
        if (table.equals("exits")) {
            exits(report, csv);
        } else {
            functions(report, csv);
        }
        return csv.text();
    }

    /** A line per frame of a thread. */
    private static void functions(StackReport report, CsvTable csv) throws IOException {
        csv.row("host", "vm", "nested", "tid", "thread", "boot", "name", "kind", "address", "calls", "total", "self", "exits",
                "hypervisor", "waiting", "told", "guest", "told wall", "repaired");
        for (StackReport.Guest guest : report.guests()) {
            for (StackReport.Thread thread : guest.threads()) {
                for (StackReport.Function function : thread.functions()) {
                    FlameFunction f = function.figures();
                    List<Object> line = who(guest);
                    line.addAll(List.of(thread.thread().tid() < 0 ? "" : thread.thread().tid(), thread.label(),
                            thread.thread().bootNumber(), function.name(), StackReportJson.key(f.kind()),
                            f.kind() == FrameKind.FUNCTION ? "0x" + Long.toHexString(f.frame()) : "", f.calls(), f.total(), f.self(),
                            f.exits(), f.hypervisor(), f.waiting(), f.told(), f.told() == 0 ? "" : f.guest(),
                            f.told() == 0 ? "" : f.toldWall(), f.repaired()));
                    csv.row(line);
                }
            }
        }
    }

    /** A line per frame and reason. */
    private static void exits(StackReport report, CsvTable csv) throws IOException {
        csv.row("host", "vm", "nested", "boot", "cause", "kind", "reason", "tracer", "count", "total", "mean", "p50", "p99",
                "max");
        for (StackReport.Guest guest : report.guests()) {
            for (StackReport.Cause cause : guest.causes()) {
                List<Object> line = who(guest);
                line.addAll(List.of(cause.boot(), cause.name(), StackReportJson.key(cause.kind()), cause.reason(),
                        cause.isTracer(), cause.figures().count(), cause.figures().total(), cause.figures().mean(),
                        cause.figures().p50() < 0 ? "" : cause.figures().p50(), cause.figures().p99() < 0 ? "" : cause.figures().p99(),
                        cause.figures().max()));
                csv.row(line);
            }
        }
    }

    private static List<Object> who(StackReport.Guest guest) {
        return new ArrayList<>(List.of(guest.host(), guest.hasHost() ? guest.who().outer().label() : "",
                guest.who().nested() == null ? "" : guest.who().nested().key()));
    }
}
