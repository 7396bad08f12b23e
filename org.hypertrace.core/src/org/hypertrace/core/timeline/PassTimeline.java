/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.ReadTogether;

/** The {@link Timeline} of a pass. Passes of one reading can have one in common: it then belongs to none of them. */
public final class PassTimeline implements ReadTogether.Stage, AutoCloseable {

    private final MachineSink fMachines;
    private TimelineSink fSink;
    private final IntFunction<Manifest> fManifests;
    private final List<Dialects.Chosen> fChosen;
    private final int fWeight;
    private final Timeline fOwn;
    /** Of what it has in common with others; null: nothing. */
    private volatile LongSupplier fHeldSince;

    /**
     * @param machines
     *            gets who is who, in time order with what the sink gets
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param chosen
     *            the dialects that the user chose
     * @param weight
     *            how long the pass itself takes, if the timeline takes 20
     * @param sink
     *            gets the events
     */
    public PassTimeline(MachineSink machines, IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen, int weight, TimelineSink sink) {
        fMachines = machines;
        fSink = sink;
        fManifests = manifests;
        fChosen = chosen;
        fWeight = weight;
        fOwn = timeline(machines, sink);
    }

    private Timeline timeline(MachineSink machines, TimelineSink sink) {
        return new Timeline(machines, fManifests, fChosen, LookAhead.DEFAULT_LIMIT, sink);
    }

    /** @return who is who at the time of the event that came out last */
    public MachineTracker machines() {
        return fOwn.machines();
    }

    /**
     * One more gets what comes out. To be called before any event.
     *
     * @param sink
     *            makes it, by who is who
     */
    public void also(Function<MachineTracker, TimelineSink> sink) {
        TimelineSink also = sink.apply(machines());
        fOwn.also(also);
        fSink = new TimelineOutlet.Both(fSink, also);
    }

    /** @return until when, exclusively, everything came out, ns since the epoch; {@link Long#MAX_VALUE} if nothing waits */
    public long heldSince() {
        LongSupplier shared = fHeldSince;
        return shared == null ? fOwn.heldSince() : shared.getAsLong();
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fOwn.accept(event);
    }

    /** Nothing more comes: lets everything out that waits. */
    public void finish() {
        // what is in common has ended
        if (fHeldSince == null) {
            fOwn.finish();
        }
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fOwn.close();
    }

    @Override
    public int weight() {
        return fWeight;
    }

    @Override
    public boolean isLike(ReadTogether.Stage other) {
        return other instanceof PassTimeline timeline && timeline.fChosen.equals(fChosen);
    }

    MachineSink machineSink() {
        return fMachines;
    }

    TimelineSink sink() {
        return fSink;
    }

    @Override
    public ReadTogether.Shared share(List<ReadTogether.Member> members) {
        PassFanOut fanOut = new PassFanOut(members);
        Timeline shared = timeline(fanOut, fanOut);
        share(members, shared.machines(), shared::heldSince);
        return new ReadTogether.Shared() {
            @Override
            public void accept(HostEvent event) {
                shared.accept(event);
            }

            @Override
            public void finish() {
                shared.finish();
            }

            @Override
            public void close() {
                shared.close();
            }
        };
    }

    private static void share(List<ReadTogether.Member> members, MachineTracker machines, LongSupplier heldSince) {
        for (ReadTogether.Member member : members) {
            PassTimeline each = (PassTimeline) member.stage();
            each.machines().follow(machines);
            each.fHeldSince = heldSince;
        }
    }

    @Override
    public ReadTogether.Divided divide(List<List<ReadTogether.Member>> threads, Consumer<Object> found) {
        TimelineChanges changes = new TimelineChanges(found);
        TimelineInlet inlet = new TimelineInlet(fManifests, fChosen, LookAhead.DEFAULT_LIMIT, changes, found::accept);
        changes.follow(inlet);
        List<Consumer<Object>> copies = new ArrayList<>();
        for (List<ReadTogether.Member> members : threads) {
            PassFanOut fanOut = new PassFanOut(members);
            TimelineCopy copy = new TimelineCopy(fanOut, fManifests, fanOut);
            // what a thread has handled came out of the inlet in order of time: nothing before its time waits
            share(members, copy.machines(), () -> Long.MAX_VALUE);
            copies.add(copy);
        }
        return new ReadTogether.Divided(new ReadTogether.Shared() {
            @Override
            public void accept(HostEvent event) {
                inlet.accept(event);
            }

            @Override
            public void finish() {
                inlet.finish();
            }

            @Override
            public void close() {
                inlet.close();
            }
        }, copies);
    }
}
