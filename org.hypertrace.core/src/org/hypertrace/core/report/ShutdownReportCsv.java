/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.vcpu.VcpuState;

/** A {@link ShutdownReport} as CSV (RFC 4180), a line per step, device and notifier; times and durations in ns. */
final class ShutdownReportCsv {

    private ShutdownReportCsv() {
    }

    static String write(ShutdownReport report) throws IOException {
        StringBuilder out = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(out, CSVFormat.RFC4180)) {
            List<Object> header = new ArrayList<>(List.of("guest", "shutdown", "section", "name", "driver", "begin", "end",
                    "duration"));
            for (VcpuState state : VcpuState.values()) {
                header.add(state.label());
            }
            header.addAll(List.of("tracer", "exits"));
            csv.printRecord(header);
            for (ShutdownProfile profile : report.shutdowns()) {
                for (ShutdownProfile.Line line : profile.lines()) {
                    csv.printRecord(record(profile, line));
                }
            }
        }
        return out.toString();
    }

    private static List<Object> record(ShutdownProfile profile, ShutdownProfile.Line line) {
        List<Object> record = new ArrayList<>(List.of(profile.shutdown().guest(), profile.shutdown().number(),
                line.section().name().toLowerCase(Locale.ROOT), line.name(), line.driver() == null ? "" : line.driver(), line.begin()));
        record.addAll(line.open() ? List.of("", "") : List.of(line.end(), line.duration()));
        for (VcpuState state : VcpuState.values()) {
            record.add(line.spent() == null ? "" : line.spent().ns(state));
        }
        record.add(line.spent() == null ? "" : line.spent().tracer());
        record.add(line.spent() == null ? "" : line.spent().exitCount());
        return record;
    }
}
