/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.clock.TscClock.Method;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.ClockOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where packets of the host are missing, the clock of rings is that of the whole trace, within what both are uncertain. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class RingClockOfDamagedTraceTest {

    private static final Path HOST = Samples.trace("ring");
    private static final Path RING = HOST.resolveSibling("rings").resolve("ring");

    @TempDir
    private Path fFolder;

    /** A damage is a stream, and {@code half}, or the packet that is missing. */
    private Path damaged(String damage) throws IOException {
        Path whole = RingSample.byRings(Files.createDirectories(fFolder.resolve("whole")));
        Path folder = fFolder.resolve("damaged");
        DamagedCopy copy = DamagedCopy.of(whole.getParent(), folder);
        String stream = damage.split(" ")[0];
        String what = damage.split(" ")[1];
        DamagedCopy kernel = DamagedCopy.of(whole, fFolder.resolve("kernel"));
        if (what.equals("half")) {
            kernel.cut(stream, (int) (Files.size(whole.resolve(stream)) / 2));
        } else {
            kernel.drop(stream, Integer.parseInt(what), 1);
        }
        Files.copy(kernel.folder().resolve(stream), copy.folder().resolve("kernel").resolve(stream), StandardCopyOption.REPLACE_EXISTING);
        return copy.folder().resolve("kernel");
    }

    @ParameterizedTest
    @ValueSource(strings = { "c0_0 half", "c0_1 half", "c0_0 1", "c0_1 2", "c0_0 3", "c0_1 0" })
    void theClockIsThatOfTheWholeTrace(String damage) throws Exception {
        Map<String, Long> truth = new HashMap<>();
        for (String line : ClockOracle.ringTimesOf(RING, HOST, RingSample.VCPUS)) {
            int time = line.lastIndexOf(' ');
            truth.put(line.substring(0, time), Long.valueOf(line.substring(time + 1)));
        }
        long ofTruth = StreamSupport.stream(ClockOracle.ringClockOf(RING, HOST, RingSample.VCPUS).getAsJsonArray("uncertainty").spliterator(), false)
                .mapToLong(one -> one.getAsLong()).max().orElseThrow();
        try (OpenTraces traces = OpenTraces.open(List.of(damaged(damage)))) {
            List<HostEvent> events = new ArrayList<>();
            traces.events(Long.MAX_VALUE, events::add, new NullProgressMonitor());
            TscClock clock = (TscClock) ((HostEvent.RingClock) events.get(0)).times();
            assertEquals(Method.EXITS, clock.method());
            assertEquals(1, clock.line().pieces().size());
            assertFalse(clock.isFailed());
            try (RingFile file = new RingFile(RING)) {
                for (RingRecords ring : file.records()) {
                    for (RingFile.Entry entry = ring.next(); entry != null; entry = ring.next()) {
                        Long time = truth.get(entry.number() + " " + ring.ring().cpu());
                        long error = time == null ? 0 : Math.abs(clock.at(entry.tsc(), 0) - time);
                        // both are rounded down
                        assertTrue(error <= ofTruth + clock.line().uncertainty(entry.tsc()) + 2, entry + " by " + error);
                    }
                }
            }
        }
    }
}
