/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.BootTracker;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guest.Dialects;
import org.hypertrace.core.guest.Guest;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.guest.LifeSign;
import org.hypertrace.core.guest.RingFigures;
import org.hypertrace.core.guest.Timeline;
import org.hypertrace.core.guest.TimelineSink;
import org.hypertrace.core.machine.HostStateProvider;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.machine.LookAhead;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.resource.ResourceTracker;
import org.hypertrace.core.shutdown.ShutdownTracker;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.vcpu.VcpuTracker;

/** The one pass over the events: reader → timeline of hosts and guests → trackers → state system. */
final class ModelStateProvider extends HostStateProvider implements TimelineSink {

    /** To be raised with every change of a tracker that changes what it finds: old history files are then rebuilt. */
    private static final int TRACKERS = 15;

    private final long[] fLast;
    private final List<Dialects.Chosen> fDialects;
    private final GuestSymbols fSymbols;
    private final int fVersion;
    private Timeline fTimeline;
    private ModelWriter fWriter;
    private GuestWriter fGuests;
    private NestedWriter fNested;
    private VcpuTracker fVcpus;
    private ResourceTracker fResources;
    private TaskTracker fTasks;
    private BootTracker fBoots;
    private ShutdownTracker fShutdowns;

    /** @param symbols of the guests' kernels; null: boots are not followed */
    ModelStateProvider(ITmfTrace trace, HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols) {
        super(trace, ModelAnalysis.ID, traces);
        fDialects = dialects;
        fSymbols = symbols;
        fLast = new long[traces.hosts().size()];
        Arrays.fill(fLast, -1);
        fVersion = Objects.hash(TRACKERS, traces.filesHash(), traces.recordingHash(), symbols == null ? 1 : symbols.hash(),
                Dialects.hash(dialects)) & Integer.MAX_VALUE;
    }

    @Override
    public int getVersion() {
        return fVersion;
    }

    @Override
    public ModelStateProvider getNewInstance() {
        return new ModelStateProvider(getTrace(), traces(), fDialects, fSymbols);
    }

    @Override
    public void assignTargetStateSystem(ITmfStateSystemBuilder states) {
        fWriter = new ModelWriter(states, traces().hosts());
        fGuests = new GuestWriter(states, fWriter);
        fTimeline = new Timeline(fWriter, host -> traces().hosts().get(host).manifest(), fDialects,
                LookAhead.DEFAULT_LIMIT, this);
        fNested = new NestedWriter(states, fWriter, fTimeline.machines());
        fWriter.setNested(fNested);
        fVcpus = new VcpuTracker(fTimeline.machines(), fWriter);
        fResources = new ResourceTracker(fTimeline.machines(), fWriter.resources());
        fTasks = new TaskTracker(new TaskWriter(states, fWriter, fGuests));
        fBoots = fSymbols == null ? null : new BootTracker(new BootWriter(states, fWriter, fGuests), fSymbols::of);
        fShutdowns = new ShutdownTracker(new ShutdownWriter(states, fWriter, fGuests),
                guest -> fSymbols == null ? null : fSymbols.of(guest));
        super.assignTargetStateSystem(states);
    }

    @Override
    public long getLatestSafeTime() {
        return Math.min(super.getLatestSafeTime(), fTimeline.heldSince() - 1);
    }

    @Override
    protected void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    @Override
    public void host(HostEvent event) {
        seen(event.time(), event.host());
        fNested.handle(event);
        fVcpus.handle(event);
        fResources.handle(event);
        if (event instanceof HostEvent.LostEvents lost) {
            fTasks.lost(lost);
            if (fBoots != null) {
                fBoots.lost(lost);
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
    public void told(Guest guest, GuestEvent event) {
        seen(event.time(), guest.host());
        fGuests.said(guest, null, event);
        fBoots.handle(guest, null, event);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fGuests.said(guest, vcpu, event);
        fTasks.handle(guest, vcpu, event);
        fShutdowns.handle(guest, vcpu, event);
        if (fBoots != null) {
            fBoots.handle(guest, vcpu, event);
        }
    }

    @Override
    public void life(long time, Guest guest, LifeSign sign) {
        fShutdowns.handle(time, guest, sign);
        if (fBoots != null) {
            fBoots.handle(time, guest, sign);
        }
    }

    @Override
    public void traced(long time, Guest guest, VirtualCpu vcpu) {
        fWriter.traced(time, vcpu);
    }

    @Override
    public void odd(long time, Guest guest, Losses losses) {
        fGuests.odd(time, guest, losses);
    }

    @Override
    public void rings(long time, Guest guest, RingFigures figures) {
        fGuests.rings(time, guest, figures);
    }

    @Override
    public void identified(long time, Guest guest) {
        fGuests.identified(time, guest);
    }

    @Override
    public void dispose() {
        super.dispose();
        if (fTimeline != null) {
            fTimeline.close();
        }
    }

    @Override
    public void done() {
        fTimeline.finish();
        long end = -1;
        for (long last : fLast) {
            end = Math.max(end, last);
        }
        if (end >= 0) {
            fTasks.finish(end);
            if (fBoots != null) {
                fBoots.finish(end);
            }
            fWriter.end(end, fLast);
        }
    }
}
