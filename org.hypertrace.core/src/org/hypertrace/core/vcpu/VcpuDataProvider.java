/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.provider.ModelStates;
import org.hypertrace.core.provider.StateRow;
import org.hypertrace.core.provider.StateRow.Look;
import org.hypertrace.core.provider.StateTimeGraphProvider;
import org.hypertrace.core.provider.Styles;

/**
 * The rows of the virtual CPUs: host → VM → vCPU with its state, and below it the processor it has and who has it
 * instead; an arrow where it goes to another processor. Where there is no vCPU, a row says why.
 */
public final class VcpuDataProvider extends StateTimeGraphProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.vcpu";

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    /** By the ids of all three rows of a vCPU. */
    private final Map<Long, VcpuRows> fVcpus = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public VcpuDataProvider(ITmfTrace trace) {
        super(ID);
        fTrace = trace;
        fWhyNot = Explanation.of(trace);
    }

    @Override
    protected ITmfStateSystem states() {
        return fWhyNot == null ? ModelStates.of(fTrace) : null;
    }

    @Override
    protected List<TimeGraphEntryModel> entries(ITmfStateSystem states, boolean complete) throws StateSystemDisposedException {
        List<TimeGraphEntryModel> entries = new ArrayList<>();
        if (states == null) {
            explain(-1, fWhyNot == null ? Explanation.failed() : fWhyNot, entries);
            return entries;
        }
        List<Machines.Host> hosts = Machines.of(states);
        for (Machines.Host host : hosts) {
            List<Machines.Vm> vms = host.vms().stream().filter(vm -> complete || vm.evidence() != Evidence.NONE).toList();
            if (vms.isEmpty() && (!complete || hosts.size() == 1)) {
                continue;
            }
            long id = id(host.quark());
            entries.add(new TimeGraphEntryModel(id, -1, host.name(), host.begin(), host.end(), false));
            VcpuNames names = new VcpuNames(states, host);
            vms.forEach(vm -> add(id, vm, names, entries));
            if (vms.isEmpty()) {
                explain(id, Explanation.of(host), entries);
            }
        }
        if (entries.isEmpty() && complete) {
            explain(-1, hosts.isEmpty() ? Explanation.failed() : Explanation.of(hosts.get(0)), entries);
        }
        return entries;
    }

    private void add(long host, Machines.Vm vm, VcpuNames names, List<TimeGraphEntryModel> entries) {
        long id = id(host + " " + vm.key());
        entries.add(new TimeGraphEntryModel(id, host, vm.label(), vm.begin(), vm.end(), false));
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            VcpuRows rows = new VcpuRows(vcpu, id(vcpu.quark()), id(vcpu.quark() + VcpuAttributes.PHYSICAL_CPU),
                    id(vcpu.quark() + VcpuAttributes.TAKEN_BY), names);
            add(id, rows.state(), "vCPU " + vcpu.number(), rows, entries);
            add(rows.state(), rows.physicalCpu(), "Physical CPU", rows, entries);
            add(rows.state(), rows.takenBy(), "Taken by", rows, entries);
            rows.show(this::show);
        }
    }

    private void add(long parent, long id, String label, VcpuRows rows, List<TimeGraphEntryModel> entries) {
        fVcpus.put(id, rows);
        entries.add(new TimeGraphEntryModel(id, parent, label, rows.vcpu().begin(), rows.vcpu().end()));
    }

    private void explain(long parent, String sentence, List<TimeGraphEntryModel> entries) {
        // read, as nobody may have indexed the trace yet
        long begin = time(ITmfTrace::readStart).min().orElse(0);
        long end = Math.max(begin, time(ITmfTrace::readEnd).max().orElse(0)) + 1;
        long id = id(parent + sentence);
        entries.add(new TimeGraphEntryModel(id, parent, sentence, begin, end));
        show(id, new StateRow(-1, begin, end, (value, time) -> new Look(sentence, Styles.note())));
    }

    private LongStream time(Function<ITmfTrace, ITmfTimestamp> of) {
        return TmfTraceManager.getTraceSet(fTrace).stream().map(trace -> orNothing(trace, of)).filter(Objects::nonNull)
                .mapToLong(ITmfTimestamp::toNanos);
    }

    private static ITmfTimestamp orNothing(ITmfTrace trace, Function<ITmfTrace, ITmfTimestamp> of) {
        try {
            return of.apply(trace);
        } catch (RuntimeException e) {
            // the trace was closed meanwhile: its reader then fails in one way or another, and nobody looks at the entry
            return null;
        }
    }

    @Override
    protected List<ITimeGraphArrow> arrows(ITmfStateSystem states, long begin, long end, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        return Migrations.arrows(states, fVcpus.values(), begin, end, monitor);
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        VcpuRows rows = fVcpus.get(entry);
        return rows == null ? Map.of() : VcpuTooltip.of(states, rows, time);
    }
}
