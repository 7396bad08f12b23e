/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.view.Styles;

/**
 * Migrations as arrows: from when a vCPU left a processor to when it begins to run on the next one. A vCPU with more than
 * {@value #MOST} in the time asked for has none: they would hide its states and show nothing; there are arrows once the
 * user zooms in.
 */
public final class Migrations {

    /** Arrows per vCPU that can still be distinguished. */
    static final int MOST = 200;

    /**
     * Where the arrows of a vCPU begin and end.
     *
     * @param from
     *            the id of the row they begin on, by the number of the processor the vCPU leaves
     * @param to
     *            the id of the row they end on, by the number of the processor it arrives at
     */
    public record Rows(Machines.Vcpu vcpu, IntToLongFunction from, IntToLongFunction to) { }

    private Migrations() {
    }

    /**
     * @param states
     *            the model
     * @param vcpus
     *            whose migrations
     * @param begin
     *            of the time they end in, ns since the epoch
     * @param end
     *            of that time
     * @param monitor
     *            ends it early, may be null
     * @return the arrows
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<ITimeGraphArrow> arrows(ITmfStateSystem states, Collection<Rows> vcpus, long begin, long end,
            IProgressMonitor monitor) throws StateSystemDisposedException {
        Map<Integer, Rows> few = new HashMap<>();
        for (Rows rows : vcpus) {
            int counter = states.optQuarkRelative(rows.vcpu().quark(), VcpuAttributes.MIGRATIONS);
            if (counter >= 0) {
                int count = count(states, counter, end) - count(states, counter, begin);
                if (count > 0 && count <= MOST) {
                    few.put(counter, rows);
                }
            }
        }
        List<ITimeGraphArrow> arrows = new ArrayList<>();
        if (!few.isEmpty()) {
            for (ITmfStateInterval one : states.query2D(few.keySet(), begin, end)) {
                if (monitor != null && monitor.isCanceled()) {
                    break;
                }
                if (one.getValue() != null && one.getStartTime() > begin) {
                    arrows.add(arrow(states, few.get(one.getAttribute()), one.getStartTime()));
                }
            }
        }
        return arrows;
    }

    private static int count(ITmfStateSystem states, int counter, long time) throws StateSystemDisposedException {
        return states.querySingleState(time, counter).getValue() instanceof Integer count ? count : 0;
    }

    private static ITimeGraphArrow arrow(ITmfStateSystem states, Rows rows, long arrival) throws StateSystemDisposedException {
        int processor = states.optQuarkRelative(rows.vcpu().quark(), VcpuAttributes.PHYSICAL_CPU);
        ITmfStateInterval before = states.querySingleState(arrival - 1, processor);
        // directly from one processor to another only after lost events; else it had none in between
        long left = before.getValue() == null ? before.getStartTime() : arrival;
        return new TimeGraphArrow(rows.from().applyAsLong(cpu(states, processor, left - 1)),
                rows.to().applyAsLong(cpu(states, processor, arrival)), left, arrival - left, Styles.MIGRATION.style());
    }

    private static int cpu(ITmfStateSystem states, int processor, long time) throws StateSystemDisposedException {
        Object cpu = states.querySingleState(Math.max(time, states.getStartTime()), processor).getValue();
        return cpu instanceof Integer number ? number : -1;
    }
}
