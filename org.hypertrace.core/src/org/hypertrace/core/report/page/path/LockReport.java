/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/**
 * What of VMs waited for what of them that the host kept from working, as a document. Times in ns since the epoch, durations in ns.
 *
 * @param notes
 *            what it is of, and what it lacks
 * @param vms
 *            the VMs that were asked for
 */
public record LockReport(PathNotes notes, List<VmLockHolders> vms) {

    /** So many of a kind are reported to people, those in which the holder was preempted longest, and of each so many who had its processor. */
    private static final int TOP = 12;
    private static final int TOP_PREEMPTORS = 3;

    /** Of a VM, one of two: what waited for a holder, or a vCPU for another one on the same processor. */
    private record Row(VmLockHolders vm, LockWaits one, SiblingWait sibling) {

        Object ofWait(Function<LockWaits, ?> cell) {
            return one == null ? "" : cell.apply(one);
        }

        Object ofBoth(ToLongFunction<LockWaits> ofWait, ToLongFunction<SiblingWait> ofSibling, LongFunction<Amount> amount) {
            return amount.apply(one != null ? ofWait.applyAsLong(one) : ofSibling.applyAsLong(sibling));
        }

        int waiting() {
            return one != null ? one.waiting() : sibling.waiting();
        }

        int holder() {
            return one != null ? one.holder() : sibling.running();
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("vm", row -> row.vm.vm()),
            new Column<>("kind", "", row -> row.ofWait(wait -> wait.kind().label()), row -> row.one == null ? "sibling" : row.one.kind().key()),
            Column.id("waiting", row -> key(row.vm.names(), row.waiting())),
            Column.id("waitingThread", row -> row.ofWait(wait -> key(row.vm.names(), wait.waitingThread()))),
            Column.of("waitingName", "who waited", row -> name(row.vm, row.waiting(), row.one == null ? -1 : row.one.waitingThread())),
            Column.id("holder", row -> key(row.vm.names(), row.holder())),
            Column.id("holderThread", row -> row.ofWait(wait -> key(row.vm.names(), wait.holderThread()))),
            Column.of("holderName", "for whom", row -> name(row.vm, row.holder(), row.one == null ? -1 : row.one.holderThread())),
            Column.of("count", "number", row -> row.ofBoth(LockWaits::count, SiblingWait::count, Amount::count)),
            Column.of("total", "time", row -> row.ofBoth(LockWaits::total, SiblingWait::total, Amount::ns)),
            Column.of("longest", "longest", row -> row.ofBoth(LockWaits::longest, SiblingWait::longest, Amount::ns)),
            Column.of("worst", "from", row -> row.ofBoth(LockWaits::worst, SiblingWait::worst, Amount::time)),
            Column.of("preempted", "holder preempted", row -> row.ofWait(wait -> Amount.ns(wait.preempted()))),
            Column.of("wakingUp", "holder waking up", row -> row.ofWait(wait -> Amount.ns(wait.wakingUp()))),
            Column.of("inHost", "holder in the host", row -> row.ofWait(wait -> Amount.ns(wait.inHost()))),
            new Column<>("preemptors", "preempted by", row -> row.ofWait(wait -> preemptors(row.vm, wait)), row -> row.ofWait(
                    wait -> wait.preemptors().stream().map(preemptor -> row.vm.names().key(preemptor.who()) + '=' + preemptor.ns())
                            .collect(Collectors.joining("; ")))));

    private static String key(PathNames names, int who) {
        return who < 0 ? "" : names.key(who);
    }

    /** A vCPU and the thread on it; the VM is known. */
    public static String name(VmLockHolders vm, int vcpu, int thread) {
        String on = vm.names().shownThere(vcpu);
        return thread < 0 ? on : vm.names().shownThere(thread) + ", " + on;
    }

    private static String preemptors(VmLockHolders vm, LockWaits row) {
        String first = row.preemptors().stream().limit(TOP_PREEMPTORS).map(preemptor -> vm.names().shown(preemptor.who()) + ' '
                + Amount.ns(preemptor.ns()))
                .collect(Collectors.joining(", "));
        int others = row.preemptors().size() - TOP_PREEMPTORS;
        return others > 0 ? first + " and " + others(others) : first;
    }

    private static String others(int count) {
        return count == 1 ? "1 other" : count + " others";
    }

    private static List<LockWaits> of(VmLockHolders vm, LockWaits.Kind kind) {
        return vm.waits().stream().filter(row -> row.kind() == kind).toList();
    }

    /** The document: for people some rows, for programs all. */
    public Page page() {
        List<Part> parts = new ArrayList<>();
        for (VmLockHolders vm : vms) {
            List<Part> of = new ArrayList<>(sentences(vm));
            List<Row> all = new ArrayList<>(vm.waits().stream().map(wait -> new Row(vm, wait, null)).toList());
            vm.siblings().forEach(sibling -> all.add(new Row(vm, null, sibling)));
            List<Row> shown = new ArrayList<>();
            List<Part> more = new ArrayList<>();
            for (LockWaits.Kind kind : LockWaits.Kind.values()) {
                List<LockWaits> ofKind = of(vm, kind);
                ofKind.stream().limit(TOP).forEach(wait -> shown.add(new Row(vm, wait, null)));
                if (ofKind.size() > TOP) {
                    more.add(Sentence.plain(kind.label(), ": ", others(ofKind.size() - TOP)));
                }
            }
            of.add(Table.of(COLUMNS, shown, all));
            of.addAll(more);
            of.addAll(WakeReport.waits(vm.siblings(), vm.names()));
            parts.add(new Section(vm.who().title(), of));
        }
        parts.addAll(notes.parts());
        return new Page("Lock holders that the host preempts", notes.trace(), parts);
    }

    private static List<Sentence> sentences(VmLockHolders vm) {
        List<Sentence> found = new ArrayList<>();
        for (LockWaits.Kind kind : LockWaits.Kind.values()) {
            List<LockWaits> of = of(vm, kind);
            if (!of.isEmpty()) {
                found.add(Sentence.answer(kind.sentence(), " ", Amount.count(of.stream().mapToInt(LockWaits::count).sum()), " times, ",
                        Amount.ns(of.stream().mapToLong(LockWaits::total).sum()), " in all; ",
                        Amount.ns(of.stream().mapToLong(LockWaits::preempted).sum()), " of them the holder was preempted."));
            }
        }
        LockWaits.Kicks kicks = vm.kicks();
        if (kicks.unknown() + kicks.without() > 0) {
            found.add(Sentence.plain("Of " + kicks.count() + " kicks " + kicks.without() + " ended no halt, and " + kicks.unknown()
                    + " were for an APIC whose vCPU is not known."));
        }
        if (found.isEmpty()) {
            found.add(Sentence.answer("Nothing of it was seen to wait for what the host kept from working."));
        }
        if (!vm.reportsScheduling()) {
            found.add(Sentence.warning(WakeReport.NO_SCHEDULING));
        }
        if (kicks.leftOut() > 0) {
            found.add(Sentence.warning(kicks.leftOut() + " waits are not counted: there are too many."));
        }
        return found;
    }
}
