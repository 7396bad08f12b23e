/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.boot.compare.BootComparison;
import org.hypertrace.core.boot.compare.BootRow;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * A table of a {@link BootReport} as CSV (RFC 4180); times in ns since the epoch, durations in ns. What is not known is empty.
 */
final class BootReportCsv {

    static final List<String> TABLES = List.of("initcalls", "levels", "functions", "comparison");

    private BootReportCsv() {
    }

    static String write(BootReport report, String table) throws IOException {
        StringBuilder out = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(out, CSVFormat.RFC4180)) {
            switch (table) {
            case "comparison" -> comparisons(report, csv);
            case "levels" -> parts(report, csv);
            case "functions" -> FunctionReport.csv(report, csv);
            default -> initcalls(report, csv);
            }
        }
        return out.toString();
    }

    private static void initcalls(BootReport report, CSVPrinter csv) throws IOException {
        List<Object> header = new ArrayList<>(List.of("trace", "guest", "boot", "level", "initcall", "address", "tid", "depth", "begin",
                "end", "duration", "guest duration", "result", "errno"));
        csv.printRecord(addStates(header));
        for (BootProfile boot : report.boots()) {
            for (BootProfile.Call call : boot.initcalls()) {
                InitcallRun run = call.run();
                List<Object> line = new ArrayList<>(List.of(boot.trace(), boot.boot().guest(), boot.boot().number(),
                        told(call.level()), call.isNamed() ? call.label() : "", run.address() == 0 ? ""
                                : "0x" + Long.toHexString(run.address()), run.tid() < 0 ? "" : run.tid(), run.depth(), run.begin()));
                line.addAll(run.open() ? List.of("", "") : List.of(run.end(), run.duration()));
                line.add(run.guestDuration() < 0 ? "" : run.guestDuration());
                line.addAll(run.result() == null ? List.of("", "") : List.of(run.result(), told(Errno.name(run.result()))));
                csv.printRecord(add(call.spent(), line));
            }
        }
    }

    private static void parts(BootReport report, CSVPrinter csv) throws IOException {
        csv.printRecord(addStates(new ArrayList<>(List.of("trace", "guest", "boot", "kind", "name", "begin", "end", "duration"))));
        for (BootProfile boot : report.boots()) {
            for (BootProfile.Part part : boot.parts()) {
                List<Object> line = new ArrayList<>(List.of(boot.trace(), boot.boot().guest(), boot.boot().number(),
                        part.part().level() < 0 ? "part" : "level", part.part().name(), part.part().begin()));
                line.addAll(part.part().open() ? List.of("", "") : List.of(part.part().end(), part.part().duration()));
                csv.printRecord(add(part.spent(), line));
            }
        }
    }

    private static void comparisons(BootReport report, CSVPrinter csv) throws IOException {
        List<Object> header = new ArrayList<>(List.of("a", "b", "kind", "name", "level", "matched by", "duration a", "duration b",
                "difference", "own", "host"));
        for (VcpuState state : VcpuState.values()) {
            header.add(state.key());
        }
        header.add("chance");
        csv.printRecord(header);
        for (BootComparison comparison : report.comparisons()) {
            csv.printRecord(line(comparison, comparison.whole()));
            for (BootRow row : comparison.parts()) {
                csv.printRecord(line(comparison, row));
            }
            for (BootRow row : comparison.initcalls()) {
                csv.printRecord(line(comparison, row));
            }
        }
    }

    private static List<Object> line(BootComparison comparison, BootRow row) {
        List<Object> line = new ArrayList<>(List.of(comparison.a().name(), comparison.b().name(),
                row.kind().name().toLowerCase(Locale.ROOT), row.name(), told(row.level()),
                row.a() == null || row.b() == null ? "" : row.matched().label(), row.a() == null ? "" : row.a().duration(),
                row.b() == null ? "" : row.b().duration(), row.difference()));
        line.addAll(row.states() == null ? List.of("", "") : List.of(row.own(), row.host()));
        for (VcpuState state : VcpuState.values()) {
            line.add(row.states() == null ? "" : row.states().get(state));
        }
        line.add(Double.isNaN(row.chance()) ? "" : row.chance());
        return line;
    }

    private static List<Object> addStates(List<Object> header) {
        for (VcpuState state : VcpuState.values()) {
            header.add(state.key());
        }
        header.addAll(List.of("tracer", "exits"));
        return header;
    }

    private static List<Object> add(Spent spent, List<Object> line) {
        for (VcpuState state : VcpuState.values()) {
            line.add(spent == null ? "" : spent.ns(state));
        }
        line.addAll(spent == null ? List.of("", "") : List.of(spent.tracer(), spent.exitCount()));
        return line;
    }

    private static String told(String text) {
        return text == null ? "" : text;
    }
}
