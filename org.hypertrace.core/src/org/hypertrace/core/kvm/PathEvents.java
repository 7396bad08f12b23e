/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.hypertrace.core.kvm.RecordedEvents.Missing;

/** The events that critical paths are made of, and what is not known of a path without them. */
public final class PathEvents {

    /**
     * An event.
     *
     * @param explains
     *            which parts of a path it would explain, by phase and state
     */
    private record Rule(Predicate<String> isRecordedBy, String event, String consequence, String events, List<String> explains) { }

    private static final List<Rule> RULES = List.of(
            rule("sched_switch", "who has a processor of the host is not known", "sched_switch", "run/unknown", "ready/unknown"),
            rule("sched_waking", "who ends the sleeps of the host's threads and of the vCPUs is not known",
                    "sched_waking,sched_wakeup,sched_wakeup_new", "wait/notRecorded"),
            rule("sched_process_fork", "threads of the host seem ready before they are made", "sched_process_fork,sched_wakeup_new",
                    "wait/absent"),
            kvm("hypercall", "only the paths of vCPUs and of the host's threads are known", "wait/notRecorded"),
            kvm("inj_virq", "timers of guests are interrupts that nobody is known to have raised", "wait/interrupt", "wait/notRecorded"),
            kvm("msr", "timers that are late seem to be long ones, and interrupts between vCPUs are not known", "wait/interrupt"),
            kvm("apic_accept_irq", "who raised an interrupt for a busy vCPU is guessed", "wait/interrupt"),
            rule("irq_handler_entry", "what devices of the host do is an interrupt that nobody is known to have raised",
                    "irq_handler_entry,irq_handler_exit", "wait/interrupt"),
            rule("softirq_entry", "softirqs of the host count as guest and as host kernel, and networks between VMs are not known",
                    "irq_softirq_raise,irq_softirq_entry,irq_softirq_exit", "wait/interrupt"),
            rule("hrtimer_expire_entry", "timers of the host are interrupts that nobody is known to have raised",
                    "timer_hrtimer_expire_entry,timer_hrtimer_expire_exit", "wait/interrupt"),
            rule("kvm_userspace_exit", "VMM time counts as host kernel", "kvm_userspace_exit"));

    private PathEvents() {
    }

    private static Rule rule(String event, String consequence, String events, String... explains) {
        String first = events.substring(0, events.indexOf(',') < 0 ? events.length() : events.indexOf(','));
        return new Rule(name -> name.endsWith(event), first, consequence, events, List.of(explains));
    }

    private static Rule kvm(String event, String consequence, String... explains) {
        return new Rule(name -> name.endsWith("kvm_x86_" + event) || name.endsWith("kvm_" + event), "kvm_x86_" + event, consequence,
                "kvm_x86_" + event, List.of(explains));
    }

    /**
     * @param recorded
     *            what a host's traces declare
     * @return what was not recorded and is missed on paths, the most important first
     */
    public static List<Missing> missing(RecordedEvents recorded) {
        return missing(recorded, null);
    }

    /**
     * @param recorded
     *            what a host's traces declare
     * @param part
     *            of a path, by phase and state: {@code wait/notRecorded}; null for all
     * @return what was not recorded and might explain that part, the most important first
     */
    public static List<Missing> missing(RecordedEvents recorded, String part) {
        List<Missing> missing = new ArrayList<>();
        for (Rule rule : RULES) {
            if (!recorded.has(rule.isRecordedBy()) && (part == null || rule.explains().contains(part))) {
                missing.add(new Missing(rule.event(), rule.consequence(), RecordedEvents.ENABLE + rule.events()));
            }
        }
        return recorded.isOfFtrace() ? FtraceAdvice.of(missing) : missing;
    }
}
