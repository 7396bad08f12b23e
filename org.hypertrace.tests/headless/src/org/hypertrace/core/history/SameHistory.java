/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/** What fills Trace Compass' history and ours fills them alike: every interval of every attribute, also after it was opened again. */
public final class SameHistory {

    private static final String ID = "history";

    /** Fills a state system, and closes it. */
    public interface Filler {
        void fill(ITmfStateSystemBuilder states) throws Exception;
    }

    private SameHistory() {
    }

    /** Returns how many intervals there are. {@code begin}: the first time, ns. */
    public static long check(long begin, Path file, Filler filler) throws Exception {
        ITmfStateSystemBuilder expected = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend(ID, begin));
        filler.fill(expected);
        ColumnStates written = ColumnStates.create(ID, file, 1, begin);
        filler.fill(written);
        long intervals = same(expected, written);
        written.dispose();
        ColumnStates again = ColumnStates.open(ID, file, 1);
        same(expected, again);
        again.dispose();
        return intervals;
    }

    private static long same(ITmfStateSystemBuilder expected, ITmfStateSystemBuilder states) throws Exception {
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
        return intervals;
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
