/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a guest reports of its clock now and then, in ms, and where that jumps. */
@Tag("plain")
class CoarseOffsetTest {

    private static final long MS = 1_000_000L;

    private static List<long[]> reports(long... timesAndOffsets) {
        return LongStream.range(0, timesAndOffsets.length / 2)
                .mapToObj(i -> new long[] { timesAndOffsets[2 * (int) i] * MS, timesAndOffsets[2 * (int) i + 1] * MS }).toList();
    }

    /** The offsets at these times, of a vCPU that is in the guest from each second's begin for 900 ms, but from 30 to 34 s, when it is away. */
    private static String offsets(List<long[]> reports, long begin, long end, long... times) {
        try (VcpuTimes vcpu = new VcpuTimes()) {
            for (int second = 0; second < 100; second++) {
                if (second <= 30 || second >= 34) {
                    vcpu.entry(second * 1000 * MS);
                    vcpu.exit((second * 1000 + (second == 30 ? 0 : 900)) * MS);
                }
            }
            CoarseOffset offset = CoarseOffset.of(reports, begin * MS, end * MS, vcpu);
            return Arrays.stream(times).mapToObj(time -> String.valueOf(offset.at(time * MS) / MS)).collect(Collectors.joining(" ")) + " of "
                    + CoarseOffset.jumps(List.of(offset)).length + " jumps "
                    + Arrays.stream(CoarseOffset.jumps(List.of(offset))).mapToObj(reading -> String.valueOf(reading / MS)).collect(Collectors.joining(" "));
        }
    }

    @Test
    void theLeastCountsWhereNothingJumps() {
        assertEquals("1000 1000 of 0 jumps ", offsets(reports(10_000, 1001, 20_000, 1000, 30_000, 1099), 0, 100_000, 0, 99_000));
    }

    /** Between 25 and 40 s the vCPU is away from 30 to 34 s; when it is back the clock shows 34 s less 4.5 s. */
    @Test
    void itJumpsWhileTheVcpuIsAway() {
        assertEquals("1000 1000 4500 4500 of 1 jumps 29500",
                offsets(reports(10_000, 1000, 25_000, 1002, 40_000, 4501, 50_000, 4500), 0, 100_000, 0, 30_000, 34_000, 99_000));
    }

    @Test
    void aGuestsClockThatIsSetForwardJumps() {
        assertEquals("1000 500 of 1 jumps 33500", offsets(reports(10_000, 1000, 40_000, 500), 0, 100_000, 0, 99_000));
    }

    /** The vCPU was preempted between reading its clock and the hypercall. */
    @Test
    void aSingleReportThatIsLateIsNoJump() {
        assertEquals("1000 1000 of 0 jumps ", offsets(reports(10_000, 1000, 20_000, 3000, 30_000, 1001), 0, 100_000, 0, 99_000));
    }

    /** Before the guest's clock is set up it may be seconds slow. */
    @Test
    void jumpsBeforeTheFirstAndAfterTheLastEventAreLeftOut() {
        List<long[]> reports = reports(1_000, 3000, 10_000, 1000, 20_000, 1001, 70_000, 9000);
        assertEquals("1000 1000 of 0 jumps ", offsets(reports, 15_000, 20_000, 15_000, 20_000));
        assertEquals(1, CoarseOffset.jumps(List.of(CoarseOffset.of(reports, 15_000 * MS, 30_000 * MS, new VcpuTimes()))).length);
        assertTrue(CoarseOffset.of(7).isConstant());
    }
}
