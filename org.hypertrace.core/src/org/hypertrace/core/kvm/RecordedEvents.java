/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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

    private static final String FORK = "sched_process_fork";
    static final String ENABLE = "lttng enable-event -k ";

    /** Reports what cannot be seen without an event, null if nothing in the light of what else was recorded. */
    private record Rule(Predicate<String> isRecordedBy, String event, Function<RecordedEvents, String> consequence,
            String enable) { }

    private static final List<Rule> RULES = List.of(
            rule(name -> name.endsWith("kvm_x86_entry") || name.endsWith("kvm_entry"), "kvm_x86_entry",
                    "when the guest has the processor is not known, guest time counts as host kernel", "kvm_x86_entry"),
            rule(name -> name.endsWith("kvm_x86_exit") || name.endsWith("kvm_exit"), "kvm_x86_exit",
                    "why the guest is left is not known, a guest that has nothing to do counts as blocked", "kvm_x86_exit"),
            rule(HostLayout::isHypercall, "kvm_x86_hypercall", "the guest's own events cannot be shown",
                    "kvm_x86_hypercall"),
            rule(RecordedEvents::isSwitch, "sched_switch",
                    "when a vCPU leaves its processor is not known, only that another thread has it later", "sched_switch"),
            rule(name -> name.endsWith("sched_wakeup") || name.endsWith("sched_waking"), "sched_wakeup",
                    "a woken vCPU that waits for its processor counts as halted or blocked",
                    "sched_waking,sched_wakeup,sched_wakeup_new"),
            new Rule(name -> name.endsWith("sched_process_fork") || name.startsWith("lttng_statedump_process"),
                    FORK,
                    recorded -> recorded.hasField(HostEventReader.CONTEXT_PID, 1) ? null
                            : "the processes of the vCPUs are not recorded, so VMs are inferred",
                    ENABLE + "sched_process_fork,sched_process_exec,sched_process_exit,sched_process_free"),
            rule(name -> name.contains("irq_handler_entry") || name.contains("softirq_entry")
                    || name.contains("hrtimer_expire_entry") || name.contains("local_timer_entry"), "irq_handler_entry",
                    "interrupts of the host count as guest or host kernel",
                    "irq_handler_entry,irq_handler_exit,irq_softirq_entry,irq_softirq_exit,"
                            + "timer_hrtimer_expire_entry,timer_hrtimer_expire_exit"),
            new Rule(name -> name.endsWith("kvm_userspace_exit"), "kvm_userspace_exit",
                    recorded -> recorded.has(RecordedEvents::isSystemCall)
                            ? "VMM time counts as host kernel until the end of the VMM's system call"
                            : "VMM time counts as host kernel",
                    ENABLE + "kvm_userspace_exit"),
            new Rule(RecordedEvents::isSystemCall, "syscall_entry",
                    recorded -> "the host kernel's work in the VMM's system calls counts as VMM",
                    "lttng enable-event -k --syscall --all"));

    private final Set<String> fNames;
    private final Set<String> fFields;
    private final boolean fOfFtrace;
    /** What rings show of the host instead of a trace of it; null: it is a trace. */
    private final RingAdvice fOfRings;

    /**
     * @param names
     *            the names of all declared events
     * @param fields
     *            the names of all their fields, contexts among them
     * @param ofFtrace
     *            whether the tracer is ftrace: its forks do not report processes, and it has commands of its own
     */
    public RecordedEvents(Set<String> names, Set<String> fields, boolean ofFtrace) {
        this(names, fields, ofFtrace, null);
    }

    private RecordedEvents(Set<String> names, Set<String> fields, boolean ofFtrace, RingAdvice ofRings) {
        fNames = names;
        fFields = fields;
        fOfFtrace = ofFtrace;
        fOfRings = ofRings;
    }

    /**
     * @param hasHost
     *            whether the host wrote into the rings, too
     * @return what rings of a VM show of its host, which has no trace
     */
    public static RecordedEvents ofRings(boolean hasHost) {
        return new RecordedEvents(RingAdvice.EVENTS, Set.of(), false, hasHost ? RingAdvice.WITH_HOST : RingAdvice.WITHOUT_HOST);
    }

    /** @return whether these are rings of a VM, and no trace of its host */
    public boolean isOfRings() {
        return fOfRings != null;
    }

    private static Rule rule(Predicate<String> isRecordedBy, String event, String consequence, String events) {
        return new Rule(isRecordedBy, event, recorded -> consequence, ENABLE + events);
    }

    private static boolean isSwitch(String name) {
        return name.endsWith("sched_switch");
    }

    private static boolean isSystemCall(String name) {
        return name.startsWith("sys_e") || name.startsWith("syscall_entry") || name.startsWith("syscall_exit") || name.startsWith("raw_syscalls");
    }

    boolean has(Predicate<String> event) {
        return fNames.stream().anyMatch(event);
    }

    boolean isOfFtrace() {
        return fOfFtrace;
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

    /**
     * @param event
     *            an event of x86's hypervisor, without the tracer's prefix
     * @return whether it is declared
     */
    public boolean declaresKvm(String event) {
        return has(name -> name.endsWith("kvm_x86_" + event) || name.endsWith("kvm_" + event));
    }

    /** @return whether an entry or exit of a guest is declared: without one there is nothing to analyse */
    public boolean hasTransitions() {
        return has(HostLayout::isTransition);
    }

    /** @return whether the kernel's own events of its initcalls are declared */
    public boolean hasInitcalls() {
        return has(name -> name.endsWith("initcall_start") || name.endsWith("initcall_finish"));
    }

    /** @return whether what guests report is declared */
    public boolean hasHypercalls() {
        return has(HostLayout::isHypercall);
    }

    /** @return whether it is known which thread runs: from switches or from a context of the events */
    public boolean hasThreads() {
        return has(RecordedEvents::isSwitch) || hasThreadContext();
    }

    /** @return whether events carry the id of the running thread */
    public boolean hasThreadContext() {
        return hasField(HostEventReader.CONTEXT_TID, 0);
    }

    /** perf has fields in the place of contexts. */
    private boolean hasField(String context, int place) {
        return fFields.contains(context) || fFields.contains(PerfLayout.THREAD.get(place));
    }

    /** @return what was not recorded and is missed, the most important first */
    public List<Missing> missing() {
        if (fOfRings != null) {
            return fOfRings.missing();
        }
        List<Missing> missing = new ArrayList<>();
        for (Rule rule : RULES) {
            boolean is = has(rule.isRecordedBy()) && !(fOfFtrace && rule.event().equals(FORK));
            String consequence = is ? null : rule.consequence().apply(this);
            if (consequence != null) {
                missing.add(new Missing(rule.event(), consequence, rule.enable()));
            }
        }
        return fOfFtrace ? FtraceAdvice.of(missing) : missing;
    }
}
