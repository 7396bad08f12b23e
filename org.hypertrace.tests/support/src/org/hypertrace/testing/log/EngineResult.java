/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTracker;
import org.hypertrace.testing.oracle.GuestEventLines;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;

/** What our trackers and decoders find in a scenario of one host, in plain Java, beside what is true of it. */
public final class EngineResult implements VcpuSink, MachineSink, TimelineSink {

    private record Change(long time, VcpuState state) { }

    private final List<VirtualCpu> fVcpus = new ArrayList<>();
    private final List<List<Change>> fStates = new ArrayList<>();
    private final List<String> fEvents = new ArrayList<>();
    private final List<String> fTexts = new ArrayList<>();
    private final Map<Guest, Losses> fLosses = new HashMap<>();
    private VcpuTracker fTracker;
    private Truth fTruth;

    private EngineResult() {
    }

    /**
     * @param scenario
     *            a scenario
     * @return what is found
     */
    public static EngineResult in(Scenario scenario) {
        return in(scenario::report);
    }

    /**
     * @param reporting
     *            reports the events of a scenario in its own way, and what is true
     * @return what is found
     */
    public static EngineResult in(Function<Consumer<HostEvent>, Truth> log) {
        EngineResult found = new EngineResult();
        try (Timeline timeline = new Timeline(found, host -> null, List.of(), LookAhead.DEFAULT_LIMIT, found)) {
            found.fTracker = new VcpuTracker(timeline.machines(), found);
            found.fTruth = log.apply(timeline::accept);
            timeline.finish();
        }
        return found;
    }

    /** What is true of the scenario. */
    public Truth truth() {
        return fTruth;
    }

    /** Every interval of every vCPU, as {@link VcpuLines#intervals}. */
    public String intervals() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < fVcpus.size(); i++) {
            Change last = null;
            for (Change change : fStates.get(i)) {
                if (last != null && last.time < change.time) {
                    lines.add("thread " + fVcpus.get(i).thread().tid() + ' ' + last.time + ' ' + last.state.key());
                }
                last = change;
            }
            long end = fTruth.hosts().get(0).end();
            if (last != null && last.time < end && last.state != VcpuState.UNKNOWN) {
                lines.add("thread " + fVcpus.get(i).thread().tid() + ' ' + last.time + ' ' + last.state.key());
            }
        }
        return VcpuLines.sorted(lines);
    }

    /** Every guest event, as {@link GuestEventLines#of}. */
    public String events() {
        return GuestEventLines.sorted(fEvents);
    }

    /** Every text and name: {@code 1000 TEXT 1 Attempted to kill init!}. */
    public List<String> texts() {
        return fTexts.stream().sorted().toList();
    }

    /** What was lost or contradictory in all guests together. */
    public Losses losses() {
        return fLosses.values().stream().reduce(Losses.NONE, Losses::plus);
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        fVcpus.add(vcpu);
        fStates.add(new ArrayList<>());
    }

    @Override
    public void host(HostEvent event) {
        fTracker.handle(event);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        HostThread thread = vcpu.thread();
        int pid = thread.process() == null ? thread.tid() : thread.process().pid();
        fEvents.add(GuestEventLines.line(pid, vcpu.number(), event));
        if (event instanceof GuestEvent.Text text) {
            fTexts.add(pid + " TEXT " + (1 + text.type().ordinal()) + ' ' + text.text() + (text.complete() ? "" : "…"));
        } else if (event instanceof GuestEvent.Name name) {
            fTexts.add(pid + " NAME " + (1 + name.type().ordinal()) + ' ' + name.name());
        }
    }

    @Override
    public void lossesChanged(long time, Guest guest, Losses losses) {
        fLosses.put(guest, losses);
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        List<Change> states = fStates.get(fVcpus.indexOf(vcpu));
        // at equal times the last word counts
        if (!states.isEmpty() && states.get(states.size() - 1).time == time) {
            states.remove(states.size() - 1);
        }
        if (states.isEmpty() || states.get(states.size() - 1).state != state) {
            states.add(new Change(time, state));
        }
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        // not compared
    }

    @Override
    public void physicalCpu(long time, VirtualCpu vcpu, int cpu) {
        // not compared
    }

    @Override
    public void migrated(long time, VirtualCpu vcpu, int from, int to) {
        // not compared
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        // not compared
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        // not compared
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, Interrupt kind, int number) {
        // not compared
    }

    @Override
    public void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        // not compared
    }

    @Override
    public void runnable(long time, int host, int cpu, int vcpus) {
        // not compared
    }
}
