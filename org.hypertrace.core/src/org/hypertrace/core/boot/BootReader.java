/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.LastValues;
import org.hypertrace.core.task.TaskAttributes;

/** Reads one boot, and completes what only the whole of it reports: where levels and initcalls end that nothing ended. */
final class BootReader {

    private final ITmfStateSystem fStates;
    private final LastValues fNow;
    private final int fBoot;
    private final int fGuest;
    private final long fEnd;
    private long fPanic = Long.MAX_VALUE;
    private HostLosses fLosses = HostLosses.NONE;

    BootReader(ITmfStateSystem states, LastValues now, int boot, int guest) {
        fStates = states;
        fNow = now;
        fBoot = boot;
        fGuest = guest;
        fEnd = now.number(boot, BootAttributes.END, now.end());
    }

    GuestBoot read(Machines.Host host, Machines.Vm vm, VmName who) throws StateSystemDisposedException {
        fLosses = host.losses();
        List<GuestBoot.Stage> stages = stages();
        stages.stream().filter(stage -> stage.part() == Lifecycle.PANICKED).findFirst().ifPresent(stage -> fPanic = stage.begin());
        List<InitcallRun> initcalls = initcalls();
        List<GuestBoot.Level> levels = levels(initcalls);
        GuestBoot.Level last = levels.isEmpty() ? null : levels.get(levels.size() - 1);
        if (last != null && !last.open()) {
            // which level was the last one is known only now: what begins after it is a module's
            initcalls.replaceAll(i -> i.level() == last.number() && i.begin() >= last.end() ? withoutLevel(i) : i);
            stages = stages.stream().flatMap(stage -> split(stage, last.end())).toList();
        }
        return new GuestBoot(host, vm, who, fStates.optQuarkRelative(fGuest, TaskAttributes.THREADS),
                Integer.parseInt(fStates.getAttributeName(fBoot)), fNow.number(fBoot, BootAttributes.BEGIN, fEnd), fEnd,
                Ending.of(fNow.value(fBoot, BootAttributes.ENDING)), fNow.number(fBoot, BootAttributes.TRIPLE_FAULT, -1),
                fNow.number(fBoot, BootAttributes.TEXT, 0), fNow.integer(fBoot, BootAttributes.UNMATCHED, 0),
                fNow.integer(fBoot, BootAttributes.OTHERS, 0), stages, List.copyOf(levels), List.copyOf(initcalls),
                crashes(initcalls), functions());
    }

    private List<GuestBoot.Function> functions() {
        List<GuestBoot.Function> functions = new ArrayList<>();
        for (int quark : fNow.children(fBoot, BootAttributes.FUNCTIONS)) {
            functions.add(new GuestBoot.Function(Long.parseUnsignedLong(fStates.getAttributeName(quark), 16),
                    fNow.number(quark, BootAttributes.CALLS, 0), fNow.number(quark, BootAttributes.TOTAL, 0),
                    fNow.number(quark, BootAttributes.SELF, 0)));
        }
        return List.copyOf(functions);
    }

    private List<GuestBoot.Stage> stages() throws StateSystemDisposedException {
        List<ITmfStateInterval> intervals = new ArrayList<>();
        int quark = fStates.optQuarkRelative(fBoot, BootAttributes.LIFECYCLE);
        if (quark >= 0) {
            // only where the boot is: a range of all the time reads the whole history, for each boot again
            long begin = Math.max(fStates.getStartTime(), fNow.number(fBoot, BootAttributes.BEGIN, fStates.getStartTime()));
            fStates.query2D(Set.of(quark), begin, Math.max(begin, Math.min(fEnd, fNow.end()))).forEach(intervals::add);
        }
        intervals.sort(Comparator.comparingLong(ITmfStateInterval::getStartTime));
        List<GuestBoot.Stage> stages = new ArrayList<>();
        for (ITmfStateInterval interval : intervals) {
            Lifecycle part = Lifecycle.of(interval.getValue());
            if (part != null) {
                long begin = interval.getStartTime();
                long end = Math.min(interval.getEndTime() + 1, fEnd);
                long seen = fLosses.seenUntil(begin, end);
                stages.add(new GuestBoot.Stage(part, begin, seen));
                if (seen < end) {
                    stages.add(new GuestBoot.Stage(Lifecycle.UNKNOWN, seen, end));
                }
            }
        }
        if (stages.size() > 1 && stages.get(0).part() == Lifecycle.LAUNCHED && isKernel(stages.get(1).part())) {
            stages.set(0, new GuestBoot.Stage(Lifecycle.FIRMWARE, stages.get(0).begin(), stages.get(0).end()));
        }
        return List.copyOf(stages);
    }

    /** Where nothing reported that the levels are over, the kernel does something else from then on. */
    private static Stream<GuestBoot.Stage> split(GuestBoot.Stage stage, long levelsEnd) {
        return stage.part() != Lifecycle.LEVELS || stage.begin() > levelsEnd || stage.end() <= levelsEnd ? Stream.of(stage)
                : Stream.of(new GuestBoot.Stage(Lifecycle.LEVELS, stage.begin(), levelsEnd),
                        new GuestBoot.Stage(Lifecycle.RUNNING, levelsEnd, stage.end()));
    }

    private static boolean isKernel(Lifecycle part) {
        return part == Lifecycle.KERNEL || part == Lifecycle.LEVELS;
    }

    private List<InitcallRun> initcalls() {
        List<InitcallRun> initcalls = new ArrayList<>();
        for (int quark : fNow.children(fBoot, BootAttributes.INITCALLS)) {
            Object function = fNow.value(quark, BootAttributes.FUNCTION);
            if (function != null) {
                long begin = fNow.since(quark, BootAttributes.FUNCTION);
                Long result = fNow.value(quark, BootAttributes.RESULT) instanceof Long reported ? reported : null;
                boolean open = result == null && !(fNow.value(quark, BootAttributes.END) instanceof Long);
                boolean lost = open && fNow.value(quark, BootAttributes.LOST) instanceof Long;
                long seen = open && !lost ? fLosses.seenUntil(begin, fEnd) : fEnd;
                if (seen < fEnd) {
                    lost = true;
                }
                long end = seen < fEnd ? seen : lost ? fNow.number(quark, BootAttributes.LOST, begin) : result != null ? fNow.since(quark, BootAttributes.RESULT)
                        : fNow.number(quark, BootAttributes.END, Math.max(begin, Math.min(fPanic, fEnd)));
                long place = fNow.number(quark, BootAttributes.PLACE, -1);
                initcalls.add(new InitcallRun(Integer.parseInt(fStates.getAttributeName(quark)),
                        function instanceof Long address ? address : 0, function instanceof String name ? name : null, begin, end,
                        open, lost, result, fNow.number(quark, BootAttributes.DURATION, -1), BootAttributes.level(place),
                        BootAttributes.tid(place), BootAttributes.depth(place), fNow.integer(quark, BootAttributes.VCPU, -1)));
            }
        }
        initcalls.sort(Comparator.comparingInt(InitcallRun::number));
        return initcalls;
    }

    private static InitcallRun withoutLevel(InitcallRun i) {
        return new InitcallRun(i.number(), i.address(), i.name(), i.begin(), i.end(), i.open(), i.lost(), i.result(), i.guestDuration(), -1,
                i.tid(), i.depth(), i.vcpu());
    }

    private List<GuestBoot.Level> levels(List<InitcallRun> initcalls) {
        List<Integer> quarks = new ArrayList<>(fNow.children(fBoot, BootAttributes.LEVELS));
        quarks.removeIf(quark -> !(fNow.value(quark, BootAttributes.BEGIN) instanceof Long));
        quarks.sort(Comparator.comparingInt(quark -> Integer.parseInt(fStates.getAttributeName(quark))));
        int[] tids = tids(initcalls, quarks.size());
        List<GuestBoot.Level> levels = new ArrayList<>();
        for (int i = 0; i < quarks.size(); i++) {
            int quark = quarks.get(i);
            int tid = tids[i];
            long begin = fNow.number(quark, BootAttributes.BEGIN, fEnd);
            long end = fNow.number(quark, BootAttributes.END, -1);
            if (end < 0 && i + 1 < quarks.size()) {
                end = fNow.number(quarks.get(i + 1), BootAttributes.BEGIN, fEnd);
            } else if (end < 0) {
                end = lastFinish(initcalls, tid, begin);
            }
            boolean open = end < 0;
            end = open ? Math.max(begin, Math.min(fPanic, fEnd)) : end;
            long seen = fLosses.seenUntil(begin, end);
            levels.add(new GuestBoot.Level(i, fNow.text(quark, BootAttributes.NAME), begin, seen, open || seen < end, tid,
                    fNow.integer(quark, BootAttributes.VCPU, -1)));
        }
        return levels;
    }

    /**
     * The threads that run the levels: of each the thread of its first initcall, for the idle thread begins to boot and PID 1
     * goes on; of one without initcalls that of the one before, of the first ones that of the next.
     */
    private static int[] tids(List<InitcallRun> initcalls, int levels) {
        int[] tids = new int[levels];
        int last = initcalls.stream().filter(i -> i.level() >= 0 && i.depth() == 0).mapToInt(InitcallRun::tid).findFirst().orElse(-1);
        for (int level = 0, i = 0; level < levels; level++) {
            while (i < initcalls.size() && (initcalls.get(i).level() < level || initcalls.get(i).depth() > 0)) {
                i++;
            }
            last = i < initcalls.size() && initcalls.get(i).level() == level ? initcalls.get(i).tid() : last;
            tids[level] = last;
        }
        return tids;
    }

    /** When the last initcall of the thread that runs the levels returned; -1 if it is still in one, or there is none. */
    private static long lastFinish(List<InitcallRun> initcalls, int tid, long begin) {
        List<InitcallRun> own = initcalls.stream().filter(i -> i.tid() == tid && i.begin() >= begin).toList();
        return own.stream().anyMatch(InitcallRun::open) ? -1 : own.stream().mapToLong(InitcallRun::end).max().orElse(-1);
    }

    private List<CrashReport> crashes(List<InitcallRun> initcalls) {
        List<CrashReport> crashes = new ArrayList<>();
        for (int quark : fNow.children(fBoot, BootAttributes.CRASHES)) {
            int initcall = fNow.integer(quark, BootAttributes.INITCALL, -1);
            int tid = fNow.integer(quark, BootAttributes.TID, -1);
            List<Long> stack = new ArrayList<>();
            for (int frame : fNow.children(quark, BootAttributes.STACK)) {
                stack.add(fNow.valueOf(frame) instanceof Long address ? address : 0L);
            }
            List<CrashReport.Before> before = new ArrayList<>();
            for (int event : fNow.children(quark, BootAttributes.BEFORE)) {
                before.add(new CrashReport.Before(fNow.number(event, BootAttributes.BEGIN, 0),
                        fNow.text(event, BootAttributes.NAME), fNow.text(event, BootAttributes.TEXT)));
            }
            crashes.add(new CrashReport(fNow.number(quark, BootAttributes.BEGIN, 0),
                    fNow.integer(quark, BootAttributes.OOPS, 0) == 1, fNow.text(quark, BootAttributes.TEXT),
                    fNow.number(quark, BootAttributes.FUNCTION, 0), fNow.number(quark, BootAttributes.FAULT, 0), tid, task(tid),
                    initcalls.stream().filter(i -> i.number() == initcall).findFirst().orElse(null),
                    fNow.integer(quark, BootAttributes.VCPU, -1), stack, before));
        }
        return List.copyOf(crashes);
    }

    private String task(int tid) {
        String name = null;
        for (int thread : tid < 0 ? List.<Integer>of() : fNow.children(fGuest, TaskAttributes.THREADS)) {
            name = fNow.integer(thread, TaskAttributes.TID, -1) == tid ? fNow.text(thread, TaskAttributes.NAME) : name;
        }
        return name;
    }
}
