/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.run.RunRows.Row;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/** The tables of a shutdown: its steps and what is in them, and the processes that user space waited for. */
final class ShutdownTables {

    static final String PARTS = "parts";
    static final String PROCESSES = "processes";
    /** So many of what is in steps are for people, the longest. */
    static final int TOP = 40;

    private static final String NOUN = "shutdown";

    /** A process that user space waited for. */
    private record Process(ShutdownProfile run, Delay delay) {

        GuestShutdown.Process it() {
            return delay.process();
        }

        boolean ended() {
            return it().end() >= 0;
        }

        /** From the request on. */
        Amount after(long time) {
            return Amount.ns(time - run.shutdown().requested());
        }
    }

    private static final List<Column<Process>> PROCESS_COLUMNS = List.of(Column.id("trace", row -> row.run.trace()),
            Column.id("guest", row -> row.run.shutdown().guest()), Column.id(NOUN, row -> Amount.count(row.run.shutdown().number())),
            Column.id("process", row -> Amount.count(row.it().tid())),
            new Column<>("name", "process", row -> row.it().label(), row -> row.it().name() == null ? "" : row.it().name()),
            Column.id("end", row -> row.ended() ? Amount.time(row.it().end()) : ""),
            Column.of("waited for", "waited", row -> row.ended() ? Amount.ns(row.delay.held()) : ""),
            Column.<Process> of("ended after", "ended after", row -> row.ended() ? row.after(row.it().end()) : "").later(),
            new Column<>("signalled", "first signal after", row -> row.it().signalled() < 0 ? "" : row.after(row.it().signalled()),
                    row -> row.it().signalled() < 0 ? "" : Amount.time(row.it().signalled())),
            new Column<>("signal", "last signal", row -> row.it().signalled() < 0 ? "" : ShutdownFindings.signal(row.it().signal()),
                    row -> row.it().signalled() < 0 ? "" : Amount.count(row.it().signal())),
            Column.of("outcome", "outcome", row -> ShutdownFindings.outcome(row.it())));

    private ShutdownTables() {
    }

    /** The steps in their order for people, all that is in them too for programs. */
    static Table steps(ShutdownProfile shutdown) {
        return table(shutdown, "step", shutdown.lines(Section.STEP), shutdown.lines());
    }

    /** What is in the steps, the longest for people; nothing for programs, which have it among the steps. */
    static Table details(ShutdownProfile shutdown, String noun, Section section) {
        return table(shutdown, noun, shutdown.lines(section).stream().sorted(Comparator.comparingLong(Line::duration).reversed()).limit(TOP)
                .toList(), List.of());
    }

    private static Table table(ShutdownProfile shutdown, String noun, List<Line> shown, List<Line> all) {
        List<Column<Row<Line>>> columns = new ArrayList<>(RunRows.run(NOUN));
        columns.add(RunRows.id("section", line -> line.section().key()));
        columns.add(new Column<>("name", noun, row -> row.of().label(), row -> row.of().name()));
        columns.add(RunRows.id("driver", Line::driver));
        columns.addAll(RunRows.took());
        columns.addAll(RunRows.spent());
        columns.add(Column.<Row<Line>> of("remark", "remark", row -> row.of().remark()).later());
        return Table.of(PARTS, columns, rows(shutdown, shown), rows(shutdown, all));
    }

    private static List<Row<Line>> rows(ShutdownProfile shutdown, List<Line> lines) {
        long most = lines.stream().mapToLong(Line::duration).max().orElse(1);
        return lines.stream().map(line -> new Row<>(shutdown, line, line.begin(), line.end(), line.open(), line.spent(), most)).toList();
    }

    static Table processes(ShutdownProfile shutdown) {
        List<Process> rows = shutdown.delays().stream().map(delay -> new Process(shutdown, delay)).toList();
        return Table.of(PROCESSES, PROCESS_COLUMNS, rows, rows);
    }
}
