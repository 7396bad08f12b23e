/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.hypertrace.core.exit.ExitFigures;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * An {@link ExitReport} as CSV (RFC 4180): a line per group of exits, finding, or row of the comparison; times in ns since
 * the epoch, durations in ns.
 */
final class ExitReportCsv {

    /** The tables that there are. */
    static final List<String> TABLES = List.of("exits", "findings", "comparison");

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

    /**
     * @param table
     *            one of {@link #TABLES}
     */
    static String write(ExitReport report, String table) throws IOException {
        CsvTable csv = new CsvTable();
        switch (table) {
        case "findings" -> findings(report, csv);
        case "comparison" -> comparison(report.comparison(), csv);
        default -> exits(report, csv);
        }
        return csv.text();
    }

    private static void findings(ExitReport report, CsvTable csv) throws IOException {
        csv.row("host", "vm", "label", "rule", "sentence", "help", "needs", "count", "time", "share", "begin", "end", "worst",
                "worst duration");
        for (ExitFinding f : report.findings()) {
            boolean has = f.worst() >= 0;
            csv.row(report.hosts().get(f.vm().first().host()), f.vm().first().vm(), f.vm().first().vmLabel(), f.rule(),
                    f.sentence(), f.help(), f.needs(), f.count(), f.time(), f.share(), f.begin(), f.end(),
                    has ? report.exits().begin(f.worst()) : "", has ? report.exits().length(f.worst()) : "");
        }
    }

    private static void comparison(ExitComparison comparison, CsvTable csv) throws IOException {
        csv.row("vm a", "vm b", "group", "count a", "count b", "rate a", "rate b", "share a", "share b", "share difference",
                "total a", "total b", "avg a", "avg b", "p99 a", "p99 b");
        for (ExitComparison.Pair pair : comparison.pairs()) {
            for (ExitComparison.Row row : pair.rows()) {
                List<Object> line = new ArrayList<>(List.of(pair.a().first().vmLabel(), pair.b().first().vmLabel(), row.label()));
                both(row, line, ExitFigures::count);
                line.addAll(List.of(row.rateA(), row.rateB(), row.shareA(), row.shareB(), row.difference()));
                both(row, line, ExitFigures::total);
                both(row, line, ExitFigures::mean);
                both(row, line, ExitFigures::p99);
                csv.row(line);
            }
        }
    }

    private static void both(ExitComparison.Row row, List<Object> to, ToLongFunction<ExitFigures> figure) {
        to.add(row.a() == null ? "" : figure.applyAsLong(row.a()));
        to.add(row.b() == null ? "" : figure.applyAsLong(row.b()));
    }

    private static void exits(ExitReport report, CsvTable csv) throws IOException {
        List<String> keys = KEYS.get(report.table().grouping());
        List<Object> header = new ArrayList<>(List.of("host", "vm", "label"));
        header.addAll(keys);
        header.addAll(List.of("count", "total", "in range", "min", "avg", "p50", "p90", "p99", "p999", "max", "std", "longest"));
        Arrays.stream(VcpuState.values()).forEach(state -> header.add(state.key()));
        csv.row(header);
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
                csv.row(line);
            }
        }
    }
}
