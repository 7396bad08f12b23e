/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.EventKind;

/**
 * Decides which guest events are told by one hypercall: up to three switches (0x92) or returns of functions (0x90), the
 * begin and end of a system call (0x91). The last of a batch is told when it happens. Nothing is batched before the guest has
 * announced it by its greeting.
 * <p>
 * A batch of switches ends before anything else that its vCPU says, one of functions before a switch. A task's first mention
 * and a vCPU's first switch are told whole, so that the batches that follow can be understood.
 */
final class Batching {

    private static final int MOST = 3;
    /** A batch's deltas have 32 bits. */
    static final long MAX_SPAN = 0xffffffffL;

    private final long fSpan;
    private boolean fAnnounced;
    private final Set<Vcpu> fSwitched = new HashSet<>();
    private final Set<Integer> fNamed = new HashSet<>();
    private final Map<Vcpu, GuestTask> fRunning = new HashMap<>();
    private final Map<GuestTask, PlannedEvent> fSyscalls = new HashMap<>();
    private final Map<Vcpu, List<PlannedEvent>> fSwitches = new HashMap<>();
    private final Map<Vcpu, List<PlannedEvent>> fFunctions = new HashMap<>();

    /** @param span how far a batch may reach back, ns; 0: there are none */
    Batching(long span) {
        fSpan = span;
    }

    /** @param saids all that a VM says, up to some time, in the order of time */
    void plan(List<PlannedEvent> saids) {
        if (fSpan > 0) {
            saids.forEach(this::pair);
            saids.forEach(this::join);
            fSwitches.values().forEach(Batching::send);
            fFunctions.values().forEach(Batching::send);
        }
        saids.forEach(PlannedEvent::planned);
    }

    private boolean fits(PlannedEvent first, PlannedEvent last) {
        return last.time() - first.time() <= fSpan;
    }

    /** Finds the begin of each end, and what cannot be understood without having been told whole. */
    private void pair(PlannedEvent said) {
        if (said.marker() > 0) {
            fSwitched.clear();
            fNamed.clear();
            fRunning.clear();
            fSyscalls.clear();
        }
        fAnnounced |= said.kind() == EventKind.HELLO;
        GuestTask running = fRunning.get(said.vcpu());
        switch (said.kind()) {
        case SYSCALL_ENTRY -> fSyscalls.put(running, said);
        case SYSCALL_EXIT -> {
            PlannedEvent begin = fSyscalls.remove(running);
            if (fAnnounced && isWithin(begin, said) && fits(begin, said)) {
                PlannedEvent.batch(List.of(begin, said));
            }
        }
        case FUNC_EXIT -> {
            if (fAnnounced && fSwitched.contains(said.vcpu()) && isWithin(said.partner(), said)) {
                said.partner().untold();
                PlannedEvent.batch(List.of(said));
            }
        }
        case SCHED_SWITCH -> {
            boolean known = said.task().tid() == 0 || fNamed.contains(said.task().tid());
            if (!fSwitched.add(said.vcpu()) && known && fAnnounced) {
                PlannedEvent.batch(List.of(said));
            }
            fRunning.put(said.vcpu(), said.task());
        }
        default -> {
            // told by itself
        }
        }
        if (said.task() != null) {
            fNamed.add(said.task().tid());
        }
    }

    /** Both are of one vCPU, and the begin is not yet told. */
    private static boolean isWithin(PlannedEvent begin, PlannedEvent end) {
        return begin != null && !begin.isPlanned() && begin.vcpu() == end.vcpu();
    }

    private void join(PlannedEvent said) {
        boolean isSwitch = said.kind() == EventKind.SCHED_SWITCH;
        if (isSwitch || said.kind() == EventKind.PANIC || said.restartsNumbers()) {
            close(fFunctions, said.vcpu());
        }
        if (said.kind() == EventKind.FUNC_EXIT && said.isInBatch()) {
            add(fFunctions, said);
        }
        if (isSwitch && said.isInBatch()) {
            add(fSwitches, said);
        } else if (said.calls() > 0) {
            close(fSwitches, said.vcpu());
        }
    }

    private void add(Map<Vcpu, List<PlannedEvent>> batches, PlannedEvent said) {
        List<PlannedEvent> batch = batches.computeIfAbsent(said.vcpu(), key -> new ArrayList<>());
        if (!batch.isEmpty() && !fits(batch.get(0), said)) {
            send(batch);
        }
        batch.add(said);
        if (batch.size() == MOST) {
            send(batch);
        }
    }

    private static void close(Map<Vcpu, List<PlannedEvent>> batches, Vcpu vcpu) {
        if (batches.containsKey(vcpu)) {
            send(batches.get(vcpu));
        }
    }

    private static void send(List<PlannedEvent> batch) {
        if (!batch.isEmpty()) {
            PlannedEvent.batch(batch);
            batch.clear();
        }
    }
}
