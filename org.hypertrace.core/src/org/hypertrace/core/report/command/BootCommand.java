/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.json.BootReportJson;
import org.hypertrace.core.report.page.run.BootPage;
import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.settings.GuestSymbols;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code boot}: how guests boot: levels, initcalls, panics; two boots compared; budgets. */
@Command(name = "boot", sortOptions = false,
        description = "Prints how every guest booted: levels, initcalls, panics, and the host's share of each delay. Several traces "
                + "are analysed each by itself, so that boots of different times can be compared.",
        footer = "A boot is called VM (name or process id), VM#2 (its second boot), TRACE:VM, TRACE, a folder of recordings or a pattern such "
                + "as 'old-*'. Several boots are repetitions. The exit status is 3 if a budget is exceeded.")
final class BootCommand extends RunsCommand<GuestBoot, BootProfile> {

    @Option(names = "--compare", arity = "2", paramLabel = "BOOT", description = "two boots to be compared; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "LEVEL=MS", description = "how long a level may take; also boot=MS, initcall:NAME=MS; "
            + "may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--without", paramLabel = "FUNCTIONS", description = "shows what leaving these functions out of the next "
            + "recording would save: names and patterns with *, separated by commas")
    private String fWithout;

    @Option(names = "--table", paramLabel = "initcalls|levels|functions|crash-events|comparison", description = "which table of the report csv is "
            + "(default: comparison with --compare, else initcalls)")
    private String fTable;

    /** @param work a folder for what is unpacked */
    BootCommand(Path work) {
        super(work, BootProfile.BUDGETS);
    }

    @Override
    List<String> compared() {
        return fCompare;
    }

    @Override
    List<String> budgets() {
        return fBudgets;
    }

    @Override
    String budgetForm() {
        return "LEVEL=MS, boot=MS or initcall:NAME=MS, such as device=300";
    }

    @Override
    PathQuery.Kind pathKind() {
        return PathQuery.Kind.BOOT;
    }

    @Override
    List<GuestBoot> all(ITmfStateSystem states) throws StateSystemDisposedException {
        return Boots.of(states);
    }

    @Override
    BootProfile figures(String trace, ITmfStateSystem states, GuestBoot boot, GuestSymbols symbols)
            throws StateSystemDisposedException {
        return BootProfile.of(trace, states, boot, symbols);
    }

    @Override
    RunComparison<BootProfile> compare(RunGroup<BootProfile> a, RunGroup<BootProfile> b) {
        return BootComparer.compare(a, b);
    }

    @Override
    String whyEmpty(String traces, String vm) {
        return vm != null ? "No guest " + vm + " boots in " + traces + " in that time."
                : "No guest boots in " + traces + ": no VM is launched or reset in it, and none reports how it boots; begin to record "
                        + "before the VM is started.";
    }

    @Override
    String askedTable() {
        return fTable;
    }

    @Override
    List<String> tables() {
        return BootPage.TABLES;
    }

    @Override
    Page page(RunReport<BootProfile> report) {
        return BootPage.of(report, fWithout);
    }

    @Override
    String json(RunReport<BootProfile> report) {
        return BootReportJson.write(report, fWithout);
    }
}
