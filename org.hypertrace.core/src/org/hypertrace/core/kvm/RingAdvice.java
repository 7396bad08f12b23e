/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.List;
import java.util.Set;

import org.hypertrace.core.kvm.RecordedEvents.Missing;

/** How sure the figures are that rings of a VM give without a trace of its host, and what that trace would add. */
enum RingAdvice {
    /** The host wrote exits, entries and switches of the vCPUs into the rings. */
    WITH_HOST(List.of(
            new Missing("irq_handler_entry", "guest time is that or less, as interrupts of the host count as guest",
                    all("irq_handler_entry,irq_handler_exit,irq_softirq_entry,irq_softirq_exit")),
            new Missing("kvm_userspace_exit", "host kernel is VMM, host kernel and interrupts together; halted and blocked are likely, their sum is exact",
                    all("kvm_userspace_exit")),
            new Missing("sched_wakeup", "waking counts as halted or blocked, so steal is preempted at least, and all sleep besides at most",
                    all("sched_waking,sched_wakeup,sched_wakeup_new")),
            new Missing("sched_switch of other threads", "only the first and last preemptor are known, others between them are not; one name is likely all",
                    all("sched_switch")))),
    /** Only the guest wrote into the rings. */
    WITHOUT_HOST(List.of(new Missing("VM exits in the rings", "the host writes none, so all states of vCPUs are unknown",
            "hypertrace-ring.ko, loaded on the host")));

    /** What the events that are made of rings are called in traces. */
    static final Set<String> EVENTS = Set.of("kvm_x86_entry", "kvm_x86_exit", "kvm_x86_hypercall", "sched_switch");

    private final List<Missing> fMissing;

    RingAdvice(List<Missing> missing) {
        fMissing = missing;
    }

    private static String all(String events) {
        return RecordedEvents.ENABLE + events + " on the host";
    }

    List<Missing> missing() {
        return fMissing;
    }
}
