/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;

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

    private final TimelineInlet fInlet;
    private final TimelineOutlet fOutlet;
    private final MachineTracker fMachines;

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
        fInlet = new TimelineInlet(manifests, chosen, limit, TimelineInlet.Known.NOTHING, this::pass);
        fMachines = new MachineTracker(machines, manifests);
        fOutlet = new TimelineOutlet(fInlet.guests().all(), fMachines, new SameVcpus(fInlet::vcpuThread, fMachines), sink);
    }

    private void pass(Timed item) {
        fOutlet.pass(item);
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
        return fInlet.heldSince();
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fInlet.accept(event);
    }

    /** Nothing more comes: lets everything out that waits. */
    public void finish() {
        fInlet.finish();
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fInlet.close();
    }
}
