/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.StackSums;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On recorded traces the calls of every function, system call, interrupt and initcall, their durations by both clocks, what
 * was repaired, and the time of every path of every thread are those that the oracle finds, to the nanosecond.
 */
@Tag("platform")
class StacksAgainstOracleTest {

    /** Functions are only counted: batched, their places are not exact. */
    private static final Set<String> BATCHED = Set.of("batched");
    private static final Map<String, String> FOUND = new ConcurrentHashMap<>();

    /** Not that in which losing events is the lesson. */
    static Stream<String> samples() {
        return Samples.recorded("panic-in-initcall", "syscall-load", "reboot-with-slow-notifier")
                .filter(name -> !name.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void callsPathsAndRepairsAreTheOracles(String sample) throws Exception {
        String expected = StackSums.ofOracle(BATCHED.contains(sample) ? Oracle.stacks(sample, "--without-functions")
                : Oracle.stacks(sample));
        assertTrue(expected.contains(" folded ") && expected.contains(";tracer;") && expected.contains(";exit 2:"), expected);
        assertEquals(expected, found(sample));
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() throws Exception {
        String sample = "reboot-with-slow-notifier";
        for (String kind : List.of("func_entry:100", "func_exit:100", "initcall_start:7")) {
            assertNotEquals(StackSums.ofOracle(Oracle.stacks(sample, "--drop", kind)), found(sample), kind);
        }
    }

    private static String found(String sample) throws Exception {
        if (!FOUND.containsKey(sample)) {
            FOUND.put(sample, of(Samples.trace(sample), !BATCHED.contains(sample)));
        }
        return FOUND.get(sample);
    }

    private static String of(Path folder, boolean functions) throws Exception {
        StackPass[] made = new StackPass[1];
        StackSums figures = new StackSums(() -> made[0].names(), functions);
        try (OpenedTrace trace = OpenedTrace.of(folder);
                StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, new CheckedStacks(figures))) {
            made[0] = pass;
            assertTrue(HostEventRequest.read(trace.trace(), HostTraces.of(trace.trace()), Long.MAX_VALUE, pass::accept,
                    new NullProgressMonitor()));
            pass.finish();
        }
        return figures.lines();
    }
}
