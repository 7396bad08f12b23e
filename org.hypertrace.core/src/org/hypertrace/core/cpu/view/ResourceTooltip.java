/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.ResourceAttributes;
import org.hypertrace.core.nested.NestedAttributes;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.StateRow.Looks;

/**
 * What there is to report about a processor or a vCPU at an instant, in words.
 *
 * @param quark
 *            the place of the processor or vCPU in the state system
 * @param begin
 *            of its life, ns since the epoch
 * @param end
 *            of its life (exclusive), ns since the epoch
 */
record ResourceTooltip(int quark, long begin, long end, ResourceLooks looks) {

    Map<String, String> at(ITmfStateSystem states, long time) throws StateSystemDisposedException {
        Map<String, String> lines = new LinkedHashMap<>();
        if (time >= begin && time < end) {
            add(lines, states, time, ResourceAttributes.OCCUPANT, looks::occupant);
            guestTask(lines, states, time);
            add(lines, states, time, ResourceAttributes.INTERRUPT, looks::interrupt);
            add(lines, states, time, VcpuAttributes.PHYSICAL_CPU, looks::processor);
            add(lines, states, time, VcpuAttributes.WAITS_FOR, looks::awaited);
            add(lines, states, time, NestedAttributes.NESTED, looks::nested);
            runnable(lines, states, time);
        }
        return lines;
    }

    /** How long the number lasts is known where it is that of the model. */
    private void runnable(Map<String, String> lines, ITmfStateSystem states, long time) throws StateSystemDisposedException {
        int child = states.optQuarkRelative(quark, VcpuAttributes.RUNNABLE);
        if (child >= 0) {
            ITmfStateInterval value = states.querySingleState(time, child);
            int early = looks.early().runnable(states, Integer.parseInt(states.getAttributeName(quark)), time);
            int counted = value.getValue() instanceof Integer number ? number : 0;
            if (early > 0) {
                lines.put(VcpuAttributes.RUNNABLE, Integer.toString(counted + early));
            } else if (value.getValue() != null) {
                lines.put(VcpuAttributes.RUNNABLE, counted + during(value));
            }
        }
    }

    private void guestTask(Map<String, String> lines, ITmfStateSystem states, long time) throws StateSystemDisposedException {
        int occupant = states.optQuarkRelative(quark, ResourceAttributes.OCCUPANT);
        int task = occupant < 0 ? -1 : looks.guestTask(states.querySingleState(time, occupant).getValue(), time);
        if (task >= 0) {
            ITmfStateInterval value = states.querySingleState(time, task);
            String label = looks.guestTaskLabel(task, value.getValue());
            if (label != null) {
                lines.put(TaskAttributes.GUEST_TASK, label + during(value));
            }
        }
    }

    private void add(Map<String, String> lines, ITmfStateSystem states, long time, String attribute, Looks words)
            throws StateSystemDisposedException {
        int child = states.optQuarkRelative(quark, attribute);
        if (child >= 0) {
            ITmfStateInterval value = states.querySingleState(time, child);
            Look look = words.of(value.getValue(), value.getStartTime());
            if (look != null) {
                lines.put(attribute, look.label() + during(value));
            }
        }
    }

    private String during(ITmfStateInterval value) {
        return " for " + Amount.ns(Math.min(value.getEndTime() + 1, end) - Math.max(value.getStartTime(), begin)).both();
    }
}
