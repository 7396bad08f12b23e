/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuNames;

/** Sums up what a processor did, stretch by stretch: its occupant, the interrupt it served and the vCPUs that wanted it. */
final class CpuSum implements Sweep.Stretches {

    /** Behind these attributes of the processor stand those of vCPUs: what processor each has or waits for. */
    private static final int RUNNABLE = 2;

    private final VcpuNames fNames;
    private final int fNumber;
    private final Map<PreemptorTime, Long> fTimes = new HashMap<>();
    private long fIdle;
    private long fUnknown;
    private int fRunnableMax;
    private long fRunnableTime;
    private long fContended;

    /** @param number of the processor */
    CpuSum(VcpuNames names, int number) {
        fNames = names;
        fNumber = number;
    }

    @Override
    public void add(long begin, long end, Object[] values) throws StateSystemDisposedException {
        long ns = end - begin;
        if (values[1] instanceof Long interrupt) {
            had(PreemptorKind.INTERRUPT, -1, Preemptor.of(interrupt).interruptLabel(), ns);
        } else if (!(values[0] instanceof Integer tid)) {
            fUnknown += ns;
        } else if (tid == HostThread.IDLE) {
            fIdle += ns;
        } else {
            PreemptorKind kind = tid < 0 && fNames.vcpu(-tid, begin) != null ? PreemptorKind.VCPU : PreemptorKind.TASK;
            had(kind, Math.abs(tid), fNames.thread(Math.abs(tid), begin), ns);
        }
        int runnable = values[RUNNABLE] instanceof Integer counted ? counted : 0;
        for (int i = RUNNABLE + 1; i < values.length; i++) {
            runnable += values[i] instanceof Integer processor && processor == fNumber ? 1 : 0;
        }
        fRunnableMax = Math.max(fRunnableMax, runnable);
        fRunnableTime += runnable * ns;
        fContended += runnable > 1 ? ns : 0;
    }

    private void had(PreemptorKind kind, int tid, String name, long ns) {
        fTimes.merge(new PreemptorTime(kind, tid, name, 0), ns, Long::sum);
    }

    CpuUse of(long begin, long end) {
        List<PreemptorTime> occupants = new ArrayList<>();
        fTimes.forEach((who, ns) -> occupants.add(new PreemptorTime(who.kind(), who.tid(), who.name(), ns)));
        occupants.sort(Comparator.comparingLong(PreemptorTime::ns).reversed().thenComparing(PreemptorTime::name)
                .thenComparingInt(PreemptorTime::tid).thenComparing(PreemptorTime::kind));
        return new CpuUse(fNumber, begin, end, occupants, fIdle, fUnknown, fRunnableMax, fRunnableTime, fContended);
    }
}
