/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.WholeFile;
import org.hypertrace.core.finding.Findings;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.RingClocks;
import org.hypertrace.core.report.page.BegunReport;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;

/** What {@code report --format html} writes, for those who choose it from a menu. */
public final class TraceReport {

    private TraceReport() {
    }

    /**
     * @param name
     *            of the trace or experiment
     * @param folders
     *            its traces
     * @param dialects
     *            what the user chose for them
     * @param symbols
     *            what the user chose for them
     * @param file
     *            gets the page; as it was before if that fails or is cancelled
     * @param monitor
     *            can cancel
     * @return what is contradictory about the traces, a sentence each
     * @throws ReportException
     *             if there is nothing to report, a trace is damaged, or the file cannot be written; the message is one sentence
     */
    public static List<String> write(String name, List<Path> folders, List<Dialects.Chosen> dialects, List<GuestSymbols.Chosen> symbols, Path file,
            IProgressMonitor monitor) throws ReportException {
        try (OpenTraces traces = OpenTraces.open(folders)) {
            traces.setDialects(dialects);
            traces.joinByPass(monitor);
            traces.modelAndEvidence(symbols, monitor);
            String page = HtmlPage.of(ModelPage.of(report(name, traces, monitor)));
            if (monitor.isCanceled()) {
                throw new ReportException(ReportException.CANCELLED);
            }
            try (WholeFile whole = new WholeFile(file)) {
                whole.out().append(page);
                whole.finish();
            }
            return traces.notes();
        } catch (StateSystemDisposedException | OperationCanceledException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        } catch (IOException e) {
            throw new ReportException("Cannot write " + file + ": " + IoReason.of(e) + "; choose another file.", e);
        }
    }

    private static ModelReport report(String name, OpenTraces traces, IProgressMonitor monitor) throws ReportException, StateSystemDisposedException {
        ITmfStateSystem states = traces.foundStates();
        try (BegunReport begun = BegunReport.of(name, states, traces.hosts(), ModelReport.Range.ALL, vm -> true)) {
            if (begun.report().isEmpty()) {
                String why = MissingDataMessage.of(traces.trace());
                List<Machines.Host> hosts = Machines.of(states);
                throw new ReportException(why != null ? why : hosts.isEmpty() ? MissingDataMessage.failed() : MissingDataMessage.of(hosts.get(0)));
            }
            return whole(begun, traces, true, monitor);
        }
    }

    /**
     * Adds clocks and findings to a report while the threads of guests are found.
     *
     * @param begun
     *            the report
     * @param traces
     *            what it is of
     * @param withFindings
     *            whether findings are asked for
     * @param monitor
     *            can cancel
     * @return the report with all of them
     * @throws ReportException
     *             if a trace cannot be read
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static ModelReport whole(BegunReport begun, OpenTraces traces, boolean withFindings, IProgressMonitor monitor)
            throws ReportException, StateSystemDisposedException {
        ITmfStateSystem states = traces.foundStates();
        ModelReport report = begun.report().with(traces.clocks(Machines.of(states)), RingClocks.of(traces, Machines.of(states), monitor));
        return begun.whole(!withFindings ? report : report.withFindings(Findings.of(new Findings.Sources(states, traces.foundExits(), traces.foundPaths(),
                traces.symbols(), OwnClock.of(report.clocks())), report.begin(), report.end(), report::has, monitor)));
    }
}
