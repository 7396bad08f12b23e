/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.VmSyscalls;

/** System calls of a guest by the threads that made them, as a table. */
public final class SyscallThreads {

    /** The name of the table. */
    public static final String TABLE = "threads";

    private record Row(SyscallReport.Vm vm, VmSyscalls.Row row, VmSyscalls.OfThread thread) {

        CallFigures net() {
            return thread.net();
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("vm", row -> row.vm.vm().label()),
            Column.id("vm key", row -> row.vm.vm().key()),
            Column.id("number", row -> row.row.number()),
            Column.id("i386", row -> row.row.isCompat() ? 1 : 0),
            Column.of("name", "system call", row -> row.row.name()),
            Column.of("thread", "thread", row -> row.thread.thread()),
            Column.of("calls", "calls", row -> Amount.count(row.net().count())),
            Column.of("total", "time", row -> Amount.ns(row.net().total())),
            Column.of("floor", "floor", row -> Amount.ns(row.net().floor())),
            Column.of("disturbance", "disturbance", row -> Amount.ns(row.net().disturbance())),
            Column.of("share", "of time", row -> Amount.share(row.net().disturbance(), row.net().total())),
            Column.of("p50", "p50", row -> Amount.ns(row.net().p50())),
            Column.of("p95", "p95", row -> Amount.ns(row.net().p95())),
            Column.of("p99", "p99", row -> Amount.ns(row.net().p99())),
            Column.of("max", "max", row -> Amount.ns(row.net().max())),
            Column.id("gross total", row -> row.thread.gross().total()),
            Column.id("gross floor", row -> row.thread.gross().floor()),
            Column.<Row> id("trace", row -> row.vm.trace()).later());

    private SyscallThreads() {
    }

    /** Those with the greatest time first; each has a floor of its own. */
    static Part of(SyscallReport.Vm vm) {
        List<Row> rows = vm.calls().rows().stream().flatMap(row -> row.threads().stream().map(thread -> new Row(vm, row, thread)))
                .sorted(Comparator.<Row> comparingLong(row -> row.net().total()).reversed()).toList();
        return new Details("By thread", true, List.of(Table.of(TABLE, COLUMNS, rows, rows)));
    }
}
