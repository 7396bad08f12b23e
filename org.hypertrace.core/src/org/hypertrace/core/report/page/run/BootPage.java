/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.report.page.StateBar;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.view.Styles;

/** A {@link RunReport} of boots as a document. */
public final class BootPage extends RunsPage<BootProfile> {

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of(BootTables.INITCALLS, BootTables.PARTS, FunctionTable.NAME, BootTables.EVENTS,
            ComparisonPage.TABLE);

    private static final int PREEMPTORS = 3;
    /** What a kernel returns from a driver whose device is not there: that is no failure. */
    private static final String NO_DEVICE = "ENODEV";

    private final String fWithout;

    private BootPage(RunReport<BootProfile> report, String without) {
        super(report, BootProfile.BUDGETS);
        fWithout = without;
    }

    /**
     * @param report
     *            of boots
     * @param without
     *            functions to be left out of the next recording, null if none
     * @return the document
     */
    public static Page of(RunReport<BootProfile> report, String without) {
        return new BootPage(report, without).page();
    }

    @Override
    List<Part> comparison(RunComparison<BootProfile> comparison) {
        Set<Styles> colours = EnumSet.copyOf(colours());
        colours.add(Styles.NAMED);
        return ComparisonPage.of(comparison, "part of the boot", "Initcall", List.of(BootTimeLine.of(comparison), Legend.of(colours)));
    }

    @Override
    List<Part> answers(List<BootProfile> runs) {
        return List.of();
    }

    @Override
    String pictured() {
        return "All boots, each from its begin until user space";
    }

    @Override
    TimeLine picture(List<BootProfile> runs, List<String> names) {
        return BootTimeLine.of(runs, names);
    }

    @Override
    List<Styles> colours() {
        Set<Styles> colours = EnumSet.range(Styles.LAUNCHED, Styles.PANICKED);
        colours.addAll(EnumSet.of(Styles.MODULE_INITCALL, Styles.NEVER_RETURNED));
        return List.copyOf(colours);
    }

    @Override
    List<String> findings(List<BootProfile> runs) {
        return BootFindings.of(runs.stream().map(BootProfile::boot).toList());
    }

    @Override
    List<Part> noRows() {
        return List.of(ComparisonPage.none(), BootTables.noEvents());
    }

    @Override
    Section run(BootProfile profile, List<String> path) {
        GuestBoot boot = profile.boot();
        List<Part> parts = new ArrayList<>();
        if (profile.isComplete()) {
            parts.add(Sentence.plain("Booted in ", Amount.ns(profile.duration()), profile.fromLaunch() ? " from its launch."
                    : " from its first word."));
        }
        parts.add(times(boot, boot.ending()));
        parts.add(stages(boot));
        BootFindings.of(profile).forEach(finding -> parts.add(finding(finding)));
        path.forEach(sentence -> parts.add(Sentence.plain(sentence)));
        boot.crashes().forEach(crash -> parts.add(crash(profile, crash)));
        Table table = BootTables.parts(profile);
        parts.add(table.rows().isEmpty() ? table : new Section("Where the time went", where(profile, table)));
        initcalls(profile, parts);
        parts.addAll(FunctionTable.of(profile, fWithout));
        return new Section("Boot " + boot.number(), parts);
    }

    private static Sentence stages(GuestBoot boot) {
        List<Object> pieces = new ArrayList<>();
        boot.stages().forEach(stage -> pieces.addAll(List.of(pieces.isEmpty() ? "" : ", ", stage.part().label(), " ",
                Amount.ns(stage.end() - stage.begin()))));
        return Sentence.quiet(pieces.toArray());
    }

    private static List<Part> where(BootProfile profile, Table table) {
        List<Part> parts = new ArrayList<>(List.of(table, StateBar.legend()));
        List<PreemptorTime> preemptors = profile.spent().preemptors();
        if (!preemptors.isEmpty()) {
            List<Object> pieces = new ArrayList<>(List.of("Who had its processor meanwhile: "));
            preemptors.stream().limit(PREEMPTORS).forEach(preemptor -> pieces.addAll(List.of(pieces.size() == 1 ? "" : ", ", (preemptor.kind()
                    == PreemptorKind.TASK ? preemptor.label() : preemptor.name()) + ' ', Amount.ns(preemptor.ns()))));
            pieces.add(preemptors.size() > PREEMPTORS ? ", " + (preemptors.size() - PREEMPTORS) + " others." : ".");
            parts.add(Sentence.plain(pieces.toArray()));
        }
        return parts;
    }

    private static void initcalls(BootProfile profile, List<Part> to) {
        List<BootProfile.Call> failed = profile.initcalls().stream().filter(BootProfile.Call::failed).toList();
        List<BootProfile.Call> absent = failed.stream().filter(call -> NO_DEVICE.equals(Errno.name(call.run().result()))).toList();
        List<BootProfile.Call> real = failed.stream().filter(call -> !absent.contains(call)).toList();
        if (!real.isEmpty()) {
            to.add(Sentence.plain(initcalls(real.size()) + " failed: " + real.stream().map(call -> call.label() + ' ' + call.outcome())
                    .collect(Collectors.joining(", "))));
        }
        if (!absent.isEmpty()) {
            to.add(Sentence.plain(initcalls(absent.size()) + " found no device (ENODEV): " + absent.stream().map(BootProfile.Call::label)
                    .collect(Collectors.joining(", "))));
        }
        Table table = BootTables.initcalls(profile);
        int count = profile.initcalls().size();
        to.add(count == 0 ? table : new Details(count > BootTables.TOP ? "The longest of " + initcalls(count) : initcalls(count), false,
                List.of(table)));
    }

    private static String initcalls(int count) {
        return count == 1 ? "1 initcall" : count + " initcalls";
    }

    private static Section crash(BootProfile profile, CrashReport crash) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.alarm(crash.oops() ? "Oops at " : "Panic at ", Amount.time(crash.time()), crash.reason() == null ? "" : ": "
                + crash.reason()));
        if (crash.address() != 0) {
            parts.add(Sentence.plain("In " + profile.symbols().label(crash.address()) + (crash.fault() == 0 ? ""
                    : ", which accessed 0x" + Long.toHexString(crash.fault()))));
        }
        parts.add(Sentence.plain("Thread " + (crash.tid() < 0 ? "not recorded" : crash.tid() + (crash.task() == null ? "" : " " + crash.task()))
                + (crash.initcall() == null ? "" : ", initcall " + profile.symbols().label(crash.initcall()))));
        if (!crash.stack().isEmpty()) {
            parts.add(Sentence.plain("Called by: " + crash.stack().stream().map(profile.symbols()::label).collect(Collectors.joining(" > "))));
        }
        Table events = BootTables.events(profile, crash);
        if (!events.rows().isEmpty()) {
            parts.add(new Details("The last " + events.rows().size() + " events before it, the latest first", false, List.of(events)));
        }
        return new Section(crash.oops() ? "Oops" : "Panic", parts);
    }
}
