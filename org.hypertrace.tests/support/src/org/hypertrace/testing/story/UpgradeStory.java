/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.event.HostEvent;

/**
 * A rolling upgrade as text, an event per line, in ms: {@code 100 con mark "upgrade restart n2"}. Each VM has one vCPU, on a processor of its
 * own, and was there before. It is always in its guest but for hypercalls. What there is:
 *
 * <pre>
 * TIME VM mark ["TEXT"] [value N]       a process sets a mark, with a text behind it
 * TIME VM stage N [from a process]      hypercall 0x85; stage 5 is a process' request
 * TIME VM notified                      stage 5 by the kernel's notifier
 * TIME VM step NAME                     the first step of the kernel's shutdown
 * TIME VM level NAME | userspace | ready | panic
 * TIME VM exit SHUTDOWN                 a triple fault
 * TIME VM tsc_offset again              a reset
 * TIME VM code high | code low          an exit in the kernel, in a process
 * TIME VM vcpu N                        another vCPU enters the guest and stays there
 * TIME VM gone                          its thread ends
 * TIME VM other                         nothing of it
 * </pre>
 */
public final class UpgradeStory {

    /** A node restarts, is switched to, and the campaign is over; another one gives up its role. */
    public static final String CAMPAIGN = """
            10 n1 stage 1
            12 n1 level early
            20 n1 userspace
            30 n1 mark "serves as primary"
            10 n2 stage 1
            12 n2 level early
            20 n2 userspace
            31 n2 mark "serves as secondary"
            90 con mark "upgrade begin"
            100 con mark "upgrade restart n2"
            150 n2 stage 5
            160 n2 step notify
            170 n2 stage 6
            175 n2 exit SHUTDOWN
            180 n2 tsc_offset again
            181 n2 tsc_offset again
            200 n2 stage 1
            201 n2 stage 2
            210 n2 level early
            230 n2 userspace
            240 n2 ready
            260 n2 mark "serves as secondary"
            280 con mark "upgrade back n2"
            290 con mark "upgrade switch"
            300 n1 mark "serves as secondary"
            320 n2 mark "serves as primary"
            330 con mark "upgrade switched n2"
            335 n1 stage 6 from a process
            340 con mark "upgrade end"
            """;

    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("value (\\d+)");
    private static final long KERNEL = 0xffffffff81000000L;
    private static final long PROCESS = 0x401000;
    private static final int PIECE = 24;
    private static final int OTHER_CPUS = 50;

    private final Map<String, Integer> fCpus = new LinkedHashMap<>();
    private final List<HostEvent> fEvents = new ArrayList<>();

    private int fOthers;

    private UpgradeStory() {
    }

    /**
     * @param story
     *            the lines, in any order
     * @return the events of the host
     */
    public static List<HostEvent> events(String story) {
        UpgradeStory upgrade = new UpgradeStory();
        List<String[]> lines = new ArrayList<>();
        story.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> lines.add(line.split(" ", 3)));
        lines.stream().map(line -> line[1]).distinct().sorted().forEach(upgrade::machine);
        upgrade.fEvents.sort(Comparator.comparingLong(HostEvent::time));
        lines.sort((one, other) -> Long.compare(Long.parseLong(one[0]), Long.parseLong(other[0])));
        for (String[] line : lines) {
            long time = 1_000_000 * Long.parseLong(line[0]);
            if (line[2].startsWith("vcpu ")) {
                upgrade.vcpu(time, 100 + 10 * upgrade.fCpus.get(line[1]), Integer.parseInt(line[2].substring("vcpu ".length())));
            } else {
                upgrade.event(time, upgrade.fCpus.get(line[1]), line[2]);
            }
        }
        return upgrade.fEvents;
    }

    private void machine(String name) {
        int cpu = fCpus.size();
        fCpus.put(name, cpu);
        int pid = 100 + 10 * cpu;
        fEvents.add(new HostEvent.ThreadKnown(1, 0, cpu, pid + 1, pid, "CPU 0/KVM"));
        fEvents.add(new HostEvent.SchedSwitch(2, 0, cpu, 9, "sh", 1, pid + 1, "CPU 0/KVM"));
        exit(3, cpu, 129, KERNEL);
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        fEvents.add(new HostEvent.KvmHypercall(3, 0, cpu, 0x88, 0, 1L << 63 | 4, word(bytes, 0), word(bytes, 8)));
        enter(4, cpu);
    }

    private void vcpu(long time, int pid, int number) {
        int cpu = OTHER_CPUS + fOthers++;
        String name = "CPU " + number + "/KVM";
        fEvents.add(new HostEvent.ThreadKnown(time, 0, cpu, pid + 1 + number, pid, name));
        fEvents.add(new HostEvent.SchedSwitch(time, 0, cpu, 9, "sh", 1, pid + 1 + number, name));
        enter(time, cpu);
    }

    private void event(long time, int cpu, String what) {
        String[] words = what.split(" ");
        switch (words[0]) {
        case "mark" -> mark(time, cpu, what);
        case "stage" -> call(time, cpu, what.endsWith("process") ? PROCESS : KERNEL, 0x85, Long.parseLong(words[1]), 0, "");
        case "notified" -> call(time, cpu, KERNEL, 0x85, 5, 0, "restart");
        case "step" -> call(time, cpu, KERNEL, 0x86, 1, KERNEL + 0x200, words[1]);
        case "level" -> call(time, cpu, KERNEL, 0x7b, 1, 0, words[1]);
        case "userspace" -> call(time, cpu, KERNEL, 0x85, 3, 0, "");
        case "ready" -> call(time, cpu, KERNEL, 0x85, 4, 0, "");
        case "panic" -> call(time, cpu, KERNEL, 0x7e, 1, 0, "Fatal");
        case "exit" -> exit(time, cpu, 127, 0);
        case "tsc_offset" -> {
            fEvents.add(new HostEvent.KvmTscOffset(time, 0, cpu, 7, 7));
        }
        case "code" -> {
            exit(time, cpu, 96, words[1].equals("high") ? KERNEL : PROCESS);
            enter(time + 1, cpu);
        }
        case "gone" -> fEvents.add(new HostEvent.ThreadEnds(time, 0, cpu, 101 + 10 * cpu));
        case "other" -> fEvents.add(new HostEvent.Other(time, 0, cpu));
        default -> throw new IllegalArgumentException("There is no such event: " + what);
        }
    }

    private void mark(long time, int cpu, String what) {
        Matcher value = VALUE.matcher(what);
        call(time, cpu, PROCESS, 0x84, 0, value.find() ? Long.parseLong(value.group(1)) : 1, null);
        Matcher text = TEXT.matcher(what);
        byte[] bytes = text.find() ? text.group(1).getBytes(StandardCharsets.UTF_8) : new byte[0];
        for (int at = 0; at < bytes.length; at += PIECE) {
            exit(time, cpu, 129, PROCESS);
            fEvents.add(new HostEvent.KvmHypercall(time, 0, cpu, 0x80, 3L << 32 | (long) at << 16 | bytes.length, word(bytes, at), word(bytes, at + 8),
                    word(bytes, at + 16)));
            enter(time, cpu);
        }
    }

    /** {@code name} null: there is no room for one. */
    private void call(long time, int cpu, long rip, long number, long a0, long a1, String name) {
        byte[] bytes = name == null ? new byte[0] : name.getBytes(StandardCharsets.US_ASCII);
        exit(time, cpu, 129, rip);
        fEvents.add(new HostEvent.KvmHypercall(time, 0, cpu, number, a0, a1, word(bytes, 0), word(bytes, 8)));
        enter(time, cpu);
    }

    private void exit(long time, int cpu, long reason, long rip) {
        fEvents.add(new HostEvent.KvmExit(time, 0, cpu, 2, reason, 0, rip));
    }

    private void enter(long time, int cpu) {
        fEvents.add(new HostEvent.KvmEntry(time, 0, cpu));
    }

    private static long word(byte[] bytes, int from) {
        long word = 0;
        for (int i = 0; i < 8 && from + i < bytes.length; i++) {
            word |= (bytes[from + i] & 0xffL) << 8 * i;
        }
        return word;
    }
}
