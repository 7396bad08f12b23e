/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostThread;

/** A processor of a host at this moment of the trace, as the vCPU tracker needs it. */
final class CpuTrack {

    private static final int KINDS = Interrupt.values().length;

    private final int fNumber;
    private final List<VcpuTrack> fWaiting = new ArrayList<>(2);
    private final int[] fOpen = new int[KINDS];
    private int fDepth;
    private Interrupt fOuterKind;
    private int fOuterNumber;
    private VcpuTrack fTrack;
    private HostThread fOccupant;

    CpuTrack(int number) {
        fNumber = number;
    }

    int number() {
        return fNumber;
    }

    /** The vCPU whose thread has the processor, null if none has. */
    VcpuTrack track() {
        return fTrack;
    }

    void setTrack(VcpuTrack track) {
        fTrack = track;
    }

    /** The thread that has the processor, null if that is not known. */
    HostThread occupant() {
        return fOccupant;
    }

    void setOccupant(HostThread occupant) {
        fOccupant = occupant;
    }

    /** The vCPUs off their processor that will run here next, as far as known. */
    List<VcpuTrack> waiting() {
        return fWaiting;
    }

    boolean inInterrupt() {
        return fDepth > 0;
    }

    /** What the outermost of the nested interrupts is. */
    Interrupt interruptKind() {
        return fOuterKind;
    }

    int interruptNumber() {
        return fOuterNumber;
    }

    void interruptBegins(Interrupt kind, int number) {
        if (fDepth++ == 0) {
            fOuterKind = kind;
            fOuterNumber = number;
        }
        fOpen[kind.ordinal()]++;
    }

    /** An end without a beginning (the trace began inside) ends nothing. */
    void interruptEnds(Interrupt kind) {
        if (fOpen[kind.ordinal()] > 0) {
            fOpen[kind.ordinal()]--;
            fDepth--;
        }
    }

    /** Interrupts do not outlast a switch: whatever is open then lost its end. */
    void switched() {
        fTrack = null;
        fDepth = 0;
        Arrays.fill(fOpen, 0);
    }
}
