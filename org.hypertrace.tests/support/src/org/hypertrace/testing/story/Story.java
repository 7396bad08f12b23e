/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;

/**
 * A host trace as text, a line per event: time, host, processor, event, and what the event needs, as in
 *
 * <pre>
 * 100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
 * 110 host cpu0 kvm_entry
 * 120 host cpu0 kvm_exit HLT
 * </pre>
 *
 * A thread is {@code name:tid}, an underscore in its name a blank. The state of a thread switched out is {@code R}
 * (runnable), {@code R+} (preempted, as LTTng reports it), {@code S}, {@code D}, {@code X}, {@code Z} or the number. After the
 * reason of an exit may come the vCPU's number, the guest's instruction pointer, EXITINFO1 and EXITINFO2. Of guests' guests report
 * {@code nested_vmenter 0x1000} (where the control block is), {@code nested_vmexit HLT}, {@code nested_vmexit_inject HLT}.
 */
public final class Story {

    private static final Map<String, Long> STATES = Map.of("R", 0L, "R+", 0x100L, "S", 1L, "D", 2L, "X", 16L, "Z", 32L);
    private static final Map<String, Long> REASONS = Map.of("HLT", 120L, "INTR", 96L, "VMMCALL", 129L, "IOIO", 123L,
            "MSR", 124L, "NPF", 1024L, "VINTR", 100L, "CPUID", 114L, "SHUTDOWN", 127L, "VMRUN", 128L);

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
        for (String line : text.strip().split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (!words[0].isEmpty() && !words[0].startsWith("#")) {
                events.add(event(words, hosts.computeIfAbsent(words[1], name -> hosts.size())));
            }
        }
        return events;
    }

    private static HostEvent event(String[] w, int host) {
        long time = Long.parseLong(w[0]);
        int cpu = number(w[2]);
        return switch (w[3]) {
        case "kvm_entry" -> new HostEvent.KvmEntry(time, host, cpu);
        case "kvm_exit" -> exit(time, host, cpu, w);
        case "kvm_hypercall" -> new HostEvent.KvmHypercall(time, host, cpu, word(w[4]), word(w[5]), word(w[6]), word(w[7]),
                word(w[8]));
        case "kvm_userspace_exit" -> new HostEvent.KvmUserspaceExit(time, host, cpu);
        case "kvm_tsc_offset" -> new HostEvent.KvmTscOffset(time, host, cpu, word(w[4]), word(w[5]));
        case "kvm_other" -> new HostEvent.KvmOther(time, host, cpu);
        case "kvm_service" -> service(time, host, cpu, HostEvent.Service.valueOf(w[4]), word(w[5]));
        case "nested_vmenter" -> service(time, host, cpu, HostEvent.Service.NESTED_ENTER, word(w[4]));
        case "nested_vmexit" -> service(time, host, cpu, HostEvent.Service.NESTED_EXIT, reason(w[4]));
        case "nested_vmexit_inject" -> service(time, host, cpu, HostEvent.Service.NESTED_INJECT, reason(w[4]));
        case "inj_virq" -> service(time, host, cpu, HostEvent.Service.INJECTION, word(w[4]));
        case "sched_switch" -> new HostEvent.SchedSwitch(time, host, cpu, tid(w[4]), comm(w[4]),
                state(w[5]), tid(w[6]), comm(w[6]));
        case "sched_waking" -> new HostEvent.SchedWakeup(time, host, cpu, tid(w[4]), number(w[5]), true);
        case "sched_wakeup" -> new HostEvent.SchedWakeup(time, host, cpu, tid(w[4]), number(w[5]), false);
        case "sched_migrate_task" -> new HostEvent.SchedMigrate(time, host, cpu, tid(w[4]), number(w[5]));
        case "fork" -> new HostEvent.ThreadBegins(time, host, cpu, tid(w[4]), number(w[5]), comm(w[4]));
        case "thread_exit" -> new HostEvent.ThreadEnds(time, host, cpu, tid(w[4]));
        case "statedump" -> new HostEvent.ThreadKnown(time, host, cpu, tid(w[4]), number(w[5]), comm(w[4]));
        case "context" -> new HostEvent.ThreadOnCpu(time, host, cpu, tid(w[4]), w.length > 5 ? number(w[5]) : -1);
        case "irq_entry", "softirq_entry", "hrtimer_entry", "apic_entry" -> new HostEvent.InterruptEntry(time, host, cpu,
                interrupt(w[3]), w.length > 4 ? number(w[4]) : -1);
        case "irq_exit", "softirq_exit", "hrtimer_exit", "apic_exit" -> new HostEvent.InterruptExit(time, host, cpu,
                interrupt(w[3]));
        case "syscall_entry" -> new HostEvent.SyscallEntry(time, host, cpu);
        case "syscall_exit" -> new HostEvent.SyscallExit(time, host, cpu);
        case "lost" -> new HostEvent.LostEvents(time, host, cpu, number(w[4]), number(w[5]));
        case "lost_packets" -> new HostEvent.LostEvents(time, host, cpu, number(w[4]), number(w[5]), HostEvent.Loss.PACKETS);
        case "other" -> new HostEvent.Other(time, host, cpu);
        default -> throw new IllegalArgumentException("no such event: " + w[3]);
        };
    }

    private static HostEvent service(long time, int host, int cpu, HostEvent.Service service, long number) {
        return new HostEvent.KvmOther(time, host, cpu, service, number);
    }

    private static HostEvent exit(long time, int host, int cpu, String[] w) {
        return new HostEvent.KvmExit(time, host, cpu, ExitReason.SVM, reason(w[4]), w.length > 5 ? number(w[5]) : -1,
                w.length > 6 ? word(w[6]) : HostEvent.NO_RIP, w.length > 7 ? word(w[7]) : HostEvent.NO_INFO,
                w.length > 8 ? word(w[8]) : HostEvent.NO_INFO, HostEvent.NO_INFO);
    }

    /** 64 bits: a number in any notation, or up to 8 characters in quotes, the first in the lowest byte. */
    static long word(String text) {
        if (!text.startsWith("'")) {
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
        }
        long word = 0;
        for (int i = text.length() - 2; i > 0; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    private static Interrupt interrupt(String event) {
        return Interrupt.valueOf(event.substring(0, event.indexOf('_')).toUpperCase(java.util.Locale.ROOT));
    }

    static long state(String text) {
        return STATES.containsKey(text) ? STATES.get(text) : Long.decode(text);
    }

    static long reason(String text) {
        return REASONS.containsKey(text) ? REASONS.get(text) : Long.decode(text);
    }

    static int tid(String thread) {
        return number(thread.substring(thread.lastIndexOf(':') + 1));
    }

    static String comm(String thread) {
        return thread.lastIndexOf(':') < 0 ? "" : thread.substring(0, thread.lastIndexOf(':')).replace('_', ' ');
    }

    static int number(String text) {
        return Integer.parseInt(text.replaceAll("^[a-z]+=?", ""));
    }
}
