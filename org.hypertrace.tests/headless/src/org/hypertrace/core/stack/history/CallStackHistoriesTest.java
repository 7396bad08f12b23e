/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.history.SameHistory;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The call stacks of a recorded trace are the same in Trace Compass' history and in ours. */
@Tag("plain")
@Tag("long")
class CallStackHistoriesTest {

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
        long intervals = SameHistory.check(begin[0], fFolder.resolve("stacks"), states -> fill(trace, states));
        assertTrue(intervals > 1_000, intervals + " intervals");
    }

    private static void fill(Path trace, ITmfStateSystemBuilder states) throws IOException {
        StackPass[] pass = new StackPass[1];
        ReadEvents.of(trace, Detail.STATES, traces -> {
            CallStackWriter writer = new CallStackWriter(states, thread -> pass[0].who(thread, host -> traces.hosts().get(host).name()).label());
            pass[0] = new StackPass(host -> traces.hosts().get(host).manifest(), List.of(), (guest, nested) -> null, writer);
            return pass[0]::accept;
        });
        pass[0].finish();
        pass[0].close();
        states.closeHistory(pass[0].end());
    }
}
