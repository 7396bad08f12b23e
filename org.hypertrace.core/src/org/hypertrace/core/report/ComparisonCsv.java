/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunRow;
import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.vcpu.VcpuState;

/** Comparisons of boots or shutdowns as CSV, and the columns that every table of a {@link RunReport} has; durations in ns. */
final class ComparisonCsv {

    private ComparisonCsv() {
    }

    static void write(RunReport<?> report, CsvTable csv) throws IOException {
        List<Object> header = new ArrayList<>(List.of("a", "b", "kind", "name", "level", "matched by", "duration a", "duration b",
                "difference", "own", "host"));
        for (VcpuState state : VcpuState.values()) {
            header.add(state.key());
        }
        header.add("chance");
        csv.row(header);
        for (RunComparison<?> comparison : report.comparisons()) {
            csv.row(line(comparison, comparison.whole()));
            for (RunRow row : comparison.parts()) {
                csv.row(line(comparison, row));
            }
            for (RunRow row : comparison.details()) {
                csv.row(line(comparison, row));
            }
        }
    }

    private static List<Object> line(RunComparison<?> comparison, RunRow row) {
        List<Object> line = new ArrayList<>(List.of(comparison.a().name(), comparison.b().name(),
                row.kind().name().toLowerCase(Locale.ROOT), row.name(), row.level() == null ? "" : row.level(),
                row.a() == null || row.b() == null ? "" : row.matched().label(), row.a() == null ? "" : row.a().duration(),
                row.b() == null ? "" : row.b().duration(), row.difference()));
        line.addAll(row.states() == null ? List.of("", "") : List.of(row.own(), row.host()));
        for (VcpuState state : VcpuState.values()) {
            line.add(row.states() == null ? "" : row.states().get(state));
        }
        line.add(Double.isNaN(row.chance()) ? "" : row.chance());
        return line;
    }

    static List<Object> addStates(List<Object> header) {
        for (VcpuState state : VcpuState.values()) {
            header.add(state.key());
        }
        header.addAll(List.of("tracer", "exits"));
        return header;
    }

    static List<Object> add(Spent spent, List<Object> line) {
        for (VcpuState state : VcpuState.values()) {
            line.add(spent == null ? "" : spent.ns(state));
        }
        line.addAll(spent == null ? List.of("", "") : List.of(spent.tracer(), spent.exitCount()));
        return line;
    }
}
