/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far the host's clock is ahead of the guest's, about: right to a tenth of a second, with the jumps in between. The clock of a VM that is paused stands
 * still, so the offset is greater from then on. A guest reports its clock only now and then, so a jump is where its vCPU was away for the longest time.
 * What a hypercall reports that was handled meanwhile was before it.
 */
final class CoarseOffset {

    /** Less is no jump, ns: matching reaches so far. */
    private static final long JUMP = UniquePairs.BEFORE;

    /** Reports of the guest that agree: the time of the first and of the last one, and the least offset. */
    private static final class Stretch {
        private final long fFrom;
        private long fTo;
        private long fOffset;

        Stretch(long time, long offset) {
            fFrom = time;
            fTo = time;
            fOffset = offset;
        }
    }

    /** From when on each offset holds, the first one from ever, host time. */
    private final long[] fFrom;
    private final long[] fOffsets;
    /** What the guest's clock shows when the vCPU is back. */
    private final long[] fReadings;
    private int fAt;

    private CoarseOffset(long[] from, long[] offsets, long[] readings) {
        fFrom = from;
        fOffsets = offsets;
        fReadings = readings;
    }

    /** The same at all times. */
    static CoarseOffset of(long offset) {
        return new CoarseOffset(new long[] { Long.MIN_VALUE }, new long[] { offset }, new long[] { Long.MIN_VALUE });
    }

    /**
     * @param reports
     *            of the guest's clock, in order of time: host time, and host time minus reading, which is too great rather than too small
     * @param begin
     *            host time of the guest's first event, about
     * @param end
     *            host time of its last event, about
     * @param vcpu
     *            whose events are to be matched
     * @return the offset of that vCPU
     */
    static CoarseOffset of(List<long[]> reports, long begin, long end, VcpuTimes vcpu) {
        List<Stretch> all = stretches(reports);
        // of those before the first event and after the last one only the nearest matter
        int first = 0;
        while (first + 1 < all.size() && all.get(first + 1).fFrom <= begin) {
            first++;
        }
        int last = all.size();
        while (last - first > 1 && all.get(last - 2).fTo >= end) {
            last--;
        }
        List<Stretch> stretches = all.subList(first, last);
        CoarseOffset found = new CoarseOffset(new long[stretches.size()], new long[stretches.size()], new long[stretches.size()]);
        for (int i = 0; i < stretches.size(); i++) {
            found.fOffsets[i] = stretches.get(i).fOffset;
            if (i > 0) {
                found.jump(i, vcpu, stretches.get(i - 1).fTo, stretches.get(i).fFrom);
            }
        }
        return found;
    }

    private static List<Stretch> stretches(List<long[]> reports) {
        List<Stretch> found = new ArrayList<>();
        Stretch now = null;
        for (int i = 0; i < reports.size(); i++) {
            long time = reports.get(i)[0];
            long offset = reports.get(i)[1];
            boolean isNear = now != null && Math.abs(offset - now.fOffset) <= JUMP;
            // a single one that is late was only reported late
            boolean isLate = now != null && offset > now.fOffset && i + 1 < reports.size() && reports.get(i + 1)[1] <= now.fOffset + JUMP;
            if (isNear) {
                now.fOffset = Math.min(now.fOffset, offset);
            }
            if (isNear || isLate) {
                now.fTo = time;
            } else {
                now = new Stretch(time, offset);
                found.add(now);
            }
        }
        return found;
    }

    /** It jumps in the longest time in which the vCPU was not in the guest, of those that overlap these times. */
    private void jump(int at, VcpuTimes vcpu, long from, long to) {
        long longest = -1;
        long back = to;
        for (long stay = Math.max(0, vcpu.stayAt(from)); stay + 1 < vcpu.stays() && vcpu.end(stay) <= to; stay++) {
            long away = vcpu.begin(stay + 1) - vcpu.end(stay);
            if (away > longest) {
                longest = away;
                back = vcpu.begin(stay + 1);
            }
        }
        fFrom[at] = back;
        fReadings[at] = back - fOffsets[at];
    }

    /** @return whether there is no jump */
    boolean isConstant() {
        return fOffsets.length == 1;
    }

    /**
     * @param vcpus
     *            offsets of all vCPUs of a guest by the same reports
     * @return readings at which its clock jumps: the first of any vCPU counts
     */
    static long[] jumps(List<CoarseOffset> vcpus) {
        return IntStream.range(1, vcpus.get(0).fOffsets.length).mapToLong(i -> vcpus.stream().mapToLong(offset -> offset.fReadings[i]).min().orElseThrow())
                .toArray();
    }

    /** @return the offset then; to be asked in order of time */
    long at(long time) {
        while (fAt + 1 < fFrom.length && time >= fFrom[fAt + 1]) {
            fAt++;
        }
        return fOffsets[fAt];
    }
}
