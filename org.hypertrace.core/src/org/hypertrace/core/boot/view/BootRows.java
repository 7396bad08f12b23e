/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/**
 * The rows of a boot, with what they show: its life; its levels; the initcalls of the threads that run levels, one after another,
 * and those nested in them below; the initcalls of all other threads, in as many rows as run at a time.
 */
final class BootRows {

    /** More threads do not run initcalls at a time; a hostile guest may report so. */
    private static final int MAX_ROWS = 64;

    /** The threads that a kernel's initcalls are called by: the one that it begins with, and the one that becomes init. */
    private static final Set<Integer> KERNELS = Set.of(0, 1);
    private static final String INITCALLS = "Initcalls";
    private static final String NESTED = "Nested";
    private static final String OTHER_THREADS = "Other threads";

    /**
     * Initcalls of one row.
     *
     * @param key
     *            unique in the boot
     * @param nested
     *            whether they run in those of the row before that is not
     * @param place
     *            among the rows of a boot; levels have 0
     */
    record Calls(String key, String name, boolean nested, int place, List<Span> spans) { }

    private final GuestBoot fBoot;
    private final BootSymbols fSymbols;
    private final long fShortest;

    /** @param shortest shorter initcalls are not shown, ns; those that never returned are */
    BootRows(GuestBoot boot, BootSymbols symbols, long shortest) {
        fBoot = boot;
        fSymbols = symbols;
        fShortest = shortest;
    }

    List<Span> life() {
        List<Span> spans = new ArrayList<>();
        for (GuestBoot.Stage stage : fBoot.stages()) {
            // the styles are called as the parts of the life are
            spans.add(new Span(stage.begin(), stage.end(), new Look(stage.part().label() + ' '
                    + Amount.ns(stage.end() - stage.begin()), Styles.valueOf(stage.part().name()).style()), stage));
        }
        return spans;
    }

    List<Span> levels() {
        List<Span> spans = new ArrayList<>();
        for (GuestBoot.Level level : fBoot.levels()) {
            spans.add(new Span(level.begin(), level.end(), level.open()
                    ? new Look(level.name() + (fBoot.host().losses().any() ? ", its end is not recorded" : ", never ended"),
                            Styles.NEVER_RETURNED.style())
                    : new Look(level.name() + ' ' + Amount.ns(level.end() - level.begin()),
                            Styles.LEVEL.level(level.name())), level));
        }
        return spans;
    }

    List<Calls> initcalls() {
        List<InitcallRun> shown = fBoot.initcalls().stream().filter(i -> i.open() || i.duration() >= fShortest).toList();
        Set<Integer> main = main();
        Map<Integer, List<Span>> own = new TreeMap<>();
        List<List<Span>> others = new ArrayList<>();
        int left = 0;
        for (InitcallRun i : shown) {
            Span span = new Span(i.begin(), i.end(), () -> look(i), i);
            List<Span> row = main.contains(i.tid()) ? own.computeIfAbsent(i.depth(), depth -> new ArrayList<>())
                    : Span.free(others, span, MAX_ROWS);
            if (row != null && span.fits(row)) {
                row.add(span);
            } else {
                left++;
            }
        }
        List<Calls> rows = new ArrayList<>();
        own.forEach((depth, spans) -> rows.add(new Calls("depth " + depth,
                depth == 0 ? INITCALLS : depth == 1 ? NESTED : NESTED + ' ' + depth, depth > 0, depth == 0 ? 1 : 2, spans)));
        for (int i = 0; i < others.size(); i++) {
            String more = left > 0 && i == others.size() - 1 ? " (" + left + " initcalls more at the same time)" : "";
            rows.add(new Calls("other " + i, (i == 0 ? OTHER_THREADS : OTHER_THREADS + ' ' + (i + 1)) + more, false, 3,
                    others.get(i)));
        }
        return rows;
    }

    /** The threads that boot: those of the levels, else the kernel's, else the one of the first initcall. */
    private Set<Integer> main() {
        if (!fBoot.levels().isEmpty()) {
            return fBoot.levels().stream().map(GuestBoot.Level::tid).collect(Collectors.toSet());
        }
        Set<Integer> kernels = fBoot.initcalls().stream().map(InitcallRun::tid).filter(KERNELS::contains).collect(Collectors.toSet());
        return kernels.isEmpty() ? fBoot.initcalls().stream().limit(1).map(InitcallRun::tid).collect(Collectors.toSet()) : kernels;
    }

    private Look look(InitcallRun i) {
        String name = fSymbols.label(i);
        if (i.open()) {
            return new Look(name + (i.lost() ? ", its return was lost" : ", never returned"), Styles.NEVER_RETURNED.style());
        }
        String error = i.result() == null ? null : Errno.name(i.result());
        String label = name + ' ' + Amount.ns(i.duration())
                + (i.result() == null || i.result() == 0 ? "" : " = " + (error == null ? i.result() : error));
        GuestBoot.Level level = fBoot.level(i);
        return new Look(label, level != null ? Styles.INITCALL.level(level.name())
                : fBoot.isOfModule(i, name) ? Styles.MODULE_INITCALL.style() : Styles.INITCALL.style());
    }
}
