/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Collection;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;
import org.hypertrace.core.provider.Styles;

/**
 * Migrations as arrows: from the vCPU's state when it left a processor to the row of its processor when it begins to run
 * on the next one. A vCPU with more than {@value #MOST} in the time asked for has none: they would hide its states and
 * tell nothing; there are arrows once the user zooms in.
 */
final class Migrations {

    /** Arrows per vCPU that can still be told apart. */
    static final int MOST = 200;

    private Migrations() {
    }

    static List<ITimeGraphArrow> arrows(ITmfStateSystem states, Collection<VcpuRows> vcpus, long begin, long end,
            IProgressMonitor monitor) throws StateSystemDisposedException {
        Map<Integer, VcpuRows> few = new HashMap<>();
        for (VcpuRows vcpu : new LinkedHashSet<>(vcpus)) {
            int counter = vcpu.names().quark(vcpu.vcpu(), VcpuAttributes.MIGRATIONS);
            if (counter >= 0) {
                int count = count(states, counter, end) - count(states, counter, begin);
                if (count > 0 && count <= MOST) {
                    few.put(counter, vcpu);
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

    private static ITimeGraphArrow arrow(ITmfStateSystem states, VcpuRows vcpu, long arrival) throws StateSystemDisposedException {
        int processor = vcpu.names().quark(vcpu.vcpu(), VcpuAttributes.PHYSICAL_CPU);
        ITmfStateInterval before = states.querySingleState(arrival - 1, processor);
        // directly from one processor to another only after lost events; else it had none in between
        long left = before.getValue() == null ? before.getStartTime() : arrival;
        return new TimeGraphArrow(vcpu.state(), vcpu.physicalCpu(), left, arrival - left, Styles.MIGRATION.style());
    }
}
