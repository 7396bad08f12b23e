/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.report.render.CsvTable;

/**
 * A table of a {@link RunReport} of boots as CSV (RFC 4180); times in ns since the epoch, durations in ns. What is not known is empty.
 */
final class BootReportCsv {

    static final List<String> TABLES = List.of("initcalls", "levels", "functions", "comparison");

    private BootReportCsv() {
    }

    static String write(RunReport<BootProfile> report, String table) throws IOException {
        CsvTable csv = new CsvTable();
        switch (table) {
        case "comparison" -> ComparisonCsv.write(report, csv);
        case "levels" -> parts(report, csv);
        case "functions" -> FunctionReport.csv(report, csv);
        default -> initcalls(report, csv);
        }
        return csv.text();
    }

    private static void initcalls(RunReport<BootProfile> report, CsvTable csv) throws IOException {
        List<Object> header = new ArrayList<>(List.of("trace", "guest", "boot", "level", "initcall", "address", "tid", "depth", "begin",
                "end", "duration", "guest duration", "result", "errno"));
        csv.row(ComparisonCsv.addStates(header));
        for (BootProfile boot : report.runs()) {
            for (BootProfile.Call call : boot.initcalls()) {
                InitcallRun run = call.run();
                List<Object> line = new ArrayList<>(List.of(boot.trace(), boot.boot().guest(), boot.boot().number(),
                        told(call.level()), call.isNamed() ? call.label() : "", run.address() == 0 ? ""
                                : "0x" + Long.toHexString(run.address()), run.tid() < 0 ? "" : run.tid(), run.depth(), run.begin()));
                line.addAll(run.open() ? List.of("", "") : List.of(run.end(), run.duration()));
                line.add(run.guestDuration() < 0 ? "" : run.guestDuration());
                line.addAll(run.result() == null ? List.of("", "") : List.of(run.result(), told(Errno.name(run.result()))));
                csv.row(ComparisonCsv.add(call.spent(), line));
            }
        }
    }

    private static void parts(RunReport<BootProfile> report, CsvTable csv) throws IOException {
        csv.row(ComparisonCsv.addStates(new ArrayList<>(List.of("trace", "guest", "boot", "kind", "name", "begin", "end", "duration"))));
        for (BootProfile boot : report.runs()) {
            for (BootProfile.Part part : boot.parts()) {
                List<Object> line = new ArrayList<>(List.of(boot.trace(), boot.boot().guest(), boot.boot().number(),
                        part.part().level() < 0 ? "part" : "level", part.part().name(), part.part().begin()));
                line.addAll(part.part().open() ? List.of("", "") : List.of(part.part().end(), part.part().duration()));
                csv.row(ComparisonCsv.add(part.spent(), line));
            }
        }
    }

    private static String told(String text) {
        return text == null ? "" : text;
    }
}
