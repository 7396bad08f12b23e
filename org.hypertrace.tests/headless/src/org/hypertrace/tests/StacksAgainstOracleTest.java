/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.machine.HostEventRequest;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.report.TraceFiles;
import org.hypertrace.core.stack.StackPass;
import org.hypertrace.testing.CheckedStacks;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Oracle;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.StackSums;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On recorded traces the calls of every function, system call, interrupt and initcall, their durations by both clocks, what
 * was repaired, and the time of every path of every thread are those that the oracle finds, to the nanosecond.
 */
class StacksAgainstOracleTest {

    private static final Path SAMPLES = Samples.root().resolve("traces-samples");
    private static final Map<String, String> FOUND = new ConcurrentHashMap<>();

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.first();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void callsPathsAndRepairsAreTheOracles(String sample) throws Exception {
        String expected = StackSums.ofOracle(Oracle.stacks(sample));
        assertTrue(expected.contains(" folded ") && expected.contains(";tracer;") && expected.contains(";exit 2:"), expected);
        assertEquals(expected, found(sample));
    }

    /** The other recordings, but that in which losing events is the lesson; batched functions are only counted. */
    static Stream<String> recordings() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            List<String> names = folders.filter(folder -> Files.exists(folder.resolve("truth.json")))
                    .filter(folder -> !folder.endsWith("lossy"))
                    .map(folder -> folder.getFileName().toString()).sorted().toList();
            return names.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void andThoseOfOtherRecordings(String name) throws Exception {
        boolean functions = !name.equals("batched");
        Path trace = TraceFiles.find(SAMPLES.resolve(name).resolve(name + ".tar.xz"), fFolder, new NullProgressMonitor()).get(0);
        assertEquals(StackSums.ofOracle(functions ? Oracle.stacksOf(trace) : Oracle.stacksOf(trace, "--without-functions")),
                of(trace, functions));
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() throws Exception {
        for (String kind : List.of("func_entry:1000", "func_exit:1000", "initcall_start:7")) {
            assertNotEquals(StackSums.ofOracle(Oracle.stacks("boot-graph", "--drop", kind)), found("boot-graph"), kind);
        }
    }

    private static String found(String sample) throws Exception {
        if (!FOUND.containsKey(sample)) {
            FOUND.put(sample, of(Samples.trace(sample), true));
        }
        return FOUND.get(sample);
    }

    private static String of(Path folder, boolean functions) throws Exception {
        StackPass[] made = new StackPass[1];
        StackSums figures = new StackSums(() -> made[0].names(), functions);
        try (OpenedTrace trace = OpenedTrace.of(folder);
                StackPass pass = new StackPass(host -> null, List.of(), guest -> null, new CheckedStacks(figures))) {
            made[0] = pass;
            assertTrue(HostEventRequest.read(trace.trace(), HostTraces.of(trace.trace()), Long.MAX_VALUE, pass::accept,
                    new NullProgressMonitor()));
            pass.finish();
        }
        return figures.lines();
    }
}
