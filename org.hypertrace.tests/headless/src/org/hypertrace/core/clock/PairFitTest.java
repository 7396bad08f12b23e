/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The line and the cross-check of pairs are those of all bounds one after the other, though most bounds are looked at only for being inside. */
@Tag("plain")
class PairFitTest {

    private static final long HOST = 1_795_289_243_000_000_000L;

    /** Pairs of some processors whose clock has an offset and a drift; some are crossed, some have no hypercall, some readings are equal. */
    private static List<CpuPairs> make(Random random, long offset, double drift, boolean hypercallFirst) {
        List<CpuPairs> cpus = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            GuestTimes guest = new GuestTimes();
            VcpuTimes vcpu = new VcpuTimes();
            long now = HOST;
            long key = 1;
            for (int events = random.nextInt(4) == 0 ? random.nextInt(200) : 3_000 + random.nextInt(6_000); events > 0; events--) {
                now += 20_000 + random.nextInt(2_000_000);
                vcpu.entry(now);
                long stamp = now + 300 + random.nextInt(random.nextInt(50) == 0 ? 2_000 : 60_000);
                long reading = (stamp - HOST) / 100 * 100 + HOST - offset + (long) ((stamp - HOST) * drift);
                boolean isReported = random.nextInt(20) > 0;
                boolean isTwice = random.nextInt(30) == 0;
                if (!hypercallFirst) {
                    guest.event(reading, key);
                    if (isTwice) {
                        guest.event(reading, key + 1);
                    }
                }
                now = stamp + 200 + random.nextInt(random.nextInt(50) == 0 ? 1_000 : 80_000);
                vcpu.exit(now);
                if (isReported) {
                    vcpu.hypercall(now + 100);
                    // of two the later one may be reported first: both are crossed
                    vcpu.reported(now + 100, isTwice && random.nextBoolean() ? key + 1 : key);
                }
                if (isTwice) {
                    vcpu.entry(now + 1_000);
                    vcpu.exit(now + 3_000);
                    vcpu.hypercall(now + 3_100);
                    vcpu.reported(now + 3_100, key);
                    now += 3_100;
                }
                if (hypercallFirst) {
                    long after = now + 400 + random.nextInt(30_000);
                    vcpu.entry(now + 300);
                    guest.event(after - offset + (long) ((after - HOST) * drift), key);
                    now = after + 500;
                    vcpu.exit(now);
                }
                key += 2;
            }
            vcpu.entry(now + 5_000);
            cpus.add(new CpuPairs(guest, vcpu));
        }
        return cpus;
    }

    private static String words(PiecewiseClock clock) {
        ClockLine line = (ClockLine) clock.pieces().get(0);
        long middle = line.from() + (line.to() - line.from()) / 2;
        return clock.pieces().size() + " " + line.flattest() + " " + line.steepest() + " " + line.bounds() + " " + line.from() + " " + line.to() + " "
                + line.exact(line.from()) + " " + line.least(middle) + " " + line.most(middle);
    }

    /** All bounds in their order: reading, low, high. */
    private static List<long[]> bounds(List<CpuPairs> cpus, TracerOrder order, long slack) {
        List<long[]> all = new ArrayList<>();
        for (CpuPairs cpu : cpus) {
            cpu.bounds(order).drain((reading, low, high) -> all.add(new long[] { reading, low == BoundSink.NO_LOW ? low : low - slack,
                    high == BoundSink.NO_HIGH ? high : high + slack }));
        }
        all.sort((a, b) -> Long.compare(a[0], b[0]));
        return all;
    }

    private static PiecewiseClock fit(List<long[]> bounds) {
        ClockFit fit = new ClockFit();
        bounds.forEach(bound -> fit.bound(bound[0], bound[1], bound[2]));
        return fit.clock();
    }

    /** By the definition: every other run of 64 decides, the others are asked. */
    private static long crossCheck(List<long[]> bounds, PiecewiseClock clock) {
        List<long[]> even = new ArrayList<>();
        List<long[]> asked = new ArrayList<>();
        for (int i = 0; i < bounds.size(); i++) {
            (i / 64 % 2 == 0 ? even : asked).add(bounds.get(i));
        }
        PiecewiseClock half = fit(even);
        return asked.stream().mapToLong(bound -> Math.abs(half.at(bound[0]) - clock.at(bound[0]))).max().orElse(-1);
    }

    @Test
    void theLineAndTheCrossCheckAreThoseOfAllBounds() {
        int lines = 0;
        int crossed = 0;
        int differences = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            boolean hypercallFirst = seed % 6 == 5;
            // also clocks that begin with the boot, and such as drift by much
            long offset = seed % 3 == 0 ? 1_041_284_000L : seed % 3 == 1 ? HOST - 4_000_000_000L : -3_600_000_000_000L;
            long slack = seed % 4 == 3 ? 500 : 0;
            List<CpuPairs> cpus = make(random, offset, seed % 5 == 0 ? 4e-5 : 2e-7, hypercallFirst);
            cpus.forEach(cpu -> cpu.matchUnique(CoarseOffset.of(offset), CpuPairs.CHANGING));
            PairFit fit = PairFit.of(cpus, slack, true);
            List<long[]> bounds = bounds(cpus, fit.order(), slack);
            PiecewiseClock expected = fit(bounds);
            if (expected.pieces().size() == 1 && expected.pieces().get(0).isDetermined() && bounds.size() > 200) {
                lines++;
                assertEquals(words(expected), words(fit.clock()), "seed " + seed);
                long difference = crossCheck(bounds, expected);
                assertEquals(difference, fit.crossCheck(cpus, slack), "the cross-check, seed " + seed);
                differences += difference > 0 ? 1 : 0;
            }
            crossed += cpus.stream().mapToLong(CpuPairs::crossed).sum();
            cpus.forEach(cpu -> {
                cpu.close();
                cpu.guest().close();
                cpu.vcpu().close();
            });
        }
        assertTrue(lines > 40 && differences > 20 && crossed > 100, lines + " lines, " + differences + " differences, " + crossed + " crossed");
    }
}
