/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hypertrace.core.exit.ExitFigures;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.vcpu.VcpuState;

/** An {@link ExitReport} as CSV (RFC 4180): a line per group of exits; times in ns since the epoch, durations in ns. */
final class ExitReportCsv {

    private static final Map<ExitGrouping, List<String>> KEYS = Map.ofEntries(
            Map.entry(ExitGrouping.REASON, List.of("isa", "code", "name")),
            Map.entry(ExitGrouping.SUB, List.of("isa", "code", "name", "sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.PORT, List.of("sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.MSR, List.of("sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.VCPU, List.of("vcpu")),
            Map.entry(ExitGrouping.TASK, List.of("tid", "task")),
            Map.entry(ExitGrouping.FUNCTION, List.of("address", "function")),
            Map.entry(ExitGrouping.SYSCALL, List.of("number", "table", "syscall")),
            Map.entry(ExitGrouping.INITCALL, List.of("address", "initcall")),
            Map.entry(ExitGrouping.CAUSE, List.of("tid", "task", "address", "function", "number", "table", "syscall", "initcall",
                    "isa", "code", "name")),
            Map.entry(ExitGrouping.TRACER, List.of("tracer")));

    private ExitReportCsv() {
    }

    static String write(ExitReport report) throws IOException {
        List<String> keys = KEYS.get(report.table().grouping());
        StringBuilder out = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(out, CSVFormat.RFC4180)) {
            List<Object> header = new ArrayList<>(List.of("host", "vm", "label"));
            header.addAll(keys);
            header.addAll(List.of("count", "total", "in range", "min", "avg", "p50", "p90", "p99", "p999", "max", "std", "longest"));
            Arrays.stream(VcpuState.values()).forEach(state -> header.add(state.key()));
            csv.printRecord(header);
            for (ExitTable.Vm vm : report.table().vms()) {
                for (ExitFigures row : vm.rows()) {
                    List<Object> line = new ArrayList<>(List.of(report.hosts().get(vm.first().host()), vm.first().vm(),
                            vm.first().vmLabel()));
                    Map<String, Object> values = report.keys(row);
                    keys.forEach(key -> line.add(values.getOrDefault(key, "")));
                    line.addAll(List.of(row.count(), row.total(), row.inRange(), row.min(), row.mean(), row.p50(), row.p90(),
                            row.p99(), row.p999(), row.max(),
                            Double.isNaN(row.deviation()) ? "" : Math.round(row.deviation()),
                            report.exits().begin(row.longest())));
                    Arrays.stream(VcpuState.values()).forEach(state -> line.add(row.ns(state)));
                    csv.printRecord(line);
                }
            }
        }
        return out.toString();
    }
}
