/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.StackReading;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.StackReport;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackSpool;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.stack.track.TracerFilter;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/** Stacks of guests' threads and states of vCPUs over time, as a {@link ChromeTrace}; in bounded memory, whatever their length. */
public final class StackTimeline implements AutoCloseable {

    private final OpenTraces fTraces;
    private final boolean fWithTracing;
    private final Path fWork;
    private StackSpool fSpool;

    /** @param work a folder for what waits until all names are known */
    public StackTimeline(OpenTraces traces, boolean withTracing, Path work) throws IOException {
        fTraces = traces;
        fWithTracing = withTracing;
        fWork = work;
        fSpool = new StackSpool(work);
    }

    /** Reads the traces, and writes what they have of a stretch, by when they begin. */
    public void write(LongFunction<ModelReport.Range> range, String asked, AskedVms words, GuestSymbols symbols, IProgressMonitor monitor, Writer out)
            throws ReportException, IOException {
        StackCollector collector = collector(range);
        StackReading found = read(collector, symbols, monitor);
        while (found == null) {
            fSpool.close();
            fSpool = new StackSpool(fWork);
            collector = collector(range);
            found = read(collector, symbols, monitor);
        }
        StackPass pass = found.pass();
        StackReport report = collector.report(fTraces.name(), fTraces.begin(), pass.end() + 1,
                fTraces.hosts(), pass, asked, words, List.of());
        words.check();
        Map<StackThread, ChromeTrace.Row> rows = new HashMap<>();
        int process = 0;
        for (StackReport.Guest guest : report.guests()) {
            process++;
            for (StackReport.Thread thread : guest.threads()) {
                rows.put(thread.thread(), new ChromeTrace.Row(process, guest.label(), thread.thread().index() + 1, thread.label()));
            }
        }
        ChromeTrace trace = new ChromeTrace(out, report.begin(), report.end(), pass.names(), rows);
        StackSink to = fWithTracing ? trace : new TracerFilter(trace);
        fSpool.replay(to);
        try {
            vcpus(found.model(), asked, process, trace);
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
        trace.end();
    }

    private StackCollector collector(LongFunction<ModelReport.Range> range) {
        return new StackCollector(range.apply(fTraces.begin()), FlameMode.WALL, true, new FlameLabels());
    }

    /** Who is there is known as the report knows it. */
    private StackReading read(StackCollector collector, GuestSymbols symbols, IProgressMonitor monitor) throws ReportException {
        return StackReading.of(fTraces, symbols, new StackFanOut(List.of(fSpool, collector.sink())), true, monitor);
    }

    private static void vcpus(ITmfStateSystem states, String asked, int processes, ChromeTrace trace)
            throws IOException, StateSystemDisposedException {
        VmChoice vms = VmChoice.of(asked, Machines.of(states).stream().flatMap(host -> host.vms().stream()).map(Machines.Vm::who).toList());
        int process = processes;
        Map<Integer, ChromeTrace.Row> rows = new LinkedHashMap<>();
        for (Machines.Host host : Machines.of(states)) {
            for (Machines.Vm vm : host.vms()) {
                process++;
                for (Machines.Vcpu vcpu : vms.has(vm.who()) ? vm.vcpus() : List.<Machines.Vcpu>of()) {
                    int quark = states.optQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
                    if (quark >= 0) {
                        rows.put(quark, new ChromeTrace.Row(process, "vCPUs of " + vm.label(), rows.size() + 1,
                                "vCPU " + vcpu.number()));
                    }
                }
            }
        }
        trace.describe(rows.values());
        for (ITmfStateInterval interval : states.query2D(rows.keySet(), states.getStartTime(), states.getCurrentEndTime())) {
            if (interval.getValue() != null) {
                trace.state(rows.get(interval.getAttribute()), interval.getStartTime(), interval.getEndTime() + 1,
                        VcpuState.of(interval.getValue()).label());
            }
        }
    }

    @Override
    public void close() throws IOException {
        fSpool.close();
    }
}
