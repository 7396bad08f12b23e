/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;

/** A table of a {@link RunReport} of shutdowns as CSV (RFC 4180); times and durations in ns. What is not known is empty. */
final class ShutdownReportCsv {

    private ShutdownReportCsv() {
    }

    static String write(RunReport<ShutdownProfile> report, String table) throws IOException {
        CsvTable csv = new CsvTable();
        switch (table) {
        case "comparison" -> ComparisonCsv.write(report, csv);
        case "processes" -> processes(report, csv);
        default -> parts(report, csv);
        }
        return csv.text();
    }

    private static void parts(RunReport<ShutdownProfile> report, CsvTable csv) throws IOException {
        csv.row(ComparisonCsv.addStates(new ArrayList<>(List.of("trace", "guest", "shutdown", "section", "name", "driver",
                "begin", "end", "duration"))));
        for (ShutdownProfile profile : report.runs()) {
            for (ShutdownProfile.Line line : profile.lines()) {
                List<Object> record = new ArrayList<>(List.of(profile.trace(), profile.shutdown().guest(), profile.shutdown().number(),
                        line.section().key(), line.name(), line.driver() == null ? "" : line.driver(), line.begin()));
                record.addAll(line.open() ? List.of("", "") : List.of(line.end(), line.duration()));
                csv.row(ComparisonCsv.add(line.spent(), record));
            }
        }
    }

    private static void processes(RunReport<ShutdownProfile> report, CsvTable csv) throws IOException {
        csv.row("trace", "guest", "shutdown", "process", "name", "end", "waited for", "signalled", "signal", "outcome");
        for (ShutdownProfile profile : report.runs()) {
            for (Delay delay : profile.delays()) {
                GuestShutdown.Process process = delay.process();
                List<Object> record = new ArrayList<>(List.of(profile.trace(), profile.shutdown().guest(), profile.shutdown().number(),
                        process.tid(), process.name() == null ? "" : process.name()));
                record.addAll(process.end() < 0 ? List.of("", "") : List.of(process.end(), delay.held()));
                record.addAll(process.signalled() < 0 ? List.of("", "") : List.of(process.signalled(), process.signal()));
                record.add(ShutdownFindings.outcome(process));
                csv.row(record);
            }
        }
    }
}
