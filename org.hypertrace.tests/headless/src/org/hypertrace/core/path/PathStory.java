/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;

/**
 * A story of {@code stories}: events of a host as text, a line each, and the paths that must come out. The oracle reads the same
 * stories; {@code oracle/tests/story.py} reports what the lines are.
 */
public final class PathStory {

    private static final Map<String, Long> STATES = Map.of("R", 0L, "S", 1L, "D", 2L, "X", 16L, "Z", 32L);
    private static final Map<String, Long> GUEST_STATES = Map.of("R", 0L, "S", 1L, "D", 2L, "X", 0x80L, "Z", 0x20L);
    private static final Map<String, Long> REASONS = Map.of("HLT", 120L, "INTR", 96L, "VMMCALL", 129L, "IOIO", 123L, "MSR", 124L,
            "NPF", 1024L, "VINTR", 100L, "CPUID", 114L, "PAUSE", 119L);
    private static final long KERNEL = 0xffffffff81000000L;
    private static final long HELLO = 0x47545243L << 32 | 1 << 8;
    private static final long SPAN_MS = 4000L << 16;

    /** In place of options: asked is how long woken threads waited. */
    static final String WAITS = "waits";
    /** In place of options: asked is what waited for what the host kept from working. */
    static final String LOCKS = "locks";

    /** A path that is asked for, and the lines that must come out. */
    record Asked(String options, List<String> lines) { }

    private final List<HostEvent> fEvents = new ArrayList<>();
    private final List<Asked> fAsked = new ArrayList<>();
    private final Set<String> fNames = new HashSet<>();
    private final Map<Integer, Integer> fVcpuOn = new HashMap<>();
    private boolean fAnnounces;

    /** Reads the text. */
    public PathStory(String text) {
        fAnnounces = text.contains(" says batch ");
        Asked asked = null;
        for (String line : text.lines().map(String::strip).filter(one -> !one.isEmpty() && !one.startsWith("#")).toList()) {
            if (line.startsWith("path ")) {
                asked = new Asked(line.substring(5), new ArrayList<>());
                fAsked.add(asked);
            } else if (line.equals(WAITS) || line.equals(LOCKS)) {
                asked = new Asked(line, new ArrayList<>());
                fAsked.add(asked);
            } else if (asked != null) {
                asked.lines.add(line);
            } else {
                String[] w = line.split("\\s+");
                event(Long.parseLong(w[0]), Integer.parseInt(w[1].substring(3)), w);
            }
        }
    }

    List<Asked> asked() {
        return fAsked;
    }

    /** The rows that are gathered of it. */
    public PathRows rows(Path folder) throws IOException {
        Path file = folder.resolve("rows");
        RecordedEvents recorded = new RecordedEvents(fNames, Set.of(), false);
        try (PathFile rows = new PathFile(file, List.of("host"), host -> null, List.of(), host -> recorded)) {
            fEvents.stream().sorted(Comparator.comparingLong(HostEvent::time)).forEach(rows::accept);
            rows.finish(1);
        }
        return PathRows.open(file, 1);
    }

    private void event(long time, int cpu, String[] w) {
        switch (w[2]) {
        case "switch" -> {
            add(new HostEvent.SchedSwitch(time, 0, cpu, tid(w[3]), comm(w[3]), STATES.get(w[4]), tid(w[5]), comm(w[5])));
            String comm = comm(w[5]);
            fVcpuOn.put(cpu, comm.startsWith("CPU ") ? comm.charAt(4) - '0' : 0);
        }
        case "waking", "wakeup", "wakeup_new" -> add(new HostEvent.SchedWakeup(time, 0, cpu, tid(w[3]), (int) number(w[4]),
                w[2].equals("waking"), w[2].equals("wakeup_new"), comm(w[3])));
        case "migrate" -> add(new HostEvent.SchedMigrate(time, 0, cpu, tid(w[3]), (int) number(w[4])));
        case "fork" -> add(new HostEvent.ThreadBegins(time, 0, cpu, tid(w[3]), (int) number(w[4]), comm(w[3])));
        case "statedump" -> add(new HostEvent.ThreadKnown(time, 0, cpu, tid(w[3]), (int) number(w[4]), comm(w[3])));
        case "entry" -> add(new HostEvent.KvmEntry(time, 0, cpu));
        case "exit" -> {
            exit(time, cpu, REASONS.get(w[3]), w.length > 4 ? (int) number(w[4]) : -1);
            if (fAnnounces) {
                // guests report how far back their batches reach
                fAnnounces = false;
                add(new HostEvent.KvmHypercall(time, 0, cpu, 0x81, HELLO | SPAN_MS, 0, 0, 0));
            }
        }
        case "userspace_exit" -> add(new HostEvent.KvmUserspaceExit(time, 0, cpu));
        case "inj_virq" -> add(new HostEvent.KvmOther(time, 0, cpu, Service.INJECTION, number(w[3])));
        case "msr" -> {
            fNames.add("kvm_x86_msr");
            add(new HostEvent.KvmOther(time, 0, cpu, Service.MSR_WRITE, number(w[3]), number(w[4])));
        }
        case "accept" -> {
            fNames.add("kvm_x86_apic_accept_irq");
            add(new HostEvent.KvmOther(time, 0, cpu, Service.APIC_ACCEPTS, number(w[3]), number(w[4])));
        }
        case "irq_entry" -> add(new HostEvent.InterruptEntry(time, 0, cpu, Interrupt.IRQ, (int) number(w[3]), w[4], 0));
        case "hrtimer_entry" -> add(new HostEvent.InterruptEntry(time, 0, cpu, Interrupt.HRTIMER, -1, "", number(w[3])));
        case "softirq_entry" -> add(new HostEvent.InterruptEntry(time, 0, cpu, Interrupt.SOFTIRQ, (int) number(w[3])));
        case "softirq_raise" -> add(new HostEvent.SoftirqRaise(time, 0, cpu, (int) number(w[3])));
        case "irq_exit", "hrtimer_exit", "softirq_exit" -> add(new HostEvent.InterruptExit(time, 0, cpu,
                Interrupt.valueOf(w[2].substring(0, w[2].indexOf('_')).toUpperCase(Locale.ROOT))));
        case "lost" -> add(new HostEvent.LostEvents(time, 0, cpu, number(w[3]), 1));
        case "kvm_hypercall" -> add(new HostEvent.KvmHypercall(time, 0, cpu, number(w[3]), word(w, 4), word(w, 5), word(w, 6), word(w, 7)));
        case "other" -> add(new HostEvent.Other(time, 0, cpu));
        case "says" -> reports(time, cpu, w);
        default -> throw new IllegalArgumentException(String.join(" ", w));
        }
    }

    private void add(HostEvent event) {
        fEvents.add(event);
    }

    private void exit(long time, int cpu, long reason, int vcpu) {
        add(new HostEvent.KvmExit(time, 0, cpu, ExitReason.SVM, reason, vcpu, KERNEL));
    }

    /** A hypercall, with its exit 1 ns before and its entry 1 ns after. */
    private void reports(long time, int cpu, String[] line) {
        long sequence = 0;
        List<String> words = new ArrayList<>();
        for (int i = 3; i < line.length; i++) {
            if (line[i].startsWith("#")) {
                sequence = Long.parseLong(line[i].substring(1)) << 32;
            } else {
                words.add(line[i]);
            }
        }
        long[] message = message(words.toArray(String[]::new), (long) fVcpuOn.getOrDefault(cpu, 0));
        exit(time - 1, cpu, REASONS.get("VMMCALL"), -1);
        add(new HostEvent.KvmHypercall(time, 0, cpu, message[0] | sequence, message[1], message[2], message[3], message[4]));
        add(new HostEvent.KvmEntry(time + 1, 0, cpu));
    }

    private static long[] message(String[] w, long vcpu) {
        long on = vcpu << 32;
        return switch (w[0]) {
        case "stage" -> words(0x85, number(w[1]), word(w, 2), null);
        case "base" -> new long[] { 0x82, 0, 0, number(w[1]), 1 };
        case "hello" -> words(0x81, HELLO | vcpu, number(w[1]), null);
        case "switch" -> words(0x66, (long) tid(w[1]) << 32 | tid(w[3]), vcpu << 48 | 0x7878L << 32 | GUEST_STATES.get(w[2]), comm(w[3]));
        case "waking", "wakeup", "wakeup_new" -> {
            List<String> all = List.of(w);
            long to = all.contains("to") ? number(w[all.indexOf("to") + 1]) : 0;
            long by = number(w[all.indexOf("by") + 1]);
            yield words(w[0].equals("waking") ? 0x67 : 0x68, to << 32 | tid(w[1]),
                    on | by | (w[0].equals("wakeup_new") ? Long.MIN_VALUE : 0), comm(w[1]));
        }
        case "fork" -> words(0x69, number(w[1]) << 32 | tid(w[2]), number(w[1]) << 32 | tid(w[2]), comm(w[2]));
        case "exit" -> words(0x6b, (long) tid(w[1]) << 32 | tid(w[1]), 0, comm(w[1]));
        case "irq" -> words(0x6e, on | number(w[1]), 0, w[2]);
        case "irq_exit" -> words(0x6f, on | number(w[1]), 1, null);
        case "softirq" -> words(0x70, on | number(w[1]), 0, null);
        case "softirq_exit" -> words(0x71, on | number(w[1]), 0, null);
        case "raise" -> words(0x72, on | number(w[1]), 0, null);
        case "vector" -> words(0x73, on | number(w[1]), number(w[2]), null);
        case "vector_exit" -> words(0x74, on | number(w[1]), 0, null);
        case "mark" -> words(0x84, on | number(w[3]), number(w[1]), null);
        // an initcall begins, which no interrupt reports
        case "nothing" -> words(0x7c, 0, on, null);
        case "batch" -> batch(w, vcpu);
        default -> throw new IllegalArgumentException(String.join(" ", w));
        };
    }

    private static long[] batch(String[] w, long vcpu) {
        long[] words = { 0x92, 0, 0, 0, 0 };
        int records = (w.length - 1) / 3;
        for (int i = 0; i < records; i++) {
            int word = 4 - records + 1 + i;
            words[word] = number(w[3 * i + 3]) << 32 | GUEST_STATES.get(w[3 * i + 2]) << 24 | 120 << 16 | vcpu;
            words[1] |= word == 2 ? number(w[3 * i + 1]) << 32 : word == 3 ? number(w[3 * i + 1]) : 0;
        }
        return words;
    }

    private static long[] words(long nr, long a0, long a1, String text) {
        long[] words = { nr, a0, a1, 0, 0 };
        for (int i = 0; text != null && i < Math.min(16, text.length()); i++) {
            words[3 + i / 8] |= (long) text.charAt(i) << 8 * (i % 8);
        }
        return words;
    }

    private static long word(String[] w, int place) {
        return place < w.length ? number(w[place]) : 0;
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text.replaceAll("^[a-z]+", ""));
    }

    private static int tid(String thread) {
        return (int) number(thread.substring(thread.lastIndexOf(':') + 1));
    }

    private static String comm(String thread) {
        return thread.lastIndexOf(':') < 0 ? "" : thread.substring(0, thread.lastIndexOf(':')).replace('_', ' ');
    }
}
