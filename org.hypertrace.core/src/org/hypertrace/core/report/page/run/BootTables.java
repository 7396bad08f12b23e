/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.run.RunRows.Row;

/** The tables of a boot: its parts, its initcalls, and what was before a crash. */
final class BootTables {

    static final String PARTS = "levels";
    static final String INITCALLS = "initcalls";
    static final String EVENTS = "crash-events";
    /** So many initcalls are for people, the longest. */
    static final int TOP = 20;

    private static final String NOUN = "boot";
    private static final Comparator<Row<?>> LONGEST = Comparator.<Row<?>> comparingLong(Row::took).reversed();

    /** An event before a crash. */
    private record Event(BootProfile boot, CrashReport crash, CrashReport.Before before) { }

    private static final List<Column<Event>> EVENT_COLUMNS = List.of(Column.id("trace", event -> event.boot.trace()),
            Column.id("guest", event -> event.boot.boot().guest()), Column.id(NOUN, event -> Amount.count(event.boot.boot().number())),
            Column.id("crash", event -> Amount.time(event.crash.time())), Column.of("time", "time", event -> Amount.time(event.before.time())),
            Column.of("event", "event", event -> event.before.kind()),
            Column.of("text", "", event -> event.before.text() == null ? "" : event.before.text()));

    private BootTables() {
    }

    /** What the boot took its time for; nothing for people if it is not known. */
    static Table parts(BootProfile boot) {
        List<Column<Row<BootProfile.Part>>> columns = new ArrayList<>(RunRows.run(NOUN));
        columns.add(RunRows.id("kind", part -> part.part().level() < 0 ? "part" : "level"));
        columns.add(new Column<>("name", "part of the boot", row -> name(row.of()), row -> row.of().part().name()));
        columns.addAll(RunRows.took());
        columns.addAll(RunRows.spent());
        long most = boot.parts().stream().mapToLong(part -> part.part().duration()).max().orElse(1);
        List<Row<BootProfile.Part>> rows = boot.parts().stream().map(part -> new Row<>(boot, part, part.part().begin(), part.part().end(),
                part.part().open(), part.spent(), most)).toList();
        return Table.of(PARTS, columns, boot.levels().isEmpty() ? List.of() : rows, rows);
    }

    private static String name(BootProfile.Part part) {
        return (part.part().level() < 0 ? "" : "level ") + part.part().name();
    }

    /** The longest initcalls for people, all for programs. */
    static Table initcalls(BootProfile boot) {
        List<Column<Row<BootProfile.Call>>> columns = new ArrayList<>(RunRows.run(NOUN));
        columns.add(RunRows.id("level", BootProfile.Call::level));
        columns.add(new Column<>("initcall", "initcall", row -> row.of().label(), row -> row.of().isNamed() ? row.of().label() : ""));
        columns.add(Column.shown("level", row -> level(boot, row.of())));
        columns.add(RunRows.id("address", call -> call.run().address() == 0 ? null : "0x" + Long.toHexString(call.run().address())));
        columns.add(RunRows.id("tid", call -> call.run().tid() < 0 ? null : Amount.count(call.run().tid())));
        columns.add(RunRows.id("depth", call -> Amount.count(call.run().depth())));
        columns.addAll(RunRows.took());
        columns.add(RunRows.id("guest duration", call -> call.run().guestDuration() < 0 ? null : Amount.ns(call.run().guestDuration())));
        columns.add(RunRows.id("result", call -> call.run().result() == null ? null : Amount.count(call.run().result())));
        columns.add(RunRows.id("errno", call -> call.run().result() == null ? null : Errno.name(call.run().result())));
        columns.addAll(RunRows.spent());
        columns.add(Column.<Row<BootProfile.Call>> of("outcome", "outcome", row -> row.of().outcome()).later());
        long most = boot.initcalls().stream().mapToLong(call -> call.run().duration()).max().orElse(1);
        List<Row<BootProfile.Call>> rows = boot.initcalls().stream().map(call -> new Row<>(boot, call, call.run().begin(), call.run().end(),
                call.run().open(), call.spent(), most)).toList();
        return Table.of(INITCALLS, columns, rows.stream().sorted(LONGEST).limit(TOP).toList(), rows);
    }

    private static String level(BootProfile boot, BootProfile.Call call) {
        return call.level() != null ? call.level() : boot.levels().isEmpty() ? "" : "later";
    }

    /** The last events of a guest before it crashed: the latest first for people. */
    static Table events(BootProfile boot, CrashReport crash) {
        List<Event> events = crash.before().stream().map(before -> new Event(boot, crash, before)).toList();
        List<Event> latest = new ArrayList<>(events);
        Collections.reverse(latest);
        return Table.of(EVENTS, EVENT_COLUMNS, latest, events);
    }

    /** @return the table without rows: a file has its columns also where nothing crashed */
    static Table noEvents() {
        return Table.of(EVENTS, EVENT_COLUMNS, List.of(), List.of());
    }
}
