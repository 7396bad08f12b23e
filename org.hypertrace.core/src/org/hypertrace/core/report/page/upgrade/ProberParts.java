/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.upgrade.probe.ProbeWindow;
import org.hypertrace.core.upgrade.probe.Prober;
import org.hypertrace.core.upgrade.probe.Witness;
import org.hypertrace.core.upgrade.probe.WitnessWords;

/** What a prober saw, beside what is computed: a section of a document. */
final class ProberParts {

    /** The name of its table. */
    static final String TABLE = "prober";

    private record Row(UpgradeReport.Trace trace, Witness.Line line) { }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("trace", row -> row.trace.name()),
            Column.of("what", "what", row -> row.line.kind().key()),
            Column.of("node", "node", row -> row.line.node() == null ? "" : row.line.node()),
            Column.of("begin", "from", row -> row.line.computed() == null ? "" : Amount.time(row.line.computed().begin())),
            Column.of("end", "to", row -> row.line.computed() == null ? "" : Amount.time(row.line.computed().end())),
            Column.of("seen begin", "first question without an answer", row -> row.line.seen() == null ? "" : Amount.time(row.line.seen().begin())),
            Column.of("seen end", "first answer", row -> row.line.seen() == null || !row.line.seen().isClosed() ? "" : Amount.time(row.line.seen().end())),
            Column.of("questions", "questions", row -> row.line.seen() == null ? "" : Amount.count(row.line.seen().questions())),
            new Column<>("begin off", "begin is off", row -> off(row.line.beginOff()), row -> row.line.beginOff() == null ? "" : row.line.beginOff()),
            new Column<>("end off", "end is off", row -> off(row.line.endOff()), row -> row.line.endOff() == null ? "" : row.line.endOff()),
            Column.id("earliest begin", row -> row.line.seen() == null ? "" : Amount.time(row.line.seen().from())),
            Column.id("latest begin", row -> row.line.seen() == null ? "" : Amount.time(row.line.seen().latest())),
            Column.id("earliest end", row -> row.line.seen() == null ? "" : Amount.time(row.line.seen().last())));

    private ProberParts() {
    }

    private static Object off(Long off) {
        return off == null ? "" : off == 0 ? "agrees" : Amount.change(off);
    }

    /** {@code trace}: one with a campaign and a prober. */
    static Section of(UpgradeReport.Trace trace) {
        Witness witness = trace.witness();
        Prober prober = witness.prober();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.plain("It asked ", Amount.count(prober.questions()), " times; ", Amount.count(prober.answers()), " were answered, the longest took ",
                Amount.ns(prober.longestAnswer()), "."));
        WitnessWords.differences(trace.profile().campaign(), witness).forEach(words -> parts.add(new Finding(List.of(Sentence.plain(words.toArray())))));
        List<Row> rows = witness.lines().stream().map(line -> new Row(trace, line)).toList();
        rows.forEach(row -> parts.add(check(row)));
        parts.add(Table.of(TABLE, COLUMNS, rows, rows));
        return new Section("What the prober saw", parts);
    }

    private static Check check(Row row) {
        Witness.Line line = row.line;
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("trace", row.trace.name());
        about.put("what", line.kind().key());
        if (line.node() != null) {
            about.put("node", line.node());
        }
        about.put("edges", Amount.count(line.edges()));
        ProbeWindow seen = line.seen();
        return new Check(line.agrees(), "the prober agrees about " + line.kind().key() + (line.node() == null ? "" : " of " + line.node()), null, false,
                new Check.Figure("hypertrace.upgrade.prober.questions", seen == null ? 0 : seen.questions(), null, about));
    }
}
