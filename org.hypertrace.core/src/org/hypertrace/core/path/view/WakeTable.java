/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.path.latency.WakePart;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.core.view.TimedCells.Cell;

/** The rows of {@link WakeTableProvider}, and whose paths can be asked for in them. */
final class WakeTable {

    /** More threads of a VM nobody looks at. */
    static final int MOST = 1_000;
    private static final int HEATED = WakeTableProvider.COLUMNS.indexOf(WakeTableProvider.SHARE);

    private final CriticalPaths fPaths;
    private final EntryIds fIds;
    private final List<TmfTreeDataModel> fRows = new ArrayList<>();
    private final Map<Long, List<PathOffer>> fOffers = new HashMap<>();

    WakeTable(CriticalPaths paths, EntryIds ids) {
        fPaths = paths;
        fIds = ids;
    }

    List<TmfTreeDataModel> rows() {
        return fRows;
    }

    Map<Long, List<PathOffer>> offers() {
        return fOffers;
    }

    /** A row that is a sentence. */
    static TmfTreeDataModel note(long id, long parent, String sentence) {
        List<String> labels = FigureRow.only(sentence, WakeTableProvider.COLUMNS.size());
        return new TimedCells(id, parent, labels, List.of());
    }

    /** Adds the rows of a VM: what all of it waited for, then its vCPUs, its threads, and its vCPUs that waited for each other. */
    void add(VmLatencies vm) {
        String key = vm.who().key() + '\n' + vm.vm();
        long top = fIds.of(key);
        if (vm.waits().isEmpty()) {
            fRows.add(note(top, -1, vm.vm()));
            String why = vm.reportsScheduling() ? "No thread of the guest was woken and ran then."
                    : "The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched.";
            fRows.add(note(fIds.of(key + why), top, why));
        }
        long whole = 0;
        int threads = 0;
        long row = top;
        long ofRow = 0;
        for (WakeFigures figures : vm.waits()) {
            if (figures.part() != WakePart.WHOLE) {
                if (threads <= MOST) {
                    add(vm, figures, fIds.of(key + figures.by() + figures.of() + figures.part()), row, figures.part().label(), ofRow);
                }
                continue;
            }
            ofRow = figures.lengths().total();
            switch (figures.by()) {
            case VM -> {
                whole = ofRow;
                add(vm, figures, top, -1, vm.vm(), whole);
            }
            case VCPU -> {
                row = fIds.of(key + figures.by() + figures.of());
                add(vm, figures, row, top, vm.names().shownThere(figures.of()), whole);
            }
            case THREAD -> {
                long section = fIds.of(key + "threads");
                if (threads++ == 0) {
                    fRows.add(note(section, top, "Threads"));
                }
                row = fIds.of(key + figures.by() + figures.of());
                if (threads <= MOST) {
                    int boot = vm.names().boot(figures.of());
                    add(vm, figures, row, section, vm.names().shownThere(figures.of()) + (boot > 1 ? ", boot " + boot : ""), whole);
                }
            }
            }
        }
        if (threads > MOST) {
            fRows.add(note(fIds.of(key + "more"), fIds.of(key + "threads"), (threads - MOST) + " more: make a report"));
        }
        siblings(vm, key, top);
    }

    private void siblings(VmLatencies vm, String key, long top) {
        if (vm.siblings().isEmpty()) {
            return;
        }
        long section = fIds.of(key + "siblings");
        fRows.add(note(section, top, "Two vCPUs on one processor"));
        for (SiblingWait wait : vm.siblings()) {
            long id = fIds.of(key + "sibling" + wait.waiting() + ' ' + wait.running());
            String waiting = vm.names().shownThere(wait.waiting());
            List<Object> labels = List.of(waiting + " waited for " + vm.names().shownThere(wait.running()), Amount.count(wait.count()),
                    Amount.ns(wait.total()), "", Amount.ns((wait.total() + wait.count() / 2) / wait.count()), "", "", "", Amount.ns(wait.longest()),
                    Amount.time(wait.worst()));
            fRows.add(new TimedCells(id, section, labels, List.of(new Cell(wait.worst(), wait.worst() + wait.longest(), 0))));
            PathQuery vcpu = fPaths.queryOf(wait.waiting());
            fOffers.put(id, List.of(new PathOffer(waiting + " in its longest wait", vcpu.within(wait.worst(), wait.worst() + wait.longest()).words()),
                    new PathOffer(waiting + " of " + vm.vm(), vcpu.words())));
        }
    }

    /**
     * Adds below a VM what waited for what of it that the host kept from working: who waited how for whom, how much of that the latter
     * was preempted, and by whom.
     */
    void add(VmLatencies vm, VmLockHolders locks) {
        String key = vm.who().key() + '\n' + vm.vm();
        long section = fIds.of(key + "locks");
        int shown = 0;
        for (LockWaits wait : locks.waits()) {
            if (wait.preempted() > 0 && shown++ < MOST) {
                if (shown == 1) {
                    fRows.add(note(section, fIds.of(key), "Lock-holder preemption"));
                }
                add(wait, vm, key, section);
            }
        }
        if (shown > MOST || locks.kicks().leftOut() > 0) {
            fRows.add(note(fIds.of(key + "locks more"), section, Math.max(0, shown - MOST) + locks.kicks().leftOut() + " more: make a report"));
        }
    }

    private void add(LockWaits wait, VmLatencies vm, String key, long section) {
        String of = key + "lock" + wait.kind() + wait.waiting() + ' ' + wait.waitingThread() + ' ' + wait.holder() + ' ' + wait.holderThread();
        long id = fIds.of(of);
        String waiting = who(vm, wait.waitingThread(), wait.waiting());
        Cell longest = new Cell(wait.worst(), wait.worst() + wait.longest(), 0);
        fRows.add(new TimedCells(id, section, List.of(waiting + ' ' + wait.kind().label() + (wait.kind() == LockWaits.Kind.SPIN ? " for " : " by ")
                + who(vm, wait.holderThread(), wait.holder()), Amount.count(wait.count()), Amount.ns(wait.total()), "",
                Amount.ns((wait.total() + wait.count() / 2) / wait.count()), "", "", "", Amount.ns(wait.longest()),
                Amount.time(wait.worst())), List.of(longest)));
        PathQuery whole = fPaths.queryOf(wait.waitingThread() >= 0 ? wait.waitingThread() : wait.waiting());
        fOffers.put(id, List.of(new PathOffer(waiting + " in its longest wait", whole.within(longest.begin(), longest.end()).words())));
        long preempted = fIds.of(of + "preempted");
        share(preempted, id, "meanwhile preempted", wait.preempted(), wait.total());
        for (LockWaits.Preemptor preemptor : wait.preemptors()) {
            share(fIds.of(of + "by" + preemptor.who()), preempted, "by " + vm.names().shown(preemptor.who()), preemptor.ns(),
                    wait.total());
        }
        if (wait.wakingUp() > 0) {
            share(fIds.of(of + "waking"), id, "meanwhile waking up", wait.wakingUp(), wait.total());
        }
        if (wait.inHost() > 0) {
            share(fIds.of(of + "host"), id, "meanwhile in the host", wait.inHost(), wait.total());
        }
    }

    private static String who(VmLatencies vm, int thread, int vcpu) {
        return thread < 0 ? vm.names().shownThere(vcpu) : vm.names().shownThere(thread) + " on " + vm.names().shownThere(vcpu);
    }

    private void share(long id, long parent, String name, long ns, long of) {
        List<Object> labels = new ArrayList<>(FigureRow.only(name, WakeTableProvider.COLUMNS.size()));
        labels.set(2, Amount.ns(ns));
        labels.set(3, Amount.share(ns, of));
        fRows.add(new TimedCells(id, parent, labels, List.of()));
    }

    /** @param of what the time is a share of, ns */
    private void add(VmLatencies vm, WakeFigures figures, long id, long parent, String name, long of) {
        Distribution d = figures.lengths();
        List<Object> labels = new ArrayList<>(List.of(name, Amount.count(d.count()), Amount.ns(d.total()),
                Amount.share(d.total(), of)));
        for (long ns : new long[] { d.mean(), d.p50(), d.p90(), d.p99(), d.max() }) {
            labels.add(Amount.ns(ns));
        }
        labels.add(Amount.time(figures.worst()));
        List<Cell> cells = new ArrayList<>();
        for (int column = 0; column < labels.size(); column++) {
            cells.add(new Cell(figures.worst(), figures.worstEnd(), column == HEATED && of > 0 && parent >= 0 ? (double) d.total() / of : 0));
        }
        fRows.add(new TimedCells(id, parent, labels, cells));
        fOffers.put(id, offers(vm, figures));
    }

    private List<PathOffer> offers(VmLatencies vm, WakeFigures figures) {
        List<PathOffer> offers = new ArrayList<>();
        if (figures.worst() < figures.worstEnd()) {
            offers.add(new PathOffer(vm.names().shownThere(figures.worstThread()) + " in the longest wait",
                    fPaths.queryOf(figures.worstThread()).within(figures.worst(), figures.worstEnd()).words()));
        }
        if (figures.by() == WakeFigures.By.THREAD) {
            offers.add(new PathOffer(vm.names().shownThere(figures.of()), fPaths.queryOf(figures.of()).words()));
        } else if (figures.by() == WakeFigures.By.VCPU) {
            offers.add(new PathOffer(vm.names().shownThere(figures.of()) + " of " + vm.vm(), fPaths.queryOf(figures.of()).words()));
        }
        return offers;
    }
}
