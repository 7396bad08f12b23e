/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stream.LossCounters;

/**
 * The numbers that one sender gives its hypercalls: 1, 2, … 2^32 - 1, 1, … A number is <em>lost</em> when it has not come
 * within the sender's next {@value #WINDOW} numbered hypercalls, the one that showed the gap included (an interrupt can
 * send n + 1 before n), or before the stream's end. A number already seen or older - behind the expected one by less than
 * half of all numbers - is <em>repeated</em>; one more than 2^20 ahead of the expected one is <em>implausible</em>, and
 * changes the expectation only if the next hypercall follows it. The first number seen a sender is expected.
 */
final class Sequence {

    /** How many hypercalls a missing number may take to come. */
    static final int WINDOW = 64;
    /** The largest gap that is counted as loss. */
    static final long MAX_JUMP = 1 << 20;

    private static final long NUMBERS = 0xffffffffL;

    /** Missing numbers {@code first}, … between the events at {@code since} and {@code until}. */
    private record Gap(long first, long count, long since, long until, long deadline) { }

    private final List<Gap> fGaps = new ArrayList<>(0);
    /** 0: none yet. */
    private long fExpected;
    private long fConfirms;
    private long fEvents;
    private long fLastTime;
    private long fLostSince;
    private long fLostUntil;

    /** Any number is expected next. Gaps stay open: what is missing is still missing. */
    void restart() {
        fExpected = 0;
    }

    /**
     * @param number
     *            1 to 2^32 - 1
     * @return how many numbers are lost for good now, between {@link #lostSince()} and {@link #lostUntil()}
     */
    long accept(long number, long time, LossCounters counters) {
        fEvents++;
        long ahead = fExpected == 0 || number == fConfirms ? 0 : Math.floorMod(number - fExpected, NUMBERS);
        fConfirms = 0;
        if (ahead <= MAX_JUMP) {
            if (ahead > 0) {
                fGaps.add(new Gap(fExpected, ahead, fLastTime, time, fEvents + WINDOW - 1));
            }
            fExpected = after(number);
        } else if (ahead <= NUMBERS / 2) {
            counters.fImplausible++;
            fConfirms = after(number);
        } else if (!fills(number)) {
            counters.fRepeated++;
        }
        fLastTime = time;
        return fGaps.isEmpty() ? 0 : settle(fEvents);
    }

    /** @return how many numbers can no longer come because the stream is at its end */
    long finish() {
        return settle(Long.MAX_VALUE);
    }

    long lostSince() {
        return fLostSince;
    }

    long lostUntil() {
        return fLostUntil;
    }

    private static long after(long number) {
        return number == NUMBERS ? 1 : number + 1;
    }

    private boolean fills(long number) {
        for (int i = 0; i < fGaps.size(); i++) {
            Gap gap = fGaps.get(i);
            long before = Math.floorMod(number - gap.first, NUMBERS);
            if (before < gap.count) {
                fGaps.remove(i);
                long behind = gap.count - before - 1;
                if (behind > 0) {
                    fGaps.add(i, new Gap(after(number), behind, gap.since, gap.until, gap.deadline));
                }
                if (before > 0) {
                    fGaps.add(i, new Gap(gap.first, before, gap.since, gap.until, gap.deadline));
                }
                return true;
            }
        }
        return false;
    }

    private long settle(long event) {
        long lost = 0;
        // older gaps stand first and have the earlier deadlines
        while (!fGaps.isEmpty() && fGaps.get(0).deadline <= event) {
            Gap gap = fGaps.remove(0);
            fLostSince = lost == 0 ? gap.since : Math.min(fLostSince, gap.since);
            fLostUntil = lost == 0 ? gap.until : Math.max(fLostUntil, gap.until);
            lost += gap.count;
        }
        return lost;
    }
}
