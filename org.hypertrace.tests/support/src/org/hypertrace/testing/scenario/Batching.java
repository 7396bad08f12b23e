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
 * Decides which guest events are reported by one hypercall: up to three switches (0x92) or returns of functions (0x90), the
 * begin and end of a system call (0x91). The last of a batch is reported when it happens. Nothing is batched before the guest has
 * announced it by its greeting.
 * <p>
 * A batch of switches ends before anything else that its vCPU reports, one of functions before a switch. A task's first mention
 * and a vCPU's first switch are reported whole, so that the batches that follow can be understood.
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

    /** @param saids all that a VM reports, up to some time, in the order of time */
    void plan(List<PlannedEvent> messages) {
        if (fSpan > 0) {
            messages.forEach(this::pair);
            messages.forEach(this::join);
            fSwitches.values().forEach(Batching::send);
            fFunctions.values().forEach(Batching::send);
        }
        messages.forEach(PlannedEvent::planned);
    }

    private boolean fits(PlannedEvent first, PlannedEvent last) {
        return last.time() - first.time() <= fSpan;
    }

    /** Finds the begin of each end, and what cannot be understood without having been reported whole. */
    private void pair(PlannedEvent message) {
        if (message.marker() > 0) {
            fSwitched.clear();
            fNamed.clear();
            fRunning.clear();
            fSyscalls.clear();
        }
        fAnnounced |= message.kind() == EventKind.HELLO;
        GuestTask running = fRunning.get(message.vcpu());
        switch (message.kind()) {
        case SYSCALL_ENTRY -> fSyscalls.put(running, message);
        case SYSCALL_EXIT -> {
            PlannedEvent begin = fSyscalls.remove(running);
            if (fAnnounced && isWithin(begin, message) && fits(begin, message)) {
                PlannedEvent.batch(List.of(begin, message));
            }
        }
        case FUNC_EXIT -> {
            if (fAnnounced && fSwitched.contains(message.vcpu()) && isWithin(message.partner(), message)) {
                message.partner().unreported();
                PlannedEvent.batch(List.of(message));
            }
        }
        case SCHED_SWITCH -> {
            boolean known = message.task().tid() == 0 || fNamed.contains(message.task().tid());
            if (!fSwitched.add(message.vcpu()) && known && fAnnounced) {
                PlannedEvent.batch(List.of(message));
            }
            fRunning.put(message.vcpu(), message.task());
        }
        default -> {
            // reported by itself
        }
        }
        if (message.task() != null) {
            fNamed.add(message.task().tid());
        }
    }

    /** Both are of one vCPU, and the begin is not yet reported. */
    private static boolean isWithin(PlannedEvent begin, PlannedEvent end) {
        return begin != null && !begin.isPlanned() && begin.vcpu() == end.vcpu();
    }

    private void join(PlannedEvent message) {
        boolean isSwitch = message.kind() == EventKind.SCHED_SWITCH;
        if (isSwitch || message.kind() == EventKind.PANIC || message.restartsNumbers()) {
            close(fFunctions, message.vcpu());
        }
        if (message.kind() == EventKind.FUNC_EXIT && message.isInBatch()) {
            add(fFunctions, message);
        }
        if (isSwitch && message.isInBatch()) {
            add(fSwitches, message);
        } else if (message.calls() > 0) {
            close(fSwitches, message.vcpu());
        }
    }

    private void add(Map<Vcpu, List<PlannedEvent>> batches, PlannedEvent message) {
        List<PlannedEvent> batch = batches.computeIfAbsent(message.vcpu(), key -> new ArrayList<>());
        if (!batch.isEmpty() && !fits(batch.get(0), message)) {
            send(batch);
        }
        batch.add(message);
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
