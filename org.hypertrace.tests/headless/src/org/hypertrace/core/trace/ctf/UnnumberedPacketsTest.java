/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where damaged metadata declare no numbers of packets, the index has them: by the packets' times. */
class UnnumberedPacketsTest {

    private static final String STREAM = "c0_0";

    @TempDir
    private Path fFolder;

    private int fCopies;

    @Test
    void nothingIsMissing() throws IOException {
        assertEquals(List.of(), withoutNumbers(copy -> copy).gaps());
    }

    @Test
    void whatIsMissingIsWhatIsMissingWithNumbers() throws IOException {
        assertAlike(3, copy -> drop(copy, 4, 3));
        assertAlike(2, copy -> drop(copy, 0, 2));
        assertAlike(2, copy -> drop(copy, 9, 2));
        assertAlike(4, copy -> drop(drop(copy, 8, 3), 0, 1));
    }

    private void assertAlike(long packets, UnaryOperator<DamagedCopy> damage) throws IOException {
        List<Gap> gaps = TracePackets.of(damage.apply(copy()).folder()).gaps();
        assertEquals(packets, gaps.stream().mapToLong(Gap::packets).sum());
        assertEquals(gaps, withoutNumbers(damage).gaps());
    }

    private TracePackets withoutNumbers(UnaryOperator<DamagedCopy> damage) throws IOException {
        Path trace = damage.apply(copy()).folder();
        Path metadata = trace.resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("packet_seq_num"));
        Files.writeString(metadata, text.replace("packet_seq_num", "packet_saq_num"), StandardCharsets.ISO_8859_1);
        return TracePackets.of(trace);
    }

    private DamagedCopy copy() throws IOException {
        return DamagedCopy.of(Samples.trace("panic-in-initcall"), fFolder.resolve("copy" + fCopies++));
    }

    private static DamagedCopy drop(DamagedCopy copy, int from, int count) {
        try {
            return copy.drop(STREAM, from, count);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
