/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.boot.track.BootTracker;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.container.read.GuestContainers;
import org.hypertrace.core.cpu.ResourceTracker;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LostGuestEvents;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.shutdown.track.ShutdownTracker;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PassTimeline;
import org.hypertrace.core.timeline.RingFigures;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.timeline.VmLifecycleEvent;
import org.hypertrace.core.upgrade.track.CodeTracker;
import org.hypertrace.core.upgrade.track.MarkTracker;
import org.hypertrace.core.vcpu.VcpuTracker;

/** The one pass over the events: timeline of hosts and guests → trackers → state system. */
public final class ModelPass implements TimelineSink, AutoCloseable {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 13;

    private final long[] fLast;
    private final PassTimeline fTimeline;
    private final ModelWriter fWriter;
    private final GuestWriter fGuests;
    private final NestedWriter fNested;
    private final VcpuTracker fVcpus;
    private final ResourceTracker fResources;
    private final TaskWriter fThreads;
    private final TaskTracker fTasks;
    private final BootTracker fBoots;
    private final ShutdownTracker fShutdowns;
    private final MarkTracker fMarks;
    /** Null: boots are not followed. */
    private final CodeTracker fCode;

    /**
     * No guest reports containers.
     *
     * @param states
     *            gets the model
     * @param hosts
     *            by their running numbers
     * @param dialects
     *            that the user chose
     * @param symbols
     *            of the guests' kernels, which may be null for a guest; null: boots are not followed
     */
    public ModelPass(ITmfStateSystemBuilder states, List<HostTraces.Host> hosts, List<Dialects.Chosen> dialects,
            Function<Guest, Symbols> symbols) {
        this(states, hosts, dialects, symbols, GuestContainers.NONE, null);
    }

    ModelPass(ITmfStateSystemBuilder states, List<HostTraces.Host> hosts, List<Dialects.Chosen> dialects, Function<Guest, Symbols> symbols,
            GuestContainers containers, PassClocks clocks) {
        fLast = new long[hosts.size()];
        Arrays.fill(fLast, -1);
        fWriter = new ModelWriter(states, hosts);
        fGuests = new GuestWriter(states, fWriter);
        fTimeline = new PassTimeline(fWriter, host -> hosts.get(host).manifest(), dialects, 35, this);
        fNested = new NestedWriter(states, fWriter, fTimeline.machines());
        fWriter.setNested(fNested);
        fVcpus = new VcpuTracker(fTimeline.machines(), fWriter);
        fResources = new ResourceTracker(fTimeline.machines(), fWriter.resources());
        fThreads = new TaskWriter(states, fWriter, fGuests, containers);
        fTasks = new TaskTracker(fThreads);
        fBoots = symbols == null ? null : new BootTracker(new BootWriter(states, fWriter, fGuests), symbols);
        fShutdowns = new ShutdownTracker(new ShutdownWriter(states, fWriter, fGuests), symbols == null ? guest -> null : symbols);
        MarkWriter marks = new MarkWriter(states, fWriter, fGuests);
        fMarks = new MarkTracker(marks);
        fCode = symbols == null ? null : new CodeTracker(marks);
        if (clocks != null) {
            clocks.follow(fTimeline);
        }
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    /** @return what it does with events first */
    public ReadTogether.Stage stage() {
        return fTimeline;
    }

    /** @return since when events wait, ns since the epoch: all before is in the model */
    public long heldSince() {
        return fTimeline.heldSince();
    }

    /** Nothing more comes. */
    public void finish() {
        fTimeline.finish();
        long end = -1;
        for (long last : fLast) {
            end = Math.max(end, last);
        }
        if (end >= 0) {
            fTasks.finish(end);
            fMarks.finish(end);
            if (fBoots != null) {
                fBoots.finish(end);
            }
            fWriter.end(end, fLast);
        }
    }

    /** In which containers threads of guests were, if that was not known at the begin; to be reported behind the end. */
    void contain(GuestContainers containers) {
        fThreads.contain(containers);
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fTimeline.close();
    }

    @Override
    public void host(HostEvent event) {
        seen(fTimeline.machines().now().time(), fTimeline.machines().now().host());
        fNested.handle(event);
        fVcpus.handle(event);
        fWriter.handled();
        fResources.handle(event);
        if (fCode != null) {
            code(event);
        }
        HostEvent.LostEvents lost = LostGuestEvents.of(event);
        if (lost != null) {
            fTasks.lost(lost);
            if (fBoots != null) {
                fBoots.lost(lost);
            }
        }
    }

    private void code(HostEvent event) {
        boolean exits = event instanceof HostEvent.KvmExit;
        if (exits || event instanceof HostEvent.KvmOther other && other.service() == HostEvent.Service.NESTED_ENTER) {
            VirtualCpu vcpu = fTimeline.machines().now().vcpu();
            if (vcpu != null && exits) {
                fCode.handle((HostEvent.KvmExit) event, vcpu);
            } else if (vcpu != null) {
                fCode.nested(vcpu);
            }
        }
    }

    private void seen(long time, int host) {
        if (fLast[host] < 0) {
            fWriter.hostBegins(time, host);
        }
        fLast[host] = time;
    }

    @Override
    public void ownTraceEvent(Guest guest, GuestEvent event) {
        seen(event.time(), guest.host());
        fGuests.guestEvent(guest, null, event);
        if (fBoots != null) {
            fBoots.handle(guest, null, event);
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fGuests.guestEvent(guest, vcpu, event);
        fTasks.handle(guest, vcpu, event);
        fShutdowns.handle(guest, vcpu, event);
        fMarks.handle(guest, event);
        if (fBoots != null) {
            fBoots.handle(guest, vcpu, event);
            fCode.handle(guest, event);
        }
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        fShutdowns.handle(time, guest, sign);
        if (fBoots != null) {
            fBoots.handle(time, guest, sign);
            fCode.seen(guest);
        }
    }

    @Override
    public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        fWriter.traced(time, vcpu);
    }

    @Override
    public void lossesChanged(long time, Guest guest, Losses losses) {
        fGuests.lossesChanged(time, guest, losses);
    }

    @Override
    public void rings(long time, Guest guest, RingFigures figures) {
        fGuests.rings(time, guest, figures);
    }

    @Override
    public void identified(long time, Guest guest) {
        fGuests.identified(time, guest);
    }
}
