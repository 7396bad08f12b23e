/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index of a trace: what it shows, and when it is not believed. */
class TraceIndexTest {

    private static final String SAMPLE = "panic-in-initcall";
    /** Has eleven packets. */
    private static final String STREAM = "c0_0";
    private static final int PACKETS = 11;

    @TempDir
    private Path fFolder;

    private int fCopies;

    /** It might be all that shows the loss of the last packets. */
    @Test
    void anIndexThatContradictsItselfIsReported() throws IOException {
        assertEquals("contradicts itself: its packet 10 does not have the number after that of the one above it",
                doubt(bytes -> bytes.put(bytes.limit() - 2, (byte) 1)));
        assertEquals("contradicts itself: its packet 3 ends before it begins", doubt(bytes -> bytes.putLong(entry(3) + 32, 0)));
        assertEquals("contradicts itself: its packet 3 is earlier than the one above it", doubt(bytes -> bytes.putLong(entry(3) + 24, 0)));
        assertEquals("contradicts itself: its packet 4 does not begin where the one above it ends",
                doubt(bytes -> bytes.putLong(entry(3) + 8, 8)));
        assertEquals("does not begin as an index does", doubt(bytes -> bytes.put(0, (byte) 0)));
        assertEquals("has entries of an unknown size", doubt(bytes -> bytes.putInt(12, 73)));
        assertEquals("has entries of an unknown size", doubt(bytes -> bytes.putInt(12, 56)));
        assertEquals("ends within an entry", doubt(bytes -> bytes.limit(bytes.limit() - 1)));
        assertEquals("does not begin as an index does", doubt(bytes -> bytes.limit(15)));
    }

    @Test
    void anIndexWithoutPacketsOrOfAnOlderTracerIsNone() throws IOException {
        assertNull(doubt(bytes -> bytes.limit(16)));
        assertNull(doubt(bytes -> bytes.putInt(8, 0).putInt(12, 56)));
    }

    private static int entry(int packet) {
        return 16 + 72 * packet;
    }

    /** About the changed index of a trace from which nothing is missing; null if there is none. */
    private String doubt(Consumer<ByteBuffer> change) throws IOException {
        DamagedCopy copy = copy();
        Path index = copy.folder().resolve("index").resolve(STREAM + ".idx");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index));
        change.accept(bytes);
        Files.write(index, Arrays.copyOf(bytes.array(), bytes.limit()));
        assertEquals(List.of(), TracePacketsTest.gaps(copy));
        List<String> doubts = TracePackets.of(copy.folder()).doubts();
        assertTrue(doubts.size() < 2, doubts::toString);
        String unused = "; it is not used, so nobody knows whether packets at the end of that stream are missing";
        return doubts.isEmpty() ? null : doubts.get(0).replaceFirst("^index/" + STREAM + ".idx ", "").replace(unused, "");
    }

    private DamagedCopy copy() throws IOException {
        return DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy" + fCopies++));
    }
}
