/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scenario's guests report is what babeltrace2 reads in their extracted traces: also from batches and several vCPUs. */
@Tag("platform")
class ExtractAgainstTruthTest {

    private static final Pattern READ = Pattern.compile("\\[(\\d+)\\.(\\d+)\\] \\S+ (\\S+): \\{ cpu_id = (\\d+) \\}.*");
    private static final Map<String, String> KINDS = Map.of("lttng_statedump_process_state", "task", "initcall_level",
            "boot_level_begin");

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void everyEventOfAStory(String name) throws IOException {
        compare(Stories.all().get(name).get().in(fFolder));
    }

    @ParameterizedTest
    @CsvSource({ "1, 0", "3, 100000", "4, 4200000000" })
    void everyEventOfAnyScenario(long seed, long span) throws IOException {
        compare(new RandomScenario(seed, 1_500, span).scenario().in(fFolder));
    }

    /** One host of each, the first: their folders are not reported by host. */
    private void compare(Recorded recorded) throws IOException {
        String host = recorded.truth().hosts().get(0).name();
        Map<String, List<String>> reported = new TreeMap<>();
        for (Truth.Guest guest : recorded.truth().guests()) {
            if (guest.host().equals(host)) {
                reported.put(Integer.toString(guest.pid()), guest.events().stream()
                        .filter(event -> event.event().from().level() == 0 && isWhole(event.event().kind()))
                        .map(event -> event.event().time() + " cpu" + event.vcpu() + ' ' + event.event().kind().label())
                        .sorted().toList());
            }
        }
        reported.values().removeIf(List::isEmpty);
        Path target = fFolder.resolve("extracted");
        Command command = Command.run("extract", "--quiet", "--guests-only", recorded.trace(), "-o", target);
        assertEquals(reported.isEmpty() ? 1 : 0, command.status(), command.toString());
        Map<String, List<String>> read = new TreeMap<>();
        for (String line : command.out().lines().filter(line -> !line.contains("/nested")).toList()) {
            Path trace = Path.of(line.substring(0, line.indexOf(": ")));
            String pid = Files.readString(trace.resolve("metadata")).replaceAll("(?s).*hypertrace_vm = \"(\\d+)#1\".*", "$1");
            read.computeIfAbsent(pid, key -> new ArrayList<>()).addAll(read(trace));
        }
        read.values().forEach(lines -> lines.sort(null));
        read.values().removeIf(List::isEmpty);
        assertEquals(reported, read);
    }

    /** A text and a name come in pieces. */
    private static boolean isWhole(EventKind kind) {
        return kind != EventKind.TEXT && kind != EventKind.NAME;
    }

    private static List<String> read(Path trace) {
        return Tool.run("babeltrace2", "--clock-seconds", "--no-delta", trace).lines().map(line -> {
            Matcher m = READ.matcher(line);
            assertTrue(m.matches(), line);
            String kind = m.group(3).replaceFirst("^hypertrace_", "").replaceFirst("^x86_irq_vectors_.*_(entry|exit)$", "apic_vector_$1")
                    .replaceFirst("^(compat_)?syscall_(entry|exit)_.*", "syscall_$2");
            return Long.parseLong(m.group(1)) * 1_000_000_000 + Long.parseLong(m.group(2)) + " cpu" + m.group(4) + ' '
                    + KINDS.getOrDefault(kind, kind);
        }).filter(line -> !line.matches(".* (text|name|unknown|kvm_hypercall)")).toList();
    }
}
