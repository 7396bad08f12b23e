/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.history.SameHistory;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model of a recorded trace is the same in Trace Compass' history and in ours: every interval of every attribute. */
@Tag("plain")
@Tag("long")
class ModelHistoriesTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyIntervalIsTheSame(String sample) throws Exception {
        Path trace = Samples.trace(sample);
        long[] begin = { Long.MAX_VALUE };
        ReadEvents.of(trace, event -> begin[0] = Math.min(begin[0], event.time()));
        long intervals = SameHistory.check(begin[0], fFolder.resolve("model"), states -> fill(trace, states));
        assertTrue(intervals > 10_000, intervals + " intervals");
    }

    private static void fill(Path trace, ITmfStateSystemBuilder states) throws IOException {
        ModelPass[] pass = new ModelPass[1];
        long[] last = new long[1];
        ReadEvents.of(trace, Detail.STATES, traces -> {
            pass[0] = new ModelPass(states, traces.hosts(), List.of(), guest -> null);
            return event -> {
                pass[0].accept(event);
                last[0] = event.time();
            };
        });
        pass[0].finish();
        pass[0].close();
        states.closeHistory(last[0]);
    }
}
