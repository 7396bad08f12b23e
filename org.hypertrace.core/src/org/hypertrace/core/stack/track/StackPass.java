/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LostGuestEvents;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PassTimeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.timeline.VmLifecycleEvent;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTracker;

/**
 * The one pass over the events that finds the stacks of guest threads: timeline of hosts and guests → trackers → sink. It has
 * its own instances of all trackers and asks nothing of the model. Memory is bounded whatever guests report.
 */
public final class StackPass implements TimelineSink, VcpuSink, AutoCloseable {

    private static final VcpuState[] STATES = VcpuState.values();

    private final FrameNames fNames;
    private final StackTracker fStacks;
    private final PassTimeline fTimeline;
    private final VcpuTracker fVcpus;
    private final VmNames fVms = new VmNames();
    private VcpuState[] fStates = new VcpuState[0];
    private long[] fEnds = new long[0];

    /**
     * @param manifests
     *            the manifest of a host's recording by its running number, null for none
     * @param dialects
     *            the dialects that the user chose
     * @param symbols
     *            of the kernel of a guest, or of the one with this key nested in it; null for none
     * @param sink
     *            gets the stacks
     */
    public StackPass(IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects, BiFunction<Guest, String, Symbols> symbols,
            StackSink sink) {
        fNames = new FrameNames(symbols);
        fStacks = new StackTracker(sink, fNames);
        fTimeline = new PassTimeline(fVms, manifests, dialects, 44, this);
        fVcpus = new VcpuTracker(fTimeline.machines(), this);
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    /** @return what it does with events first */
    public PassTimeline stage() {
        return fTimeline;
    }

    /** Nothing more comes: all threads end. */
    public void finish() {
        fTimeline.finish();
        fStacks.finish(fEnds);
    }

    /** @return what frames are called, as known by now */
    public FrameNames names() {
        return fNames;
    }

    /**
     * @param thread
     *            a thread of a guest
     * @param hosts
     *            the name of a host by its running number
     * @return the guest, by what is known of it by now
     */
    public VmName who(StackThread thread, IntFunction<String> hosts) {
        Guest guest = thread.guest();
        VmName vm = guest.vm().equals(Guest.OWN) ? VmName.of(Guest.OWN, HostEvent.UNKNOWN_ID, hosts.apply(guest.host()), 1)
                : fVms.of(guest.host(), guest.vm());
        return vm.nested(Nesting.of(thread.nested()));
    }

    /**
     * @param thread
     *            a thread of a guest
     * @param hosts
     *            the name of a host by its running number
     * @return the guest, for people
     */
    public String guest(StackThread thread, IntFunction<String> hosts) {
        return who(thread, hosts).label();
    }

    /** @return the names of the VMs that ran a guest */
    public VmNames vms() {
        return fVms;
    }

    /** @return the tracker, for what it counts */
    public StackTracker tracker() {
        return fStacks;
    }

    /** @return the last moment of all hosts so far, ns since the epoch */
    public long end() {
        return Arrays.stream(fEnds).max().orElse(0);
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fTimeline.close();
    }

    private void ends(int host, long time) {
        if (host >= fEnds.length) {
            fEnds = Arrays.copyOf(fEnds, host + 1);
        }
        fEnds[host] = time;
    }

    @Override
    public void host(HostEvent event) {
        ends(fTimeline.machines().now().host(), fTimeline.machines().now().time());
        HostEvent.LostEvents lost = LostGuestEvents.of(event);
        if (lost != null) {
            fStacks.lost(lost);
        }
        fVcpus.handle(event);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fStacks.handle(guest, vcpu, event);
    }

    @Override
    public void ownTraceEvent(Guest guest, GuestEvent event) {
        ends(guest.host(), event.time());
        fStacks.handle(guest, null, event);
    }

    @Override
    public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        fStacks.traced(vcpu);
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        fStacks.life(time, guest, sign);
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        if (vcpu.index() >= fStates.length) {
            fStates = Arrays.copyOf(fStates, Math.max(16, 2 * vcpu.index()));
        }
        fStates[vcpu.index()] = state;
        Processor processor = fStacks.processor(vcpu);
        processor.state(time, state == VcpuState.GUEST ? 0 : frame(vcpu, state));
        if (state == VcpuState.UNKNOWN) {
            processor.entered(time);
        }
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        fStacks.processor(vcpu).entered(time);
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        fStacks.processor(vcpu).exits(time, Frames.of(FrameKind.EXIT, (isa & 0xffffffL) << 32 | reason & 0xffffffffL));
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        if (vcpu.index() < fStates.length && fStates[vcpu.index()] == VcpuState.PREEMPTED) {
            fStacks.processor(vcpu).state(time, thread == null ? frame(vcpu, VcpuState.PREEMPTED)
                    : fNames.named(FrameKind.PREEMPTED_BY, label(thread) + (vcpu.thread().isStandIn() ? LoneStates.doubt(thread.tid()) : "")));
        }
    }

    private static long frame(VirtualCpu vcpu, VcpuState state) {
        return Frames.of(state, vcpu.thread().isStandIn());
    }

    private String label(HostThread thread) {
        VmName vm = thread.process() == null ? null : fVms.of(thread.host(), thread.process().key());
        String comm = thread.comm().isEmpty() ? "thread " + thread.tid() : thread.comm();
        return vm == null || vm.given() == null ? comm : comm + " of " + vm.label();
    }
}
