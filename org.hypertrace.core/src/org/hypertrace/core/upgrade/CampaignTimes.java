/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.run.SpanTimes;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Where the time of a campaign's phases and segments went. What is part of a boot or a shutdown has the figures that their reports print. All
 * else is that of the vCPU with the smallest number.
 */
final class CampaignTimes {

    /** A part of a boot or shutdown with its figures. */
    private record Part(long begin, long end, TimeSplit spent) { }

    /** What is to be read of a vCPU, and what it is part of. */
    private record Open(Object of, SpanTimes.Span span) { }

    private final ITmfStateSystem fStates;
    private final GuestSymbols fSymbols;
    private final List<Machine> fMachines;
    private final Map<Object, List<TimeSplit>> fKnown = new IdentityHashMap<>();
    private final Map<Machines.Host, List<Open>> fOpen = new IdentityHashMap<>();
    private final Map<String, List<Part>> fParts = new HashMap<>();
    private final List<OfVcpu> fVcpus = new ArrayList<>();

    private CampaignTimes(ITmfStateSystem states, GuestSymbols symbols, List<Machine> machines) {
        fStates = states;
        fSymbols = symbols;
        fMachines = machines;
    }

    /** A vCPU of a VM with several, in a phase. */
    private record OfVcpu(Phase phase, int number) { }

    /** The times of phases and segments, by identity; what each vCPU did in the phases of VMs with several. */
    record Result(Map<Object, TimeSplit> whole, Map<Phase, List<CampaignProfile.VcpuTime>> vcpus) { }

    static Result of(ITmfStateSystem states, GuestSymbols symbols, List<Machine> machines, Campaign campaign)
            throws StateSystemDisposedException {
        CampaignTimes times = new CampaignTimes(states, symbols, machines);
        for (Restart restart : campaign.restarts()) {
            for (Phase phase : restart.phases()) {
                times.phase(restart, phase);
                times.vcpus(restart, phase);
            }
        }
        for (Segment segment : campaign.chain()) {
            if (!segment.isWhole()) {
                times.span(segment, times.machine(segment.vm(), segment.begin()), segment.begin(), segment.end());
            }
        }
        times.read();
        Map<Object, TimeSplit> all = new IdentityHashMap<>();
        campaign.restarts().forEach(restart -> restart.phases().forEach(phase -> all.put(phase, times.sum(phase, phase.duration()))));
        campaign.chain().forEach(segment -> all.put(segment, segment.isWhole() ? all.get(segment.of()) : times.sum(segment, segment.duration())));
        Map<Phase, List<CampaignProfile.VcpuTime>> vcpus = new IdentityHashMap<>();
        times.fVcpus.forEach(vcpu -> vcpus.computeIfAbsent(vcpu.phase, key -> new ArrayList<>())
                .add(new CampaignProfile.VcpuTime(vcpu.number, times.sum(vcpu, vcpu.phase.duration()))));
        return new Result(all, vcpus);
    }

    /** What all vCPUs of the VM do in a phase. */
    private void vcpus(Restart restart, Phase phase) {
        Machine machine = phase.from() == Point.ENDED ? null : phase.from().compareTo(Point.SERVES) >= 0 ? machine(phase.vm(), phase.begin())
                : machine(phase.from().compareTo(Point.LAUNCHED) < 0 ? restart.before() : restart.after());
        if (machine == null || machine.vm() == null || machine.vm().vcpus().size() < 2) {
            return;
        }
        for (Machines.Vcpu vcpu : machine.vm().vcpus()) {
            OfVcpu of = new OfVcpu(phase, vcpu.number());
            fVcpus.add(of);
            fOpen.computeIfAbsent(machine.host(), key -> new ArrayList<>()).add(new Open(of, new SpanTimes.Span(-1, vcpu.quark(), phase.begin(), phase.end())));
        }
    }

    /** The process of a VM that was there then, else the first one. */
    private Machine machine(String name, long time) {
        List<Machine> named = fMachines.stream().filter(machine -> machine.name().equals(name) && machine.firstVcpu() >= 0).toList();
        return named.stream().filter(machine -> machine.vm().begin() <= time && time < machine.vm().end()).findFirst()
                .orElse(named.isEmpty() ? null : named.get(0));
    }

    private Machine machine(Restart.NodeRun run) {
        return fMachines.stream().filter(machine -> machine.key().equals(run.key())).findFirst().orElse(null);
    }

    private void phase(Restart restart, Phase phase) throws StateSystemDisposedException {
        boolean isBefore = phase.from().compareTo(Point.LAUNCHED) < 0;
        Machine machine = machine(isBefore ? restart.before() : restart.after());
        switch (phase.from()) {
        case ENDED -> {
            // there is no machine
        }
        case DOWN, KERNEL_DOWN, LAST -> parts(phase, machine, restart.before().shutdown() == null ? List.of() : shutdown(restart.before()));
        case LAUNCHED, KERNEL, LEVELS -> parts(phase, machine, boot(restart.after()));
        case SERVES, NOTICED -> span(phase, machine(phase.vm(), phase.begin()), phase.begin(), phase.end());
        default -> span(phase, machine, phase.begin(), phase.end());
        }
    }

    private List<Part> shutdown(Restart.NodeRun run) throws StateSystemDisposedException {
        String key = run.key() + " shutdown " + run.shutdown().number();
        if (!fParts.containsKey(key)) {
            List<Part> parts = new ArrayList<>();
            // no thread stands for the end of user space: where it has no vCPU of its own, the first one's time is what is left out here
            ShutdownProfile.of("", fStates, run.shutdown(), fSymbols).lines(ShutdownProfile.Section.STEP).stream()
                    .filter(line -> line.spent() != null || line.kind() != ShutdownProfile.Kind.USER_SPACE)
                    .forEach(line -> parts.add(new Part(line.begin(), line.end(), line.spent())));
            fParts.put(key, parts);
        }
        return fParts.get(key);
    }

    private List<Part> boot(Restart.NodeRun run) throws StateSystemDisposedException {
        String key = run.key() + " boot " + run.boot().number();
        if (!fParts.containsKey(key)) {
            List<Part> parts = new ArrayList<>();
            BootProfile.of("", fStates, run.boot(), fSymbols).parts()
                    .forEach(part -> parts.add(new Part(part.part().begin(), part.part().end(), part.spent())));
            fParts.put(key, parts);
        }
        return fParts.get(key);
    }

    /** The parts in the phase; what they leave out is the first vCPU's. */
    private void parts(Phase phase, Machine machine, List<Part> parts) {
        long at = phase.begin();
        for (Part part : parts) {
            if (part.begin() >= at && part.end() <= phase.end() && part.begin() < part.end()) {
                span(phase, machine, at, part.begin());
                if (part.spent() != null) {
                    fKnown.computeIfAbsent(phase, key -> new ArrayList<>()).add(part.spent());
                }
                at = part.end();
            }
        }
        span(phase, machine, at, phase.end());
    }

    private void span(Object of, Machine machine, long begin, long end) {
        if (begin < end && machine != null && machine.firstVcpu() >= 0) {
            fOpen.computeIfAbsent(machine.host(), key -> new ArrayList<>()).add(new Open(of, new SpanTimes.Span(-1, machine.firstVcpu(), begin, end)));
        }
    }

    private void read() throws StateSystemDisposedException {
        for (Map.Entry<Machines.Host, List<Open>> host : fOpen.entrySet()) {
            List<TimeSplit> spent = SpanTimes.of(fStates, host.getKey(), -1, host.getValue().stream().map(Open::span).toList());
            for (int i = 0; i < spent.size(); i++) {
                if (spent.get(i) != null) {
                    fKnown.computeIfAbsent(host.getValue().get(i).of(), key -> new ArrayList<>()).add(spent.get(i));
                }
            }
        }
    }

    /** All that is known of it, and the rest as unknown. */
    private TimeSplit sum(Object of, long duration) {
        List<TimeSplit> parts = new ArrayList<>(fKnown.getOrDefault(of, List.of()));
        long known = parts.stream().mapToLong(TimeSplit::whole).sum();
        parts.add(unknown(duration - known));
        return TimeSplit.sum(parts);
    }

    private static TimeSplit unknown(long ns) {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, state == VcpuState.UNKNOWN ? ns : 0L);
        }
        return new TimeSplit(states, 0, Map.of(), List.of());
    }
}
