/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.story.StoryLine.Named;

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

    private static final Set<String> OF_THREADS = Set.of("exec", "exit", "task", "syscall_entry", "syscall_exit", "function", "enter", "return",
            "initcall_start", "initcall_finish", "mark");

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
        for (StoryLine line : StoryLine.of(text)) {
            long time = line.time();
            if (line.matches("vcpu.*")) {
                GuestCpu from = cpu(line);
                vcpus.add(from.cpu());
                report(line, time, from, lines);
            } else {
                Story.host(line);
                Story.event(line, time, 0, line.id("cpu"));
                lines.add(line.text());
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

    private static GuestCpu cpu(StoryLine line) {
        String place = line.word("a vCPU");
        if (!place.matches("vcpu\\d+(/\\d+)?")) {
            throw line.errorBefore("a vCPU, as vcpu0, or its nested guest, as vcpu0/2");
        }
        String[] numbers = place.substring("vcpu".length()).split("/");
        int vcpu = Integer.parseInt(numbers[0]);
        return numbers.length == 1 ? new GuestCpu(vcpu, vcpu, 0, 0) : new GuestCpu(vcpu, vcpu, 1, Integer.parseInt(numbers[1]));
    }

    private static void report(StoryLine line, long time, GuestCpu from, List<String> lines) {
        Hypercall h = line.take("batch") ? batch(line, from) : GuestEncoder.encode(event(line, time, from));
        long took = line.option("took", 0);
        line.end();
        String host = " host cpu" + from.cpu() + ' ';
        lines.add(time + host + "kvm_exit VMMCALL " + from.cpu() + " 0xffffffff81000000");
        lines.add(time + host + "kvm_hypercall " + h.nr() + ' ' + hex(h.a0()) + ' ' + hex(h.a1()) + ' ' + hex(h.a2()) + ' ' + hex(h.a3()));
        lines.add(time + took + host + "kvm_entry");
    }

    private static String hex(long word) {
        return "0x" + Long.toHexString(word);
    }

    /**
     * @param line
     *            a line of a story, of which time and place were read
     * @return the guest event of which it reports
     */
    public static GuestEvent event(StoryLine line, long t, GuestCpu from) {
        String name = line.word("an event");
        return switch (name) {
        case "switch" -> {
            int leaves = line.tid();
            long state = line.state();
            Named comes = line.thread();
            yield new GuestEvent.SchedSwitch(t, from, leaves, comes.tid(), 120, 120, state, comes.name(), -1, -1);
        }
        case "waking" -> wakeup(t, from, EventKind.SCHED_WAKING, line);
        case "wakeup" -> wakeup(t, from, EventKind.SCHED_WAKEUP, line);
        case "wakeup_new" -> wakeup(t, from, EventKind.SCHED_WAKEUP_NEW, line);
        case "fork" -> {
            int parent = line.tid();
            Named child = line.thread();
            yield new GuestEvent.Fork(t, from, parent, child.tid(), 1, 1, child.name());
        }
        case "hello" -> new GuestEvent.Hello(t, from, 1, (int) line.number("how far back batches reach, ms", 0), line.option("tsc", 0), 0, 0);
        case "off" -> new GuestEvent.GroupsOff(t, from, EventKind.GROUPS_OFF, line.number("the groups, a bit for each"), 0);
        case "base" -> new GuestEvent.Base(t, from, 0, 0, line.number("the TSC's kHz"), 1, 0);
        case "step_begin" -> step(t, from, EventKind.SHUTDOWN_STEP_BEGIN, line);
        case "step_end" -> step(t, from, EventKind.SHUTDOWN_STEP_END, line);
        case "stage" -> new GuestEvent.Stage(t, from, (int) line.number("a stage"), line.number("a TSC", 0), "");
        case "level" -> new GuestEvent.BootLevel(t, from, EventKind.BOOT_LEVEL_BEGIN, 0, 0, line.word("a level"));
        case "irq_entry" -> new GuestEvent.IrqEntry(t, from, line.id("irq"), line.matches("[a-z]+") && !line.isNext("took") ? line.word("a device") : "");
        case "irq_exit" -> new GuestEvent.IrqExit(t, from, line.id("irq"), 1);
        case "softirq_raise" -> new GuestEvent.Softirq(t, from, EventKind.IRQ_SOFTIRQ_RAISE, line.id("vec"));
        case "softirq_entry" -> new GuestEvent.Softirq(t, from, EventKind.IRQ_SOFTIRQ_ENTRY, line.id("vec"));
        case "softirq_exit" -> new GuestEvent.Softirq(t, from, EventKind.IRQ_SOFTIRQ_EXIT, line.id("vec"));
        case "apic_entry" -> new GuestEvent.ApicVector(t, from, EventKind.APIC_VECTOR_ENTRY, line.id("vec"), (int) line.number("its type", 0));
        case "apic_exit" -> new GuestEvent.ApicVector(t, from, EventKind.APIC_VECTOR_EXIT, line.id("vec"), 0);
        case "hrtimer_entry" -> hrtimer(t, from, EventKind.TIMER_HRTIMER_EXPIRE_ENTRY, line);
        case "hrtimer_exit" -> hrtimer(t, from, EventKind.TIMER_HRTIMER_EXPIRE_EXIT, line);
        case "timer_entry" -> timer(t, from, EventKind.TIMER_EXPIRE_ENTRY, line);
        case "timer_exit" -> timer(t, from, EventKind.TIMER_EXPIRE_EXIT, line);
        default -> ofThread(name, line, t, from);
        };
    }

    /** Those that begin with a thread. */
    private static GuestEvent ofThread(String name, StoryLine line, long t, GuestCpu from) {
        if (!OF_THREADS.contains(name)) {
            throw line.errorBefore("an event of a guest");
        }
        Named thread = line.thread();
        int tid = thread.tid();
        return switch (name) {
        case "exec" -> new GuestEvent.Exec(t, from, tid, tid, 1, thread.name());
        case "exit" -> new GuestEvent.TaskExit(t, from, tid, 1, 0, -1, thread.name());
        case "task" -> new GuestEvent.Task(t, from, tid, 1, 1, from.cpu(), (int) line.state(), thread.name());
        case "syscall_entry" -> new GuestEvent.SyscallEntry(t, from, tid, syscall(line), false, 0, 0);
        case "syscall_exit" -> new GuestEvent.SyscallExit(t, from, tid, syscall(line), false, 0);
        case "function" -> new GuestEvent.FunctionEntry(t, from, tid, 0xffffffff81000000L, 0, false);
        case "enter" -> new GuestEvent.FunctionEntry(t, from, tid, function(line), depth(line), false);
        case "return" -> {
            long address = function(line);
            int depth = depth(line);
            yield new GuestEvent.FunctionExit(t, from, tid, address, line.number("how long it took", 0), depth, false, false);
        }
        case "initcall_start" -> new GuestEvent.InitcallStart(t, from, tid, function(line), null);
        case "initcall_finish" -> new GuestEvent.InitcallFinish(t, from, tid, function(line), 0, 0, null);
        default -> new GuestEvent.Mark(t, from, tid, line.number("a mark"));
        };
    }

    /** {@code batch b:1:130-139 a:0:110-150}: functions that returned, each with its depth; the last does so now. */
    private static Hypercall batch(StoryLine line, GuestCpu from) {
        List<GuestEvent.FunctionExit> exits = new ArrayList<>();
        while (exits.isEmpty() || line.matches("\\w:.*")) {
            String word = line.word("a function that returned, as a:0:110-150");
            if (!word.matches("\\w:\\d+:\\d+-\\d+")) {
                throw line.errorBefore("a function that returned, as a:0:110-150");
            }
            String[] reported = word.split("[:-]");
            long end = Long.parseLong(reported[3]);
            exits.add(new GuestEvent.FunctionExit(end, from, -1, address(reported[0]), end - Long.parseLong(reported[2]),
                    Integer.parseInt(reported[1]), false, true));
        }
        return GuestEncoder.functionBatch(exits);
    }

    /** {@code syscall_exit sh:82 15}; without a number it is 1, {@code write}. */
    private static int syscall(StoryLine line) {
        return (int) line.number("a system call", 1);
    }

    private static int depth(StoryLine line) {
        return (int) line.number("how deep it is");
    }

    private static long function(StoryLine line) {
        if (!line.matches("\\p{Alpha}")) {
            throw line.error("a function, which is a letter");
        }
        return address(line.word("a function"));
    }

    private static long address(String letter) {
        return 0xffffffff81000000L + letter.charAt(0);
    }

    /** {@code wakeup sh:82 by 5 to 1}: by whom may be left out, then it is the idle thread; to which processor, then it is the same. */
    private static GuestEvent wakeup(long t, GuestCpu from, EventKind kind, StoryLine line) {
        Named thread = line.thread();
        int by = line.take("by") ? line.tid() : 0;
        return new GuestEvent.Wakeup(t, from, kind, thread.tid(), (int) line.option("to", from.cpu()), by, -1, thread.name());
    }

    private static GuestEvent step(long t, GuestCpu from, EventKind kind, StoryLine line) {
        return new GuestEvent.ShutdownStep(t, from, kind, 0, 0, line.word("a step"));
    }

    private static GuestEvent timer(long t, GuestCpu from, EventKind kind, StoryLine line) {
        int number = (int) line.number("a timer");
        return new GuestEvent.Timer(t, from, kind, line.tid(), number, 0, 0);
    }

    private static GuestEvent hrtimer(long t, GuestCpu from, EventKind kind, StoryLine line) {
        int number = (int) line.number("a timer");
        return new GuestEvent.Hrtimer(t, from, kind, line.tid(), number, 0, 0, 0);
    }
}
