/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.ring.RingState;
import org.hypertrace.core.ring.RingVcpu;
import org.hypertrace.core.view.Styles;

/** A {@link RingReport} as a document: vCPUs, with each figure how well it is known. */
public final class RingPage {

    /** What its tables are called; the first one is the usual one. */
    public static final List<String> TABLES = List.of("vcpus", "states", "exits", "preemptions");

    private static final int TOP = 10;

    private static final Map<RingState.Known, String> WORDS = Map.of(RingState.Known.EXACT, "exact", RingState.Known.AT_MOST, "at most", RingState.Known.AT_LEAST, "at least",
            RingState.Known.LIKELY, "likely; halted and blocked together are exact", RingState.Known.UNKNOWN, "");
    private static final Map<RingState, Styles> COLOURS = Map.of(RingState.GUEST, Styles.GUEST, RingState.HOST, Styles.HOST_KERNEL,
            RingState.PREEMPTED, Styles.PREEMPTED, RingState.HALTED, Styles.HALTED, RingState.BLOCKED, Styles.BLOCKED,
            RingState.UNKNOWN, Styles.UNKNOWN);

    private record Vcpu(RingReport.File file, RingVcpu figures) {

        Object ofHost(Object cell) {
            return figures.hostRecords() > 0 ? cell : "";
        }

        Amount time(long ns) {
            return file.rings().isDated() ? Amount.time(ns) : Amount.ns(ns);
        }

        Amount share(long ns) {
            return Amount.share(ns, figures.end() - figures.begin());
        }
    }

    private record State(Vcpu vcpu, RingState state) {

        long ns() {
            return vcpu.figures.ns(state);
        }
    }

    private record Exits(Vcpu vcpu, RingVcpu.Exits exits) {

        String label() {
            return exits.isOthers() ? "further reasons" : ExitReason.label(exits.isa(), exits.code());
        }
    }

    private record Preemption(Vcpu vcpu, RingVcpu.Preemption one) { }

    private static final List<Column<Vcpu>> VCPUS = List.of(
            Column.id("file", row -> row.file.name()),
            Column.<Vcpu> id("vm", row -> row.file.vm() == null ? "" : row.file.vm()).later(),
            Column.id("ring", row -> row.figures.ring()),
            new Column<>("vcpu", "", row -> "vCPU " + row.figures.vcpu(), row -> row.figures.vcpu()),
            Column.id("begin", row -> row.figures.begin()),
            Column.id("end", row -> row.figures.end()),
            Column.of("time", "time", row -> Amount.ns(row.figures.end() - row.figures.begin())),
            Column.of("records", "records", row -> Amount.count(row.figures.records())),
            Column.of("host records", "by the host", row -> Amount.count(row.figures.hostRecords())),
            Column.of("overwritten", "overwritten", row -> Amount.count(row.figures.counts().overwritten())),
            Column.of("torn", "torn", row -> Amount.count(row.figures.counts().torn())),
            Column.id("behind end", row -> row.figures.counts().missing()),
            Column.id("not written", row -> row.figures.notWritten()),
            Column.of("exits", "exits", row -> row.ofHost(Amount.count(row.figures.exitCount()))),
            Column.of("migrations", "migrations", row -> row.ofHost(Amount.count(row.figures.migrations()))),
            Column.of("steal at least", "steal, at least", row -> row.ofHost(Amount.ns(row.figures.stealAtLeast()))),
            Column.of("steal at most", "at most", row -> row.ofHost(Amount.ns(row.figures.stealAtMost()))));

    private static final List<Column<State>> STATES = List.of(
            Column.id("file", row -> row.vcpu.file.name()),
            Column.id("ring", row -> row.vcpu.figures.ring()),
            Column.id("vcpu", row -> row.vcpu.figures.vcpu()),
            new Column<>("state", "state", row -> row.state.label(), row -> row.state.key()),
            Column.of("time", "time", row -> Amount.ns(row.ns())),
            new Column<>("share", "share", row -> Bar.share(COLOURS.get(row.state), row.vcpu.share(row.ns())), row -> row.vcpu.share(row.ns())),
            new Column<>("class", "how well known", row -> WORDS.get(row.state.known()), row -> row.state.known().key()));

    private static final List<Column<Exits>> EXITS = List.of(
            Column.id("file", row -> row.vcpu.file.name()),
            Column.id("ring", row -> row.vcpu.figures.ring()),
            Column.id("vcpu", row -> row.vcpu.figures.vcpu()),
            new Column<>("isa", "", row -> "", row -> row.exits.isOthers() ? "" : ExitReason.isaName(row.exits.isa())),
            Column.id("code", row -> row.exits.isOthers() ? "" : row.exits.code()),
            Column.of("reason", "exits for", Exits::label),
            Column.of("count", "number", row -> Amount.count(row.exits.count())),
            Column.id("entered", row -> row.exits.entered()),
            Column.of("total", "until entry", row -> Amount.ns(row.exits.total())),
            Column.of("max", "longest", row -> Amount.ns(row.exits.max())));

    private static final List<Column<Preemption>> PREEMPTIONS = List.of(
            Column.id("file", row -> row.vcpu.file.name()),
            Column.id("ring", row -> row.vcpu.figures.ring()),
            Column.id("vcpu", row -> row.vcpu.figures.vcpu()),
            new Column<>("begin", "from", row -> row.vcpu.time(row.one.begin()), row -> row.one.begin()),
            Column.id("end", row -> row.one.end()),
            Column.of("time", "time", row -> Amount.ns(row.one.ns())),
            Column.id("first tid", row -> row.one.first().tid()),
            Column.of("first", "first preemptor", row -> row.one.first().name()),
            Column.id("last tid", row -> row.one.last() == null ? "" : row.one.last().tid()),
            Column.of("last", "last preemptor", row -> row.one.last() == null ? "" : row.one.last().name()),
            Column.of("others", "others", row -> row.one.last() == null ? "unknown" : row.one.isByOne() ? "likely none" : "unknown"));

    private RingPage() {
    }

    /**
     * @param report
     *            what is reported
     * @return it as a document
     */
    public static Page of(RingReport report) {
        List<Part> parts = new ArrayList<>();
        for (RingReport.File file : report.files()) {
            List<Part> of = new ArrayList<>();
            if (!file.rings().isDated()) {
                of.add(Sentence.quiet("No record has the date: times count from the first record of the file."));
            }
            if (!file.rings().hasHost()) {
                of.add(Sentence.warning("The host writes no exits into the ring; load its module to see virtual CPUs."));
            }
            List<Vcpu> vcpus = file.rings().vcpus().stream().map(figures -> new Vcpu(file, figures)).toList();
            of.add(Table.of("vcpus", VCPUS, vcpus, vcpus));
            vcpus.forEach(vcpu -> of.add(new Section("vCPU " + vcpu.figures.vcpu(), vcpu(vcpu))));
            parts.add(new Section("Rings of " + (file.vm() == null ? "" : file.vm() + ", ") + file.name(), of));
        }
        parts.add(Sentence.quiet(RingReport.WITHOUT_TRACE));
        List<String> gaps = report.gaps();
        if (!gaps.isEmpty()) {
            parts.add(new Section("Data quality", gaps.stream().map(gap -> (Part) Sentence.plain(gap)).toList()));
        }
        return new Page("Rings without a trace of the host", report.trace(), parts);
    }

    private static List<Part> vcpu(Vcpu vcpu) {
        RingVcpu figures = vcpu.figures;
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(vcpu.time(figures.begin()), " - ", vcpu.time(figures.end()), "  (", Amount.ns(figures.end() - figures.begin()),
                ")"));
        if (figures.hostRecords() == 0) {
            parts.add(Sentence.answer("All states are unknown: the guest may have run between its records."));
            return parts;
        }
        parts.add(Sentence.answer("Preempted ", Amount.ns(figures.ns(RingState.PREEMPTED)), " (exact), guest at most ",
                Amount.ns(figures.ns(RingState.GUEST)), ", VMM, host kernel and interrupts together ", Amount.ns(figures.ns(RingState.HOST)),
                ", steal ", Amount.ns(figures.stealAtLeast()), " to ", Amount.ns(figures.stealAtMost()), "."));
        List<State> states = Arrays.stream(RingState.values()).map(state -> new State(vcpu, state)).toList();
        parts.add(Table.of("states", STATES, states.stream().filter(state -> state.ns() > 0).toList(), states));
        List<Exits> exits = figures.exits().stream().map(one -> new Exits(vcpu, one)).toList();
        parts.add(Table.of("exits", EXITS, exits.subList(0, Math.min(TOP, exits.size())), exits));
        if (exits.size() > TOP) {
            parts.add(Sentence.plain((exits.size() - TOP) + " more reasons."));
        }
        parts.addAll(preemptions(vcpu));
        return parts;
    }

    private static List<Part> preemptions(Vcpu vcpu) {
        List<RingVcpu.Preemption> all = vcpu.figures.preemptions();
        List<Part> parts = new ArrayList<>();
        if (all.isEmpty()) {
            return parts;
        }
        parts.add(Sentence.plain("Preempted ", Amount.count(all.size() + vcpu.figures.otherPreemptions()), " times; in ",
                Amount.count(all.stream().filter(RingVcpu.Preemption::isByOne).count()),
                " of them the first preemptor is the last one, and likely the only one. Elsewhere others may have run in between."));
        if (vcpu.figures.otherPreemptions() > 0) {
            parts.add(Sentence.warning(vcpu.figures.otherPreemptions() + " preemptions are not listed: there are too many."));
        }
        List<Preemption> rows = all.stream().map(one -> new Preemption(vcpu, one)).toList();
        List<Preemption> longest = rows.stream().sorted(Comparator.comparingLong((Preemption row) -> row.one.ns()).reversed()).limit(TOP).toList();
        parts.add(new Details("The longest preemptions", true, List.of(Table.of("preemptions", PREEMPTIONS, longest, rows))));
        return parts;
    }
}
