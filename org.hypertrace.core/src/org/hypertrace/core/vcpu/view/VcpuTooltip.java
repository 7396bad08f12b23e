/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/** What there is to report about a vCPU at an instant, in words. */
final class VcpuTooltip {

    /** So long before the instant the last exit is looked for first, ns. */
    private static final long SPAN = 1_000_000;

    private final ITmfStateSystem fStates;
    private final VcpuRows fRows;
    private final long fTime;

    private VcpuTooltip(ITmfStateSystem states, VcpuRows rows, long time) {
        fStates = states;
        fRows = rows;
        fTime = time;
    }

    static Map<String, String> of(ITmfStateSystem states, VcpuRows rows, long time) throws StateSystemDisposedException {
        return time < rows.vcpu().begin() || time >= rows.vcpu().end() ? Map.of() : new VcpuTooltip(states, rows, time).lines();
    }

    private Map<String, String> lines() throws StateSystemDisposedException {
        Map<String, String> lines = new LinkedHashMap<>();
        ITmfStateInterval state = at(VcpuAttributes.STATE, fTime);
        VcpuState does = VcpuState.of(state == null ? null : state.getValue());
        lines.put("State", LoneStates.label(fRows.vcpu(), does) + during(state));
        ITmfStateInterval cpu = at(VcpuAttributes.PHYSICAL_CPU, fTime);
        if (cpu != null) {
            String none = does == VcpuState.UNKNOWN ? does.label() : "none";
            lines.put("Physical CPU", cpu.getValue() != null ? cpu.getValue() + during(cpu) : none + during(cpu) + lastCpu(cpu));
        }
        ITmfStateInterval preemptor = at(VcpuAttributes.PREEMPTED_BY, fTime);
        if (preemptor != null && preemptor.getValue() instanceof Long code) {
            lines.put("Preempted by", fRows.names().of(Preemptor.of(code), preemptor.getStartTime())
                    + (fRows.vcpu().isAlone() ? LoneStates.doubt(Preemptor.of(code)) : "") + during(preemptor));
        }
        String exit = lastExit();
        if (exit != null) {
            lines.put("Last VM exit", VcpuAttributes.exitLabel(exit));
        }
        if (!fRows.vcpu().isAlone()) {
            lines.put("Host thread", Integer.toString(fRows.vcpu().tid()));
        }
        if (fRows.vcpu().container() != null) {
            lines.put("Container", fRows.vcpu().container().description());
        }
        return lines;
    }

    /** The name of the last exit's reason; null before the first. */
    private String lastExit() throws StateSystemDisposedException {
        int exits = fRows.names().quark(fRows.vcpu(), VcpuAttributes.EXITS);
        List<Integer> reasons = exits < 0 ? List.of() : fStates.getSubAttributes(exits, false);
        int last = -1;
        long lastTime = Long.MIN_VALUE;
        for (int quark : reasons) {
            ITmfStateInterval others = fStates.querySingleState(fTime, quark);
            if (others.getValue() != null && others.getStartTime() > lastTime) {
                last = quark;
                lastTime = others.getStartTime();
            }
        }
        ITmfStateInterval begun = reasons.isEmpty() ? null : lastBegun(lastTime);
        // the model may have got one more reason meanwhile
        last = begun == null ? last : fStates.getSubAttributes(exits, false).get(VcpuAttributes.exitOf(begun.getValue()));
        return last < 0 ? null : fStates.getAttributeName(last);
    }

    /** The last stretch of a state that an exit began at this time or later; null if there is none. */
    private ITmfStateInterval lastBegun(long from) throws StateSystemDisposedException {
        int quark = fRows.names().quark(fRows.vcpu(), VcpuAttributes.STATE);
        long begin = Math.max(from, Math.max(fStates.getStartTime(), fRows.vcpu().begin()));
        long end = fTime;
        for (long span = SPAN; quark >= 0 && end >= begin; span *= 2) {
            long start = Math.max(begin, end - span);
            ITmfStateInterval last = null;
            for (ITmfStateInterval state : fStates.query2D(List.of(quark), start, end)) {
                if (VcpuAttributes.exitOf(state.getValue()) >= 0 && state.getStartTime() >= from && (last == null || state.getStartTime() > last.getStartTime())) {
                    last = state;
                }
            }
            if (last != null) {
                return last;
            }
            end = start - 1;
        }
        return null;
    }

    private String lastCpu(ITmfStateInterval none) throws StateSystemDisposedException {
        ITmfStateInterval before = none.getStartTime() <= fRows.vcpu().begin() ? null
                : at(VcpuAttributes.PHYSICAL_CPU, none.getStartTime() - 1);
        return before == null || before.getValue() == null ? "" : "; ran on " + before.getValue();
    }

    /** Null if the vCPU never had the attribute. */
    private ITmfStateInterval at(String attribute, long time) throws StateSystemDisposedException {
        int quark = fRows.names().quark(fRows.vcpu(), attribute);
        return quark < 0 ? null : fStates.querySingleState(time, quark);
    }

    /** How long the interval is within the vCPU's life. */
    private String during(ITmfStateInterval interval) {
        if (interval == null) {
            return "";
        }
        return " for " + Amount.ns(Math.min(interval.getEndTime() + 1, fRows.vcpu().end())
                - Math.max(interval.getStartTime(), fRows.vcpu().begin())).both();
    }
}
