/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.Accounting;
import org.hypertrace.core.file.Quoted;
import org.hypertrace.core.quantity.Lengths;
import org.hypertrace.core.report.json.time.ProcessJson;
import org.hypertrace.core.report.json.time.SharingJson;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.time.AccountingReport;
import org.hypertrace.core.report.page.time.OvercommitReport;
import org.hypertrace.core.report.page.time.ProcessPage;
import org.hypertrace.core.report.page.time.RingCertainty;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tables of {@code report} that show where time went: each is a report of its own in every format. */
final class TimeTables {

    private static final String PROCESSES = "processes";
    private static final String OVERCOMMIT = "overcommit";
    private static final String ACCOUNTING = "accounting";

    private static final Map<String, String> NEED_HOSTS = Map.of(
            OVERCOMMIT, "Overcommitment needs a trace of the host: rings do not report who else wants its processors.",
            "latencies", "Wake-up latencies need a trace of the host: rings do not report when a vCPU was woken.",
            "lock-holders", "Lock holders need a trace of the host: rings do not report who wakes whom there.");

    /** Their names. */
    static final List<String> NAMES = List.of(PROCESSES, OVERCOMMIT, ACCOUNTING);

    private static final long LONGEST = 1_000_000_000_000L;

    @Option(names = "--period", paramLabel = "LENGTH", description = "how long a period of the table accounting is: ms, or with a "
            + "unit as 1s or 500us (default: 1000)")
    private String fPeriod;

    @Option(names = "--container", paramLabel = "NAME", description = "only threads in this container, for the table processes: its name in the "
            + "manifest, its namespace as pid_ns 4026532163, or that number; none: those in no container")
    private String fContainer;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec fSpec;

    /** Refuses a wrong period, before anything is read. */
    void check(String table) {
        if (fPeriod != null && !table.equals(ACCOUNTING)) {
            throw new ParameterException(fSpec.commandLine(), "--period is for --table accounting.");
        }
        if (fContainer != null && !table.equals(PROCESSES)) {
            throw new ParameterException(fSpec.commandLine(), "--container is for --table processes.");
        }
        period();
    }

    /** @return whether rings without a trace of their host have it, by the same way as a host's trace */
    static boolean areOfRings(String table) {
        return NAMES.contains(table) && !NEED_HOSTS.containsKey(table);
    }

    /**
     * @param table
     *            of a report
     * @return why rings without a trace of their host do not have it, a sentence; null if that is not why
     */
    static String whyNotOfRings(String table) {
        return NEED_HOSTS.get(table);
    }

    private long period() {
        if (fPeriod == null) {
            return 1_000_000_000;
        }
        long ns = Lengths.ns(fPeriod);
        if (ns < 1 || ns > LONGEST) {
            throw new ParameterException(fSpec.commandLine(), "--period: '" + fPeriod + "' is no length from 1 ns to 1000 s; give " + Lengths.FORM + '.');
        }
        return ns;
    }

    private ModelReport inContainer(ModelReport report) throws ReportException {
        ModelReport asked = report.inContainer(fContainer);
        if (asked.isEmpty()) {
            throw new ReportException("No thread of a guest is in a container " + Quoted.of(fContainer) + "; there are: "
                    + String.join(", ", report.containers()) + '.');
        }
        return asked;
    }

    /**
     * @param table
     *            one of {@link #NAMES}
     * @param report
     *            hosts and the VMs that were asked for
     * @param untested
     *            what TAP has of it
     */
    void write(String table, ITmfStateSystem states, ModelReport report, OutputOption output, OutputOption.Untested untested)
            throws ReportException, StateSystemDisposedException {
        switch (table) {
        case PROCESSES -> {
            ModelReport asked = fContainer == null ? report : inContainer(report);
            output.write(() -> ProcessPage.of(asked), null, untested, () -> ProcessJson.of(asked));
        }
        case OVERCOMMIT -> {
            OvercommitReport overcommit = OvercommitReport.of(states, report);
            output.write(overcommit::page, OvercommitReport.VCPUS, untested, () -> SharingJson.of(overcommit));
        }
        default -> {
            if (RingCertainty.concerns(report) && !RingCertainty.hasHost(report)) {
                throw new ReportException("The host writes no exits into the rings, so what vCPUs got is unknown: load hypertrace-ring.ko there.");
            }
            long periods = report.hosts().stream().mapToLong(host -> Accounting.count(host.host(), period(), report.begin(), report.end())).sum();
            if (periods > Accounting.MOST) {
                throw new ReportException("There are " + periods + " periods, and at most " + Accounting.MOST
                        + " can be reported: give a longer --period, or --from and --to.");
            }
            AccountingReport accounting = AccountingReport.of(states, report, period());
            output.write(accounting::page, AccountingReport.PERIODS, untested, () -> SharingJson.of(accounting));
        }
        }
    }
}
