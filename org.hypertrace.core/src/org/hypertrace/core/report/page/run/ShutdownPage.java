/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.view.Styles;

/** A {@link RunReport} of shutdowns as a document. */
public final class ShutdownPage extends RunsPage<ShutdownProfile> {

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of(ShutdownTables.PARTS, ShutdownTables.PROCESSES, ComparisonPage.TABLE);

    private ShutdownPage(RunReport<ShutdownProfile> report) {
        super(report, ShutdownProfile.BUDGETS);
    }

    /**
     * @param report
     *            of shutdowns
     * @return the document
     */
    public static Page of(RunReport<ShutdownProfile> report) {
        return new ShutdownPage(report).page();
    }

    @Override
    List<Part> comparison(RunComparison<ShutdownProfile> comparison) {
        List<Styles> colours = new ArrayList<>(colours());
        colours.add(Styles.NAMED);
        return ComparisonPage.of(comparison, "step", "Device or notifier", List.of(ShutdownTimeLine.of(comparison), Legend.of(colours)));
    }

    /** What took longest. */
    @Override
    List<Part> answers(List<ShutdownProfile> runs) {
        return runs.stream().map(ShutdownFindings::longest).filter(Objects::nonNull).<Part> map(pieces -> Sentence.answer(pieces.toArray()))
                .toList();
    }

    @Override
    String pictured() {
        return "All shutdowns, each from its begin to its end";
    }

    @Override
    TimeLine picture(List<ShutdownProfile> runs, List<String> names) {
        return ShutdownTimeLine.of(runs, names);
    }

    @Override
    List<Styles> colours() {
        return List.of(Styles.USERSPACE, Styles.PROCESS, Styles.PROCESS_KILLED, Styles.STOPPED, Styles.PANICKED);
    }

    @Override
    List<String> findings(List<ShutdownProfile> runs) {
        return List.of();
    }

    @Override
    List<Part> noRows() {
        return List.of(ComparisonPage.none());
    }

    @Override
    Section run(ShutdownProfile profile, List<String> path) {
        GuestShutdown shutdown = profile.shutdown();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.plain("Took ", Amount.ns(profile.duration()), "."));
        parts.add(times(shutdown, shutdown.ending()));
        ShutdownFindings.of(profile).forEach(finding -> parts.add(finding(finding)));
        path.forEach(sentence -> parts.add(Sentence.plain(sentence)));
        Table steps = ShutdownTables.steps(profile);
        parts.add(steps.rows().isEmpty() ? steps : new Section("Steps", List.of(steps, StateBar.legend())));
        Table processes = ShutdownTables.processes(profile);
        parts.add(processes.rows().isEmpty() ? processes : new Section("User space waited for", List.of(processes)));
        details(profile, "notifier", "notifiers", ShutdownProfile.Section.NOTIFIER, parts);
        details(profile, "device", "devices", ShutdownProfile.Section.DEVICE, parts);
        details(profile, "other part of a step", "other parts of steps", ShutdownProfile.Section.PART, parts);
        return new Section("Shutdown " + shutdown.number() + (shutdown.kind() == null ? "" : ", " + shutdown.kind().key()), parts);
    }

    private static void details(ShutdownProfile profile, String noun, String plural, ShutdownProfile.Section section, List<Part> to) {
        int count = profile.lines(section).size();
        if (count > 0) {
            to.add(new Details(count + " " + (count == 1 ? noun : plural) + (count > ShutdownTables.TOP ? ", the longest " + ShutdownTables.TOP
                    : ""), true, List.of(ShutdownTables.details(profile, noun, section))));
        }
    }
}
