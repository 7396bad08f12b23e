/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.DamagedCopy.Header;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets that cannot be read are left out, and are missing. */
class DamagedPacketsTest {

    private static final String SAMPLE = "panic-in-initcall";
    /** Has eleven packets. */
    private static final String STREAM = "c0_0";
    private static final int PACKETS = 11;

    @TempDir
    private Path fFolder;

    private int fCopies;

    @Test
    void aPacketThatIsNotAsInTheIndex() throws IOException {
        DamagedCopy copy = copy();
        long end = copy.headers(STREAM).get(4).end();
        leavesOut(copy.set(STREAM, 4, 40, end + 1), 4, "the index gives another size, time or loss of the packet; if the packet is right, "
                + "remove the folder index");
        assertEquals(List.of(), gaps(copy.withoutIndex()).stream().filter(gap -> gap.why() != Gap.Why.OVERLAP).toList());
    }

    /** Of two packets that contradict each other the one is damaged that contradicts the next one, too. */
    @Test
    void moreDiscardedEventsThanInAnyPacketBelow() throws IOException {
        leavesOut(copy().withoutIndex().set(STREAM, 4, 72, 7), 4, "fewer events are discarded than in the packet above it");
    }

    @Test
    void aNumberOfDiscardedEventsThatCannotBe() throws IOException {
        assertEquals(List.of("the packet's number of discarded events cannot be"), TracePackets.of(
                copy().withoutIndex().set(STREAM, 0, 72, Long.MIN_VALUE).folder()).leftOut().stream().map(LeftOut::why).toList());
        leavesOut(copy().withoutIndex().set(STREAM, 4, 72, -2), 4, "the packet's number of discarded events cannot be");
    }

    @Test
    void aPacketOfAnotherProcessor() throws IOException {
        leavesOut(copy().set(STREAM, 4, 76, 1L << 32), 4, "the packet is of another stream");
    }

    @Test
    void aPacketWithoutItsMagicNumber() throws IOException {
        leavesOut(copy().set(STREAM, 4, 0, 0), 4, "no packet begins there");
    }

    @Test
    void aPacketWithAnImpossibleSize() throws IOException {
        leavesOut(copy().set(STREAM, 4, 56, 8), 4, "the packet's size cannot be");
        leavesOut(copy().set(STREAM, 4, 48, 0), 4, "the packet's size cannot be");
        leavesOut(copy().set(STREAM, 4, 56, 1L << 40), 4, "the last packet is incomplete");
    }

    @Test
    void aPacketThatBeginsAfterItsEnd() throws IOException {
        leavesOut(copy().withoutIndex().set(STREAM, 4, 32, Long.MAX_VALUE), 4, "the packet's time cannot be");
    }

    /** Without it, what is lost begins or ends with the trace: nobody else reports. */
    @Test
    void theFirstAndTheLastPacket() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        List<Header> others = copy().headers("c0_1");
        assertEquals(List.of(new Gap(STREAM, 0, others.get(0).begin(), headers.get(1).begin(), 1, Gap.Why.MISSING)),
                gaps(copy().withoutIndex().damage(STREAM, 0)));
        long end = Math.max(headers.get(PACKETS - 2).end(), others.get(others.size() - 1).end());
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(PACKETS - 2).end(), end, Gap.UNKNOWN, Gap.Why.MISSING)),
                gaps(copy().withoutIndex().damage(STREAM, PACKETS - 1)));
    }

    @Test
    void bytesThatAreMissingWithinAPacket() throws IOException {
        DamagedCopy copy = copy();
        List<Header> headers = copy.headers(STREAM);
        Path file = copy.folder().resolve(STREAM);
        byte[] bytes = Files.readAllBytes(file);
        int within = (int) copy.at(STREAM, 4) + 100;
        byte[] less = new byte[bytes.length - 7];
        System.arraycopy(bytes, 0, less, 0, within);
        System.arraycopy(bytes, within + 7, less, within, less.length - within);
        Files.write(file, less);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(3).end(), headers.get(5).begin(), 1, Gap.Why.MISSING)), gaps(copy));
        assertEquals(List.of("another packet begins within the packet"), TracePackets.of(copy.folder()).leftOut().stream()
                .map(LeftOut::why).toList());
    }

    @Test
    void aStreamThatEndsWithinAPacket() throws IOException {
        DamagedCopy copy = copy();
        List<Header> headers = copy.headers(STREAM);
        copy.cut(STREAM, (int) copy.at(STREAM, 9) + 100);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(8).end(), headers.get(10).end(), 2, Gap.Why.MISSING)), gaps(copy));
    }

    /** Nothing reports then what its packets are. */
    @Test
    void allPacketsOfAllStreams() throws IOException {
        DamagedCopy copy = copy().cut(STREAM, 100).cut("c0_1", 100);
        assertEquals("c0_0 is damaged at byte 0: the last packet is incomplete", TracePackets.of(copy.folder()).damage());
    }

    /** The packet at {@code place} is left out for that reason, as if it were missing. */
    private static void leavesOut(DamagedCopy damaged, int place, String why) throws IOException {
        List<Header> headers = damaged.headers(STREAM);
        TracePackets packets = TracePackets.of(damaged.folder());
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(place - 1).end(), headers.get(place + 1).begin(), 1, Gap.Why.MISSING)),
                packets.gaps());
        assertEquals(List.of(new LeftOut(STREAM, damaged.at(STREAM, place), damaged.at(STREAM, place + 1), why)), packets.leftOut());
    }

    private DamagedCopy copy() throws IOException {
        return DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy" + fCopies++));
    }

    private static List<Gap> gaps(DamagedCopy copy) throws IOException {
        TracePackets packets = TracePackets.of(copy.folder());
        assertNull(packets.damage());
        return packets.gaps();
    }
}
