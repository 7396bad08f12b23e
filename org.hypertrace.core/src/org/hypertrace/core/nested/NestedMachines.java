/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.StatesAt;
import org.hypertrace.core.nested.NestedVm.Count;
import org.hypertrace.core.vcpu.VcpuState;

/** The read side of what {@link NestedTracker} found: what is nested in the VMs of a host. */
public final class NestedMachines {

    /**
     * A vCPU of a guest's guest.
     *
     * @param index
     *            its running number
     * @param quark
     *            its place in the state system
     * @param vm
     *            the key of the VM that it is in
     * @param number
     *            among those of the VM
     * @param block
     *            where its control block is, {@link NestedCpu#NO_BLOCK} if not recorded
     * @param begin
     *            when it appeared, ns since the epoch
     * @param end
     *            of the vCPU that entered it last, ns since the epoch
     * @param counts
     *            of the VM: how it is known, and what is contradictory
     */
    public record Cpu(int index, int quark, String vm, int number, long block, long begin, long end, Map<Count, Long> counts) {

        /** @return its name for people: {@code vCPU 0 (block 0x1000)} */
        public String label() {
            return "vCPU " + number + (block == NestedCpu.NO_BLOCK ? "" : " (block 0x" + Long.toHexString(block) + ')');
        }
    }

    /**
     * What it did in a stretch of time; the parts sum to {@code end - begin}.
     *
     * @param states
     *            ns per state of its vCPU while it was entered; {@link VcpuState#UNKNOWN}: nobody knows whether it was
     * @param out
     *            ns in the hands of the hypervisor in the VM
     */
    public record Figures(Cpu cpu, long begin, long end, int entries, int exits, Map<VcpuState, Long> states, long out) { }

    private final ITmfStateSystem fStates;
    private final StatesAt fNow;

    private NestedMachines(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fNow = new StatesAt(states, states.getCurrentEndTime());
    }

    /**
     * @param states
     *            the model
     * @param host
     *            one of its hosts
     * @return what is nested in its VMs, as known at the end of what was analysed so far, by VM and number
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<Cpu> of(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        int root = states.optQuarkRelative(host.quark(), NestedAttributes.NESTED);
        return root < 0 ? List.of() : new NestedMachines(states).cpus(root, host.end());
    }

    private List<Cpu> cpus(int root, long hostEnd) {
        List<Cpu> cpus = new ArrayList<>();
        for (int quark : fStates.getSubAttributes(root, false)) {
            if (value(quark, NestedAttributes.VCPU) instanceof Integer vcpu && value(vcpu, MachineAttributes.VM) instanceof String vm
                    && value(quark, NestedAttributes.BEGIN) instanceof Long begin) {
                cpus.add(new Cpu(Integer.parseInt(fStates.getAttributeName(quark)), quark, vm,
                        value(quark, NestedAttributes.NUMBER) instanceof Integer n ? n : 0,
                        value(quark, NestedAttributes.BLOCK) instanceof Long l ? l : NestedCpu.NO_BLOCK, begin,
                        value(quark, NestedAttributes.END) instanceof Long l ? l : hostEnd, counts(quark)));
            }
        }
        cpus.sort(Comparator.comparing(Cpu::vm).thenComparingInt(Cpu::number).thenComparingInt(Cpu::index));
        return cpus;
    }

    private Map<Count, Long> counts(int cpu) {
        Map<Count, Long> counts = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            counts.put(count, value(cpu, NestedAttributes.KNOWN_BY, count.name()) instanceof Long l ? l : 0L);
        }
        return counts;
    }

    private Object value(int parent, String... path) {
        int quark = fStates.optQuarkRelative(parent, path);
        return fNow.value(quark);
    }

    /**
     * @param states
     *            the model, complete
     * @param cpu
     *            a vCPU of a guest's guest
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            its end (exclusive), ns since the epoch
     * @return what it did, null if it did not live in the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static Figures figures(ITmfStateSystem states, Cpu cpu, long from, long to) throws StateSystemDisposedException {
        long begin = Math.max(from, cpu.begin);
        long end = Math.min(to, cpu.end);
        if (begin >= end) {
            return null;
        }
        Map<VcpuState, Long> ns = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            ns.put(state, 0L);
        }
        long out = 0;
        int state = states.optQuarkRelative(cpu.quark, NestedAttributes.STATE);
        for (ITmfStateInterval interval : states.query2D(List.of(state), begin, end - 1)) {
            long part = Math.min(interval.getEndTime() + 1, end) - Math.max(interval.getStartTime(), begin);
            if (NestedAttributes.OUT.equals(interval.getValue())) {
                out += part;
            } else {
                ns.merge(VcpuState.of(interval.getValue()), part, Long::sum);
            }
        }
        return new Figures(cpu, begin, end, grown(states, cpu, NestedAttributes.ENTRIES, begin, to),
                grown(states, cpu, NestedAttributes.EXITS, begin, to), ns, out);
    }

    private static int grown(ITmfStateSystem states, Cpu cpu, String name, long begin, long to)
            throws StateSystemDisposedException {
        int quark = states.optQuarkRelative(cpu.quark, name);
        return quark < 0 ? 0 : at(states, quark, Math.min(to > cpu.end ? to : to - 1, states.getCurrentEndTime()))
                - (begin > states.getStartTime() ? at(states, quark, begin - 1) : 0);
    }

    private static int at(ITmfStateSystem states, int quark, long time) throws StateSystemDisposedException {
        return states.querySingleState(Math.max(time, states.getStartTime()), quark).getValue() instanceof Integer i ? i : 0;
    }
}
