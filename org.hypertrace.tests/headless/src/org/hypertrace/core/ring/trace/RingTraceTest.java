/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfBaseAspects;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of rings as a trace: its rows, the marks of what is lost, and any place reached as by reading up to it. */
class RingTraceTest {

    private static final long HLT = 2L << 32 | 120;

    @TempDir
    private Path fFolder;

    private RingTrace open(byte[] bytes) throws IOException, TmfTraceException {
        Path file = Files.write(fFolder.resolve("web-1.ring"), bytes);
        RingTrace trace = new RingTrace();
        assertTrue(trace.validate(null, file.toString()).isOK());
        trace.initTrace(null, file.toString(), TmfEvent.class, "web-1.ring", null);
        return trace;
    }

    private static String row(ITmfEvent event) {
        StringBuilder row = new StringBuilder(Long.toString(event.getTimestamp().toNanos()));
        for (ITmfEventAspect<?> aspect : event.getTrace().getEventAspects()) {
            if (aspect instanceof RingAspect) {
                row.append(" | ").append(aspect.resolve(event));
            }
        }
        return row.toString();
    }

    private static List<String> rows(RingTrace trace) {
        List<String> rows = new ArrayList<>();
        ITmfContext context = trace.seekEvent(0L);
        for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
            rows.add(row(event));
        }
        return rows;
    }

    @Test
    void recordsOfAllRingsAreRowsAndWhatIsLostIsMarked() throws Exception {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 4096).ring(4096, 1, 4, 0).set(40, 3);
        for (int i = 0; i < 6; i++) {
            memory.put(0, 1_000 + 200 * i, 0x70, 1);
        }
        memory.put(4096, 1_500, 1L << 32 | 0xa0, HLT, 0, 0, 2).put(4096, 1_900, 1L << 32 | 0xa2, 77, 0, 0x706d6f74, 2)
                .put(4096, 2_300, 1L << 32 | 0xa1, 0, 0, 0, 2).set(64 + 3 * 64, 0);
        RingTrace trace = open(memory.bytes());
        try {
            assertEquals(List.of("0 | null | lost records | 3 records not written | 0 | null | null",
                    "0 | null | lost records | 2 records overwritten | 0 | 0 | null",
                    "0 | 0 | irq_softirq_entry | TIMER | 0 | 2 | 1400"), rows(trace).subList(0, 3));
            assertTrue(rows(trace).contains("0 | null | lost records | 1 records torn | 0 | 3 | null"), rows(trace).toString());
            String exit = rows(trace).stream().filter(row -> row.contains("VM exit")).findFirst().get();
            assertTrue(exit.startsWith("50 | 1 | VM exit | ") && exit.contains("HLT") && exit.endsWith(" | 1 | 0 | 1500"), exit);
            assertEquals(9, rows(trace).size());
            // as it is in an experiment, beside other traces
            ITmfContext third = trace.seekEvent(2L);
            assertEquals("contents=TIMER, nr=112, a0=1, a1=0, a2=0, a3=0", String.valueOf(TmfBaseAspects.getContentsAspect().resolve(trace.getNext(third))));
        } finally {
            trace.dispose();
        }
    }

    private static RingMemory random(long seed) {
        Random random = new Random(seed);
        RingMemory memory = new RingMemory().ring(0, 0, 256, 32768).ring(32768, 1, 256, 0);
        long[] tsc = { 5_000, 4_000 };
        for (int i = 0; i < 600; i++) {
            int ring = random.nextInt(2);
            tsc[ring] += random.nextInt(3) == 0 ? 0 : random.nextInt(500);
            long stamp = tsc[ring] - (random.nextInt(10) == 0 ? 100 : 0);
            memory.put(ring * 32768, stamp, (long) ring << 32 | (random.nextBoolean() ? 0xa1 : 0x70), 0, 0, 0, ring);
        }
        for (int i = 0; i < 9; i++) {
            memory.set(random.nextInt(2) * 32768 + 64 + random.nextInt(256) * 64, 0);
        }
        return memory;
    }

    /** Without reading a record for it; of all rows the last one's time. */
    @Test
    void theEndIsThatOfTheLastRow() throws Exception {
        for (long seed = 0; seed < 5; seed++) {
            RingTrace trace = open(random(seed).bytes());
            try {
                long read = trace.getNbEvents();
                long end = trace.end();
                assertEquals(read, trace.getNbEvents());
                List<String> rows = rows(trace);
                assertEquals(Long.parseLong(rows.get(rows.size() - 1).split(" ")[0]), end);
            } finally {
                trace.dispose();
            }
        }
        RingTrace empty = open(new RingMemory().ring(0, 0, 4, 0).bytes());
        try {
            assertNull(empty.end());
        } finally {
            empty.dispose();
        }
    }

    /** Rank, time and location lead to the row that reading from the begin finds there. */
    @Test
    void everyPlaceIsReachedAsByReadingUpToIt() throws Exception {
        RingTrace trace = open(random(1).bytes());
        try {
            trace.indexTrace(true);
            List<String> rows = rows(trace);
            assertEquals(rows.size(), trace.getNbEvents());
            Random random = new Random(2);
            for (int i = 0; i < 200; i++) {
                int rank = random.nextInt(rows.size());
                ITmfContext at = trace.seekEvent((long) rank);
                ITmfContext again = trace.seekEvent(at.getLocation());
                ITmfEvent event = trace.getNext(at);
                assertEquals(rows.get(rank), row(event));
                assertEquals(rows.get(rank), row(trace.getNext(again)));
                ITmfContext byTime = trace.seekEvent(TmfTimestamp.fromNanos(event.getTimestamp().toNanos()));
                long time = event.getTimestamp().toNanos();
                int first = 0;
                while (Long.parseLong(rows.get(first).split(" ")[0]) < time) {
                    first++;
                }
                assertEquals(rows.get(first), row(trace.getNext(byTime)));
            }
        } finally {
            trace.dispose();
        }
    }

    @Test
    void theRecordsAreTheOraclesInItsOrder() throws Exception {
        byte[] bytes = random(3).bytes();
        RingTrace trace = open(bytes);
        List<String> found = new ArrayList<>();
        try {
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                if (event instanceof RingEvent record) {
                    found.add(record.getTimestamp().toNanos() + " " + record.ring() + " " + record.entry().vcpu() + " 0x"
                            + Long.toHexString(record.entry().nr()) + " " + record.entry().number() + " " + record.entry().tsc());
                }
            }
        } finally {
            trace.dispose();
        }
        assertEquals(ClockOracle.ringEvents(fFolder.resolve("web-1.ring")).stream().map(line -> String.join(" ",
                Arrays.copyOf(line.split(" "), 6))).toList(), found);
    }

    @Test
    void aFileThatIsCutEndsThereAndAnotherFileIsRefused() throws Exception {
        RingTrace trace = open(Arrays.copyOf(new RingMemory().ring(0, 0, 4, 0).put(0, 10, 0x70).put(0, 20, 0x70).put(0, 30, 0x70).bytes(), 64 + 64));
        try {
            assertEquals(List.of("0 | 0 | irq_softirq_entry | HI | 0 | 0 | 10", "0 | null | lost records | 2 records torn | 0 | 1 | null"), rows(trace));
            assertEquals("1 records, 2 behind the end of the file", trace.getProperties().get("ring 0 of vCPU 0"));
        } finally {
            trace.dispose();
        }
        Path other = Files.writeString(fFolder.resolve("other"), "no ring");
        assertFalse(new RingTrace().validate(null, other.toString()).isOK());
        assertFalse(new RingTrace().validate(null, fFolder.toString()).isOK());
        Path broken = Files.write(fFolder.resolve("broken"), new RingMemory().ring(0, 0, 3, 0).bytes());
        assertFalse(new RingTrace().validate(null, broken.toString()).isOK());
    }

    /** The rest of a file that shrinks is missing; rows before it stay, and one behind its end ends the reading. */
    @Test
    void aFileThatShrinksEndsThere() throws Exception {
        byte[] bytes = random(5).bytes();
        RingTrace trace = open(bytes);
        try {
            List<String> rows = rows(trace);
            ITmfContext half = trace.seekEvent((long) rows.size() / 2);
            Files.write(fFolder.resolve("web-1.ring"), Arrays.copyOf(bytes, 64 + 64 * 100));
            assertTrue(rows(trace).size() < rows.size() / 2);
            for (int i = 0; i < 3; i++) {
                trace.getNext(half);
            }
            Files.write(fFolder.resolve("web-1.ring"), new byte[0]);
            assertEquals(0, rows(trace).stream().filter(row -> !row.contains("lost records")).count());
        } finally {
            trace.dispose();
        }
    }

    /** What its writers add is not there until it is opened again. */
    @Test
    void aFileThatGrowsIsReadUpToWhereItWasAndOnWhenOpenedAgain() throws Exception {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 1_000, 0x70, 1).put(0, 1_200, 0x70, 1);
        RingTrace trace = open(memory.bytes());
        try {
            assertEquals(2, rows(trace).size());
            Files.write(fFolder.resolve("web-1.ring"), memory.put(0, 1_400, 0x70, 1).bytes());
            assertEquals(2, rows(trace).size());
        } finally {
            trace.dispose();
        }
        RingTrace again = open(memory.bytes());
        try {
            assertEquals(3, rows(again).size());
        } finally {
            again.dispose();
        }
    }

    /** Two readers at once: each goes on where it was. */
    @Test
    void severalReadersDoNotDisturbEachOther() throws Exception {
        RingTrace trace = open(random(4).bytes());
        try {
            List<String> rows = rows(trace);
            ITmfContext one = trace.seekEvent(0L);
            ITmfContext other = trace.seekEvent(0L);
            trace.getNext(other);
            for (int i = 0; i + 1 < rows.size(); i++) {
                assertEquals(rows.get(i), row(trace.getNext(one)));
                assertEquals(rows.get(i + 1), row(trace.getNext(other)));
            }
        } finally {
            trace.dispose();
        }
    }
}
