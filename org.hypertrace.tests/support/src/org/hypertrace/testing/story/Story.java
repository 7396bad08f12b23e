/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.story.StoryLine.Named;

/**
 * A host trace as text, a line per event: time, host, processor, event, and what the event needs, as in
 *
 * <pre>
 * 100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
 * 110 host cpu0 kvm_entry
 * 120 host cpu0 kvm_exit HLT
 * </pre>
 *
 * The grammar is that of {@link StoryLine}; the host may be left out if there is only one. After the reason of an exit may come
 * the vCPU's number, the guest's instruction pointer, EXITINFO1 and EXITINFO2. Of guests' guests report
 * {@code nested_vmenter 0x1000} (where the control block is), {@code nested_vmexit HLT}, {@code nested_vmexit_inject HLT}.
 * {@code lost 200 7}: 7 events until 200 were discarded; {@code lost_packets}: whole packets.
 */
public final class Story {

    /** Two hosts have a VM of process 10, and the second one of process 20, too; none is left until 200. */
    public static final String TWO_HOSTS = """
            100 a cpu0 fork CPU_0/KVM:11 10
            110 a cpu0 sched_switch bash:9 S CPU_0/KVM:11
            120 a cpu0 kvm_entry
            150 b cpu0 fork CPU_0/KVM:11 10
            160 b cpu0 sched_switch bash:9 S CPU_0/KVM:11
            170 b cpu0 kvm_entry
            180 b cpu1 fork CPU_0/KVM:21 20
            190 b cpu1 sched_switch bash:8 S CPU_0/KVM:21
            200 b cpu1 kvm_entry
            """;

    private Story() {
    }

    /**
     * @param text
     *            the story
     * @return its events
     */
    public static List<HostEvent> events(String text) {
        Map<String, Integer> hosts = new HashMap<>();
        List<HostEvent> events = new ArrayList<>();
        for (StoryLine line : StoryLine.of(text)) {
            long time = line.time();
            int host = hosts.computeIfAbsent(host(line), name -> hosts.size());
            events.add(event(line, time, host, line.id("cpu")));
        }
        return events;
    }

    /** The host's name; a processor alone is of the only host. */
    static String host(StoryLine line) {
        return line.matches("cpu\\d+") ? "host" : line.word("a host or processor");
    }

    /**
     * @param line
     *            a line of a story, of which time, host and processor were read
     * @return the event of which it reports
     * @throws IllegalArgumentException
     *             if there is no such event, or it needs something else
     */
    public static HostEvent event(StoryLine line, long time, int host, int cpu) {
        HostEvent event = event(line.word("an event"), line, time, host, cpu);
        line.end();
        return event;
    }

    private static HostEvent event(String name, StoryLine line, long time, int host, int cpu) {
        return switch (name) {
        case "kvm_entry" -> new HostEvent.KvmEntry(time, host, cpu);
        case "kvm_exit" -> new HostEvent.KvmExit(time, host, cpu, ExitReason.SVM, line.reason(), line.idIfAny("vcpu"),
                line.number("an instruction pointer", HostEvent.NO_RIP), line.number("EXITINFO1", HostEvent.NO_INFO),
                line.number("EXITINFO2", HostEvent.NO_INFO), HostEvent.NO_INFO);
        case "kvm_hypercall" -> new HostEvent.KvmHypercall(time, host, cpu, line.number("a hypercall's number"), line.number("a0", 0),
                line.number("a1", 0), line.number("a2", 0), line.number("a3", 0));
        case "kvm_userspace_exit" -> new HostEvent.KvmUserspaceExit(time, host, cpu);
        case "kvm_tsc_offset" -> new HostEvent.KvmTscOffset(time, host, cpu, line.number("the previous offset"), line.number("the next offset"));
        case "kvm_other" -> new HostEvent.KvmOther(time, host, cpu);
        case "sched_switch" -> {
            Named leaves = line.thread();
            long state = line.state();
            Named comes = line.thread();
            yield new HostEvent.SchedSwitch(time, host, cpu, leaves.tid(), leaves.name(), state, comes.tid(), comes.name());
        }
        case "sched_waking", "sched_wakeup", "sched_wakeup_new" -> {
            Named thread = line.thread();
            yield new HostEvent.SchedWakeup(time, host, cpu, thread.tid(), line.id("cpu"), name.equals("sched_waking"),
                    name.equals("sched_wakeup_new"), thread.name());
        }
        case "sched_migrate_task" -> new HostEvent.SchedMigrate(time, host, cpu, line.tid(), line.id("cpu"));
        case "fork" -> {
            Named thread = line.thread();
            yield new HostEvent.ThreadBegins(time, host, cpu, thread.tid(), line.id("pid"), thread.name());
        }
        case "thread_exit" -> new HostEvent.ThreadEnds(time, host, cpu, line.tid());
        case "statedump" -> {
            Named thread = line.thread();
            yield new HostEvent.ThreadKnown(time, host, cpu, thread.tid(), line.id("pid"), thread.name());
        }
        case "context" -> new HostEvent.ThreadOnCpu(time, host, cpu, line.tid(), line.idIfAny("pid"));
        case "irq_entry" -> new HostEvent.InterruptEntry(time, host, cpu, Interrupt.IRQ, line.id("irq"),
                line.hasNext() ? line.word("a device") : "", 0);
        case "hrtimer_entry" -> new HostEvent.InterruptEntry(time, host, cpu, Interrupt.HRTIMER, -1, "", line.number("a function", 0));
        case "softirq_entry", "apic_entry" -> new HostEvent.InterruptEntry(time, host, cpu, interrupt(name), line.idIfAny("vec"));
        case "irq_exit", "softirq_exit", "hrtimer_exit", "apic_exit" -> {
            line.idIfAny("irq");
            yield new HostEvent.InterruptExit(time, host, cpu, interrupt(name));
        }
        case "softirq_raise" -> new HostEvent.SoftirqRaise(time, host, cpu, line.id("vec"));
        case "syscall_entry" -> new HostEvent.SyscallEntry(time, host, cpu);
        case "syscall_exit" -> new HostEvent.SyscallExit(time, host, cpu);
        case "lost" -> new HostEvent.LostEvents(time, host, cpu, line.number("the end of the loss"), line.number("a count", 1));
        case "lost_packets" -> new HostEvent.LostEvents(time, host, cpu, line.number("the end of the loss"), line.number("a count", 1),
                HostEvent.Loss.PACKETS);
        case "other" -> new HostEvent.Other(time, host, cpu);
        default -> service(name, line, time, host, cpu);
        };
    }

    /** What else the hypervisor does. */
    private static HostEvent service(String name, StoryLine line, long time, int host, int cpu) {
        Service service = switch (name) {
        case "kvm_service" -> line.constant(Service.class);
        case "kvm_msr" -> Service.MSR_WRITE;
        case "kvm_apic_accept_irq" -> Service.APIC_ACCEPTS;
        case "nested_vmenter" -> Service.NESTED_ENTER;
        case "nested_vmexit" -> Service.NESTED_EXIT;
        case "nested_vmexit_inject" -> Service.NESTED_INJECT;
        case "inj_virq" -> Service.INJECTION;
        default -> throw line.errorBefore("an event of a host");
        };
        boolean exits = service == Service.NESTED_EXIT || service == Service.NESTED_INJECT;
        return new HostEvent.KvmOther(time, host, cpu, service, exits ? line.reason() : line.number("its number"), line.number("its data", 0));
    }

    private static Interrupt interrupt(String event) {
        return Interrupt.valueOf(event.substring(0, event.indexOf('_')).toUpperCase(Locale.ROOT));
    }
}
