/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;

/**
 * What a VM's guest reports of its threads as text, a line per event, between the lines of a {@link Story} of its host:
 *
 * <pre>
 * 100 vcpu0 switch sh:82 S make:90
 * 110 vcpu0 wakeup sh:82 took 5
 * 120 host cpu0 irq_entry 4
 * </pre>
 *
 * The VM is the process 10 of the host, its vCPU n the thread 11 + n, which has the processor n since 20 and runs the guest
 * since 30. Each event leaves the guest for no time, or as long as it {@code took}. {@code vcpu0/2} relays what its nested
 * guest 2 reports on the processor of the same number.
 */
public final class TaskStory {

    private TaskStory() {
    }

    /**
     * @param text
     *            the story
     * @return the same as a story of the host alone, hypercalls and all
     */
    public static String of(String text) {
        TreeSet<Integer> vcpus = new TreeSet<>();
        List<String> lines = new ArrayList<>();
        for (String line : text.strip().split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words[1].startsWith("vcpu")) {
                String[] who = words[1].split("/");
                int vcpu = Story.number(who[0]);
                vcpus.add(vcpu);
                say(Long.parseLong(words[0]), vcpu, who.length > 1 ? Story.number(who[1]) : 0, words, lines);
            } else {
                lines.add(line.strip());
            }
        }
        List<String> story = new ArrayList<>();
        vcpus.forEach(vcpu -> story.add("10 host cpu" + vcpu + " fork CPU_" + vcpu + "/KVM:" + (11 + vcpu) + " 10"));
        vcpus.forEach(vcpu -> story.add("20 host cpu" + vcpu + " sched_switch qemu:9 S CPU_" + vcpu + "/KVM:" + (11 + vcpu)));
        vcpus.forEach(vcpu -> story.add("30 host cpu" + vcpu + " kvm_entry"));
        lines.sort(Comparator.comparingLong(line -> Long.parseLong(line.substring(0, line.indexOf(' ')))));
        story.addAll(lines);
        return String.join("\n", story) + '\n';
    }

    private static void say(long time, int vcpu, int nested, String[] words, List<String> lines) {
        GuestCpu from = new GuestCpu(vcpu, vcpu, nested > 0 ? 1 : 0, nested);
        Hypercall h = words[2].equals("batch") ? batch(from, words) : GuestEncoder.encode(event(time, from, words));
        int took = words.length > 2 && words[words.length - 2].equals("took") ? Integer.parseInt(words[words.length - 1]) : 0;
        String host = " host cpu" + vcpu + ' ';
        lines.add(time + host + "kvm_exit VMMCALL " + vcpu + " 0xffffffff81000000");
        lines.add(time + host + "kvm_hypercall " + h.nr() + ' ' + hex(h.a0()) + ' ' + hex(h.a1()) + ' ' + hex(h.a2()) + ' '
                + hex(h.a3()));
        lines.add(time + took + host + "kvm_entry");
    }

    private static String hex(long word) {
        return "0x" + Long.toHexString(word);
    }

    private static GuestEvent event(long t, GuestCpu from, String[] w) {
        String first = w.length > 3 ? w[3] : "";
        return switch (w[2]) {
        case "switch" -> new GuestEvent.SchedSwitch(t, from, Story.tid(w[3]), Story.tid(w[5]), 120, 120, Story.state(w[4]),
                Story.comm(w[5]), -1, -1);
        case "waking" -> wakeup(t, from, EventKind.SCHED_WAKING, w);
        case "wakeup" -> wakeup(t, from, EventKind.SCHED_WAKEUP, w);
        case "wakeup_new" -> wakeup(t, from, EventKind.SCHED_WAKEUP_NEW, w);
        case "fork" -> new GuestEvent.Fork(t, from, Story.tid(w[3]), Story.tid(w[4]), 1, 1, Story.comm(w[4]));
        case "exec" -> new GuestEvent.Exec(t, from, Story.tid(first), Story.tid(first), 1, Story.comm(first));
        case "exit" -> new GuestEvent.TaskExit(t, from, Story.tid(first), 1, 0, -1, Story.comm(first));
        case "task" -> new GuestEvent.Task(t, from, Story.tid(first), 1, 1, from.cpu(), (int) Story.state(w[4]),
                Story.comm(first));
        case "syscall_entry" -> new GuestEvent.SyscallEntry(t, from, Story.tid(first), syscall(w), false, 0, 0);
        case "syscall_exit" -> new GuestEvent.SyscallExit(t, from, Story.tid(first), syscall(w), false, 0);
        case "function" -> new GuestEvent.FunctionEntry(t, from, Story.tid(first), 0xffffffff81000000L, 0, false);
        case "enter" -> new GuestEvent.FunctionEntry(t, from, Story.tid(first), address(w[4]), Story.number(w[5]), false);
        case "return" -> new GuestEvent.FunctionExit(t, from, Story.tid(first), address(w[4]),
                w.length > 6 ? Story.number(w[6]) : 0, Story.number(w[5]), false, false);
        case "initcall_start" -> new GuestEvent.InitcallStart(t, from, Story.tid(first), address(w[4]), null);
        case "initcall_finish" -> new GuestEvent.InitcallFinish(t, from, Story.tid(first), address(w[4]), 0, 0, null);
        case "mark" -> new GuestEvent.Mark(t, from, Story.tid(first), Story.number(w[4]));
        case "irq_entry" -> new GuestEvent.IrqEntry(t, from, Story.number(first), "");
        case "irq_exit" -> new GuestEvent.IrqExit(t, from, Story.number(first), 1);
        case "softirq_entry" -> new GuestEvent.Softirq(t, from, EventKind.IRQ_SOFTIRQ_ENTRY, Story.number(first));
        case "softirq_exit" -> new GuestEvent.Softirq(t, from, EventKind.IRQ_SOFTIRQ_EXIT, Story.number(first));
        case "apic_entry" -> new GuestEvent.ApicVector(t, from, EventKind.APIC_VECTOR_ENTRY, Story.number(first), 0);
        case "apic_exit" -> new GuestEvent.ApicVector(t, from, EventKind.APIC_VECTOR_EXIT, Story.number(first), 0);
        case "hrtimer_entry" -> hrtimer(t, from, EventKind.TIMER_HRTIMER_EXPIRE_ENTRY, w);
        case "hrtimer_exit" -> hrtimer(t, from, EventKind.TIMER_HRTIMER_EXPIRE_EXIT, w);
        case "timer_entry" -> new GuestEvent.Timer(t, from, EventKind.TIMER_EXPIRE_ENTRY, Story.tid(w[4]),
                Story.number(first), 0, 0);
        case "timer_exit" -> new GuestEvent.Timer(t, from, EventKind.TIMER_EXPIRE_EXIT, Story.tid(w[4]),
                Story.number(first), 0, 0);
        case "hello" -> new GuestEvent.Hello(t, from, 1, Story.number(first), 0, 0, 0);
        case "step_begin" -> step(t, from, EventKind.SHUTDOWN_STEP_BEGIN, first);
        case "step_end" -> step(t, from, EventKind.SHUTDOWN_STEP_END, first);
        case "stage" -> new GuestEvent.Stage(t, from, Story.number(first), 0, "");
        case "level" -> new GuestEvent.BootLevel(t, from, EventKind.BOOT_LEVEL_BEGIN, 0, 0, first);
        default -> throw new IllegalArgumentException("no such event: " + w[2]);
        };
    }

    /** {@code batch b:1:130-139 a:0:110-150}: functions that returned, each with its depth; the last does so now. */
    private static Hypercall batch(GuestCpu from, String[] w) {
        List<GuestEvent.FunctionExit> exits = new ArrayList<>();
        for (int i = 3; i < w.length && w[i].indexOf(':') == 1; i++) {
            String[] reported = w[i].split("[:-]");
            long end = Long.parseLong(reported[3]);
            exits.add(new GuestEvent.FunctionExit(end, from, -1, address(reported[0]), end - Long.parseLong(reported[2]),
                    Integer.parseInt(reported[1]), false, true));
        }
        return GuestEncoder.functionBatch(exits);
    }

    /** {@code syscall_exit sh:82 15}; without a number it is 1, {@code write}. */
    private static int syscall(String[] w) {
        return w.length > 4 && !w[4].equals("took") ? Integer.parseInt(w[4]) : 1;
    }

    /** A function is a letter. */
    private static long address(String letter) {
        return 0xffffffff81000000L + letter.charAt(0);
    }

    /** {@code wakeup sh:82 by 5}: by whom may be left out, then it is the idle thread. */
    private static GuestEvent wakeup(long t, GuestCpu from, EventKind kind, String[] w) {
        return new GuestEvent.Wakeup(t, from, kind, Story.tid(w[3]), from.cpu(), w.length > 5 && w[4].equals("by")
                ? Story.tid(w[5]) : 0, -1, Story.comm(w[3]));
    }

    private static GuestEvent step(long t, GuestCpu from, EventKind kind, String name) {
        return new GuestEvent.ShutdownStep(t, from, kind, 0, 0, name);
    }

    private static GuestEvent hrtimer(long t, GuestCpu from, EventKind kind, String[] w) {
        return new GuestEvent.Hrtimer(t, from, kind, Story.tid(w[4]), Story.number(w[3]), 0, 0, 0);
    }
}
