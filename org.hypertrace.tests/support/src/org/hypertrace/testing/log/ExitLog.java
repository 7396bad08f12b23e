/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.track.Exit;
import org.hypertrace.core.exit.track.ExitSink;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.exit.track.VcpuTimes;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedVm;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.story.Story;

/** What the exit tracker finds out of a {@link Story} or any events, as text: a line per exit in the order of their ends. */
public final class ExitLog implements ExitSink, TimelineSink, MachineSink {

    private final List<String> fLines = new ArrayList<>();
    private final List<VirtualCpu> fVcpus = new ArrayList<>();
    private final long[] fEnds = new long[16];
    private ExitTracker fTracker;

    private ExitLog() {
    }

    /** What is found in a story. */
    public static ExitLog of(String story) {
        return of(to -> Story.events(story).forEach(to));
    }

    /** What is found in events; {@code events} reports them all. */
    public static ExitLog of(Consumer<Consumer<HostEvent>> events) {
        ExitLog log = new ExitLog();
        try (Timeline timeline = new Timeline(log, host -> null, List.of(), LookAhead.DEFAULT_LIMIT, log)) {
            log.fTracker = new ExitTracker(timeline.machines(), log);
            events.accept(timeline::accept);
            timeline.finish();
            log.fTracker.finish(log.fEnds);
        }
        return log;
    }

    /** {@code 11: 120-130 IOIO port out 0x3f8 on cpu0, 4 host kernel, 6 VMM}. */
    public String exits() {
        return String.join("\n", fLines);
    }

    /** Per vCPU thread: where its life went by phase and state, how many exits there were, and what is left of its life. */
    public String times() {
        List<String> lines = new ArrayList<>();
        for (VirtualCpu vcpu : fVcpus) {
            lines.add(line(vcpu.thread().tid() + ":", fTracker.times(vcpu), fTracker.end(vcpu) - vcpu.begin()));
        }
        for (NestedCpu cpu : fTracker.nested().cpus()) {
            lines.add(line(cpu.carrier().thread().tid() + "/n" + cpu.number() + ":", fTracker.nested().times(cpu),
                    fTracker.nested().end(cpu) - cpu.begin()));
        }
        return String.join("\n", lines);
    }

    /** How guests' guests are known and what is contradictory, a line per VM that has them. */
    public String nested() {
        return fTracker.nested().cpus().stream().map(NestedCpu::vm).distinct().map(vm -> Arrays.stream(NestedVm.Count.values())
                .filter(count -> vm.count(count) > 0).map(count -> count + " " + vm.count(count)).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    private static String line(String who, VcpuTimes times, long life) {
        StringBuilder line = new StringBuilder(who);
        long left = life;
        for (VcpuTimes.Phase phase : VcpuTimes.Phase.values()) {
            left -= times.ns(phase);
            if (times.ns(phase) > 0) {
                line.append(' ' + phase.name() + ' ' + times.ns(phase));
            }
        }
        line.append(';');
        Arrays.stream(VcpuTimes.Count.values()).filter(count -> times.count(count) > 0)
                .forEach(count -> line.append(' ' + count.name() + ' ' + times.count(count)));
        return line + (left == 0 ? "" : " LEFT " + left);
    }

    @Override
    public void begins(Exit exit) {
        if (exit.end() > exit.begin()) {
            throw new AssertionError("an exit begins before the one before it ended");
        }
    }

    @Override
    public void ends(Exit exit) {
        StringBuilder line = new StringBuilder(who(exit) + ": " + exit.begin() + '-' + exit.end() + ' '
                + ExitReason.label(exit.isa(), exit.reason()) + (exit.sub().label().isEmpty() ? "" : " " + exit.sub().label())
                + (exit.isTracer() ? " tracer" : "") + " on cpu" + exit.cpu() + (exit.isMigrated() ? " migrated" : "")
                + (exit.nested() == null ? "" : " x" + exit.hostExits() + (exit.isForwarded() ? " forwarded" : "")));
        long left = exit.end() - exit.begin();
        for (VcpuState state : VcpuState.values()) {
            left -= exit.ns(state);
            if (exit.ns(state) > 0) {
                line.append(", " + exit.ns(state) + ' ' + state.label());
            }
        }
        fLines.add(line + (left == 0 ? "" : ", LEFT " + left));
    }

    private static String who(Exit exit) {
        return exit.vcpu().thread().tid() + (exit.nested() == null ? "" : "/n" + exit.nested().number());
    }

    @Override
    public void breaksOff(Exit exit) {
        fLines.add(who(exit) + ": " + exit.begin() + "-" + exit.end() + " broken off");
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        fVcpus.add(vcpu);
    }

    @Override
    public void host(HostEvent event) {
        fEnds[event.host()] = event.time();
        fTracker.handle(event);
    }

    @Override
    public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        fTracker.traced(vcpu);
    }
}
