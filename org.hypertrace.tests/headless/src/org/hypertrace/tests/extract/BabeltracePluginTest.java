/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plug-in of Babeltrace 2 is a second implementation, in C, of what guests send: it finds what {@code extract} writes. */
@Tag("platform")
class BabeltracePluginTest {

    private static final Object HYPERTRACE = Samples.root().resolve("releng/hypertrace");
    private static final Pattern REASON = Pattern.compile("kvm_x86_exit: .* exit_reason = (\\d+),");
    private static final Pattern COUNTED = Pattern.compile(" *(\\d+)  (\\S+)");
    private static final Pattern KIND = Pattern.compile(" (\\S+): \\{ cpu_id = (\\d+) \\}");

    @TempDir
    Path folder;

    static Stream<String> samples() {
        return Samples.recorded("panic-in-initcall", "six-vm-boot", "quiet-boot");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theFilterFindsTheEventsThatAreExtracted(String sample) throws Exception {
        Path trace = Samples.trace(sample);
        Path target = folder.resolve("extracted");
        assertEquals(0, Command.run("extract", "--quiet", "--guests-only", trace, "-o", target).status());
        List<Object> read = new ArrayList<>(List.of("babeltrace2", "--clock-seconds", "--no-delta", target));
        List<String> extracted = lines(read);

        List<Object> words = new ArrayList<>(List.of(HYPERTRACE, "babeltrace", "--clock-seconds", "--no-delta"));
        words.addAll(kernels(trace));
        words.addAll(List.of("-c", "filter.hypertrace.decode"));
        Path manifest = trace.resolveSibling("hypertrace.json");
        if (Files.exists(manifest)) {
            words.addAll(List.of("--params", "manifest=\"" + manifest + '"'));
        }
        List<String> decoded = lines(words);

        assertTrue(decoded.size() > 100, sample + " has events");
        assertEquals(String.join("\n", extracted), String.join("\n", decoded));
    }

    @Test
    void theSummaryCountsExitsByReason() throws Exception {
        Path trace = Samples.trace("panic-in-initcall");
        Map<String, Integer> recorded = new TreeMap<>();
        for (String line : lines(List.of("babeltrace2", trace))) {
            Matcher exit = REASON.matcher(line);
            if (exit.find()) {
                recorded.merge(ExitReason.label(2, Long.parseLong(exit.group(1))), 1, Integer::sum);
            }
        }
        Map<String, Integer> counted = new TreeMap<>();
        for (String line : lines(List.of(HYPERTRACE, "babeltrace", trace, "--component", "sink.hypertrace.summary"))) {
            Matcher count = COUNTED.matcher(line);
            if (count.matches()) {
                counted.put(count.group(2), Integer.valueOf(count.group(1)));
            }
        }
        assertEquals(recorded, counted);
    }

    /** Records of a ring that are no hypercalls, too: what the filter leaves out, it names. */
    @Test
    void aRingOfTheManifestIsNamed() throws Exception {
        Path trace = Samples.trace("panic-in-initcall");
        for (String channel : List.of("ring", "both")) {
            Path manifest = Files.writeString(folder.resolve("hypertrace.json"),
                    "{\"channel\":\"" + channel + "\",\"vms\":[{\"name\":\"web\",\"rings\":[\"rings/web\"]}]}");
            String errors = Tool.run("sh", "-c", HYPERTRACE + " babeltrace " + trace + " -c filter.hypertrace.decode --params 'manifest=\"" + manifest
                    + "\"' 2>&1 >/dev/null");
            assertEquals(channel.equals("ring"), errors.contains("the records of the ring rings/web are not among these events; next: "), errors);
        }
    }

    @Test
    void theRingHasEveryRecord() throws Exception {
        assumeTrue(Samples.ALL, "no sample of a usual run has a ring");
        Path ring = Samples.trace("ring").resolveSibling("rings").resolve("ring");
        Map<Integer, Integer> recorded = new TreeMap<>();
        try (RingFile file = new RingFile(ring)) {
            file.read(entry -> recorded.merge(entry.vcpu(), 1, Integer::sum) > 0);
        }
        Map<Integer, Integer> decoded = new TreeMap<>();
        for (String line : lines(List.of(HYPERTRACE, "babeltrace", ring))) {
            Matcher kind = KIND.matcher(line);
            if (kind.find()) {
                decoded.merge(Integer.valueOf(kind.group(2)), 1, Integer::sum);
            }
        }
        assertEquals(recorded, decoded);
    }

    /** The kernel traces of the hosts. */
    private static List<Object> kernels(Path trace) throws IOException {
        try (Stream<Path> files = Files.walk(trace)) {
            return files.filter(file -> file.endsWith("metadata") && !trace.relativize(file).startsWith("guests")).map(Path::getParent)
                    .sorted().collect(Collectors.toList());
        }
    }

    private static List<String> lines(List<Object> command) {
        return Tool.run(command.toArray()).lines().filter(line -> !line.isEmpty()).sorted().toList();
    }
}
