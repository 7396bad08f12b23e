/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * A boot reported in lines, for engines that compare boots:
 *
 * <pre>
 * launched 100
 * level device 300 preempted 20 by db
 * initcall virtio_init 310 400 result -19
 * userspace 600
 * </pre>
 *
 * A stage or level lasts to the next one; what is not reported of its time is the guest's. {@code end 900 RESET} ends the boot. An
 * initcall named {@code 0x…} is an address; {@code thread 40} is another thread than the one that runs the levels;
 * {@code never returns}.
 */
public final class BootFixture {

    private static final long TRACE_END = 1_000_000;
    private static final Map<String, Long> STATES = Arrays.stream(VcpuState.values()).collect(Collectors.toMap(VcpuState::key, state -> (long) state.ordinal()));

    /** A state's part of a stage or level; {@code by}: the preemptor, null if not reported. */
    private record Share(VcpuState state, long ns, String by) { }

    private final List<GuestBoot.Stage> fStages = new ArrayList<>();
    private final List<GuestBoot.Level> fLevels = new ArrayList<>();
    private final List<InitcallRun> fInitcalls = new ArrayList<>();
    private final List<CrashReport> fCrashes = new ArrayList<>();
    private final Map<Long, List<Share>> fShares = new HashMap<>();
    private long fBegin = -1;
    private long fEnd = TRACE_END;
    private Ending fEnding;

    private BootFixture() {
    }

    /** A boot of a guest; {@code number}: which one of that guest. */
    public static BootProfile of(String trace, String guest, int number, String text) {
        return ofRun(trace, guest, 1, number, text);
    }

    /** A boot of a guest; {@code run}: which of the host's VMs with that name it is; {@code number}: which boot of that VM. */
    public static BootProfile ofRun(String trace, String guest, int run, int number, String text) {
        BootFixture fixture = new BootFixture();
        StoryLine.of(text).forEach(fixture::frame);
        StoryLine.of(text).forEach(fixture::fill);
        Machines.Vm vm = new Machines.Vm(VmName.of("10#" + run, 10, guest, run), Evidence.REPORTED, 0, TRACE_END, List.of());
        Machines.Host host = new Machines.Host(0, "id", "host", 0, TRACE_END, 0, HostLosses.NONE, List.of(vm));
        GuestBoot boot = new GuestBoot(host, vm, vm.who(), -1, number, fixture.fBegin, fixture.fEnd, fixture.fEnding, -1, 0, 0, 0,
                fixture.fStages, fixture.fLevels, fixture.fInitcalls, fixture.fCrashes, List.of());
        return fixture.profile(trace, boot);
    }

    /** When levels begin and the boot ends. */
    private void frame(StoryLine line) {
        if (line.take("end")) {
            fEnd = line.time();
            fEnding = line.hasNext() ? line.constant(Ending.class) : null;
            closeLevel(fEnd, true);
            closeStage(fEnd);
        } else if (!line.isNext("initcall")) {
            part(line);
        } else {
            return;
        }
        line.end();
    }

    private void part(StoryLine line) {
        boolean level = line.take("level");
        Lifecycle part = level ? Lifecycle.LEVELS : line.constant(Lifecycle.class);
        String name = level ? line.word("a level") : null;
        long time = line.time();
        fBegin = fBegin < 0 ? time : fBegin;
        closeLevel(time, part == Lifecycle.PANICKED);
        if (fStages.isEmpty() || fStages.get(fStages.size() - 1).part() != part) {
            closeStage(time);
            fStages.add(new GuestBoot.Stage(part, time, TRACE_END));
        }
        if (level) {
            fLevels.add(new GuestBoot.Level(fLevels.size(), name, time, -1, true, 1, -1));
        }
        List<Share> shares = new ArrayList<>();
        while (line.hasNext()) {
            VcpuState state = VcpuState.values()[(int) line.named("a state of a vCPU", STATES)];
            shares.add(new Share(state, line.number("its ns"), line.take("by") ? line.word("a VM") : null));
        }
        fShares.put(time, shares);
    }

    private void closeLevel(long time, boolean open) {
        fLevels.replaceAll(l -> l.end() >= 0 ? l : new GuestBoot.Level(l.number(), l.name(), l.begin(), time, open, 1, -1));
    }

    private void closeStage(long time) {
        fStages.replaceAll(s -> s.end() < TRACE_END ? s : new GuestBoot.Stage(s.part(), s.begin(), time));
    }

    private void fill(StoryLine line) {
        if (line.take("initcall")) {
            initcall(line);
        } else if (line.take("panicked")) {
            InitcallRun in = fInitcalls.stream().filter(InitcallRun::open).findFirst().orElse(null);
            fCrashes.add(new CrashReport(line.time(), false, "Fatal exception", 0, 0, 1, "swapper", in, -1, List.of(), List.of()));
        }
    }

    private void initcall(StoryLine line) {
        String name = line.matches("0x.*") ? null : line.word("a function");
        long address = name == null ? line.number("an address") : 0;
        long begin = line.time();
        long end = line.time();
        Long result = 0L;
        int tid = 1;
        while (line.hasNext()) {
            if (line.take("never")) {
                line.word("returns");
                result = null;
            } else if (line.isNext("result")) {
                result = line.option("result", 0);
            } else if (line.isNext("thread")) {
                tid = (int) line.option("thread", 1);
            } else {
                throw line.error("result, thread or never returns");
            }
        }
        int level = fLevels.stream().filter(l -> l.begin() <= begin && begin < (l.end() < 0 ? TRACE_END : l.end()))
                .mapToInt(GuestBoot.Level::number).findFirst().orElse(-1);
        fInitcalls.add(new InitcallRun(fInitcalls.size(), address, name, begin, end, result == null, false, result, -1, level, tid, 0, -1));
    }

    private BootProfile profile(String trace, GuestBoot boot) {
        fLevels.replaceAll(l -> l.end() >= 0 ? l : new GuestBoot.Level(l.number(), l.name(), l.begin(), boot.end(), true, 1, -1));
        List<BootProfile.Part> parts = new ArrayList<>();
        for (BootPart part : BootPart.of(boot)) {
            parts.add(new BootProfile.Part(part, spent(part.duration(), fShares.getOrDefault(part.begin(), List.of()))));
        }
        List<BootProfile.Call> calls = new ArrayList<>();
        for (InitcallRun run : fInitcalls) {
            calls.add(new BootProfile.Call(run, BootSymbols.NONE.label(run), run.name() != null,
                    run.level() < 0 ? null : fLevels.get(run.level()).name(), spent(run.duration(), List.of())));
        }
        return new BootProfile(trace, boot, BootSymbols.NONE, parts, calls);
    }

    private static TimeSplit spent(long whole, List<Share> shares) {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, 0L);
        }
        List<PreemptorTime> preemptors = new ArrayList<>();
        long rest = whole;
        for (Share share : shares) {
            states.put(share.state, share.ns);
            rest -= share.ns;
            if (share.by != null) {
                preemptors.add(new PreemptorTime(PreemptorKind.VCPU, 12, share.by + " vCPU 0", share.by, share.ns));
            }
        }
        states.merge(VcpuState.GUEST, rest, Long::sum);
        return new TimeSplit(states, 0, Map.of(), preemptors);
    }
}
