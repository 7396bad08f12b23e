/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.SpeedUpColumns;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.SyscallComparison;
import org.hypertrace.core.syscall.VmSyscalls;

/** A comparison of system calls in a page: per pair of VMs the answer, and what differs. */
public final class SyscallComparisonParts {

    /** The name of its tables. */
    public static final String TABLE = "comparison";

    private static final int NAMED = 3;

    private record Row(SyscallComparison comparison, SyscallComparison.Pair pair, SyscallComparison.Row row) { }

    private static final Function<Row, CallFigures> A = row -> row.row.a();
    private static final Function<Row, CallFigures> B = row -> row.row.b();

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.id("a", row -> row.comparison.a()),
            Column.id("b", row -> row.comparison.b()),
            Column.id("vm a", row -> row.pair.a().vm()),
            Column.id("vm b", row -> row.pair.b().vm()),
            Column.id("number", row -> row.row.number()),
            Column.id("i386", row -> row.row.isCompat() ? 1 : 0),
            Column.of("name", "system call", row -> VmSyscalls.name(row.row.number(), row.row.isCompat())),
            new Column<>("waiting", "waits", row -> row.row.isWaiting() ? "yes" : "", row -> row.row.isWaiting() ? 1 : 0),
            figure("calls a", "calls A", A, calls -> Amount.count(calls.count())),
            figure("calls b", "B", B, calls -> Amount.count(calls.count())),
            figure("mean a", "mean A", A, calls -> Amount.ns(calls.total() / calls.count())),
            figure("mean b", "B", B, calls -> Amount.ns(calls.total() / calls.count())),
            figure("mean of the shortest a", "shortest A", A, calls -> Amount.ns(calls.least() / calls.of())),
            figure("mean of the shortest b", "B", B, calls -> Amount.ns(calls.least() / calls.of())),
            figure("p99 a", "p99 A", A, calls -> Amount.ns(calls.p99())),
            figure("p99 b", "B", B, calls -> Amount.ns(calls.p99())),
            figure("disturbance share a", "disturbance A", A, calls -> Amount.share(calls.disturbance(), calls.total())),
            figure("disturbance share b", "B", B, calls -> Amount.share(calls.disturbance(), calls.total())),
            figure("total a", null, A, CallFigures::total),
            figure("total b", null, B, CallFigures::total)),
            SpeedUpColumns.<Row> of(row -> row.row.speedUp(), row -> total(row.row.a()), row -> total(row.row.b())),
            SpeedUpColumns.<Row> contribution(row -> row.row.isWaiting() ? "" : row.row.contribution(), row -> row.pair.share(row.row)),
            SpeedUpColumns.<Row> chances(row -> row.row.speedUp(), row -> row.row.corrected()))
            .flatMap(List::stream).toList();

    private SyscallComparisonParts() {
    }

    private static long total(CallFigures calls) {
        return calls == null ? 0 : calls.total();
    }

    private static Column<Row> figure(String key, String head, Function<Row, CallFigures> side, Function<CallFigures, Object> figure) {
        return Column.of(key, head, row -> side.apply(row) == null ? "" : figure.apply(side.apply(row)));
    }

    static List<Part> of(SyscallComparison comparison) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A: ", comparison.a()));
        parts.add(Sentence.quiet("B: ", comparison.b()));
        // a file has its columns also where no VMs belong together
        parts.add(Table.of(TABLE, COLUMNS, List.of(), List.of()));
        for (SyscallComparison.Pair pair : comparison.pairs()) {
            List<Row> rows = pair.rows().stream().map(row -> new Row(comparison, pair, row)).toList();
            parts.add(Sentence.answer(answer(pair).toArray()));
            if (pair.speedUp().isKnown()) {
                parts.add(SpeedUpColumns.sentence(pair.speedUp()));
            }
            parts.addAll(SpeedUpColumns.repetitions("A", pair.a().recordings(), "mean", pair.a().trace()));
            parts.addAll(SpeedUpColumns.repetitions("B", pair.b().recordings(), "mean", pair.b().trace()));
            parts.add(Table.of(TABLE, COLUMNS, rows, rows));
        }
        comparison.unmatched().forEach(sentence -> parts.add(Sentence.warning(sentence, ".")));
        return parts;
    }

    private static List<Object> answer(SyscallComparison.Pair pair) {
        List<Object> answer = new ArrayList<>(List.of(pair.b().vm() + (pair.a().vm().equals(pair.b().vm()) ? "" : " compared with " + pair.a().vm())));
        if (pair.a().net().count() == 0 || pair.b().net().count() == 0) {
            answer.add(": no call but those that wait is in both.");
            return answer;
        }
        long less = pair.a().mean() - pair.b().mean();
        answer.addAll(List.of(": the mean system call that does not wait takes ", Amount.ns(pair.b().mean()), " in B, ", Amount.ns(pair.a().mean()), " in A: "));
        if (less == 0) {
            answer.add("no difference.");
            return answer;
        }
        answer.addAll(List.of(Amount.ns(Math.abs(less)), less > 0 ? " less" : " more"));
        String before = ", most of it by ";
        for (SyscallComparison.Row row : pair.rows().stream().filter(one -> Long.signum(one.contribution()) == Long.signum(less)).limit(NAMED).toList()) {
            answer.addAll(List.of(before, VmSyscalls.name(row.number(), row.isCompat()), " ", Amount.ns(Math.abs(row.contribution()))));
            before = ", ";
        }
        answer.add(".");
        return answer;
    }
}
