/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.FunctionFrequency;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** The functions that a boot called; nothing for people without function events. */
final class FunctionTable {

    static final String NAME = "functions";
    /** So many are for people, the most frequent. */
    private static final int TOP = 20;

    private record Row(BootProfile boot, FunctionFrequency all, FunctionFrequency.Line line) { }

    private static final List<Column<Row>> COLUMNS = List.of(Column.id("trace", row -> row.boot.trace()),
            Column.id("guest", row -> row.boot.boot().guest()), Column.id("boot", row -> Amount.count(row.boot.boot().number())),
            Column.of("function", "function", row -> row.line.name()), Column.id("address", row -> "0x" + Long.toHexString(row.line.address())),
            Column.of("calls", "calls", row -> Amount.count(row.line.calls())),
            Column.<Row> of("share", "of all", row -> Amount.share(row.line.calls(), row.all.calls())).later(),
            Column.<Row> of("share with those before", "with those before", row -> Amount.share(row.line.before() + row.line.calls(),
                    row.all.calls())).later(),
            Column.id("calls before", row -> Amount.count(row.line.before())),
            Column.of("total", "with what it calls", row -> Amount.ns(row.line.total())),
            Column.of("self", "self", row -> Amount.ns(row.line.self())));

    private FunctionTable() {
    }

    /**
     * @param boot
     *            a boot
     * @param without
     *            a filter of the user's, null if there is none
     * @return its functions, and what leaving some out of the next recording would save
     */
    static List<Part> of(BootProfile boot, String without) {
        FunctionFrequency frequency = FunctionFrequency.of(boot.boot(), boot.symbols());
        List<Row> rows = frequency.functions().stream().map(line -> new Row(boot, frequency, line)).toList();
        Table table = Table.of(NAME, COLUMNS, rows.stream().limit(TOP).toList(), rows);
        if (frequency.calls() == 0) {
            return List.of(table);
        }
        List<Part> parts = new ArrayList<>(List.of(table, saving(frequency, frequency.suggestion())));
        if (without != null) {
            parts.add(saving(frequency, frequency.without(without)));
        }
        return List.of(new Details(frequency.calls() + " calls of " + frequency.functions().size() + " functions; the most frequent", false, parts));
    }

    private static Sentence saving(FunctionFrequency frequency, FunctionFrequency.Saving saving) {
        return Sentence.plain("Leaving out " + saving.functions() + " functions saves " + saving.calls() + " calls (",
                Amount.share(saving.calls(), frequency.calls()), "): notrace=", saving.filter());
    }
}
