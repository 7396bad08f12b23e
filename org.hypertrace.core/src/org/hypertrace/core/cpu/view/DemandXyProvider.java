/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.SeriesModel.SeriesModelBuilder;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.TmfXYAxisDescription;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.cpu.CpuUse;
import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.cpu.EarlyVcpus;
import org.hypertrace.core.cpu.ResourceTable;
import org.hypertrace.core.cpu.TimeBuckets;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuTable;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.Figures;
import org.hypertrace.core.view.ModelXyProvider;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.TimedCells;

/**
 * Stolen time and overcommit. A line per VM shows how much of its vCPUs' time was stolen. A line per processor shows how many vCPUs had it
 * or waited for it; 100 % is one all the time. Where packets of a host's trace are missing, a further line shows when. Every
 * point is exact over the time until the next. The table beside it reports the same and more of the time in sight.
 */
public final class DemandXyProvider extends ModelXyProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.resource.xy";

    /** The columns of the table. */
    public static final TableColumns COLUMNS = TableColumns.of("Name", "Demand", "Got", "Stolen", "Stolen share", "Mostly by", "Longest wait", "From",
            "Overcommitted")
            .adding("Demand", "Got", "Stolen", "Overcommitted");

    private static final TmfXYAxisDescription PERCENT = new TmfXYAxisDescription("Share of time", "%");

    private final Map<Long, PercentLine> fLines = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public DemandXyProvider(ITmfTrace trace) {
        super(ID, "Steal and Overcommit", COLUMNS, trace);
    }

    @Override
    protected void entries(ITmfStateSystem states, long begin, long end, boolean complete, List<TmfTreeDataModel> to)
            throws StateSystemDisposedException {
        Set<String> names = new HashSet<>();
        List<Machines.Host> hosts = Machines.of(states);
        for (Machines.Host host : hosts) {
            if (host.vms().isEmpty() && !(complete && hosts.size() > 1)) {
                continue;
            }
            long id = id(host.quark());
            to.add(new TmfTreeDataModel(id, -1, List.of(host.name()), false, null));
            if (host.vms().isEmpty()) {
                to.add(note(id, MissingDataMessage.of(host)));
            } else {
                ResourceTable table = complete ? new ResourceTable(states, host, begin, end) : null;
                VcpuTable stolen = complete ? new VcpuTable(states, host, begin, end) : null;
                vms(states, host, table, stolen, names, to);
                cpus(states, host, table, names, to);
                if (!host.losses().missing().isEmpty()) {
                    String missing = "packets missing";
                    add(id(host.quark() + missing), host, List.of(missing), Shades.lossLine(), LossLine.of(unique(missing, names), host), to);
                }
            }
        }
        if (to.isEmpty() && complete) {
            to.add(note(-1, hosts.isEmpty() ? MissingDataMessage.failed() : MissingDataMessage.of(hosts.get(0))));
        }
    }

    private void vms(ITmfStateSystem states, Machines.Host host, ResourceTable table, VcpuTable stolen, Set<String> names,
            List<TmfTreeDataModel> to) throws StateSystemDisposedException {
        for (int i = 0; i < host.vms().size(); i++) {
            Machines.Vm vm = host.vms().get(i);
            List<Object> labels = new ArrayList<>(List.of(vm.label()));
            Demand.Wait longest = null;
            if (table != null) {
                Demand demand = table.demand(vm);
                longest = demand.longestWait();
                long lives = vm.vcpus().stream().mapToLong(table::life).sum();
                labels.addAll(List.of(Amount.ns(demand.demand()), Amount.ns(demand.got()),
                        Amount.ns(demand.stolen()), Amount.share(demand.stolen(), lives), most(stolen, vm),
                        longest == null ? "" : Amount.ns(longest.ns()), longest == null ? "" : Amount.time(longest.begin()), ""));
            }
            long id = id(host.quark() + MachineAttributes.VMS + vm.key());
            fLines.put(id, DemandLine.stolen(unique(vm.label() + ": stolen", names), states, vm));
            to.add(new TimedCells(id, id(host.quark()), labels, longest == null ? List.of() : List.of(new TimedCells.Cell(longest.begin(),
                    longest.end(), 0)), Shades.vmLine(i)));
        }
    }

    /** Who had the processors of a VM's vCPUs instead for the most time, and for how long; interrupts steal nothing. */
    private static Object most(VcpuTable table, Machines.Vm vm) throws StateSystemDisposedException {
        Map<String, Long> times = new LinkedHashMap<>();
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            table.stolenBy(vcpu).stream().filter(by -> by.who().kind() != PreemptorKind.INTERRUPT)
                    .forEach(by -> times.merge(by.name(), by.ns(), Long::sum));
        }
        Map.Entry<String, Long> most = times.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        return most == null ? "" : new Figures.Worded(most.getKey() + ": " + Amount.ns(most.getValue()), Amount.ns(most.getValue()));
    }

    private void cpus(ITmfStateSystem states, Machines.Host host, ResourceTable table, Set<String> names,
            List<TmfTreeDataModel> to) throws StateSystemDisposedException {
        EarlyVcpus early = new EarlyVcpus(states, host);
        List<CpuUse> uses = table == null ? List.of() : table.cpus();
        for (var cpu : ResourceTable.quarks(states, host).entrySet()) {
            List<Object> labels = new ArrayList<>(List.of("CPU " + cpu.getKey()));
            uses.stream().filter(use -> use.number() == cpu.getKey()).findAny().ifPresent(use -> labels.addAll(List.of(
                    Amount.ns(use.runnableTime()), "", "", "", "", "", "",
                    new Figures.Worded(use.contended() == 0 ? "never" : Amount.ns(use.contended()) + " (" + use.runnableMax() + " vCPUs)",
                            Amount.ns(use.contended())))));
            add(id(host.quark() + MachineAttributes.CPUS + cpu.getKey()), host, labels, Shades.cpuLine(cpu.getKey()),
                    DemandLine.runnable(unique("CPU " + cpu.getKey() + ": demand", names), states, host, cpu.getValue(), cpu.getKey(), early),
                    to);
        }
    }

    private void add(long id, Machines.Host host, List<?> labels, OutputElementStyle style, PercentLine line,
            List<TmfTreeDataModel> to) {
        fLines.put(id, line);
        to.add(new FigureRow(id, id(host.quark()), labels, true, style));
    }

    /** Clients take lines of the same name for one. */
    private static String unique(String name, Set<String> names) {
        String unique = name;
        for (int i = 2; !names.add(unique); i++) {
            unique = name + " (" + i + ')';
        }
        return unique;
    }

    @Override
    protected List<ISeriesModel> series(ITmfStateSystem states, List<Long> entries, long[] times, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        Map<Long, Points> points = new LinkedHashMap<>();
        Map<Integer, List<Points>> own = new HashMap<>();
        Map<Integer, List<Points>> shared = new HashMap<>();
        Map<Integer, PercentLine.Life> lives = new HashMap<>();
        for (long entry : entries) {
            PercentLine line = fLines.get(entry);
            if (line != null) {
                Points its = points.computeIfAbsent(entry, key -> new Points(line, times));
                line.attributes().forEach(attribute -> own.put(attribute, List.of(its)));
                line.shared().keySet().forEach(attribute -> shared.computeIfAbsent(attribute, key -> new ArrayList<>()).add(its));
                lives.putAll(line.shared());
            }
        }
        TimeBuckets range = new TimeBuckets(times);
        long begin = Math.max(range.begin(), states.getStartTime());
        long end = Math.min(range.end() - 1, states.getCurrentEndTime());
        if (!count(states, own, begin, end, monitor)) {
            return null;
        }
        // each counts for a moment only, and has as many intervals afterwards as any vCPU
        for (var attribute : shared.entrySet()) {
            PercentLine.Life life = lives.get(attribute.getKey());
            if (!count(states, Map.ofEntries(attribute), Math.max(begin, life.begin()), Math.min(end, life.end() - 1), monitor)) {
                return null;
            }
        }
        List<ISeriesModel> series = new ArrayList<>();
        points.forEach((entry, its) -> series.add(new SeriesModelBuilder(entry, PlainText.line(its.fLine.name()), times,
                its.fSum.percentOf(its.fWhole)).yAxisDescription(PERCENT).build()));
        return series;
    }

    /** Adds the intervals of the attributes to the lines that have them; false if nobody waits for that any more. */
    private static boolean count(ITmfStateSystem states, Map<Integer, List<Points>> lines, long begin, long end, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        if (begin <= end && !lines.isEmpty()) {
            for (ITmfStateInterval interval : states.query2D(lines.keySet(), begin, end)) {
                if (monitor != null && monitor.isCanceled()) {
                    return false;
                }
                lines.get(interval.getAttribute()).forEach(its -> its.fLine.count(interval, its.fSum));
            }
        }
        return true;
    }

    /** The sums of a line. */
    private static final class Points {

        private final PercentLine fLine;
        private final TimeBuckets fSum;
        private final TimeBuckets fWhole;

        Points(PercentLine line, long[] times) {
            fLine = line;
            fSum = new TimeBuckets(times);
            fWhole = new TimeBuckets(times);
            line.count(fSum, fWhole);
        }
    }
}
