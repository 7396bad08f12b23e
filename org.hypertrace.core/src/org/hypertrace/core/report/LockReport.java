/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.quantity.Amount;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * What of VMs waited for what of them that the host kept from working, as text, JSON (the schema is {@code lock-holders.schema.json}
 * beside this class), CSV and HTML. Times in ns since the epoch, durations in ns.
 *
 * @param notes
 *            what it is of, and what it lacks
 * @param vms
 *            the VMs that were asked for
 */
record LockReport(PathNotes notes, List<VmLockHolders> vms) {

    /** So many of a kind are told to people, those in which the holder was preempted longest, and of each so many who had its processor. */
    private static final int TOP = 12;
    private static final int TOP_TAKERS = 3;
    private static final String ROW = "    %-19s %-28s %-28s %7s %T %T %-20s %16s %16s %18s   %s";
    private static final String[] COLUMNS = { "", "who waited", "for whom", "number", "time", "longest", "from", "holder preempted",
            "holder waking up", "holder in the host", "preempted by" };
    private static final int FIRST_NUMBER = 3;

    private static String key(PathNames names, int who) {
        return who < 0 ? "" : names.key(who);
    }

    /** A vCPU and the thread on it; the VM is known. */
    private static String name(VmLockHolders vm, int vcpu, int thread) {
        String on = vm.names().shownThere(vcpu);
        return thread < 0 ? on : vm.names().shownThere(thread) + ", " + on;
    }

    String csv() throws IOException {
        CsvTable csv = new CsvTable();
        csv.row("vm", "kind", "waiting", "waitingThread", "waitingName", "holder", "holderThread", "holderName", "count", "total", "longest",
                "worst", "taken", "wakingUp", "inHost", "takenBy");
        for (VmLockHolders vm : vms) {
            PathNames names = vm.names();
            for (LockWaits row : vm.waits()) {
                csv.row(vm.vm(), row.kind().key(), key(names, row.waiting()), key(names, row.waitingThread()),
                        name(vm, row.waiting(), row.waitingThread()), key(names, row.holder()), key(names, row.holderThread()),
                        name(vm, row.holder(), row.holderThread()), row.count(), row.total(), row.longest(), row.worst(), row.taken(), row.wakingUp(), row.inHost(),
                        row.takers().stream().map(taker -> names.key(taker.who()) + '=' + taker.ns()).collect(Collectors.joining("; ")));
            }
            for (SiblingWait row : vm.siblings()) {
                csv.row(vm.vm(), "sibling", names.key(row.waiting()), "", name(vm, row.waiting(), -1), names.key(row.running()), "",
                        name(vm, row.running(), -1), row.count(), row.total(), row.longest(), row.worst(), "", "", "", "");
            }
        }
        return csv.text();
    }

    String json() {
        return notes.json(vms, LockReport::json);
    }

    private static JsonObject json(VmLockHolders vm) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm());
        object.addProperty("tellsScheduling", vm.tells());
        JsonObject kicks = new JsonObject();
        kicks.addProperty("count", vm.kicks().count());
        kicks.addProperty("unknownApicId", vm.kicks().unknown());
        kicks.addProperty("endedNoHalt", vm.kicks().without());
        object.add("kicks", kicks);
        if (vm.kicks().leftOut() > 0) {
            object.addProperty("leftOut", vm.kicks().leftOut());
        }
        JsonArray waits = new JsonArray();
        vm.waits().forEach(row -> waits.add(json(vm, row)));
        object.add("waits", waits);
        object.add("siblings", WakeReport.siblings(vm.siblings(), vm.names()));
        return object;
    }

    private static JsonObject json(VmLockHolders vm, LockWaits row) {
        JsonObject wait = new JsonObject();
        wait.addProperty("kind", row.kind().key());
        who(vm, "waiting", row.waiting(), row.waitingThread(), wait);
        who(vm, "holder", row.holder(), row.holderThread(), wait);
        wait.addProperty("count", row.count());
        wait.addProperty("total", row.total());
        wait.addProperty("longest", row.longest());
        wait.addProperty("worst", row.worst());
        wait.addProperty("taken", row.taken());
        wait.addProperty("wakingUp", row.wakingUp());
        wait.addProperty("inHost", row.inHost());
        JsonArray takers = new JsonArray();
        for (LockWaits.Taker taker : row.takers()) {
            JsonObject by = new JsonObject();
            by.addProperty("key", vm.names().key(taker.who()));
            by.addProperty("name", vm.names().shown(taker.who()));
            by.addProperty("ns", taker.ns());
            takers.add(by);
        }
        wait.add("takenBy", takers);
        return wait;
    }

    private static void who(VmLockHolders vm, String what, int vcpu, int thread, JsonObject to) {
        to.addProperty(what, vm.names().key(vcpu));
        if (thread >= 0) {
            to.addProperty(what + "Thread", vm.names().key(thread));
        }
        to.addProperty(what + "Name", name(vm, vcpu, thread));
    }

    /** What people read of a row, as many texts as there are columns. */
    private static Object[] cells(VmLockHolders vm, LockWaits row) {
        String takers = row.takers().stream().limit(TOP_TAKERS).map(taker -> vm.names().shown(taker.who()) + ' ' + Amount.ns(taker.ns()))
                .collect(Collectors.joining(", "));
        int others = row.takers().size() - TOP_TAKERS;
        return new Object[] { row.kind().label(), name(vm, row.waiting(), row.waitingThread()), name(vm, row.holder(), row.holderThread()),
                Integer.toString(row.count()), Amount.ns(row.total()), Amount.ns(row.longest()), WakeReport.time(row.worst()), Amount.ns(row.taken()),
                Amount.ns(row.wakingUp()), Amount.ns(row.inHost()), others > 0 ? takers + " and " + others(others) : takers };
    }

    private static String others(int count) {
        return count == 1 ? "1 other" : count + " others";
    }

    private static List<LockWaits> of(VmLockHolders vm, LockWaits.Kind kind) {
        return vm.waits().stream().filter(row -> row.kind() == kind).toList();
    }

    /** What there is to say of a VM, a sentence each. */
    private static List<String> sentences(VmLockHolders vm) {
        List<String> said = new ArrayList<>();
        for (LockWaits.Kind kind : LockWaits.Kind.values()) {
            List<LockWaits> of = of(vm, kind);
            if (!of.isEmpty()) {
                said.add(kind.sentence() + ' ' + of.stream().mapToInt(LockWaits::count).sum() + " times, "
                        + Amount.ns(of.stream().mapToLong(LockWaits::total).sum()) + " in all; "
                        + Amount.ns(of.stream().mapToLong(LockWaits::taken).sum()) + " of them the holder was preempted.");
            }
        }
        LockWaits.Kicks kicks = vm.kicks();
        if (kicks.unknown() + kicks.without() > 0) {
            said.add("Of " + kicks.count() + " kicks " + kicks.without() + " ended no halt, and " + kicks.unknown()
                    + " were for an APIC whose vCPU is not known.");
        }
        if (said.isEmpty()) {
            said.add("Nothing of it was seen to wait for what the host kept from working.");
        }
        if (!vm.tells()) {
            said.add("The guest does not report its scheduling, so its threads are not known: load the guest module.");
        }
        if (kicks.leftOut() > 0) {
            said.add(kicks.leftOut() + " waits are not counted: there are too many.");
        }
        return said;
    }

    String text(boolean exact) {
        return notes.text(exact, vms, vm -> vm.who().title(), LockReport::text);
    }

    private static void text(VmLockHolders vm, Lines out) {
        sentences(vm).forEach(sentence -> out.line("  %s", sentence));
        if (!vm.waits().isEmpty()) {
            out.line(ROW, (Object[]) COLUMNS);
        }
        for (LockWaits.Kind kind : LockWaits.Kind.values()) {
            List<LockWaits> of = of(vm, kind);
            of.stream().limit(TOP).forEach(row -> out.line(ROW, cells(vm, row)));
            if (of.size() > TOP) {
                out.line("    %s", kind.label() + ": " + others(of.size() - TOP));
            }
        }
        WakeReport.siblings(vm.siblings(), vm.names(), out);
    }

    String html() {
        Html page = new Html("Lock holders: " + notes.trace());
        page.element("h1", "Lock holders that the host preempts");
        page.element("p", "quiet", notes.trace());
        for (VmLockHolders vm : vms) {
            page.element("h2", vm.who().title());
            sentences(vm).forEach(sentence -> page.element("p", sentence));
            if (!vm.waits().isEmpty()) {
                page.raw("<table><tr>");
                cells(page, "th", COLUMNS);
                for (LockWaits.Kind kind : LockWaits.Kind.values()) {
                    of(vm, kind).stream().limit(TOP).forEach(row -> row(page, cells(vm, row)));
                }
                page.raw("</table>\n");
            }
            for (LockWaits.Kind kind : LockWaits.Kind.values()) {
                int others = of(vm, kind).size() - TOP;
                if (others > 0) {
                    page.element("p", "quiet", kind.label() + ": " + others(others));
                }
            }
            if (!vm.siblings().isEmpty()) {
                page.element("h3", "Two vCPUs on one processor");
                vm.siblings().forEach(row -> page.element("p", WakeReport.sentence(row, vm.names(), ns -> Amount.ns(ns).text())));
            }
        }
        notes.html(page);
        return page.page();
    }

    private static void row(Html page, Object[] cells) {
        page.raw("<tr>");
        cells(page, "td", cells);
    }

    /** The last of them is a text, too. */
    private static void cells(Html page, String element, Object... cells) {
        for (int i = 0; i < cells.length; i++) {
            if (i < FIRST_NUMBER || i + 1 == cells.length || element.equals("th")) {
                boolean number = i >= FIRST_NUMBER && i + 1 < cells.length;
                page.raw('<' + element + (number ? " class=\"n\">" : ">")).text(cells[i].toString()).raw("</" + element + '>');
            } else {
                page.figure(cells[i]);
            }
        }
        page.raw("</tr>\n");
    }
}
