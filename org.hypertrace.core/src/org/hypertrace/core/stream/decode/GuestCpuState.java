/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;

/** What the decoder keeps of a processor that reports. */
final class GuestCpuState {

    private Sequence fSequence;
    private GuestCpu fCpu;
    private int fSwitchedTo = GuestEvent.UNKNOWN_ID;
    private int fLastTid = GuestEvent.UNKNOWN_ID;

    /** @param numbered false if several processors may hide behind it, so that their numbers report nothing */
    GuestCpuState(GuestCpu cpu, boolean numbered) {
        fCpu = cpu;
        fSequence = numbered ? new Sequence() : null;
    }

    /** @return null if numbers report nothing */
    Sequence sequence() {
        return fSequence;
    }

    /** Its numbers show nothing from now on. */
    void forgetNumbers() {
        fSequence = null;
    }

    GuestCpu cpu() {
        return fCpu;
    }

    /** Who reports may come by another vCPU, or get to know its number. */
    void setCpu(int vcpu, int cpu) {
        if (fCpu.vcpu() != vcpu || fCpu.cpu() != cpu) {
            fCpu = new GuestCpu(vcpu, cpu, fCpu.level(), fCpu.nested());
        }
    }

    /** @return the thread that the last switch put on this processor, {@link GuestEvent#UNKNOWN_ID} before the first */
    int switchedTo() {
        return fSwitchedTo;
    }

    /** @return the thread that runs: by the last switch, else by the last event that names the running thread */
    int task() {
        return fSwitchedTo >= 0 ? fSwitchedTo : fLastTid;
    }

    void ran(int tid) {
        if (tid >= 0) {
            fLastTid = tid;
        }
    }

    void switchTo(int tid) {
        fSwitchedTo = tid;
    }

    void forgetTasks() {
        fSwitchedTo = GuestEvent.UNKNOWN_ID;
        fLastTid = GuestEvent.UNKNOWN_ID;
    }
}
