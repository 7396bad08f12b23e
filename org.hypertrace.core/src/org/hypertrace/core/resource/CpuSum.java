/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.resource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.vcpu.Taker;
import org.hypertrace.core.vcpu.VcpuFigures.TakerKind;
import org.hypertrace.core.vcpu.VcpuFigures.TakerTime;
import org.hypertrace.core.vcpu.VcpuNames;

/** Sums up what a processor did, stretch by stretch: its occupant, the interrupt it served and the vCPUs that wanted it. */
final class CpuSum implements Sweep.Stretches {

    private final VcpuNames fNames;
    private final Map<TakerTime, Long> fTimes = new HashMap<>();
    private long fIdle;
    private long fUnknown;
    private int fRunnableMax;
    private long fRunnableTime;
    private long fContended;

    CpuSum(VcpuNames names) {
        fNames = names;
    }

    @Override
    public void add(long begin, long end, Object[] values) throws StateSystemDisposedException {
        long ns = end - begin;
        if (values[1] instanceof Long interrupt) {
            had(TakerKind.INTERRUPT, -1, Taker.of(interrupt).interruptLabel(), ns);
        } else if (!(values[0] instanceof Integer tid)) {
            fUnknown += ns;
        } else if (tid == HostThread.IDLE) {
            fIdle += ns;
        } else {
            TakerKind kind = tid < 0 && fNames.vcpu(-tid, begin) != null ? TakerKind.VCPU : TakerKind.TASK;
            had(kind, Math.abs(tid), fNames.thread(Math.abs(tid), begin), ns);
        }
        if (values[2] instanceof Integer runnable) {
            fRunnableMax = Math.max(fRunnableMax, runnable);
            fRunnableTime += runnable * ns;
            fContended += runnable > 1 ? ns : 0;
        }
    }

    private void had(TakerKind kind, int tid, String name, long ns) {
        fTimes.merge(new TakerTime(kind, tid, name, 0), ns, Long::sum);
    }

    CpuUse of(int number, long begin, long end) {
        List<TakerTime> occupants = new ArrayList<>();
        fTimes.forEach((who, ns) -> occupants.add(new TakerTime(who.kind(), who.tid(), who.name(), ns)));
        occupants.sort(Comparator.comparingLong(TakerTime::ns).reversed().thenComparing(TakerTime::name)
                .thenComparingInt(TakerTime::tid).thenComparing(TakerTime::kind));
        return new CpuUse(number, begin, end, occupants, fIdle, fUnknown, fRunnableMax, fRunnableTime, fContended);
    }
}
