/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * What happened on hosts and in their guests, on one clock and in time order: host events go in as the traces have them; the hypercalls among them are
 * attributed to the vCPU that runs there and decoded, as are the records of the rings that a manifest names; out come host and guest events together.
 * <p>
 * A batch brings events of a time that has passed. So as soon as a guest announces batches, everything waits as long as they may reach back; while the
 * dialect of a guest that reports is not known, everything waits for that. Few wait in memory, others in files. What still comes too late is counted.
 * Who reports must be known when a hypercall is recorded, who runs when an event comes out. There is a machine tracker on either side.
 */
public final class Timeline implements AutoCloseable {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 15;

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
    private final MachineTracker fMachines;
    private final TimelineOutlet fOutlet;
    private Reordering<Timed> fOrder;
    private long fNow;
    private volatile long fHeldSince = Long.MAX_VALUE;
    private volatile long fMergedSince = Long.MAX_VALUE;

    /**
     * @param machines
     *            gets who is who, in time order with what the sink gets
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param chosen
     *            the dialects that the user chose
     * @param limit
     *            how many events may wait until it is known who runs
     * @param sink
     *            gets the events
     */
    public Timeline(MachineSink machines, IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen, int limit, TimelineSink sink) {
        fLookAhead = new LookAhead(this::attributed, limit);
        VmNames names = new VmNames();
        fGuests = new Guests(new Dialects(chosen, manifests), names);
        fRings = new GuestRings(manifests, fGuests, this::ringRecord);
        fLife = new VmLifecycleEvents(fGuests, (time, guest, sign) -> fSigns.add(new Pending.Life(time, guest.number(), sign)));
        fReporters = new MachineTracker(new MachineFanOut(List.of(names, fLife)), manifests);
        fOwn = new OwnTraces(fGuests, fReporters, manifests);
        fMachines = new MachineTracker(machines, manifests);
        fOutlet = new TimelineOutlet(fGuests, fMachines, new SameVcpus(fReporters, fMachines), sink);
    }

    /** @return who is who at the time of the event that came out last */
    public MachineTracker machines() {
        return fMachines;
    }

    /** @param sink gets what comes out, too; before any event */
    public void also(TimelineSink sink) {
        fOutlet.also(sink);
    }

    /** @return until when, exclusively, everything came out, ns since the epoch; {@link Long#MAX_VALUE} if nothing waits */
    public long heldSince() {
        return Math.min(Math.min(fHeldSince, fMergedSince), fLookAhead.heldSince());
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        if (event instanceof HostEvent.RingClock clock) {
            fRings.clock(clock);
        } else {
            fLookAhead.accept(event);
        }
    }

    /** Nothing more comes: lets everything out that waits. */
    public void finish() {
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
            fOrder = new Reordering<>(event.time(), Reordering.DEFAULT_LIMIT, fOutlet::pass);
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
