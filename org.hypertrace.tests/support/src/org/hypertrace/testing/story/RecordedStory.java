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
import java.util.UUID;
import java.util.function.Predicate;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.guesttrace.CtfStream;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/**
 * A {@link Story} recorded: an LTTng kernel trace per host that reports it, in the folder of the host's name. Its times are
 * ns since the epoch. What the story does not report is filled in; the vCPU number of every kvm entry is garbage, as most
 * tracers record it.
 * <p>
 * Beyond the words of {@link Story}: {@code kvm_exit HLT 3} has vCPU number 3 (0 if not reported);
 * {@code lost 200 7}: after this processor's last event, 7 events until 200 were discarded; {@code hypercall 100};
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

    private static final long GARBAGE = 0xDEADBEEFL;

    private final Map<String, StringBuilder> fHosts = new LinkedHashMap<>();
    private final Map<String, CtfEventType> fTypes = new LinkedHashMap<>();
    private final Map<String, Object> fEnvironment = new LinkedHashMap<>();
    private CtfField[] fContext = {};

    /** @param text the story, see {@link Story} */
    public RecordedStory(String text) {
        for (String line : text.strip().split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (!words[0].isEmpty() && !words[0].startsWith("#")) {
                fHosts.computeIfAbsent(words[1], host -> new StringBuilder()).append(line).append('\n');
            }
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
        for (Map.Entry<String, StringBuilder> host : fHosts.entrySet()) {
            Map<String, Object> environment = new LinkedHashMap<>(KernelEvents.environment(host.getKey()));
            environment.putAll(fEnvironment);
            try (CtfWriter writer = new CtfWriter(folder.resolve(host.getKey()), uuid("trace of " + host.getKey()),
                    CtfClock.monotonic(uuid("clock of " + host.getKey()), 0), environment)) {
                writer.declare(fTypes.values()).context(fContext);
                host.getValue().toString().lines().forEach(line -> report(line.strip().split("\\s+"), writer));
            }
        }
        return folder.resolve(fHosts.keySet().iterator().next());
    }

    private static UUID uuid(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8));
    }

    private void report(String[] w, CtfWriter writer) {
        long time = Long.parseLong(w[0]);
        CtfStream stream = writer.stream(number(w[2]));
        try {
            if (w[3].equals("lost")) {
                stream.discard(number(w[5]), number(w[4]));
            } else if (w[3].equals("context")) {
                Object[] values = new Object[w.length - 4];
                for (int i = 0; i < values.length; i++) {
                    values[i] = number(w[4 + i]);
                }
                stream.context(values);
            } else {
                List<Object> event = event(w);
                String name = (String) event.remove(0);
                if (fTypes.containsKey(name)) {
                    stream.event(time, name, event.toArray());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name of the event and its values. */
    private List<Object> event(String[] w) {
        return new ArrayList<>(switch (w[3]) {
        case "kvm_entry" -> List.of(either("kvm_x86_entry", "kvm_entry"), GARBAGE);
        case "kvm_exit" -> exit(w);
        case "kvm_userspace_exit" -> List.of("kvm_userspace_exit", 2, 0);
        case "kvm_tsc_offset" -> List.of("kvm_x86_write_tsc_offset", 0, Story.word(w[4]), Story.word(w[5]));
        case "kvm_other" -> List.of("kvm_x86_inj_virq", 1);
        case "nested_vmenter" -> List.of("kvm_x86_nested_vmenter", 0, Story.word(w[4]), 0, 0, 0, 1, 2);
        case "nested_vmexit" -> List.of("kvm_x86_nested_vmexit", 0, Story.reason(w[4]), 0, 0, 0, 0, 2);
        case "nested_vmexit_inject" -> List.of("kvm_x86_nested_vmexit_inject", Story.reason(w[4]), 0, 0, 0, 0, 2);
        case "inj_virq" -> List.of("kvm_x86_inj_virq", Story.word(w[4]));
        case "hypercall" -> List.of("kvm_x86_hypercall", number(w[4]), 0, 0, 0, 0);
        case "kvm_hypercall" -> List.of("kvm_x86_hypercall", Story.word(w[4]), Story.word(w[5]), Story.word(w[6]),
                Story.word(w[7]), Story.word(w[8]));
        case "sched_switch" -> List.of("sched_switch", Story.comm(w[4]), Story.tid(w[4]), 20, Story.state(w[5]),
                Story.comm(w[6]), Story.tid(w[6]), 20);
        case "sched_waking", "sched_wakeup" -> List.of(w[3], Story.comm(w[4]), Story.tid(w[4]), 20, number(w[5]));
        case "sched_migrate_task" -> List.of(w[3], Story.comm(w[4]), Story.tid(w[4]), 20, 0, number(w[5]));
        case "fork" -> List.of("sched_process_fork", "parent", 1, 1, 0, Story.comm(w[4]), Story.tid(w[4]),
                new int[] { Story.tid(w[4]) }, number(w[5]), 0);
        case "thread_exit" -> List.of("sched_process_exit", Story.comm(w[4]), Story.tid(w[4]), 20);
        case "statedump" -> List.of("lttng_statedump_process_state", Story.tid(w[4]), number(w[5]), 1, Story.comm(w[4]), 0, 0,
                0, 0, 0, 0);
        case "irq_entry" -> List.of("irq_handler_entry", number(w[4]), "device");
        case "irq_exit" -> List.of("irq_handler_exit", w.length > 4 ? number(w[4]) : 0, 1);
        case "softirq_entry" -> List.of("irq_softirq_entry", number(w[4]));
        case "softirq_exit" -> List.of("irq_softirq_exit", w.length > 4 ? number(w[4]) : 0);
        case "hrtimer_entry" -> List.of("timer_hrtimer_expire_entry", 16, 0, 32);
        case "hrtimer_exit" -> List.of("timer_hrtimer_expire_exit", 16);
        case "apic_entry" -> List.of("x86_irq_vectors_local_timer_entry", w.length > 4 ? number(w[4]) : 236);
        case "apic_exit" -> List.of("x86_irq_vectors_local_timer_exit", w.length > 4 ? number(w[4]) : 236);
        case "syscall_entry" -> List.of("syscall_entry_ioctl", 9, 44672, 0);
        case "syscall_exit" -> List.of("syscall_exit_ioctl", 0, 0);
        case "other" -> List.of("irq_softirq_raise", 1);
        case "event" -> any(w);
        default -> throw new IllegalArgumentException("no such event: " + w[3]);
        });
    }

    private static List<Object> any(String[] w) {
        List<Object> event = new ArrayList<>(List.of(w[4]));
        for (int i = 5; i < w.length; i++) {
            event.add(Story.word(w[i]));
        }
        return event;
    }

    private List<Object> exit(String[] w) {
        String name = either("kvm_x86_exit", "kvm_exit");
        Map<String, Object> reported = Map.of("exit_reason", Story.reason(w[4]), "isa", 2, "vcpu_id",
                w.length > 5 ? number(w[5]) : 0, "guest_rip", w.length > 6 ? Story.word(w[6]) : 0,
                "info1", w.length > 7 ? Story.word(w[7]) : 0, "info2", w.length > 8 ? Story.word(w[8]) : 0);
        List<Object> values = new ArrayList<>(List.of(name));
        if (fTypes.containsKey(name)) {
            fTypes.get(name).fields().forEach(field -> values.add(reported.getOrDefault(field.name(), 0)));
        }
        return values;
    }

    private String either(String first, String second) {
        return fTypes.containsKey(first) ? first : second;
    }

    private static int number(String text) {
        return Story.number(text);
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
