/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.run.SpanTimes;
import org.hypertrace.core.run.ThreadPlaces;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.TimeSplitSum;
import org.hypertrace.core.vcpu.VcpuNames;

/**
 * Where the time of a boot's levels and initcalls went. The vCPUs' states are read once, in time order: time grows with their
 * number, memory with that of levels and initcalls only.
 * <p>
 * A thread's time is split by the states of the vCPU that it has; while it has none, of the one it had last, for that is where
 * it waits. Where the guest does not report who runs, it stays on the vCPU that reported about the level or initcall.
 */
public final class BootTimes {

    private final Map<Integer, TimeSplitSum> fLevels = new HashMap<>();
    private final Map<Integer, TimeSplitSum> fInitcalls = new HashMap<>();
    private final Map<Integer, TimeSplitSum> fParts = new HashMap<>();
    private BootTimes() {
    }

    /**
     * @param states
     *            the model, complete
     * @param boot
     *            a boot
     * @return where its time went
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static BootTimes of(ITmfStateSystem states, GuestBoot boot) throws StateSystemDisposedException {
        BootTimes times = new BootTimes();
        ThreadPlaces places = new ThreadPlaces(states, boot.threads());
        List<TimeSplitSum> all = new ArrayList<>();
        for (GuestBoot.Level level : boot.levels()) {
            add(times.fLevels, level.number(), places.of(level.tid(), level.vcpu(), level.begin(), level.end()), all);
        }
        for (InitcallRun i : boot.initcalls()) {
            add(times.fInitcalls, i.number(), places.of(i.tid(), i.vcpu(), i.begin(), i.end()), all);
        }
        times.addParts(boot, places, all);
        SpanTimes.read(states, new VcpuNames(states, boot.host()), all);
        return times;
    }

    /**
     * Reads only what the vCPUs did in the initcall.
     *
     * @param states
     *            the model, complete
     * @param boot
     *            a boot
     * @param run
     *            one of its initcalls
     * @return where its time went, null if nobody knows on which vCPU it ran
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static TimeSplit initcall(ITmfStateSystem states, GuestBoot boot, InitcallRun run) throws StateSystemDisposedException {
        return SpanTimes.of(states, boot.host(), boot.threads(), List.of(new SpanTimes.Span(run.tid(), run.vcpu(), run.begin(), run.end()))).get(0);
    }

    private void addParts(GuestBoot boot, ThreadPlaces places, List<TimeSplitSum> all) throws StateSystemDisposedException {
        List<BootPart> parts = BootPart.of(boot);
        int tid = boot.levels().isEmpty() ? -1 : boot.levels().get(0).tid();
        int vcpu = firstVcpu(boot);
        for (int i = 0; i < parts.size(); i++) {
            BootPart part = parts.get(i);
            if (part.level() >= 0) {
                TimeSplitSum level = fLevels.get(part.level());
                vcpu = level == null ? vcpu : level.places().get(level.places().size() - 1).vcpu();
                if (level != null) {
                    fParts.put(i, level);
                }
            } else {
                // what is before the levels runs on the processor that boots
                boolean before = boot.levels().isEmpty() || part.begin() < boot.levels().get(0).begin();
                add(fParts, i, places.of(before ? -1 : tid, vcpu, part.begin(), part.end()), all);
            }
        }
    }

    /** On which vCPU the guest boots, -1 if not known. */
    private static int firstVcpu(GuestBoot boot) {
        int vcpu = boot.levels().isEmpty() ? -1 : boot.levels().get(0).vcpu();
        if (vcpu < 0 && !boot.initcalls().isEmpty()) {
            vcpu = boot.initcalls().get(0).vcpu();
        }
        if (vcpu < 0 && boot.vm() != null && !boot.isNested() && !boot.vm().vcpus().isEmpty()) {
            vcpu = boot.vm().vcpus().get(0).quark();
        }
        return vcpu;
    }

    private static void add(Map<Integer, TimeSplitSum> to, int number, List<ThreadPlaces.Place> places, List<TimeSplitSum> all) {
        if (places != null) {
            TimeSplitSum spent = new TimeSplitSum();
            places.forEach(spent::at);
            to.put(number, spent);
            all.add(spent);
        }
    }

    /**
     * @param number
     *            of a level of the boot
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public TimeSplit level(int number) {
        TimeSplitSum spent = fLevels.get(number);
        return spent == null ? null : spent.figures();
    }

    /**
     * @param number
     *            of an initcall of the boot
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public TimeSplit initcall(int number) {
        TimeSplitSum spent = fInitcalls.get(number);
        return spent == null ? null : spent.figures();
    }

    /**
     * @param number
     *            of a part of the boot, from 0, see {@link BootPart#of}
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public TimeSplit part(int number) {
        TimeSplitSum spent = fParts.get(number);
        return spent == null ? null : spent.figures();
    }
}
