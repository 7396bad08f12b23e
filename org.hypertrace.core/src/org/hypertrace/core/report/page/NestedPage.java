/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.NestedTable;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.nested.NestedVm;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** A guest's guest in the page of exits: how it is known, and how its exits multiply. */
final class NestedPage {

    /** The name of its tables. */
    static final String TABLE = "nested";

    /** Exits of a reason that went one way. */
    private record Row(ExitReport report, ExitTable.Vm vm, NestedTable.Row figures) {

        String handledBy() {
            return switch (figures.handledBy()) {
            case BOTH -> "host, VM: " + figures.given().label();
            case VM -> "VM";
            case HOST -> "host";
            };
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("host", row -> row.report.host(row.vm)),
            Column.id("vm", row -> row.vm.first().vm()),
            Column.id("label", row -> row.vm.first().vmLabel()),
            Column.id("isa", row -> ExitReason.isaName(row.figures.reason().isa())),
            Column.id("code", row -> row.figures.reason().code()),
            Column.of("name", "for one exit", row -> row.figures.reason().label()),
            new Column<>("handled by", "handled by", Row::handledBy, row -> row.figures.handledBy().key()),
            Column.id("given", row -> row.figures.handledBy() == NestedTable.Handler.BOTH ? row.figures.given().label() : ""),
            Column.of("count", "exits", row -> Amount.count(row.figures.hostExits().count())),
            Column.of("host exits", "host's", row -> Amount.count(row.figures.hostExits().total())),
            Column.of("min", "min", row -> Amount.count(row.figures.hostExits().min())),
            Column.of("avg", "avg", row -> Amount.number((double) row.figures.hostExits().total() / row.figures.hostExits().count())),
            Column.of("p50", "p50", row -> Amount.count(row.figures.hostExits().p50())),
            Column.of("p99", "p99", row -> Amount.count(row.figures.hostExits().p99())),
            Column.of("max", "max", row -> Amount.count(row.figures.hostExits().max())),
            Column.of("time avg", "time avg", row -> Amount.ns(row.figures.times().mean())),
            Column.of("time p99", "p99", row -> Amount.ns(row.figures.times().p99())),
            Column.of("time max", "max", row -> Amount.ns(row.figures.times().max())));

    private NestedPage() {
    }

    /** @return of a guest's guest, else only a table without rows: a file has its columns also where there is none */
    static List<Part> parts(ExitReport report, ExitTable.Vm vm) {
        List<Part> parts = new ArrayList<>();
        if (vm.first().nested() == null) {
            parts.add(Table.of(TABLE, COLUMNS, List.of(), List.of()));
            return parts;
        }
        parts.add(Sentence.plain("It is known by " + counts(vm.first().nested(), NestedVm.Count::isEvidence) + "."));
        String contradictions = counts(vm.first().nested(), count -> !count.isEvidence());
        if (!contradictions.isEmpty()) {
            parts.add(Sentence.plain("Contradictions: " + contradictions + "."));
        }
        List<Row> rows = NestedTable.of(report.exits(), report.table().query(), vm).stream().map(row -> new Row(report, vm, row)).toList();
        parts.add(new Section("Exits of the host for one exit", List.of(Table.of(TABLE, COLUMNS, rows, rows))));
        return parts;
    }

    private static String counts(ExitVcpu.Nested nested, Predicate<NestedVm.Count> which) {
        return Stream.of(NestedVm.Count.values()).filter(which).filter(count -> nested.count(count) > 0)
                .map(count -> nested.count(count) + " " + count.label()).collect(Collectors.joining(", "));
    }
}
