/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.path.latency.LockHolders;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What threads wait for preempted ones is what their critical paths report, segment by segment. */
@Tag("long")
@Tag("plain")
class LockPathsTest {

    @TempDir
    Path fFolder;

    static Stream<String> samples() {
        return Samples.ALL ? Stream.of("guest-and-hypercall", "smp-guest", "preempted-guest") : Stream.of("preempted-guest");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void segmentsRightBehindTheSleeperSumToTheWaits(String sample) throws Exception {
        PathRows rows = PathAgainstGoldensTest.gathered(sample, fFolder);
        for (int vm = 0; vm < rows.vms.size(); vm++) {
            Map<String, Long> waits = new TreeMap<>();
            for (LockWaits row : new LockHolders(rows, vm, Long.MIN_VALUE, Long.MAX_VALUE).waits()) {
                if (row.kind() == LockWaits.Kind.THREAD) {
                    String pair = row.waitingThread() + " by " + row.holderThread();
                    waits.merge(pair, row.preempted(), Long::sum);
                    waits.merge(pair + " waking up", row.wakingUp(), Long::sum);
                }
            }
            Map<String, Long> segments = new TreeMap<>();
            for (int thread = 0; thread < rows.participants.size(); thread++) {
                if (rows.participants.kind(thread) == Participants.Kind.GUEST_THREAD && rows.participants.vm(thread) == vm) {
                    sleeps(rows, thread, segments);
                }
            }
            assertFalse(segments.isEmpty());
            assertEquals(segments, waits, sample);
        }
    }

    private static void sleeps(PathRows rows, int thread, Map<String, Long> to) {
        RowTable states = rows.states;
        for (int row = states.first(thread); row + 1 < states.end(thread); row++) {
            int by = states.a(row);
            if (rows.threadState(row) != ThreadState.BLOCKED || states.begin(row) == Long.MIN_VALUE || HandlerRuns.isRun(by) || by < 0
                    || rows.participants.kind(by) != Participants.Kind.GUEST_THREAD) {
                continue;
            }
            Segments path = new CriticalPath(rows, PathMode.USUAL).path(thread, states.begin(row), states.begin(row + 1), Segments.MOST);
            long preempted = 0;
            long wakingUp = 0;
            for (int i = 0; i < path.size(); i++) {
                boolean taken = path.state(i) == PathState.PREEMPTED || path.state(i) == PathState.WAKING;
                if (taken && path.phase(i) != Phase.DELIVER && path.depth(path.chain(i)) == 2 && path.owner(path.chain(i)) == by) {
                    boolean idle = path.by(i) == Segments.By.KEY && rows.participants.isIdleOfProcessor(path.byValue(i));
                    preempted += idle ? 0 : path.end(i) - path.begin(i);
                    wakingUp += idle ? path.end(i) - path.begin(i) : 0;
                }
            }
            if (preempted > 0) {
                to.merge(thread + " by " + by, preempted, Long::sum);
                to.merge(thread + " by " + by + " waking up", wakingUp, Long::sum);
            }
        }
    }
}
