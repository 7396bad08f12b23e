/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/** One thing that a guest does and reports: when, on which vCPU, and with how many hypercalls, as {@link Batching} decides. */
final class PlannedEvent {

    /** Who in the guest reports, and whether it is believed. */
    enum Origin {
        /** The kernel, from addresses in the upper half. */
        KERNEL,
        /** A process that reports what processes may report. */
        USER,
        /** A process that reports what only the kernel may report. */
        FORGED,
        /** The kernel, but nothing of ours: KVM's own hypercalls, numbers that the ABI does not have. */
        FOREIGN
    }

    private final Vcpu fVcpu;
    private final long fTime;
    private final long fOrder;
    private final EventKind fKind;
    private final Origin fOrigin;
    private final Function<PlannedEvent, GuestEvent> fMake;
    private int fCalls = 1;
    private int fMarker;
    private PlannedEvent fPartner;
    private GuestTask fTask;
    private long fGap;
    private boolean fRepeats;
    private boolean fUnnumbered;
    private long[] fNumbers = {};
    private List<PlannedEvent> fWith = List.of();
    private boolean fPlanned;
    private boolean fInBatch;
    private GuestEvent fEvent;

    /** @param make makes the event when it happens: what it reports depends on who runs then */
    PlannedEvent(Vcpu vcpu, long time, EventKind kind, Origin origin, Function<PlannedEvent, GuestEvent> make) {
        fVcpu = vcpu;
        fTime = time;
        fOrder = vcpu.host().schedule().order();
        fKind = kind;
        fOrigin = origin;
        fMake = make;
    }

    PlannedEvent calls(int calls) {
        fCalls = calls;
        return this;
    }

    /** It may begin a boot: 1 first kernel code, 2 start_kernel, 3 the level of that name. */
    PlannedEvent marker(int marker) {
        fMarker = marker;
        return this;
    }

    /** The beginning of the function that this ends. */
    PlannedEvent endOf(PlannedEvent partner) {
        fPartner = partner;
        return this;
    }

    /** The task that it names, or switches to. */
    PlannedEvent task(GuestTask task) {
        fTask = task;
        return this;
    }

    /** {@code gap} numbers before it are lost; {@code repeats}: it has the number of the one before. */
    PlannedEvent numbering(long gap, boolean repeats) {
        fGap = gap;
        fRepeats = repeats;
        return this;
    }

    void unnumbered() {
        fUnnumbered = true;
    }

    /** The last of {@code all} reports them in one hypercall. */
    static void batch(List<PlannedEvent> all) {
        PlannedEvent last = all.get(all.size() - 1);
        for (PlannedEvent message : all) {
            message.fInBatch = true;
            message.fCalls = message == last ? 1 : 0;
        }
        last.fWith = List.copyOf(all);
    }

    /** Nobody reports it, and it does not count: the batched exit of the function reports enough. */
    void unreported() {
        fCalls = 0;
        fInBatch = false;
    }

    void planned() {
        fPlanned = true;
    }

    void setNumbers(long[] numbers) {
        fNumbers = numbers;
    }

    GuestEvent happens() {
        fEvent = fMake.apply(this);
        return fEvent;
    }

    Vcpu vcpu() {
        return fVcpu;
    }

    long time() {
        return fTime;
    }

    long order() {
        return fOrder;
    }

    EventKind kind() {
        return fKind;
    }

    Origin origin() {
        return fOrigin;
    }

    /** Of how many hypercalls it consists; 0: a later one reports it, or nobody. */
    int calls() {
        return fCalls;
    }

    boolean isUnreported() {
        return fCalls == 0 && !fInBatch;
    }

    int marker() {
        return fMarker;
    }

    boolean restartsNumbers() {
        return fKind == EventKind.HELLO || fMarker == 1 || fMarker == 2;
    }

    /** Whether its hypercalls have numbers, if the guest numbers at all: not those of processes and of nested guests. */
    boolean isNumbered() {
        return fCalls > 0 && fOrigin == Origin.KERNEL && !fUnnumbered;
    }

    PlannedEvent partner() {
        return fPartner;
    }

    GuestTask task() {
        return fTask;
    }

    long gap() {
        return fGap;
    }

    boolean repeats() {
        return fRepeats;
    }

    /** The sequence number of one of its hypercalls, 0 for none. */
    long number(int call) {
        return call < fNumbers.length ? fNumbers[call] : 0;
    }

    /** All that its one hypercall reports if it is a batch, else empty. */
    List<PlannedEvent> with() {
        return fWith;
    }

    boolean isInBatch() {
        return fInBatch;
    }

    boolean isPlanned() {
        return fPlanned;
    }

    /** What happened, null as long as it has not. */
    GuestEvent event() {
        return fEvent;
    }
}
