/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.json.ShutdownReportJson;
import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.report.page.run.ShutdownPage;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownComparer;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.Shutdowns;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shutdown}: what the shutdowns and restarts of guests spend their time on; two compared; budgets. */
@Command(name = "shutdown", sortOptions = false,
        description = "Prints what every shutdown or restart of a guest took: user space, steps, devices, notifiers, and the host's "
                + "share of each. Several traces are analysed each by itself.",
        footer = "Needed: the guest's shutdown events, or its function events below kernel_restart or kernel_power_off and the symbols "
                + "of its kernel. A shutdown is called VM (name or process id), VM#2 (its second one), TRACE:VM, TRACE, a folder of "
                + "recordings or a pattern such as 'old-*'. Several are repetitions. The exit status is 3 if a budget is exceeded.")
final class ShutdownCommand extends RunsCommand<GuestShutdown, ShutdownProfile> {

    @Option(names = "--compare", arity = "2", paramLabel = "SHUTDOWN",
            description = "two shutdowns to be compared; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "STEP=MS", description = "how long a step may take; also shutdown=MS, device:NAME=MS, "
            + "notifier:NAME=MS; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--table", paramLabel = "parts|processes|comparison", description = "which table of the report csv is "
            + "(default: comparison with --compare, else parts)")
    private String fTable;

    /** @param work a folder for what is unpacked */
    ShutdownCommand(Path work) {
        super(work, ShutdownProfile.BUDGETS);
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
        return "STEP=MS, shutdown=MS, device:NAME=MS or notifier:NAME=MS, such as 'device shutdown=300'";
    }

    @Override
    PathQuery.Kind pathKind() {
        return PathQuery.Kind.SHUTDOWN;
    }

    @Override
    List<GuestShutdown> all(ITmfStateSystem states) throws StateSystemDisposedException {
        return Shutdowns.of(states);
    }

    @Override
    ShutdownProfile figures(String trace, ITmfStateSystem states, GuestShutdown shutdown, GuestSymbols symbols)
            throws StateSystemDisposedException {
        return ShutdownProfile.of(trace, states, shutdown, symbols);
    }

    @Override
    RunComparison<ShutdownProfile> compare(RunGroup<ShutdownProfile> a, RunGroup<ShutdownProfile> b) {
        return ShutdownComparer.compare(a, b);
    }

    @Override
    String whyEmpty(String traces, String vm) {
        return "No guest" + (vm == null ? "" : " " + vm) + " reports in " + traces + " how it shuts down: record its shutdown events, or its "
                + "functions below kernel_restart, and give the symbols of its kernel (--symbols).";
    }

    @Override
    String askedTable() {
        return fTable;
    }

    @Override
    List<String> tables() {
        return ShutdownPage.TABLES;
    }

    @Override
    Page page(RunReport<ShutdownProfile> report) {
        return ShutdownPage.of(report);
    }

    @Override
    String json(RunReport<ShutdownProfile> report) {
        return ShutdownReportJson.write(report);
    }
}
