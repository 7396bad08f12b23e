/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.page.StateBar;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.TimeSplit;

/** The columns that the tables of boots and shutdowns have in common: of which run a row is, how long it took, and where that time went. */
final class RunRows {

    private RunRows() {
    }

    /**
     * A part of a run, a row of a table.
     *
     * @param <T>
     *            what is in runs: levels, initcalls, devices
     * @param end
     *            ns since the epoch; of what never ended until when it was seen
     * @param spent
     *            where its time went, null if not known
     * @param most
     *            what the bars of the table are as wide as, ns
     */
    record Row<T>(Run run, T of, long begin, long end, boolean open, TimeSplit spent, long most) {

        long took() {
            return end - begin;
        }

        private Object share(ToLongFunction<TimeSplit> part) {
            return spent == null ? "" : Amount.share(part.applyAsLong(spent), took());
        }

        private Object ns(ToLongFunction<TimeSplit> part) {
            return spent == null ? "" : Amount.ns(part.applyAsLong(spent));
        }
    }

    /** Of which run: {@code noun} is what a run is. */
    static <T> List<Column<Row<T>>> run(String noun) {
        return List.of(Column.id("trace", row -> row.run.trace()), Column.id("guest", row -> row.run.what().guest()),
                Column.id(noun, row -> Amount.count(row.run.what().number())));
    }

    /** When and for how long; what did not end has neither for programs. Then, later for programs, what of it is the guest's own and the host's. */
    static <T> List<Column<Row<T>>> took() {
        return List.of(Column.id("begin", row -> Amount.time(row.begin)),
                Column.id("end", row -> row.open ? "" : Amount.time(row.end)),
                new Column<>("duration", "took", row -> row.open ? new AtLeast(Amount.ns(row.took())) : Amount.ns(row.took()),
                        row -> row.open ? "" : Amount.ns(row.took())),
                new Column<Row<T>>("own", "own", row -> row.share(TimeSplit::own), row -> row.ns(TimeSplit::own)).later(),
                new Column<Row<T>>("host", "by the host", row -> row.share(TimeSplit::host),
                row -> row.ns(TimeSplit::host)).later());
    }

    /** Where its time went. */
    static <T> List<Column<Row<T>>> spent() {
        List<Column<Row<T>>> columns = new ArrayList<>(StateBar.columns(row -> state -> row.ns(spent -> spent.ns(state))));
        columns.add(Column.of("tracer", "tracer", row -> row.ns(TimeSplit::tracer)));
        columns.add(Column.of("exits", "exits", row -> row.spent == null ? "" : Amount.count(row.spent.exitCount())));
        columns.add(Column.shown("where it went", row -> row.spent == null ? "" : StateBar.of(row.spent::ns, Math.max(1, row.most))));
        return columns;
    }

    /** A column for programs, empty where it is null. */
    static <T> Column<Row<T>> id(String key, Function<T, ?> data) {
        return Column.id(key, row -> {
            Object cell = data.apply(row.of);
            return cell == null ? "" : cell;
        });
    }
}
