/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.LookAhead;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.GuestEventDecoder;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.NameType;
import org.hypertrace.core.stream.Reordering;
import org.hypertrace.core.stream.Spool;

/**
 * What happened on hosts and in their guests, on one clock and in time order: host events go in as the traces have them; the
 * hypercalls among them are attributed to the vCPU that runs there and decoded; out come host and guest events together.
 * <p>
 * A batch brings events of a time that has passed. So as soon as a guest announces batches, everything waits as long as they
 * may reach back; while the dialect of a guest that speaks is not known, everything waits for that. Few wait in memory, the
 * others in temporary files. What still comes too late is counted.
 * <p>
 * Who speaks must be known when a hypercall is recorded, who runs when an event comes out, and in between may lie seconds:
 * there is a machine tracker on either side.
 */
public final class Timeline implements AutoCloseable {

    /** A hypercall, and who said it. */
    private record Heard(HostEvent.KvmHypercall event, int guest, int vcpu, int number, Origin origin) {
        Hypercall hypercall() {
            return new Hypercall(event.time(), number, origin, event.nr(), event.a0(), event.a1(), event.a2(), event.a3());
        }
    }

    /** A guest event on its way. */
    private record Said(int guest, int vcpu, GuestEvent event) { }

    /** What a guest tells that has a trace of its own. */
    private record Told(int guest, GuestEvent event) { }

    /** Says that the vCPU's last exit was for a hypercall of the tracer. */
    private record Traced(long time, int guest, int vcpu) { }

    /** What is missing or odd by now in what a guest says. */
    private record Odd(long time, int guest, Losses losses) { }

    /** A sign of a VM's life. */
    private record Life(long time, int guest, int vcpu, LifeSign sign) { }

    /** A guest is known better. */
    private record Identified(long time, int guest) { }

    private final LookAhead fLookAhead;
    private final LifeSigns fLife;
    private final List<Life> fSigns = new ArrayList<>();
    private final MachineTracker fSpeakers;
    private final Guests fGuests;
    private final Spool<Record> fUndecided = new Spool<>(LookAhead.DEFAULT_LIMIT);
    private final MachineTracker fMachines;
    private final TimelineSink fSink;
    private Reordering<Record> fOrder;
    private long fNow;
    private volatile long fHeldSince = Long.MAX_VALUE;

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
    public Timeline(MachineSink machines, IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen, int limit,
            TimelineSink sink) {
        fLookAhead = new LookAhead(this::attributed, limit);
        fGuests = new Guests(new Dialects(chosen, manifests));
        fLife = new LifeSigns(fGuests, (time, vcpu, guest, sign) -> fSigns.add(new Life(time, guest.number(), vcpu.index(), sign)));
        fSpeakers = new MachineTracker(fLife, manifests);
        fMachines = new MachineTracker(machines, manifests);
        fSink = sink;
    }

    /** @return who is who at the time of the event that came out last */
    public MachineTracker machines() {
        return fMachines;
    }

    /** @return until when, exclusively, everything came out, ns since the epoch; {@link Long#MAX_VALUE} if nothing waits */
    public long heldSince() {
        return Math.min(fHeldSince, fLookAhead.heldSince());
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fLookAhead.accept(event);
    }

    /** Nothing more comes: lets everything out that waits. */
    public void finish() {
        fLookAhead.flush();
        if (fOrder == null) {
            return;
        }
        decideAll();
        for (Guest guest : fGuests.all()) {
            guest.decoder().finish();
            for (GuestEvent event : guest.understood()) {
                put(new Said(guest.number(), fGuests.vcpuOf(guest, event.from().vcpu()), event));
            }
            guest.understood().clear();
            if (guest.isNews()) {
                put(new Identified(fNow, guest.number()));
            }
            tellOddities(guest);
        }
        fOrder.flush();
        fHeldSince = Long.MAX_VALUE;
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fUndecided.close();
        if (fOrder != null) {
            fOrder.close();
        }
    }

    private void attributed(HostEvent event) {
        if (fOrder == null) {
            fOrder = new Reordering<>(Timeline::time, event.time(), Reordering.DEFAULT_LIMIT, this::pass);
        }
        if (event instanceof HostEvent.GuestTells told) {
            Guest guest = fGuests.own(told.host());
            if (guest != null && told.what() instanceof GuestEvent said) {
                take(new Told(guest.number(), said));
            }
            return;
        }
        fSpeakers.handle(event);
        fLife.handle(event, fSpeakers);
        take(event instanceof HostEvent.KvmHypercall said ? heard(said) : (Record) event);
        if (!fSigns.isEmpty()) {
            fSigns.forEach(this::take);
            fSigns.clear();
        }
    }

    private void take(Record record) {
        if (fUndecided.isEmpty() && !fGuests.areUndecided()) {
            understand(record);
        } else {
            if (fHeldSince == Long.MAX_VALUE) {
                fHeldSince = time(record);
            }
            boolean room = fUndecided.add(record);
            if (!fGuests.areUndecided()) {
                fUndecided.drain(this::understand);
            } else if (!room) {
                decideAll();
            }
        }
    }

    /** Who says it: the thread that runs there, if it is a vCPU of a VM. */
    private Record heard(HostEvent.KvmHypercall event) {
        HostThread thread = fSpeakers.running(event.host(), event.cpu());
        VirtualCpu vcpu = thread == null ? null : thread.vcpu();
        Guest guest = vcpu == null ? null : fGuests.of(vcpu);
        if (guest == null) {
            return event;
        }
        // a vCPU whose number nobody told has a stand-in
        int number = vcpu.number() >= 0 ? vcpu.number() : -2 - vcpu.index();
        Origin origin = vcpu.guestRip() == HostEvent.NO_RIP ? Origin.UNKNOWN : Origin.of(vcpu.guestRip());
        Heard heard = new Heard(event, guest.number(), vcpu.index(), number, origin);
        fGuests.listen(guest, heard::hypercall);
        return heard;
    }

    private void decideAll() {
        fGuests.decideAll();
        fUndecided.drain(this::understand);
    }

    private void understand(Record record) {
        fNow = time(record);
        if (record instanceof Heard heard) {
            Guest guest = fGuests.all().get(heard.guest);
            boolean own = guest.decoder().accept(heard.hypercall());
            if (guest.isNews()) {
                put(new Identified(fNow, heard.guest));
            }
            put(heard.event);
            if (own) {
                put(new Traced(fNow, heard.guest, heard.vcpu));
            }
            for (GuestEvent event : guest.understood()) {
                if (!put(new Said(heard.guest, heard.vcpu, event))) {
                    guest.decoder().late();
                    // the announcement of batches was not recorded
                    fOrder.span(GuestEventDecoder.MAX_BATCH_SPAN);
                }
            }
            guest.understood().clear();
            tellOddities(guest);
            fOrder.span(guest.decoder().batchSpan());
        } else {
            int guest = record instanceof Life life ? life.guest : record instanceof Told told ? told.guest : -1;
            if (guest >= 0 && fGuests.all().get(guest).isNews()) {
                put(new Identified(fNow, guest));
            }
            put(record);
        }
        boolean waits = !fOrder.isEmpty();
        if (waits || fHeldSince != Long.MAX_VALUE) {
            fHeldSince = waits ? fOrder.passed() : Long.MAX_VALUE;
        }
    }

    private void tellOddities(Guest guest) {
        if (guest.isOdd()) {
            put(new Odd(fNow, guest.number(), guest.losses()));
        }
    }

    private boolean put(Record record) {
        return fOrder.accept(record, fNow);
    }

    private void pass(Record record) {
        if (record instanceof HostEvent event) {
            fMachines.handle(event);
            fSink.host(event);
        } else if (record instanceof Said said) {
            VirtualCpu vcpu = said.vcpu < 0 ? null : fMachines.vcpu(said.vcpu);
            if (vcpu != null && said.event instanceof GuestEvent.Name name && name.type() == NameType.VM
                    && name.from().level() == 0) {
                fMachines.guestIsNamed(name.time(), vcpu, name.name());
            }
            fSink.guest(fGuests.all().get(said.guest), vcpu, said.event);
        } else if (record instanceof Told told) {
            fSink.told(fGuests.all().get(told.guest), told.event);
        } else if (record instanceof Traced traced) {
            fSink.traced(traced.time, fGuests.all().get(traced.guest), fMachines.vcpu(traced.vcpu));
        } else if (record instanceof Life life) {
            fSink.life(life.time, fGuests.all().get(life.guest), fMachines.vcpu(life.vcpu), life.sign);
        } else if (record instanceof Odd odd) {
            fSink.odd(odd.time, fGuests.all().get(odd.guest), odd.losses);
        } else if (record instanceof Identified known) {
            fSink.identified(known.time, fGuests.all().get(known.guest));
        }
    }

    private static long time(Record record) {
        return record instanceof HostEvent event ? event.time()
                : record instanceof Said said ? said.event.time()
                : record instanceof Told told ? told.event.time()
                : record instanceof Heard heard ? heard.event.time()
                : record instanceof Traced traced ? traced.time
                : record instanceof Life life ? life.time
                : record instanceof Odd odd ? odd.time : ((Identified) record).time;
    }
}
