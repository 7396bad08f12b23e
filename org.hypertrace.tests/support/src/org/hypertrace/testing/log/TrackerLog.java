/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.cpu.ResourceSink;
import org.hypertrace.core.cpu.ResourceTracker;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.clock.RingTies;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.RingFigures;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTracker;
import org.hypertrace.testing.story.GuestStory;
import org.hypertrace.testing.story.Story;

/**
 * What the trackers find out of a {@link Story}, as text: a line per vCPU thread or processor, in the order of their
 * appearance.
 */
public final class TrackerLog implements MachineSink, VcpuSink, ResourceSink, TimelineSink {

    private final TimedLines fLines = new TimedLines();
    private final List<String> fRemarks = new ArrayList<>();
    private final List<String> fTimeline = new ArrayList<>();
    private VcpuTracker fVcpus;
    private ResourceTracker fResources;

    private TrackerLog() {
    }

    /**
     * @param story
     *            the events
     * @param manifest
     *            the manifest of every host, or null
     * @param limit
     *            how many events may wait for their thread
     * @return what was reported
     */
    public static TrackerLog of(String story, Manifest manifest, int limit) {
        return of(story, manifest, limit, List.of());
    }

    /**
     * @param story
     *            the events
     * @param manifest
     *            the manifest of every host, or null
     * @param limit
     *            how many events may wait for their thread
     * @param dialects
     *            what the user chose
     * @return what was reported
     */
    public static TrackerLog of(String story, Manifest manifest, int limit, List<Dialects.Chosen> dialects) {
        TrackerLog log = new TrackerLog();
        try (Timeline timeline = new Timeline(log, host -> manifest, dialects, limit, log); RingTies ties = new RingTies(host -> manifest)) {
            Story.events(story).forEach(ties::accept);
            ties.finish().forEach(timeline::accept);
            log.fVcpus = new VcpuTracker(timeline.machines(), log);
            log.fResources = new ResourceTracker(timeline.machines(), log);
            Story.events(story).forEach(timeline::accept);
            timeline.finish();
        }
        return log;
    }

    /**
     * @param story
     *            the events
     * @return what was reported
     */
    public static TrackerLog of(String story) {
        return of(story, null, LookAhead.DEFAULT_LIMIT);
    }

    /** @return per vCPU thread: {@code 11: 100 guest, 120 host kernel, …, 200 end} */
    public String states() {
        return fLines.of("state");
    }

    /** @return per vCPU thread: who has its processor instead, from when */
    public String preemptors() {
        return fLines.of("taken");
    }

    /** @return per vCPU thread: its processor, {@code -} for none */
    public String processors() {
        return fLines.of("cpu");
    }

    /** @return per vCPU thread: the processor it waits for, {@code -} for none */
    public String waits() {
        return fLines.of("wait");
    }

    /** @return per processor: how many vCPUs have it or wait for it */
    public String runnable() {
        return fLines.of("runnable");
    }

    /** @return per processor: the thread that has it, {@code -} if it idles */
    public String occupants() {
        return fLines.of("occupant");
    }

    /** @return per processor: the interrupt it serves, {@code -} for none */
    public String interrupts() {
        return fLines.of("interrupt");
    }

    /** @return per vCPU thread: entries, exits with their reasons, migrations */
    public String transitions() {
        return fLines.of("kvm");
    }

    /** @return per vCPU thread: who it is known to be: its life's begin, number, process and how that is known */
    public String identities() {
        return fLines.of("who");
    }

    /** @return lost and unattributed events and the names of VMs, a line each */
    public String remarks() {
        return String.join("\n", fRemarks);
    }

    /** @return what comes out of the timeline in its order, a line each; {@code h} for a host event */
    public String timeline() {
        return String.join("\n", fTimeline);
    }

    private void add(long time, VirtualCpu vcpu, String kind, String what) {
        HostThread thread = vcpu.thread();
        String host = thread.host() == 0 ? "" : "host" + thread.host() + ' ';
        fLines.add(time, host + (thread.incarnation() == 1 ? Integer.toString(thread.tid()) : thread.key()), kind, what);
    }

    @Override
    public void host(HostEvent event) {
        fTimeline.add(event.time() + " h");
        fVcpus.handle(event);
        fResources.handle(event);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fTimeline.add(GuestStory.words(event) + " by " + guest.vm()
                + (vcpu == null ? "" : " thread " + vcpu.thread().tid()));
    }

    @Override
    public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        fTimeline.add(time + " traced " + vcpu.thread().tid());
    }

    @Override
    public void lossesChanged(long time, Guest guest, Losses losses) {
        fTimeline.add(time + " losses " + guest.vm() + ' ' + notZero(losses.byName()));
    }

    @Override
    public void rings(long time, Guest guest, RingFigures figures) {
        fRemarks.add("rings of " + guest.vm() + ' ' + notZero(figures.byName()));
        fRemarks.addAll(figures.unreadable());
    }

    @Override
    public void identified(long time, Guest guest) {
        fTimeline.add(time + " guest " + guest.number() + " is " + guest.vm() + " uses "
                + (guest.dialect() == null ? "-" : guest.dialect().name()));
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        identified(time, vcpu);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        var process = vcpu.thread().process();
        add(time, vcpu, "who", (vcpu.isConfirmed() ? "vCPU " : "candidate ") + vcpu.number() + " from " + vcpu.begin()
                + (process == null ? " of no process" : " of " + process.key() + " by " + process.evidence()));
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        fRemarks.add(time + " " + vm.key() + " is " + name);
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        add(time, vcpu, "who", "ends");
    }

    @Override
    public void unattributed(long time, int host) {
        fRemarks.add(time + " unattributed");
    }

    @Override
    public void lost(HostEvent.LostEvents event) {
        fRemarks.add(event.time() + " lost " + event.count());
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        add(time, vcpu, "state", state.label());
    }

    @Override
    public void physicalCpu(long time, VirtualCpu vcpu, int cpu) {
        add(time, vcpu, "cpu", cpu == HostEvent.UNKNOWN_ID ? "-" : "cpu" + cpu);
    }

    @Override
    public void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        add(time, vcpu, "wait", cpu == HostEvent.UNKNOWN_ID ? "-" : "cpu" + cpu);
    }

    @Override
    public void runnable(long time, int host, int cpu, int vcpus) {
        fLines.add(time, processor(host, cpu), "runnable", Integer.toString(vcpus));
    }

    @Override
    public void occupied(long time, int host, int cpu, HostThread thread, boolean asVcpu) {
        fLines.add(time, processor(host, cpu), "occupant", thread == null ? "unknown" : thread.isIdle() ? "-"
                : thread.comm() + '(' + thread.tid() + ')' + (asVcpu ? " as vCPU" : ""));
    }

    @Override
    public void interrupted(long time, int host, int cpu, Interrupt kind, int number) {
        fLines.add(time, processor(host, cpu), "interrupt", kind == null ? "-" : new Preemptor(kind, number).interruptLabel());
    }

    private static String notZero(Map<String, Long> figures) {
        return figures.toString().replaceAll("\\w+=0(, )?|, (?=})", "").replace(", }", "}");
    }

    private static String processor(int host, int cpu) {
        return (host == 0 ? "" : "host" + host + ' ') + "cpu" + cpu;
    }

    @Override
    public void migrated(long time, VirtualCpu vcpu, int from, int to) {
        add(time, vcpu, "kvm", "cpu" + from + "→cpu" + to);
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        add(time, vcpu, "kvm", "entry");
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        add(time, vcpu, "kvm", ExitReason.label(isa, reason));
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        add(time, vcpu, "taken", thread == null ? "-" : thread.comm() + '(' + thread.tid() + ')');
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, Interrupt kind, int number) {
        add(time, vcpu, "taken", new Preemptor(kind, number).interruptLabel());
    }
}
