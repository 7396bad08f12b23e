/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.nested.NestedAttributes;
import org.hypertrace.core.nested.NestedMachines;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.Row;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/** What is nested in a VM as a VM below it: a row per vCPU, with whom it is. */
public final class NestedRows {

    /** The entry below a VM. */
    public static final String LABEL = "Nested guest";

    private final ITmfStateSystem fStates;
    private final List<NestedMachines.Cpu> fCpus;

    /**
     * @param states
     *            the model
     * @param host
     *            one of its hosts
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public NestedRows(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        fStates = states;
        fCpus = NestedMachines.of(states, host);
    }

    /**
     * @param vm
     *            a VM of the host
     * @param parent
     *            its entry
     * @param ids
     *            of entries, by anything that stands for them
     * @param entries
     *            gets the entries, none if nothing is nested in the VM
     * @param rows
     *            gets the rows by the ids of their entries
     */
    public void add(Machines.Vm vm, long parent, Function<Object, Long> ids, List<TimeGraphEntryModel> entries,
            BiConsumer<Long, Row> rows) {
        List<NestedMachines.Cpu> cpus = new ArrayList<>(fCpus);
        cpus.removeIf(cpu -> !cpu.vm().equals(vm.key()));
        if (cpus.isEmpty()) {
            return;
        }
        long nested = ids.apply(parent + LABEL);
        entries.add(new TimeGraphEntryModel(nested, parent, vm.who().nested(Nesting.ANY).label(), vm.begin(), vm.end(), false));
        for (NestedMachines.Cpu cpu : cpus) {
            long id = ids.apply(cpu.quark());
            entries.add(new OrderedEntry(id, nested, cpu.label(), cpu.begin(), cpu.end(), true, cpu.number()));
            rows.accept(id, new StateRow(fStates.optQuarkRelative(cpu.quark(), NestedAttributes.STATE), cpu.begin(), cpu.end(),
                    (value, time) -> look(value)));
        }
    }

    private static Look look(Object value) {
        if (NestedAttributes.OUT.equals(value)) {
            return new Look("hypervisor in the VM", Styles.NESTED_OUT.style());
        }
        VcpuState state = VcpuState.of(value);
        return state == VcpuState.GUEST ? new Look("nested guest", Styles.NESTED_GUEST.style())
                : new Look(state.label(), VcpuStyles.of(state).style());
    }

    /**
     * @param vcpu
     *            a vCPU of the host
     * @param time
     *            ns since the epoch
     * @return for a tooltip: which of what is nested the vCPU has entered then; nothing if the VM itself runs there
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public Map<String, String> tooltip(Machines.Vcpu vcpu, long time) throws StateSystemDisposedException {
        int quark = fStates.optQuarkRelative(vcpu.quark(), NestedAttributes.NESTED);
        Look look = quark < 0 ? null : entered(fStates.querySingleState(time, quark).getValue());
        return look == null ? Map.of() : Map.of("Guest's guest", look.label());
    }

    /**
     * @param value
     *            of {@link NestedAttributes#NESTED} of a vCPU of the host
     * @return which of what is nested the vCPU has entered; null if none
     */
    public Look entered(Object value) {
        return fCpus.stream().filter(cpu -> Integer.valueOf(cpu.index()).equals(value)).findFirst()
                .map(cpu -> new Look(cpu.label(), Styles.NESTED_GUEST.style())).orElse(null);
    }
}
