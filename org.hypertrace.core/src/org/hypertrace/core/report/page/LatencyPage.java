/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LatencyFigures;
import org.hypertrace.core.exit.statistics.LatencyTable.By;
import org.hypertrace.core.latency.LatencyKind;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** How long guests waited for interrupts and for being run: a page of its own, and parts of the page of exits. */
public final class LatencyPage {

    /** The name of its tables. */
    public static final String TABLE = "latencies";

    /** Latencies of a VM. */
    private record Row(ExitReport report, ExitTable.Vm vm, By by, LatencyFigures figures) {

        int vcpu() {
            return report.exits().dictionary().vcpus().get(figures.of()).number();
        }

        String label() {
            return figures.kind().label() + switch (by) {
            case KIND -> "";
            case VECTOR -> " 0x" + Integer.toHexString(figures.of());
            case VCPU -> ", vCPU " + vcpu();
            };
        }

        Object ns(ToLongFunction<Distribution> figure) {
            return figures.kind().hasLength() ? Amount.ns(figure.applyAsLong(figures.lengths())) : "";
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("host", row -> row.report.host(row.vm)),
            Column.id("vm", row -> row.vm.first().vm()),
            Column.id("label", row -> row.vm.first().vmLabel()),
            Column.id("kind", row -> row.figures.kind().key()),
            Column.id("vector", row -> row.by == By.VECTOR ? row.figures.of() : ""),
            Column.id("vcpu", row -> row.by == By.VCPU ? row.vcpu() : ""),
            Column.<Row> of("name", "waiting for", Row::label).later(),
            Column.of("count", "number", row -> Amount.count(row.figures.lengths().count())),
            Column.of("total", "time", row -> row.ns(Distribution::total)),
            Column.of("min", "min", row -> row.ns(Distribution::min)),
            Column.of("avg", "avg", row -> row.ns(Distribution::mean)),
            Column.of("p50", "p50", row -> row.ns(Distribution::p50)),
            Column.of("p90", "p90", row -> row.ns(Distribution::p90)),
            Column.of("p99", "p99", row -> row.ns(Distribution::p99)),
            Column.of("max", "max", row -> row.ns(Distribution::max)),
            Column.of("longest", "longest from", row -> row.figures.kind().hasLength() ? Amount.time(row.figures.longest()) : ""));

    private LatencyPage() {
    }

    /**
     * @param report
     *            of exits
     * @return all latencies: by kind, by kind and vector, by kind and vCPU
     */
    public static Page of(ExitReport report) {
        return new Page("How long guests waited for interrupts and for being run", report.trace(), report.table().vms().stream()
                .<Part>map(vm -> new Section(ExitPage.title(report, vm), parts(report, vm, By.values()))).toList());
    }

    /**
     * @param report
     *            of exits
     * @param vm
     *            one of its VMs
     * @param by
     *            how its latencies are put together
     * @return a table, and what limits it
     */
    static List<Part> parts(ExitReport report, ExitTable.Vm vm, By... by) {
        List<Row> rows = Arrays.stream(by).flatMap(one -> rows(report, vm, one)).toList();
        List<Part> parts = new ArrayList<>(List.of(Table.of(TABLE, COLUMNS, rows, rows)));
        if (rows.isEmpty()) {
            parts.add(Sentence.plain("No wait for an interrupt, or for being run, is recorded."));
        }
        if (has(rows, LatencyKind.AWAKE) && !has(rows, LatencyKind.POLLED)) {
            parts.add(Sentence.plain("Whether the host polled for work in a HLT without sleep is not recorded: "
                    + "that time is part of host kernel."));
        }
        return parts;
    }

    private static Stream<Row> rows(ExitReport report, ExitTable.Vm vm, By by) {
        return report.latencies(vm, by).stream().map(figures -> new Row(report, vm, by, figures));
    }

    private static boolean has(List<Row> rows, LatencyKind kind) {
        return rows.stream().anyMatch(row -> row.by == By.KIND && row.figures.kind() == kind);
    }
}
