/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.function.BiConsumer;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.StateRow.Looks;
import org.hypertrace.core.view.Styles;

/**
 * The three rows of a vCPU: what their values look like.
 *
 * @param state
 *            the id of the row of its state
 * @param physicalCpu
 *            the id of the row of the processor it has
 * @param preemptor
 *            the id of the row of who has the processor instead
 * @param names
 *            names of who that may be
 */
record VcpuRows(Machines.Vcpu vcpu, long state, long physicalCpu, long preemptedBy, VcpuNames names) {

    void show(BiConsumer<Long, StateRow> rows) {
        rows.accept(state, row(VcpuAttributes.STATE, (value, time) -> look(VcpuState.of(value))));
        rows.accept(physicalCpu, row(VcpuAttributes.PHYSICAL_CPU, (value, time) -> value instanceof Integer cpu
                ? new Look("CPU " + cpu, Styles.PHYSICAL_CPU.shade(cpu)) : null));
        rows.accept(preemptedBy, row(VcpuAttributes.PREEMPTED_BY, (value, time) -> value instanceof Long code
                ? preemptor(Preemptor.of(code), time) : null));
    }

    Migrations.Rows migrating() {
        return new Migrations.Rows(vcpu, cpu -> state, cpu -> physicalCpu);
    }

    private StateRow row(String attribute, Looks looks) {
        return new StateRow(names.quark(vcpu, attribute), vcpu.begin(), vcpu.end(), looks);
    }

    private Look look(VcpuState state) {
        Styles style = VcpuStyles.of(state);
        return new Look(LoneStates.label(vcpu, state), LoneStates.isDoubtful(vcpu, state) ? style.hatched() : style.style());
    }

    private Look preemptor(Preemptor preemptor, long time) throws StateSystemDisposedException {
        Styles style = preemptor.interrupt() != null ? Styles.PREEMPTED_BY_INTERRUPT
                : names.vcpu(preemptor.number(), time) != null ? Styles.PREEMPTED_BY_VCPU : Styles.PREEMPTED_BY_THREAD;
        String name = names.of(preemptor, time);
        return vcpu.isAlone() ? new Look(name + LoneStates.doubt(preemptor), style.hatched()) : new Look(name, style.style());
    }
}
