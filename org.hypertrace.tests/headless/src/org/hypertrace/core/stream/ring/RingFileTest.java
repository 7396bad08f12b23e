/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rings that were written right, are written just now, were cut, or lie. */
class RingFileTest {

    @TempDir
    Path fFolder;

    private String read(RingMemory memory, int length) throws IOException {
        Path file = Files.write(fFolder.resolve("ring"), Arrays.copyOf(memory.bytes(), length));
        List<String> lines = new ArrayList<>();
        try (RingFile ring = new RingFile(file)) {
            ring.read(e -> lines.add(e.tsc() + " cpu" + e.vcpu() + " #" + e.number() + " 0x" + Long.toHexString(e.nr()) + ' '
                    + e.a0()));
            RingFile.Counts c = ring.counts();
            return String.join("\n", lines) + "\nread " + c.read() + " overwritten " + c.overwritten() + " torn " + c.torn()
                    + " missing " + c.missing();
        }
    }

    @Test
    void ringsOfSeveralCpusAreOneStreamInTheOrderOfTheTsc() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 4096).ring(4096, 1, 4, 0)
                .put(0, 100, 0x70, 1).put(4096, 150, 1L << 32 | 0x71, 2).put(0, 200, 0x70, 3)
                .put(4096, 300, 1L << 32 | 0x10064, 4);
        assertEquals("""
                100 cpu0 #0 0x70 1
                150 cpu1 #0 0x71 2
                200 cpu0 #1 0x70 3
                300 cpu1 #1 0x10064 4
                read 4 overwritten 0 torn 0 missing 0""", read(memory, 8192));
    }

    @Test
    void theNewestAreKept() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0);
        for (int i = 0; i < 6; i++) {
            memory.put(0, 10 * i, 0x70, i);
        }
        assertEquals("""
                20 cpu0 #2 0x70 2
                30 cpu0 #3 0x70 3
                40 cpu0 #4 0x70 4
                50 cpu0 #5 0x70 5
                read 4 overwritten 2 torn 0 missing 0""", read(memory, 4096));
    }

    @Test
    void whatAnInterruptStampedFirstComesFirst() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 50, 0x70, 1).put(0, 40, 0x71, 2).put(0, 60, 0x70, 3);
        assertEquals("""
                40 cpu0 #1 0x71 2
                50 cpu0 #0 0x70 1
                60 cpu0 #2 0x70 3
                read 3 overwritten 0 torn 0 missing 0""", read(memory, 4096));
    }

    @Test
    void aRecordThatIsBeingWrittenOrIsOfAnotherRoundIsNotRead() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 1, 0x70, 1).put(0, 2, 0x70, 2).put(0, 3, 0x70, 3)
                .set(64 + 64, 0).set(64 + 2 * 64, 7).set(64 + 3 * 64, 4);
        assertEquals("""
                1 cpu0 #0 0x70 1
                read 1 overwritten 0 torn 2 missing 0""", read(memory, 4096));
    }

    @Test
    void ofATruncatedFileTheRestIsRead() throws IOException {
        RingMemory memory = new RingMemory().ring(0, -1, 1 << 20, 0).put(0, 1, 5L << 32 | 0x70, 1).put(0, 2, 0x70, 2)
                .put(0, 3, 0x70, 3).set(24, 1L << 40);
        assertEquals("read 0 overwritten " + ((1L << 40) - (1 << 20)) + " torn 2 missing " + ((1 << 20) - 2),
                read(memory, 64 + 2 * 64 + 10).strip());
        assertEquals("""
                1 cpu5 #0 0x70 1
                2 cpu0 #1 0x70 2
                read 2 overwritten 0 torn 0 missing 1""", read(memory.set(24, 3), 64 + 2 * 64 + 10));
    }

    @Test
    void whatIsNoRingIsReported() {
        RingMemory[] wrong = { new RingMemory(), new RingMemory().ring(0, 0, 3, 0), new RingMemory().ring(0, 0, 0, 0),
                new RingMemory().ring(0, 0, 4, 0).set(24, -1), new RingMemory().ring(0, 0, 4, 0).set(8, 64),
                new RingMemory().ring(0, 0, 4, 512).ring(512, 0, 4, 0).set(512 + 56, 512),
                new RingMemory().ring(0, 0, 4, 4), new RingMemory().ring(0, 0, 4, 1 << 30), new RingMemory().ring(0, 1 << 20, 4, 0),
                new RingMemory().ring(0, 0, 4, 0).set(16, 1L << 62),
                new RingMemory().ring(0, 0, 4, 256).ring(256, 1, 4, 0) };
        for (RingMemory memory : wrong) {
            assertThrows(IOException.class, () -> read(memory, 4096));
        }
        assertThrows(IOException.class, () -> read(new RingMemory().ring(0, 0, 4, 0), 63));
        assertThrows(IOException.class, () -> new RingFile(fFolder));
        assertThrows(IOException.class, () -> new RingFile(fFolder.resolve("none")));
    }

    @Test
    void anyBytesAreReadOrRefused() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            RingMemory memory = new RingMemory().ring(0, 0, 4, 4096).ring(4096, 1, 8, 0).put(0, 1, 0x70, 1)
                    .put(4096, 2, 0x70, 1);
            for (int i = 0; i < 6; i++) {
                memory.set(random.nextInt(2) * 4096 + random.nextInt(100) * 8,
                        random.nextBoolean() ? random.nextLong() : random.nextInt(64));
            }
            try {
                read(memory, 1 + random.nextInt(8192));
            } catch (IOException e) {
                assertEquals(IOException.class, e.getClass());
            }
        }
    }

    @Test
    void oneDecoderServesBoth() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 10, 0x70, 1);
        Path file = Files.write(fFolder.resolve("ring"), Arrays.copyOf(memory.bytes(), 4096));
        try (RingFile ring = new RingFile(file)) {
            ring.read(e -> {
                assertEquals(new Hypercall(1000, 0, Hypercall.Origin.RING, 0x70, 1, 0, 0, 0), e.at(1000));
                return true;
            });
        }
    }
}
