/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    private final List<GuestBoot.Stage> fStages = new ArrayList<>();
    private final List<GuestBoot.Level> fLevels = new ArrayList<>();
    private final List<InitcallRun> fInitcalls = new ArrayList<>();
    private final List<CrashReport> fCrashes = new ArrayList<>();
    private final Map<Long, String> fStates = new HashMap<>();
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
        List<String> lines = text.strip().lines().map(String::strip).toList();
        lines.forEach(line -> fixture.frame(line.split(" ")));
        lines.forEach(line -> fixture.fill(line.split(" ")));
        Machines.Vm vm = new Machines.Vm(VmName.of("10#" + run, 10, guest, run), Evidence.REPORTED, 0, TRACE_END, List.of());
        Machines.Host host = new Machines.Host(0, "id", "host", 0, TRACE_END, 0, HostLosses.NONE, List.of(vm));
        GuestBoot boot = new GuestBoot(host, vm, vm.who(), -1, number, fixture.fBegin, fixture.fEnd, fixture.fEnding, -1, 0, 0, 0,
                fixture.fStages, fixture.fLevels, fixture.fInitcalls, fixture.fCrashes, List.of());
        return fixture.profile(trace, boot);
    }

    /** When levels begin and the boot ends. */
    private void frame(String[] w) {
        if (w[0].equals("end")) {
            fEnd = Long.parseLong(w[1]);
            fEnding = w.length > 2 ? Ending.valueOf(w[2]) : null;
            closeLevel(fEnd, true);
            closeStage(fEnd);
            return;
        }
        if (w[0].equals("initcall")) {
            return;
        }
        boolean level = w[0].equals("level");
        long time = Long.parseLong(w[level ? 2 : 1]);
        fBegin = fBegin < 0 ? time : fBegin;
        Lifecycle part = level ? Lifecycle.LEVELS : Lifecycle.valueOf(w[0].toUpperCase(Locale.ROOT));
        closeLevel(time, part == Lifecycle.PANICKED);
        if (fStages.isEmpty() || fStages.get(fStages.size() - 1).part() != part) {
            closeStage(time);
            fStages.add(new GuestBoot.Stage(part, time, TRACE_END));
        }
        if (level) {
            fLevels.add(new GuestBoot.Level(fLevels.size(), w[1], time, -1, true, 1, -1));
        }
        fStates.put(time, String.join(" ", w));
    }

    private void closeLevel(long time, boolean open) {
        fLevels.replaceAll(l -> l.end() >= 0 ? l : new GuestBoot.Level(l.number(), l.name(), l.begin(), time, open, 1, -1));
    }

    private void closeStage(long time) {
        fStages.replaceAll(s -> s.end() < TRACE_END ? s : new GuestBoot.Stage(s.part(), s.begin(), time));
    }

    private void fill(String[] w) {
        if (w[0].equals("initcall")) {
            List<String> words = List.of(w);
            boolean address = w[1].startsWith("0x");
            boolean open = words.contains("never");
            long begin = Long.parseLong(w[2]);
            int level = fLevels.stream().filter(l -> l.begin() <= begin && begin < (l.end() < 0 ? TRACE_END : l.end()))
                    .mapToInt(GuestBoot.Level::number).findFirst().orElse(-1);
            fInitcalls.add(new InitcallRun(fInitcalls.size(), address ? Long.decode(w[1]) : 0, address ? null : w[1], begin,
                    Long.parseLong(w[3]), open, false, open ? null : (Long) (words.contains("result") ? Long.parseLong(w[words.indexOf("result") + 1]) : 0), -1,
                    level, words.contains("thread") ? Integer.parseInt(w[words.indexOf("thread") + 1]) : 1, 0, -1));
        } else if (w[0].equals("panicked")) {
            InitcallRun in = fInitcalls.stream().filter(InitcallRun::open).findFirst().orElse(null);
            fCrashes.add(new CrashReport(Long.parseLong(w[1]), false, "Fatal exception", 0, 0, 1, "swapper", in, -1, List.of(),
                    List.of()));
        }
    }

    private BootProfile profile(String trace, GuestBoot boot) {
        fLevels.replaceAll(l -> l.end() >= 0 ? l : new GuestBoot.Level(l.number(), l.name(), l.begin(), boot.end(), true, 1, -1));
        List<BootProfile.Part> parts = new ArrayList<>();
        for (BootPart part : BootPart.of(boot)) {
            parts.add(new BootProfile.Part(part, spent(part.duration(), fStates.getOrDefault(part.begin(), ""))));
        }
        List<BootProfile.Call> calls = new ArrayList<>();
        for (InitcallRun run : fInitcalls) {
            calls.add(new BootProfile.Call(run, BootSymbols.NONE.label(run), run.name() != null,
                    run.level() < 0 ? null : fLevels.get(run.level()).name(), spent(run.duration(), "")));
        }
        return new BootProfile(trace, boot, BootSymbols.NONE, parts, calls);
    }

    private static TimeSplit spent(long whole, String words) {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, 0L);
        }
        List<PreemptorTime> preemptors = new ArrayList<>();
        String[] w = words.split(" ");
        long rest = whole;
        for (VcpuState state : VcpuState.values()) {
            int at = List.of(w).indexOf(state.key());
            if (at >= 0) {
                long ns = Long.parseLong(w[at + 1]);
                states.put(state, ns);
                rest -= ns;
                if (at + 3 < w.length && w[at + 2].equals("by")) {
                    preemptors.add(new PreemptorTime(PreemptorKind.VCPU, 12, w[at + 3] + " vCPU 0", w[at + 3], ns));
                }
            }
        }
        states.merge(VcpuState.GUEST, rest, Long::sum);
        return new TimeSplit(states, 0, Map.of(), preemptors);
    }
}
