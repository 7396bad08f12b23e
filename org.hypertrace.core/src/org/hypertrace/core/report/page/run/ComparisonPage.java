/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.SpeedUpColumns;
import org.hypertrace.core.report.page.StateBar;
import org.hypertrace.core.run.compare.Answer;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.view.Styles;

/** A comparison of boots or shutdowns in a page: the answer, both on one time line, the differences. */
public final class ComparisonPage {

    /** The name of its tables. */
    public static final String TABLE = "comparison";

    /** So many details are for people, those that differ most. */
    private static final int TOP = 25;

    /** {@code most}: what the bars of the table are as wide as, ns. */
    private record Row(RunComparison<?> comparison, RunRow row, long most) {

        String name() {
            return row.kind().isWhole() ? "all" : row.kind().prefix() + row.name() + (row.level() == null ? "" : " (" + row.level() + ')');
        }

        /** To the right what takes longer in B, to the left what takes longer in A: the guest's own part and the host's. */
        Object bar() {
            if (row.kind().isWhole()) {
                return "";
            }
            long own = row.own();
            long host = row.host();
            return Bar.difference(List.of(new Bar.Piece("own", Styles.GUEST, Amount.change(own)),
                    new Bar.Piece("by the host", Styles.HOST_KERNEL, Amount.change(host)),
                    new Bar.Piece("not known", Styles.UNKNOWN, Amount.change(row.difference() - own - host))), most);
        }

        String remark() {
            return row.a() == null ? "only in B" : row.b() == null ? "only in A" : Double.isNaN(row.chance()) ? ""
                    : String.format(Locale.ROOT, "p = %.3f", row.chance());
        }

        Object ofStates(Object cell) {
            return row.states() == null ? "" : cell;
        }
    }

    private ComparisonPage() {
    }

    /**
     * @param comparison
     *            of boots or shutdowns
     * @param part
     *            what the parts are, {@code Part of the boot}
     * @param detail
     *            what is in them, {@code Initcall}
     * @param drawn
     *            both on one time line, what {@link Answer#things()} are to be seen at once
     * @return the answer, and what it is made of
     */
    public static List<Part> of(RunComparison<?> comparison, String part, String detail, List<Part> drawn) {
        List<Part> parts = new ArrayList<>(compared(comparison));
        parts.addAll(drawn);
        parts.addAll(differences(comparison, part, detail));
        return List.of(answer(comparison), new Section(title(comparison), parts));
    }

    private static String title(RunComparison<?> comparison) {
        return comparison.b().name() + " compared with " + comparison.a().name();
    }

    private static Sentence answer(RunComparison<?> comparison) {
        return Sentence.answer(comparison.answer().pieces().stream()
                .map(piece -> piece instanceof Answer.Named named ? new CodeName(named.name()) : piece).toArray());
    }

    private static List<Part> compared(RunComparison<?> comparison) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A is ", comparison.a().name(), ", B is ", comparison.b().name(), "; compared ", comparison.extent(),
                ". Differences are B - A."));
        if (comparison.whole().speedUp().isKnown()) {
            parts.add(SpeedUpColumns.sentence(comparison.whole().speedUp()));
        }
        comparison.remarks().forEach(remark -> parts.add(Sentence.quiet(remark)));
        return parts;
    }

    private static List<Part> differences(RunComparison<?> comparison, String part, String detail) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Legend("Difference:", List.of(new Legend.Entry("the guest's own", Styles.GUEST.colour()),
                new Legend.Entry("caused by the host", Styles.HOST_KERNEL.colour()), new Legend.Entry("not known", Styles.UNKNOWN.colour()))));
        List<Row> whole = rows(comparison, Stream.concat(Stream.of(comparison.whole()), comparison.parts().stream()).toList());
        parts.add(Table.of(TABLE, columns(part), whole, whole));
        List<Row> all = rows(comparison, comparison.details());
        List<Row> differing = all.stream().filter(row -> row.row.difference() != 0).toList();
        Table details = Table.of(TABLE, columns(detail), differing.stream().limit(TOP).toList(), all);
        parts.add(differing.isEmpty() ? details : new Section(detail + "s that differ most" + (differing.size() > TOP ? " (" + TOP + " of "
                + differing.size() + ')' : ""), List.of(details)));
        return parts;
    }

    /** @return a table without rows: a file has its columns also where nothing is compared */
    public static Table none() {
        return Table.of(TABLE, columns(""), List.of(), List.of());
    }

    private static List<Row> rows(RunComparison<?> comparison, List<RunRow> rows) {
        long most = rows.stream().filter(row -> !row.kind().isWhole()).mapToLong(row -> Math.abs(row.difference())).max().orElse(0);
        return rows.stream().map(row -> new Row(comparison, row, most)).toList();
    }

    private static List<Column<Row>> columns(String what) {
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.id("a", row -> row.comparison.a().name()),
                Column.id("b", row -> row.comparison.b().name()),
                Column.id("kind", row -> row.row.kind().name().toLowerCase(Locale.ROOT)),
                new Column<>("name", what, Row::name, row -> row.row.name()),
                Column.id("level", row -> row.row.level() == null ? "" : row.row.level()),
                Column.id("matched by", row -> row.row.a() == null || row.row.b() == null ? "" : row.row.matched().label()),
                Column.of("duration a", "A", row -> time(row.row.a())),
                Column.of("duration b", "B", row -> time(row.row.b())),
                Column.of("difference", "B - A", row -> Amount.change(row.row.difference())),
                Column.of("own", "own", row -> row.ofStates(Amount.change(row.row.own()))),
                Column.of("host", "by the host", row -> row.ofStates(Amount.change(row.row.host())))));
        columns.addAll(StateBar.columns(row -> state -> row.ofStates(row.row.states() == null ? "" : row.row.states().get(state))));
        columns.addAll(SpeedUpColumns.of(row -> row.row.speedUp(), row -> ended(row.row.a()), row -> ended(row.row.b())));
        columns.addAll(SpeedUpColumns.contribution(row -> Amount.change(row.row.contribution()), row -> row.comparison.share(row.row)));
        columns.add(Column.shown("", Row::bar));
        columns.add(new Column<>("chance", "", Row::remark, row -> Amount.number(row.row.chance())));
        columns.add(Column.<Row> id("corrected chance", row -> Amount.number(row.row.corrected())).later());
        return columns;
    }

    /** What is in one of both only has a remark of its own. */
    private static long ended(RunRow.Timing timing) {
        return timing == null || timing.open() ? -1 : timing.duration();
    }

    private static Object time(RunRow.Timing timing) {
        return timing == null ? "" : timing.open() ? new AtLeast(Amount.ns(timing.duration())) : Amount.ns(timing.duration());
    }
}
