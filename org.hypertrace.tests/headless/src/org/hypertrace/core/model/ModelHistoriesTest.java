/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.history.ColumnStates;
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

    private static final int VERSION = 1;

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
        ITmfStateSystemBuilder expected = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("model", begin[0]));
        fill(trace, expected);
        Path file = fFolder.resolve("model");
        ColumnStates written = ColumnStates.create("model", file, VERSION, begin[0]);
        fill(trace, written);
        same(expected, written);
        written.dispose();
        ColumnStates again = ColumnStates.open("model", file, VERSION);
        same(expected, again);
        again.dispose();
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

    private static void same(ITmfStateSystemBuilder expected, ITmfStateSystemBuilder states) throws Exception {
        int count = expected.getNbAttributes();
        assertEquals(count, states.getNbAttributes());
        assertEquals(expected.getCurrentEndTime(), states.getCurrentEndTime());
        Map<Integer, List<String>> wanted = texts(expected);
        Map<Integer, List<String>> there = texts(states);
        long intervals = 0;
        for (int quark : IntStream.range(0, count).toArray()) {
            assertEquals(expected.getFullAttributePath(quark), states.getFullAttributePath(quark));
            assertEquals(wanted.get(quark), there.get(quark), expected.getFullAttributePath(quark));
            intervals += wanted.get(quark).size();
        }
        assertTrue(intervals > 10_000, intervals + " intervals");
    }

    /** The intervals by their attributes. */
    private static Map<Integer, List<String>> texts(ITmfStateSystemBuilder states) throws Exception {
        List<Integer> all = IntStream.range(0, states.getNbAttributes()).boxed().toList();
        Iterable<ITmfStateInterval> intervals = states.query2D(all, states.getStartTime(), states.getCurrentEndTime());
        return StreamSupport.stream(intervals.spliterator(), false).sorted(Comparator.comparingLong(ITmfStateInterval::getStartTime))
                .collect(Collectors.groupingBy(ITmfStateInterval::getAttribute, Collectors.mapping(
                        state -> state.getStartTime() + " - " + state.getEndTime() + ' ' + state.getValue(), Collectors.toList())));
    }
}
