/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.timeline.order.Reordering;
import org.hypertrace.core.timeline.order.Spool;

/**
 * The first part of a {@link Timeline}: attributes hypercalls, decodes them, and puts all in order of time. What it makes goes on to a
 * {@link TimelineOutlet}, on the same thread or, by a {@link TimelineCopy}, on others.
 */
final class TimelineInlet implements AutoCloseable {

    /** Gets what became known of vCPUs, and of guests. */
    interface Known extends MachineSink {

        /** For who asks the inlet itself. */
        Known NOTHING = guest -> { };

        /** A guest is new, or its VM or what is known of its dialect is another. */
        void guest(Guest guest);
    }

    private final LookAhead fLookAhead;
    private final VmLifecycleEvents fLife;
    private final List<Pending.Life> fSigns = new ArrayList<>();
    private final MachineTracker fReporters;
    private final Guests fGuests;
    private final GuestRings fRings;
    private final OwnTraces fOwn;
    /** Only if there are rings: waits until it is known what else belongs before. */
    private Reordering<Timed> fMerged;
    private long fRead;
    private final Spool<Timed> fUndecided = new Spool<>(LookAhead.DEFAULT_LIMIT);
    private final Reordering.Next<Timed> fNext;
    private Reordering<Timed> fOrder;
    private long fNow;
    private volatile long fHeldSince = Long.MAX_VALUE;
    private volatile long fMergedSince = Long.MAX_VALUE;

    /** As a {@link Timeline}; {@code next} gets the events of hosts and what is {@link Pending.Outgoing}, in time order. */
    TimelineInlet(IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen, int limit, Known known, Reordering.Next<Timed> next) {
        fLookAhead = new LookAhead(this::attributed, limit);
        VmNames names = new VmNames();
        fGuests = new Guests(new Dialects(chosen, manifests), names, known::guest);
        fRings = new GuestRings(manifests, fGuests, this::ringRecord);
        fLife = new VmLifecycleEvents(fGuests, (time, guest, sign) -> fSigns.add(new Pending.Life(time, guest.number(), sign)));
        fReporters = new MachineTracker(new MachineFanOut(List.of(names, fLife, known)), manifests);
        fOwn = new OwnTraces(fGuests, fReporters, manifests);
        fNext = next;
    }

    /** Who reports, by what became known so far. */
    Guests guests() {
        return fGuests;
    }

    /** The thread of the vCPU with this running number, null if it has not appeared yet. */
    HostThread vcpuThread(int index) {
        VirtualCpu vcpu = fReporters.vcpu(index);
        return vcpu == null ? null : vcpu.thread();
    }

    /** What came out last is of this time, ns since the epoch; {@link Long#MIN_VALUE} before all. */
    long passed() {
        return fOrder == null ? Long.MIN_VALUE : fOrder.passed();
    }

    /** Until when, exclusively, everything came out, ns since the epoch; {@link Long#MAX_VALUE} if nothing waits. */
    long heldSince() {
        return Math.min(Math.min(fHeldSince, fMergedSince), fLookAhead.heldSince());
    }

    /** The next event of the traces, in their order. */
    void accept(HostEvent event) {
        if (event instanceof HostEvent.RingClock clock) {
            fRings.clock(clock);
        } else {
            fLookAhead.accept(event);
        }
    }

    /** Nothing more comes: lets everything out that waits. */
    void finish() {
        fLookAhead.flush();
        if (fOrder == null) {
            return;
        }
        fRings.finish(fRead);
        if (fMerged != null) {
            fMerged.flush();
        }
        fMergedSince = Long.MAX_VALUE;
        decideAll();
        for (Guest guest : fGuests.all()) {
            guest.decoder().finish();
            for (GuestEvent event : guest.decoded()) {
                put(new Pending.Decoded(guest.number(), fGuests.vcpuOf(guest, event.from().vcpu()), event));
            }
            guest.decoded().clear();
            if (guest.changed()) {
                put(new Pending.Identified(fNow, guest.number()));
            }
            putLosses(guest);
            RingFigures rings = fRings.figures(guest);
            if (rings != null) {
                put(new Pending.Rings(fNow, guest.number(), rings));
            }
        }
        fOrder.flush();
        fHeldSince = Long.MAX_VALUE;
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fRings.close();
        fUndecided.close();
        if (fMerged != null) {
            fMerged.close();
        }
        if (fOrder != null) {
            fOrder.close();
        }
    }

    private void attributed(HostEvent event) {
        if (fOrder == null) {
            fOrder = new Reordering<>(event.time(), Reordering.DEFAULT_LIMIT, fNext);
        }
        if (OwnTraces.concerns(event)) {
            Pending reported = fOwn.read(event);
            if (reported != null) {
                take(reported, reported.time());
            }
            fRead = event.time();
            return;
        }
        fReporters.handle(event);
        fLife.handle(event, fReporters);
        fRings.handle(event, fReporters);
        fRead = fReporters.now().time();
        take(event instanceof HostEvent.KvmHypercall hypercall ? attribute(hypercall) : event, fRead);
        if (!fSigns.isEmpty()) {
            fSigns.forEach(sign -> take(sign, sign.time()));
            fSigns.clear();
        }
    }

    /** A record of a ring, once the traces came to its time. */
    private boolean ringRecord(Guest guest, long time, RingFile.Entry entry) {
        Pending.RingRecord ringRecord = new Pending.RingRecord(time, guest.number(), fGuests.vcpuOf(guest, entry.vcpu()), entry);
        fGuests.detect(guest, () -> entry.at(time));
        return merged().accept(ringRecord, fRead);
    }

    private Reordering<Timed> merged() {
        if (fMerged == null) {
            fMerged = new Reordering<>(fRead, Reordering.DEFAULT_LIMIT, this::takeNext);
            fMerged.span(GuestRings.SPAN);
        }
        return fMerged;
    }

    private void take(Timed item, long time) {
        if (fRings.isEmpty()) {
            takeNext(item, time);
        } else {
            merged().accept(item, fRead);
            fMergedSince = fMerged.isEmpty() ? Long.MAX_VALUE : fMerged.passed();
        }
    }

    private void takeNext(Timed item) {
        takeNext(item, item.time());
    }

    private void takeNext(Timed item, long time) {
        if (fUndecided.isEmpty() && !fGuests.areUndecided()) {
            decode(item, time);
        } else {
            if (fHeldSince == Long.MAX_VALUE) {
                fHeldSince = time;
            }
            boolean room = fUndecided.add(item);
            if (!fGuests.areUndecided()) {
                fUndecided.drain(waited -> decode(waited, waited.time()));
            } else if (!room) {
                decideAll();
            }
        }
    }

    /** Who reports it: the thread that runs there, if it is a vCPU of a VM. */
    private Timed attribute(HostEvent.KvmHypercall event) {
        VirtualCpu vcpu = fReporters.now().vcpu();
        Guest guest = vcpu == null ? null : fGuests.of(vcpu);
        if (guest == null) {
            return event;
        }
        // a vCPU whose number nothing showed has a stand-in
        int number = vcpu.number() >= 0 ? vcpu.number() : -2 - vcpu.index();
        Origin origin = vcpu.guestRip() == HostEvent.NO_RIP ? Origin.UNKNOWN : Origin.of(vcpu.guestRip());
        if (!fRings.hypercall(event, vcpu, origin)) {
            return event;
        }
        Pending.Call seen = new Pending.Call(event, guest.number(), vcpu.index(), number, origin);
        fGuests.detect(guest, seen::hypercall);
        return seen;
    }

    private void decideAll() {
        fGuests.decideAll();
        fUndecided.drain(waited -> decode(waited, waited.time()));
    }

    private void decode(Timed item, long time) {
        fNow = time;
        // most are, and a class asked for one interface only answers at once
        if (item instanceof HostEvent) {
            fOrder.accept(item, time, time);
        } else if (item instanceof Pending.Call call) {
            decode(call, call);
        } else if (item instanceof Pending.RingRecord words) {
            decode(words, null);
        } else {
            if (item instanceof Pending.Life life && BootBoundary.mayFollow(life.sign())) {
                fGuests.all().get(life.guest()).decoder().bootBegins();
            }
            putIfChanged((Pending) item);
            put(item);
        }
        boolean waits = !fOrder.isEmpty();
        if (waits || fHeldSince != Long.MAX_VALUE) {
            fHeldSince = waits ? fOrder.passed() : Long.MAX_VALUE;
        }
    }

    private void decode(Pending.Undecoded words, Pending.Call call) {
        Guest guest = fGuests.all().get(words.guest());
        boolean ofTracer = guest.decoder().accept(words.hypercall());
        putIfChanged(words);
        if (call != null) {
            put(call.event());
            if (ofTracer) {
                put(new Pending.TracerExit(fNow, call.guest(), call.vcpu()));
            }
        }
        putDecoded(guest, words.vcpu());
    }

    private void putIfChanged(Pending about) {
        if (fGuests.all().get(about.guest()).changed()) {
            put(new Pending.Identified(fNow, about.guest()));
        }
    }

    private void putDecoded(Guest guest, int vcpu) {
        for (GuestEvent event : guest.decoded()) {
            if (BootBoundary.mayFollow(event)) {
                guest.decoder().bootBegins();
            }
            if (!put(new Pending.Decoded(guest.number(), vcpu, event))) {
                guest.decoder().late();
                // the announcement of batches was not recorded
                fOrder.span(GuestEventDecoder.MAX_BATCH_SPAN);
            }
        }
        guest.decoded().clear();
        putLosses(guest);
        fOrder.span(guest.decoder().batchSpan());
    }

    private void putLosses(Guest guest) {
        if (guest.lossesChanged()) {
            put(new Pending.Lost(fNow, guest.number(), guest.losses()));
        }
    }

    private boolean put(Timed item) {
        return fOrder.accept(item, fNow);
    }
}
