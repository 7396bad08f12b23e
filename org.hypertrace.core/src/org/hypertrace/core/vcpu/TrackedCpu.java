/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostThread;

/** A processor of a host at this moment of the trace, as the vCPU tracker needs it. */
final class TrackedCpu {

    private final int fNumber;
    private final List<TrackedVcpu> fWaiting = new ArrayList<>(2);
    private final OpenInterrupts fInterrupts = new OpenInterrupts();
    private int fRunnable;
    private TrackedVcpu fVcpu;
    private HostThread fOccupant;

    TrackedCpu(int number) {
        fNumber = number;
    }

    int number() {
        return fNumber;
    }

    /** The number; {@link HostEvent#UNKNOWN_ID} if nothing reports which processor it is. */
    int known() {
        return fNumber < HostEventReader.MAX_CPUS ? fNumber : HostEvent.UNKNOWN_ID;
    }

    /** The vCPU whose thread has the processor, null if none has. */
    TrackedVcpu track() {
        return fVcpu;
    }

    void setTrack(TrackedVcpu track) {
        fVcpu = track;
    }

    /** The thread that has the processor, null if that is not known. */
    HostThread occupant() {
        return fOccupant;
    }

    void setOccupant(HostThread occupant) {
        fOccupant = occupant;
    }

    /** The vCPUs off their processor that will run here next, as far as known. */
    List<TrackedVcpu> waiting() {
        return fWaiting;
    }

    OpenInterrupts interrupts() {
        return fInterrupts;
    }

    /** One more or one less vCPU has the processor or waits for it. @return how many do now */
    int demand(int change) {
        fRunnable += change;
        return fRunnable;
    }

    /** Interrupts do not outlast a switch: whatever is open then lost its end. */
    void switched() {
        fVcpu = null;
        fInterrupts.clear();
    }
}
