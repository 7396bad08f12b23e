/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What babeltrace2 reads in extracted traces is what the independent decoder ({@code oracle/guest_events.py}) finds in the
 * host's: every event, at its time, on its vCPU; of the most important ones also what they report.
 */
@Tag("platform")
class ExtractAgainstOracleTest {

    private static final Pattern REPORTED = Pattern.compile("(\\d+) (\\d+) (\\d+) (\\S+) ?(.*)");
    private static final Pattern READ = Pattern.compile("\\[(\\d+)\\.(\\d+)\\] \\S+ (\\S+): \\{ cpu_id = (\\d+) \\}, \\{ ?(.*?) ?\\}");

    /** What the oracle calls otherwise. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("lttng_statedump_process_state", "task"), Map.entry("initcall_level", "level"),
            Map.entry("sched_process_fork", "fork"), Map.entry("sched_process_exec", "exec"), Map.entry("sched_process_exit", "exit"),
            Map.entry("irq_handler_entry", "irq_entry"), Map.entry("irq_handler_exit", "irq_exit"),
            Map.entry("irq_softirq_entry", "softirq_entry"), Map.entry("irq_softirq_exit", "softirq_exit"),
            Map.entry("irq_softirq_raise", "softirq_raise"), Map.entry("shutdown_step_begin", "shutdown_begin"),
            Map.entry("shutdown_step_end", "shutdown_end"), Map.entry("kvm_hypercall", "kvm"),
            Map.entry("timer_hrtimer_start", "hrtimer_start"), Map.entry("timer_hrtimer_cancel", "hrtimer_cancel"),
            Map.entry("timer_hrtimer_expire_entry", "hrtimer_expire_entry"),
            Map.entry("timer_hrtimer_expire_exit", "hrtimer_expire_exit"));

    private static final Map<String, Map<String, List<String>>> REPORTED_OF = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    /** What the oracle does not take apart: guests of guests and second boots, which are traces of their own, and lost switches. */
    private static final Set<String> OTHERWISE = Set.of("nested", "nested-direct", "six-vm-boot", "rolling-upgrade", "lossy", "upgrade-blocked-application",
            "upgrade-new-machines", "upgrade-outage", "upgrade-signals");

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "syscall-load").filter(sample -> !OTHERWISE.contains(sample));
    }

    private Path extracted(String sample, Object... options) {
        Path target = folder.resolve(sample);
        List<Object> words = new ArrayList<>(List.of("extract", "--quiet", "--guests-only", Samples.trace(sample), "-o", target));
        words.addAll(List.of(options));
        Command command = Command.run(words.toArray());
        assertEquals("0  []", command.status() + " " + command.err() + " " + command.log());
        return target;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyEventIsThere(String sample) throws Exception {
        Path target = extracted(sample);
        Map<String, List<String>> reported = reported(sample);
        Function<String, String> names = Samples.names(sample, "vm-%s");
        assertEquals(reported.keySet().stream().map(names).sorted().toList(), traces(target));
        for (String pid : reported.keySet()) {
            assertEquals(reported.get(pid), read(target.resolve(names.apply(pid))), sample + " " + pid);
        }
    }

    @Test
    void anEventLessWouldBeSeen() throws Exception {
        List<String> read = read(extracted("syscall-load").resolve("stock"));
        assertTrue(read.size() > 4_000, () -> read.size() + " events");
        assertNotEquals(only(reported("syscall-load", "--drop", "sched_switch:40")), read);
    }

    @Test
    void aStretchHasTheEventsOfThatTime() throws Exception {
        List<String> reported = only(reported("syscall-load"));
        long from = time(reported.get(reported.size() / 2));
        long to = from + 500_000_000;
        List<String> expected = reported.stream().filter(line -> time(line) >= from && time(line) < to).toList();
        assertTrue(expected.size() > 100, () -> expected.size() + " events");
        assertEquals(expected, read(extracted("syscall-load", "--from", from, "--to", to).resolve("stock")));
    }

    private static List<String> only(Map<String, List<String>> reported) {
        assertEquals(1, reported.size());
        return reported.values().iterator().next();
    }

    private static long time(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    private static List<String> traces(Path target) throws Exception {
        try (Stream<Path> files = Files.list(target)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** By VM, sorted; asked once. */
    private static Map<String, List<String>> reported(String sample, String... options) {
        return REPORTED_OF.computeIfAbsent(sample + List.of(options), key -> ask(sample, options));
    }

    private static Map<String, List<String>> ask(String sample, String... options) {
        Map<String, List<String>> reported = new TreeMap<>();
        Oracle.guestEvents(sample, options).forEach(line -> {
            Matcher m = REPORTED.matcher(line);
            assertTrue(m.matches(), line);
            if (m.group(4).equals("name") && !m.group(5).contains(" last=1 ") || m.group(4).equals("text") && !isLast(m.group(5))) {
                // it lists the pieces of names and texts, we write a name or a text
                return;
            }
            String kind = m.group(4).equals("sched_wakeup") && m.group(5).contains("new=1") ? "sched_wakeup_new" : m.group(4);
            reported.computeIfAbsent(m.group(2), vm -> new ArrayList<>())
                    .add(m.group(1) + " cpu" + m.group(3) + ' ' + kind + reported(kind, m.group(5)));
        });
        reported.values().forEach(lines -> lines.sort(null));
        return reported;
    }

    /** Of the pieces of a text, 24 bytes each. */
    private static boolean isLast(String piece) {
        return Integer.parseInt(field(piece, "offset=")) + 24 >= Integer.parseInt(field(piece, "length="));
    }

    private static List<String> read(Path trace) {
        return Tool.run("babeltrace2", "--clock-seconds", "--no-delta", trace).lines().map(line -> {
            Matcher m = READ.matcher(line);
            assertTrue(m.matches(), line);
            String kind = m.group(3).replaceFirst("^hypertrace_", "").replaceFirst("^x86_irq_vectors_.*_(entry|exit)$", "apic_$1")
                    // LTTng names the calls whose numbers it knows
                    .replaceFirst("^(?:compat_)?(syscall_(?:entry|exit))_.*", "$1");
            kind = NAMES.getOrDefault(kind, kind);
            return m.group(1) + m.group(2) + " cpu" + m.group(4) + ' ' + kind + readToSay(kind, m.group(5));
        }).sorted().toList();
    }

    private static String reported(String kind, String fields) {
        return switch (kind) {
        case "sched_switch" -> ' ' + field(fields, "prev=") + ' ' + field(fields, "next=") + ' ' + field(fields, "lttng_state=") + ' '
                + (Integer.parseInt(field(fields, "next_prio=")) - 100) + ' ' + field(fields, "comm=");
        case "sched_waking", "sched_wakeup" -> ' ' + field(fields, "target=") + ' ' + field(fields, "comm=");
        case "func_entry", "initcall_start" -> ' ' + field(fields, "address=");
        case "level", "mark" -> ' ' + field(fields, kind.equals("mark") ? "value=" : "name=");
        case "fork" -> ' ' + field(fields, "tid=") + ' ' + field(fields, "child=");
        default -> "";
        };
    }

    private static String readToSay(String kind, String fields) {
        String text = ", " + fields;
        return switch (kind) {
        case "sched_switch" -> ' ' + field(text, ", prev_tid = ") + ' ' + field(text, ", next_tid = ") + ' ' + field(text, ", prev_state = ")
                + ' ' + field(text, ", next_prio = ") + ' ' + field(text, ", next_comm = ");
        case "sched_waking", "sched_wakeup" -> ' ' + field(text, ", tid = ") + ' ' + field(text, ", comm = ");
        case "func_entry", "initcall_start" -> ' ' + field(text, kind.equals("func_entry") ? ", addr = " : ", func = ").toLowerCase();
        case "level", "mark" -> ' ' + field(text, kind.equals("mark") ? ", value = " : ", level = ");
        case "fork" -> ' ' + field(text, ", parent_tid = ") + ' ' + field(text, ", child_tid = ");
        default -> "";
        };
    }

    /** A number, or a text in quotes. */
    private static String field(String fields, String before) {
        Matcher m = Pattern.compile("(?:^|(?<=[ ,]))" + Pattern.quote(before.strip().replaceFirst("^, ", "")) + " ?(\"(?:[^\"\\\\]|\\\\.)*\"|[^ ,]+)")
                .matcher(fields);
        assertTrue(m.find(), before + " in " + fields);
        return m.group(1);
    }
}
