/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.hypertrace.core.clock.line.ClockLine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the first round of matching is left out, all pairs and the clock are those that both rounds give. */
@Tag("plain")
class PairRoundsTest {

    private static final long HOST = 1_795_289_243_000_000_000L;
    private static final long OFFSET = 1_041_284_000L;
    private static final int SAMPLE = 64;
    private static final int EVENTS = 2_600;

    /** What happens now and then, in a trace of its own each. */
    private enum Rare {
        NOTHING,
        /** Events that lie inside another one: its hypercall comes after theirs. */
        INSIDE,
        /** An event or a hypercall is missing. */
        MISSING,
        /** The next event of the key comes soon after the hypercall. */
        SOON,
        /** An event whose hypercall comes before it, as far as the first round reaches: it is the only one of its key. */
        BEFORE,
        /** A hypercall comes late, some so late that the second round is not sure of it. */
        LATE,
        /** The guest's clock is another one for a while, in the middle. */
        WRONG,
        /** Two hypercalls of one exit. */
        TWO
    }

    /** An event of one processor: what the guest records, and what the host does; null if it is missing. */
    private record Made(long reading, long key, long[] call) { }

    /** What one processor does. */
    private static final class Trace {

        private final Random fRandom;
        private final Rare fRare;
        private final int fEach;
        private final List<Made> fMade = new ArrayList<>();
        private long fNow = HOST;
        private long fLastKey;

        Trace(int seed, Rare rare, int each) {
            fRandom = new Random(seed);
            fRare = rare;
            fEach = each;
        }

        private long stamp() {
            return fNow - OFFSET + (fNow - HOST) / 3_000_000;
        }

        /** The vCPU leaves the guest with a hypercall, and comes back. */
        private long[] call() {
            long exit = fNow += 9_000 + fRandom.nextInt(fRandom.nextInt(4) == 0 ? 60_000 : 9_000);
            long time = fNow += 500 + fRandom.nextInt(500);
            return new long[] { exit, time, fNow += 2_000 + fRandom.nextInt(30_000) };
        }

        private long key() {
            // most keys are those of many events, but not of two in a row
            fLastKey = fRandom.nextInt(5) > 0 ? 1 + (fLastKey + fRandom.nextInt(39)) % 40 : 1_000 + fRandom.nextInt(1 << 30);
            return fLastKey;
        }

        private void made(long reading, long key, long[] call) {
            fMade.add(new Made(reading, key, call));
        }

        private void event(boolean isRare) {
            fNow += fRandom.nextInt(3) == 0 ? 1_000 + fRandom.nextInt(50_000) : 20_000 + fRandom.nextInt(30_000_000);
            long key = key();
            long stamp = stamp();
            switch (isRare ? fRare : Rare.NOTHING) {
            case INSIDE -> {
                fNow += 2_000;
                made(stamp(), key(), call());
                made(stamp, key, call());
            }
            case MISSING -> {
                long[] call = call();
                made(fRandom.nextBoolean() ? Long.MIN_VALUE : stamp, key, fRandom.nextInt(3) > 0 ? call : null);
            }
            case SOON -> {
                made(stamp, key, call());
                fNow += 300 + fRandom.nextInt(60_000);
                made(stamp(), key, call());
            }
            case BEFORE -> {
                long[] call = call();
                fNow += 50_000 + fRandom.nextInt(2_200_000);
                made(stamp(), 1L << 40 | fMade.size(), call);
            }
            case LATE -> {
                fNow += (fRandom.nextBoolean() ? 95_000_000L : 995_000_000L) + fRandom.nextInt(10_000_000);
                made(stamp, key, call());
            }
            case TWO -> {
                long[] call = call();
                made(stamp, key, call);
                made(stamp + 3_000, key(), new long[] { call[0], call[1] + 200, call[2] });
            }
            case WRONG -> made(stamp - 2_500_000, key, call());
            default -> made(stamp, key, call());
            }
        }

        CpuPairs make() {
            for (int i = 0; i < EVENTS; i++) {
                boolean isInMiddle = i > EVENTS / 3 && i < EVENTS / 2;
                event(isInMiddle && (fRare == Rare.WRONG || fRandom.nextInt(fEach) == 0));
            }
            GuestTimes guest = new GuestTimes();
            fMade.stream().filter(made -> made.reading > Long.MIN_VALUE).sorted(Comparator.comparingLong(Made::reading))
                    .forEach(made -> guest.event(made.reading, made.key));
            VcpuTimes vcpu = new VcpuTimes();
            List<Made> calls = fMade.stream().filter(made -> made.call != null).sorted(Comparator.comparingLong(made -> made.call[1])).toList();
            for (int i = 0; i < calls.size(); i++) {
                long[] call = calls.get(i).call;
                vcpu.exit(call[0]);
                vcpu.hypercall(call[1]);
                vcpu.reported(call[1], calls.get(i).key);
                if (fRandom.nextInt(200) == 0) {
                    vcpu.lost();
                } else if (i + 1 == calls.size() || calls.get(i + 1).call[0] != call[0]) {
                    vcpu.entry(call[2]);
                }
            }
            return new CpuPairs(guest, vcpu);
        }
    }

    private static List<CpuPairs> make(int seed, Rare rare, int each) {
        List<CpuPairs> cpus = new ArrayList<>();
        for (int cpu = 0; cpu < 1 + seed % 3; cpu++) {
            cpus.add(new Trace(31 * seed + cpu, rare, each).make());
        }
        return cpus;
    }

    private static String words(PairFit fit, List<CpuPairs> cpus) {
        ClockLine line = (ClockLine) fit.clock().pieces().get(0);
        return fit.order() + " " + fit.clock().pieces().size() + " " + line.flattest() + " " + line.steepest() + " " + line.bounds() + " " + line.exact(HOST)
                + " " + cpus.stream().map(cpu -> cpu.matched() + " " + cpu.crossed() + " " + LongStream.range(0, cpu.matches().size())
                        .mapToObj(event -> "" + cpu.matches().get(event)).collect(Collectors.joining(" "))).toList();
    }

    /** In how many of so many traces the first round is left out. */
    private static int left(Rare rare, int each, int count) {
        int left = 0;
        for (int seed = 0; seed < count; seed++) {
            List<CpuPairs> cpus = make(seed, rare, each);
            PairFit without = PairRounds.bySample(cpus, OFFSET, SAMPLE);
            String found = without == null ? null : words(without, cpus);
            if (found != null) {
                left++;
                PairFit both = PairRounds.byBoth(cpus, Collections.nCopies(cpus.size(), CoarseOffset.of(OFFSET)), CpuPairs.STEADY, 0);
                assertEquals(words(both, cpus), found, rare + ", seed " + seed);
            }
            cpus.forEach(cpu -> {
                cpu.close();
                cpu.guest().close();
                cpu.vcpu().close();
            });
        }
        return left;
    }

    @Test
    void whereTheFirstRoundIsLeftOutNothingElseIsFound() {
        int count = 6;
        for (Rare rare : Rare.values()) {
            int often = left(rare, 2, count);
            int seldom = left(rare, 200, count);
            switch (rare) {
            case NOTHING -> assertEquals(2 * count, often + seldom, "where nothing is unusual");
            case BEFORE, WRONG, TWO -> assertEquals(0, often, "in no trace with " + rare);
            default -> assertTrue(seldom > 0, "in some with " + rare);
            }
        }
    }
}
