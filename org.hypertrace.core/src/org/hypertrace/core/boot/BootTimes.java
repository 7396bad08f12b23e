/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.task.Chunks;
import org.hypertrace.core.vcpu.VcpuNames;

/**
 * Where the time of a boot's levels and initcalls went. The vCPUs' states are read once, in time order: time grows with their
 * number, memory with that of levels and initcalls only.
 * <p>
 * A thread's time is split by the states of the vCPU that it has; while it has none, of the one it had last, for that is where
 * it waits. Where the guest does not tell who runs, it stays on the vCPU that told of the level or initcall.
 */
public final class BootTimes {

    private final Map<Integer, SpentTime> fLevels = new HashMap<>();
    private final Map<Integer, SpentTime> fInitcalls = new HashMap<>();
    private final Map<Integer, SpentTime> fParts = new HashMap<>();
    private final VcpuNames fNames;

    private BootTimes(VcpuNames names) {
        fNames = names;
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
        BootTimes times = new BootTimes(new VcpuNames(states, boot.host()));
        ThreadPlaces places = new ThreadPlaces(states, boot.threads());
        List<SpentTime> all = new ArrayList<>();
        for (GuestBoot.Level level : boot.levels()) {
            add(times.fLevels, level.number(), places.of(level.tid(), level.vcpu(), level.begin(), level.end()), all);
        }
        for (InitcallRun i : boot.initcalls()) {
            add(times.fInitcalls, i.number(), places.of(i.tid(), i.vcpu(), i.begin(), i.end()), all);
        }
        times.addParts(boot, places, all);
        times.read(states, all);
        return times;
    }

    private void addParts(GuestBoot boot, ThreadPlaces places, List<SpentTime> all) throws StateSystemDisposedException {
        List<BootPart> parts = BootPart.of(boot);
        int tid = boot.levels().isEmpty() ? -1 : boot.levels().get(0).tid();
        int vcpu = firstVcpu(boot);
        for (int i = 0; i < parts.size(); i++) {
            BootPart part = parts.get(i);
            if (part.level() >= 0) {
                SpentTime level = fLevels.get(part.level());
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
        if (vcpu < 0 && boot.vm() != null && boot.nested() == null && !boot.vm().vcpus().isEmpty()) {
            vcpu = boot.vm().vcpus().get(0).quark();
        }
        return vcpu;
    }

    private static void add(Map<Integer, SpentTime> to, int number, List<ThreadPlaces.Place> places, List<SpentTime> all) {
        if (places != null) {
            SpentTime spent = new SpentTime();
            places.forEach(spent::at);
            to.put(number, spent);
            all.add(spent);
        }
    }

    private void read(ITmfStateSystem states, List<SpentTime> all) throws StateSystemDisposedException {
        Map<Integer, VcpuUse> vcpus = new HashMap<>();
        Set<Integer> quarks = new HashSet<>();
        for (SpentTime spent : all) {
            for (ThreadPlaces.Place place : spent.places()) {
                if (!vcpus.containsKey(place.vcpu())) {
                    VcpuUse use = new VcpuUse(states, place.vcpu(), fNames);
                    vcpus.put(place.vcpu(), use);
                    quarks.addAll(use.quarks());
                }
            }
        }
        long begin = all.stream().mapToLong(SpentTime::begin).min().orElse(0);
        long end = all.stream().mapToLong(SpentTime::end).max().orElse(0);
        if (begin < end) {
            all.sort(Comparator.comparingLong(SpentTime::begin));
            new Chunks(states, quarks).forEach(begin, end, (from, to, intervals) -> take(vcpus, all, from, to, intervals));
        }
    }

    private static void take(Map<Integer, VcpuUse> vcpus, List<SpentTime> all, long from, long to,
            Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException {
        for (VcpuUse vcpu : vcpus.values()) {
            vcpu.take(intervals);
        }
        for (SpentTime spent : all) {
            if (spent.begin() >= to) {
                break;
            }
            spent.add(from, to, vcpus);
        }
    }

    /**
     * @param number
     *            of a level of the boot
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public Spent level(int number) {
        SpentTime spent = fLevels.get(number);
        return spent == null ? null : spent.figures();
    }

    /**
     * @param number
     *            of an initcall of the boot
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public Spent initcall(int number) {
        SpentTime spent = fInitcalls.get(number);
        return spent == null ? null : spent.figures();
    }

    /**
     * @param number
     *            of a part of the boot, from 0, see {@link BootPart#of}
     * @return where its time went, null if nobody knows on which vCPU it ran
     */
    public Spent part(int number) {
        SpentTime spent = fParts.get(number);
        return spent == null ? null : spent.figures();
    }
}
