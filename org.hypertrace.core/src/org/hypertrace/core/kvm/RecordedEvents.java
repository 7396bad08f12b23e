/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;

/**
 * Which events a host's traces declare, and what follows from those they do not: what cannot be shown, and how to record
 * it.
 */
public final class RecordedEvents {

    /**
     * Something that was not recorded.
     *
     * @param event
     *            the event, as LTTng calls it
     * @param consequence
     *            what cannot be seen without it, one clause
     * @param enable
     *            the command that records it
     */
    public record Missing(String event, String consequence, String enable) {

        /** @return all of it in one sentence */
        public String sentence() {
            return event + " was not recorded: " + consequence + "; record it with: " + enable;
        }
    }

    private record Rule(Predicate<String> isRecordedBy, Missing missing) { }

    private static final List<Rule> RULES = List.of(
            rule(name -> name.endsWith("kvm_x86_entry") || name.endsWith("kvm_entry"), "kvm_x86_entry",
                    "when the guest has the processor is not known, guest time counts as host kernel", "kvm_x86_entry"),
            rule(name -> name.endsWith("kvm_x86_exit") || name.endsWith("kvm_exit"), "kvm_x86_exit",
                    "why the guest is left is not known, a guest that has nothing to do counts as blocked", "kvm_x86_exit"),
            rule(HostLayout::isHypercall, "kvm_x86_hypercall", "what the guest says of itself cannot be shown",
                    "kvm_x86_hypercall"),
            rule(name -> name.endsWith("sched_switch"), "sched_switch",
                    "which thread runs is not known, so neither are the vCPUs", "sched_switch"),
            rule(name -> name.endsWith("sched_wakeup") || name.endsWith("sched_waking"), "sched_wakeup",
                    "a woken vCPU that waits for its processor counts as halted or blocked",
                    "sched_waking,sched_wakeup,sched_wakeup_new"),
            rule(name -> name.endsWith("sched_process_fork") || name.startsWith("lttng_statedump_process"),
                    "sched_process_fork", "the processes of the vCPUs are not told, so VMs are inferred",
                    "sched_process_fork,sched_process_exec,sched_process_exit,sched_process_free"),
            rule(name -> name.contains("irq_handler_entry") || name.contains("softirq_entry")
                    || name.contains("hrtimer_expire_entry") || name.contains("local_timer_entry"), "irq_handler_entry",
                    "interrupts of the host count as guest or host kernel",
                    "irq_handler_entry,irq_handler_exit,irq_softirq_entry,irq_softirq_exit,"
                            + "timer_hrtimer_expire_entry,timer_hrtimer_expire_exit"),
            rule(name -> name.endsWith("kvm_userspace_exit"), "kvm_userspace_exit", "VMM time counts as host kernel",
                    "kvm_userspace_exit"),
            new Rule(name -> name.startsWith("syscall_entry") || name.startsWith("syscall_exit")
                    || name.startsWith("raw_syscalls"),
                    new Missing("syscall_entry", "the VMM's system calls count as VMM or host kernel, as before them",
                            "lttng enable-event -k --syscall --all")));

    private final Set<String> fNames;
    private final Set<String> fFields;

    /**
     * @param names
     *            the names of all declared events
     * @param fields
     *            the names of all their fields, contexts among them
     */
    public RecordedEvents(Set<String> names, Set<String> fields) {
        fNames = names;
        fFields = fields;
    }

    private static Rule rule(Predicate<String> isRecordedBy, String event, String consequence, String events) {
        return new Rule(isRecordedBy, new Missing(event, consequence, "lttng enable-event -k " + events));
    }

    /**
     * @param trace
     *            a trace
     * @param names
     *            gets the names of the events it declares
     * @param fields
     *            gets the names of their fields
     */
    public static void collect(ITmfTrace trace, Set<String> names, Set<String> fields) {
        if (trace instanceof ITmfTraceWithPreDefinedEvents declaring) {
            for (ITmfEventType type : declaring.getContainedEventTypes()) {
                names.add(type.getName());
                fields.addAll(type.getFieldNames());
            }
        }
    }

    /** @return whether an entry or exit of a guest is declared: without one there is nothing to analyse */
    public boolean hasTransitions() {
        return fNames.stream().anyMatch(HostLayout::isTransition);
    }

    /** @return whether it is known which thread runs: from switches or from a context of the events */
    public boolean hasThreads() {
        return fNames.stream().anyMatch(name -> name.endsWith("sched_switch")) || hasThreadContext();
    }

    /** @return whether events carry the id of the running thread */
    public boolean hasThreadContext() {
        return fFields.contains(HostEventReader.CONTEXT_TID);
    }

    /** @return what was not recorded and is missed, the most important first */
    public List<Missing> missing() {
        List<Missing> missing = new ArrayList<>();
        for (Rule rule : RULES) {
            if (fNames.stream().noneMatch(rule.isRecordedBy())) {
                missing.add(rule.missing());
            }
        }
        return missing;
    }
}
