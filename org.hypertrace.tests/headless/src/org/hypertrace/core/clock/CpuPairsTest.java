/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random events of one processor: the pairs that are found are those of the definition, which compares each event with each hypercall. */
@Tag("plain")
class CpuPairsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long OFFSET = 7 * SECOND;
    private static final int NONE = -1;

    /** Each: reading, key. */
    private final List<long[]> fGuest = new ArrayList<>();
    /** Each: the exit before it, its time, the entry after it, its key. */
    private final List<long[]> fCalls = new ArrayList<>();

    /** Most events are reported by hypercall, some later than the next ones, some never; some hypercalls have no event. */
    private void make(Random random) {
        make(random, 5 + random.nextInt(60), random.nextInt(3) == 0 ? 400_000_000L : random.nextInt(2) == 0 ? 20_000_000L : 400_000L, 1 + random.nextInt(12),
                20);
    }

    /** After one of so many hypercalls nothing happens for 2 s. */
    private void make(Random random, int count, long scale, int keys, int apart) {
        fGuest.clear();
        fCalls.clear();
        int late = random.nextInt(4) == 0 ? 2 : 6;
        long now = OFFSET;
        List<long[]> waiting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            now += 1 + (long) (random.nextDouble() * scale);
            long key = 1 + random.nextInt(keys);
            if (random.nextInt(10) > 0) {
                fGuest.add(new long[] { now - OFFSET + random.nextInt(3), random.nextInt(15) == 0 ? MatchKey.NONE : key });
            }
            waiting.add(new long[] { key });
            while (!waiting.isEmpty() && random.nextInt(late) > 0) {
                now += 4 + (random.nextInt(apart) == 0 ? 2 * SECOND : random.nextInt(3_000));
                long call = now + 2 + random.nextInt(500);
                long entry = call + 1 + random.nextInt(500);
                long reported = waiting.remove(random.nextInt(waiting.size()))[0];
                if (random.nextInt(12) > 0) {
                    fCalls.add(new long[] { now, call, entry, reported });
                }
                now = entry;
            }
        }
        fGuest.sort((a, b) -> Long.compare(a[0], b[0]));
    }

    private long reading(int event) {
        return fGuest.get(event)[0];
    }

    private boolean isSameKey(int event, int call) {
        return fGuest.get(event)[1] == fCalls.get(call)[3];
    }

    /** Of each event its hypercall, by the first round. */
    private int[] unique(long after) {
        int[] found = new int[fGuest.size()];
        Arrays.fill(found, NONE);
        for (int event = 0; event < found.length; event++) {
            for (int call = 0; call < fCalls.size(); call++) {
                if (isSameKey(event, call) && isNear(event, call, after) && isOnly(event, call, after)) {
                    found[event] = call;
                }
            }
        }
        return found;
    }

    private boolean isNear(int event, int call, long after) {
        long distance = fCalls.get(call)[1] - OFFSET - reading(event);
        return distance >= -after && distance <= 100_000_000L;
    }

    private boolean isOnly(int event, int call, long after) {
        for (int other = 0; other < fGuest.size(); other++) {
            if (other != event && isSameKey(other, call) && isNear(other, call, after)) {
                return false;
            }
        }
        for (int other = 0; other < fCalls.size(); other++) {
            if (other != call && isSameKey(event, other) && isNear(event, other, after)) {
                return false;
            }
        }
        return true;
    }

    /** The same by the second round. */
    private int[] byClock(PiecewiseClock clock, boolean hypercallFirst) {
        int[] found = new int[fGuest.size()];
        Arrays.fill(found, NONE);
        for (int i = 0; i < fCalls.size(); i++) {
            int call = hypercallFirst ? fCalls.size() - 1 - i : i;
            long edge = fCalls.get(call)[hypercallFirst ? 2 : 0];
            for (int j = 0; j < found.length; j++) {
                int event = hypercallFirst ? j : found.length - 1 - j;
                long distance = hypercallFirst ? clock.at(reading(event)) - edge : edge - clock.at(reading(event));
                boolean isFree = found[event] == NONE && isSameKey(event, call);
                if (isFree && distance >= -clock.uncertainty(reading(event)) && distance <= SECOND) {
                    found[event] = call;
                    break;
                }
            }
        }
        return found;
    }

    private boolean isCrossed(int[] found, int event) {
        for (int other = 0; other < found.length; other++) {
            if (other != event && found[other] != NONE
                    && (other < event) != (fCalls.get(found[other])[1] < fCalls.get(found[event])[1])) {
                return true;
            }
        }
        return false;
    }

    /** What the definition makes of the pairs. */
    private String expected(int[] found) {
        List<Integer> pairs = new ArrayList<>();
        for (int event = 0; event < found.length; event++) {
            if (found[event] != NONE) {
                pairs.add(event);
            }
        }
        StringBuilder text = new StringBuilder(pairs.size() + " " + pairs.stream().filter(event -> isCrossed(found, event)).count());
        for (TracerOrder order : TracerOrder.values()) {
            for (int i = 0; i < pairs.size(); i++) {
                int low = order == TracerOrder.HYPERCALL_FIRST ? i : i - 1;
                int high = order == TracerOrder.STAMP_FIRST ? i : i + 1;
                boolean hasLow = low >= 0 && !isCrossed(found, pairs.get(low));
                boolean hasHigh = high < pairs.size() && !isCrossed(found, pairs.get(high));
                if (!isCrossed(found, pairs.get(i)) && (hasLow || hasHigh)) {
                    text.append('\n').append(reading(pairs.get(i))).append(' ')
                            .append(hasLow ? fCalls.get(found[pairs.get(low)])[2] : BoundSink.NO_LOW).append(' ')
                            .append(hasHigh ? fCalls.get(found[pairs.get(high)])[0] : BoundSink.NO_HIGH);
                }
            }
        }
        return text.toString();
    }

    private static String found(CpuPairs pairs) {
        StringBuilder text = new StringBuilder(pairs.matched() + " " + pairs.crossed());
        for (TracerOrder order : TracerOrder.values()) {
            pairs.bounds(order).drain((reading, low, high) -> text.append('\n').append(reading).append(' ').append(low).append(' ').append(high));
        }
        return text.toString();
    }

    @Test
    void pairsAreThoseOfTheDefinition() {
        ClockFit fit = new ClockFit();
        fit.bound(0, OFFSET - 900, OFFSET + 700);
        fit.bound(30 * SECOND, 30 * SECOND + OFFSET - 500, 30 * SECOND + OFFSET + 800);
        PiecewiseClock clock = fit.clock();
        int matched = 0;
        int crossed = 0;
        for (int seed = 0; seed < 200; seed++) {
            make(new Random(seed));
            try (GuestTimes guest = new GuestTimes(); VcpuTimes vcpu = new VcpuTimes(); CpuPairs pairs = new CpuPairs(guest, vcpu)) {
                fill(guest, vcpu);
                for (long after : new long[] { CpuPairs.STEADY, CpuPairs.CHANGING }) {
                    pairs.matchUnique(CoarseOffset.of(OFFSET), after);
                    assertEquals(expected(unique(after)), found(pairs), "the first round, seed " + seed);
                }
                for (boolean hypercallFirst : new boolean[] { false, true }) {
                    pairs.match(clock, hypercallFirst);
                    assertEquals(expected(byClock(clock, hypercallFirst)), found(pairs), "the second round, seed " + seed);
                    matched += pairs.matched();
                    crossed += pairs.crossed();
                }
            }
        }
        assertTrue(matched > 2_000 && crossed > 200, matched + " matched, " + crossed + " crossed");
    }

    /** So many within the 102 ms that count that what is remembered grows, is forgotten, and grows again. */
    @Test
    void manyEventsWithinTheReachOfOne() {
        int matched = 0;
        for (int seed = 0; seed < 6; seed++) {
            make(new Random(seed), 1_500, seed % 2 == 0 ? 100_000L : 1_500_000L, seed < 3 ? 4_000 : 700, 1_000);
            try (GuestTimes guest = new GuestTimes(); VcpuTimes vcpu = new VcpuTimes(); CpuPairs pairs = new CpuPairs(guest, vcpu)) {
                fill(guest, vcpu);
                for (long after : new long[] { CpuPairs.STEADY, CpuPairs.CHANGING }) {
                    pairs.matchUnique(CoarseOffset.of(OFFSET), after);
                    assertEquals(expected(unique(after)), found(pairs), "seed " + seed);
                    matched += pairs.matched();
                }
            }
        }
        assertTrue(matched > 2_000, matched + " matched");
    }

    private void fill(GuestTimes guest, VcpuTimes vcpu) {
        fGuest.forEach(event -> guest.event(event[0], event[1]));
        for (long[] call : fCalls) {
            vcpu.exit(call[0]);
            vcpu.hypercall(call[1]);
            vcpu.reported(call[1], call[3]);
            vcpu.entry(call[2]);
        }
    }

    /** Of the events of a batch only the hypercall has a host time; what another hypercall brings is of its own time. */
    @Test
    void whatABatchBringsTakesNoPart() {
        try (VcpuTimes vcpu = new VcpuTimes()) {
            vcpu.entry(50);
            vcpu.exit(100);
            vcpu.reported(90, 1);
            vcpu.reported(105, 2);
            vcpu.entry(110);
            assertEquals(0, vcpu.hypercalls());
            vcpu.exit(200);
            vcpu.hypercall(205);
            vcpu.reported(190, 3);
            vcpu.reported(205, 4);
            vcpu.reported(205, MatchKey.NONE);
            vcpu.entry(210);
            vcpu.reported(205, 5);
            assertEquals(1, vcpu.hypercalls());
            assertEquals("200 205 210 4", vcpu.exits().get(0) + " " + vcpu.times().get(0) + " " + vcpu.entries().get(0) + " " + vcpu.keys().get(0));
        }
    }

    /** By their numbers, whatever the bits above these are. */
    @Test
    void hypercallsOfBatchesAreThree() {
        assertEquals("[144, 145, 146]", LongStream.range(0, 0x200).filter(MatchKey::isOfBatch).boxed().toList().toString());
        assertTrue(MatchKey.isOfBatch(0x7_0090) && MatchKey.isOfBatch(0x10092) && !MatchKey.isOfBatch(0x1093) && !MatchKey.isOfBatch(0x10085));
    }
}
