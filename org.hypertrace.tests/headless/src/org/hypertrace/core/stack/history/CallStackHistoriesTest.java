/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.history.SameHistory;
import org.hypertrace.core.history.UnnamedStates;
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
        CallStackWriter[] writer = new CallStackWriter[1];
        ReadEvents.of(trace, Detail.STATES, traces -> {
            writer[0] = new CallStackWriter(unnamed(states), thread -> pass[0].who(thread, host -> traces.hosts().get(host).name()).label());
            pass[0] = new StackPass(host -> traces.hosts().get(host).manifest(), List.of(), (guest, nested) -> null, writer[0]);
            return pass[0]::accept;
        });
        pass[0].finish();
        pass[0].close();
        writer[0].nameAll();
        states.closeHistory(pass[0].end());
    }

    /** Trace Compass' history has names at once: it is filled when all are known. */
    private static UnnamedStates unnamed(ITmfStateSystemBuilder states) {
        return states instanceof UnnamedStates ours ? ours : new UnnamedStates() {
            private final List<Runnable> fChanges = new ArrayList<>();
            private int fAdded;
            private int fNamed;

            @Override
            public int addUnnamed() {
                return fAdded++;
            }

            @Override
            public void name(int parent, String name) {
                assertEquals(fNamed++, states.getQuarkRelativeAndAdd(parent, name));
                if (fNamed == fAdded) {
                    fChanges.forEach(Runnable::run);
                }
            }

            @Override
            public void modifyAttribute(long time, Object value, int quark) {
                fChanges.add(() -> states.modifyAttribute(time, value, quark));
            }

            @Override
            public void updateOngoingState(Object value, int quark) {
                fChanges.add(() -> states.updateOngoingState(value, quark));
            }
        };
    }
}
