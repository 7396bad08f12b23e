/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.guesttrace.CtfStream;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.testing.story.StoryLine.Named;

/**
 * A {@link Story} recorded: an LTTng kernel trace per host that reports it, in the folder of the host's name. Its times are
 * ns since the epoch. What the story does not report is filled in; the vCPU number of every kvm entry is garbage, as most
 * tracers record it.
 * <p>
 * Beyond the words of {@link Story}: {@code kvm_exit HLT 3} has vCPU number 3 (0 if not reported);
 * {@code lost 200 7}: after this processor's last event, 7 events until 200 were discarded;
 * {@code event kvm_x86_msr 1 0x6e0 0 0}: any event, see {@link #with}, and the values of its fields.
 */
public final class RecordedStory {

    /** A vCPU that runs its guest once. */
    public static final String ONE_VCPU = """
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit HLT 0
            150 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            200 alpha cpu0 other
            """;

    /** The begin of a story: thread 386 of process 384 runs its guest since 110. */
    public static final String ENTERED = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            """;

    private static final long GARBAGE = 0xDEADBEEFL;

    private static final Set<String> OF_THREADS = Set.of("sched_switch", "sched_waking", "sched_wakeup", "sched_migrate_task", "fork",
            "thread_exit", "statedump");

    private final Map<String, List<StoryLine>> fHosts = new LinkedHashMap<>();
    private final Map<String, CtfEventType> fTypes = new LinkedHashMap<>();
    private final Map<String, Object> fEnvironment = new LinkedHashMap<>();
    private CtfField[] fContext = {};

    /** @param text the story, see {@link Story} */
    public RecordedStory(String text) {
        for (StoryLine line : StoryLine.of(text)) {
            line.time();
            fHosts.computeIfAbsent(Story.host(line), host -> new ArrayList<>()).add(line);
        }
        KernelEvents.ALL.stream().filter(type -> !KernelEvents.KVM_GENERIC.contains(type))
                .forEach(type -> fTypes.put(type.name(), type));
    }

    /**
     * @param events
     *            reports which events the tracer was not asked for: neither recorded nor declared
     * @return this
     */
    public RecordedStory without(Predicate<String> events) {
        fTypes.keySet().removeIf(events);
        return this;
    }

    /**
     * @param type
     *            an event type, in the place of the one with that name
     * @return this
     */
    public RecordedStory with(CtfEventType type) {
        fTypes.put(type.name(), type);
        return this;
    }

    /**
     * @param fields
     *            integers that every event carries as its context: the words after {@code context} are their values
     * @return this
     */
    public RecordedStory withContext(String... fields) {
        fContext = List.of(fields).stream().map(field -> CtfField.signed(field, 32)).toArray(CtfField[]::new);
        return this;
    }

    /**
     * @param key
     *            of the trace's environment
     * @param value
     *            of the trace's environment
     * @return this
     */
    public RecordedStory withEnvironment(String key, Object value) {
        fEnvironment.put(key, value);
        return this;
    }

    /**
     * @param folder
     *            gets the traces
     * @return the folder of the first host's trace
     * @throws IOException
     *             if it cannot be written
     */
    public Path in(Path folder) throws IOException {
        for (Map.Entry<String, List<StoryLine>> host : fHosts.entrySet()) {
            Map<String, Object> environment = new LinkedHashMap<>(KernelEvents.environment(host.getKey()));
            environment.putAll(fEnvironment);
            try (CtfWriter writer = new CtfWriter(folder.resolve(host.getKey()), uuid("trace of " + host.getKey()),
                    CtfClock.monotonic(uuid("clock of " + host.getKey()), 0), environment)) {
                writer.declare(fTypes.values()).context(fContext);
                host.getValue().forEach(line -> report(line.again(), writer));
            }
        }
        return folder.resolve(fHosts.keySet().iterator().next());
    }

    private static UUID uuid(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8));
    }

    private void report(StoryLine line, CtfWriter writer) {
        long time = line.time();
        Story.host(line);
        CtfStream stream = writer.stream(line.id("cpu"));
        try {
            if (line.take("lost")) {
                long until = line.number("the end of the loss");
                stream.discard(line.number("a count"), until);
            } else if (line.take("context")) {
                List<Object> values = new ArrayList<>();
                while (line.hasNext()) {
                    values.add((int) line.number("a value"));
                }
                stream.context(values.toArray());
            } else {
                List<Object> values = new ArrayList<>(event(line.word("an event"), line));
                String name = (String) values.remove(0);
                if (fTypes.containsKey(name)) {
                    stream.event(time, name, values.toArray());
                }
            }
            line.end();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name of the event and its values. */
    private List<Object> event(String name, StoryLine line) {
        return switch (name) {
        case "kvm_entry" -> List.of(either("kvm_x86_entry", "kvm_entry"), GARBAGE);
        case "kvm_exit" -> exit(line);
        case "kvm_userspace_exit" -> List.of("kvm_userspace_exit", 2, 0);
        case "kvm_tsc_offset" -> List.of("kvm_x86_write_tsc_offset", 0, number(line), number(line));
        case "kvm_other" -> List.of("kvm_x86_inj_virq", 1);
        case "nested_vmenter" -> List.of("kvm_x86_nested_vmenter", 0, number(line), 0, 0, 0, 1, 2);
        case "nested_vmexit" -> List.of("kvm_x86_nested_vmexit", 0, line.reason(), 0, 0, 0, 0, 2);
        case "nested_vmexit_inject" -> List.of("kvm_x86_nested_vmexit_inject", line.reason(), 0, 0, 0, 0, 2);
        case "inj_virq" -> List.of("kvm_x86_inj_virq", number(line));
        case "kvm_hypercall" -> List.of("kvm_x86_hypercall", number(line), line.number("a0", 0), line.number("a1", 0), line.number("a2", 0),
                line.number("a3", 0));
        case "irq_entry" -> List.of("irq_handler_entry", line.id("irq"), "device");
        case "irq_exit" -> List.of("irq_handler_exit", Math.max(0, line.idIfAny("irq")), 1);
        case "softirq_entry" -> List.of("irq_softirq_entry", line.id("vec"));
        case "softirq_exit" -> List.of("irq_softirq_exit", Math.max(0, line.idIfAny("vec")));
        case "hrtimer_entry" -> List.of("timer_hrtimer_expire_entry", 16, 0, 32);
        case "hrtimer_exit" -> List.of("timer_hrtimer_expire_exit", 16);
        case "apic_entry" -> List.of("x86_irq_vectors_local_timer_entry", line.number("a vector", 236));
        case "apic_exit" -> List.of("x86_irq_vectors_local_timer_exit", line.number("a vector", 236));
        case "syscall_entry" -> List.of("syscall_entry_ioctl", 9, 44672, 0);
        case "syscall_exit" -> List.of("syscall_exit_ioctl", 0, 0);
        case "other" -> List.of("irq_softirq_raise", 1);
        case "event" -> any(line);
        default -> ofThread(name, line);
        };
    }

    private static List<Object> ofThread(String name, StoryLine line) {
        if (!OF_THREADS.contains(name)) {
            throw line.errorBefore("an event of a host");
        }
        Named thread = line.thread();
        String comm = thread.name();
        int tid = thread.tid();
        return switch (name) {
        case "sched_switch" -> {
            long state = line.state();
            Named comes = line.thread();
            yield List.of("sched_switch", comm, tid, 20, state, comes.name(), comes.tid(), 20);
        }
        case "sched_waking", "sched_wakeup" -> List.of(name, comm, tid, 20, line.id("cpu"));
        case "sched_migrate_task" -> List.of(name, comm, tid, 20, 0, line.id("cpu"));
        case "fork" -> List.of("sched_process_fork", "parent", 1, 1, 0, comm, tid, new int[] { tid }, line.id("pid"), 0);
        case "thread_exit" -> List.of("sched_process_exit", comm, tid, 20);
        default -> List.of("lttng_statedump_process_state", tid, line.id("pid"), 1, comm, 0, 0, 0, 0, 0, 0);
        };
    }

    private static List<Object> any(StoryLine line) {
        List<Object> event = new ArrayList<>(List.of(line.word("the name of an event")));
        while (line.hasNext()) {
            event.add(number(line));
        }
        return event;
    }

    private List<Object> exit(StoryLine line) {
        String name = either("kvm_x86_exit", "kvm_exit");
        Map<String, Object> reported = Map.of("exit_reason", line.reason(), "isa", 2, "vcpu_id", Math.max(0, line.idIfAny("vcpu")),
                "guest_rip", line.number("an instruction pointer", 0), "info1", line.number("EXITINFO1", 0), "info2", line.number("EXITINFO2", 0));
        List<Object> values = new ArrayList<>(List.of(name));
        if (fTypes.containsKey(name)) {
            fTypes.get(name).fields().forEach(field -> values.add(reported.getOrDefault(field.name(), 0)));
        }
        return values;
    }

    private String either(String first, String second) {
        return fTypes.containsKey(first) ? first : second;
    }

    private static long number(StoryLine line) {
        return line.number("a number");
    }

    /**
     * Writes {@code text} into the file {@code name} of {@code folder}.
     *
     * @return the file
     * @throws IOException
     *             if it cannot be written
     */
    public static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(Files.createDirectories(folder).resolve(name), text);
    }
}
