/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search of all offsets beside brute force: each bin of 2 µs asks each event of the guest. */
@Tag("plain")
class OffsetSearchTest {

    private static final long BEGIN = 1_795_289_243_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final long BIN = 2_000;
    private static final long NEAR = 200_000;
    private static final long ANY = 1L << 40;

    /** A vCPU: begins and ends of its stays, and events of its guest. */
    private static final class Made implements AutoCloseable {
        private final List<long[]> fStays = new ArrayList<>();
        private final List<Long> fReadings = new ArrayList<>();
        private final VcpuTimes fVcpu = new VcpuTimes();
        private final GuestTimes fGuest = new GuestTimes();

        /** @param outside of 1000 events so many are at any time */
        Made(Random random, int stays, int longest, int gap, int outside, long offset) {
            long now = BEGIN + random.nextInt(1_000_000);
            for (int i = 0; i < stays; i++) {
                long end = now + random.nextInt(longest);
                fStays.add(new long[] { now, end });
                fVcpu.entry(now);
                fVcpu.exit(end);
                if (random.nextInt(3) == 0) {
                    fReadings.add((random.nextInt(1000) < outside ? end + random.nextInt(gap) : now + (long) (random.nextDouble() * (end - now))) - offset);
                }
                now = end + 1 + random.nextInt(gap);
            }
            fReadings.stream().sorted().forEach(reading -> fGuest.event(reading, MatchKey.NONE));
            fReadings.sort(null);
        }

        int inside(long offset) {
            int found = 0;
            for (long reading : fReadings) {
                int from = 0;
                int to = fStays.size();
                while (from < to) { // the first stay that does not end before the bin
                    int middle = (from + to) / 2;
                    if (fStays.get(middle)[1] < reading + offset) {
                        from = middle + 1;
                    } else {
                        to = middle;
                    }
                }
                found += from < fStays.size() && fStays.get(from)[0] < reading + offset + BIN ? 1 : 0;
            }
            return found;
        }

        @Override
        public void close() {
            fVcpu.close();
            fGuest.close();
        }
    }

    private static OffsetSearch.Found search(List<Made> cpus, long mostProbes) {
        return new OffsetSearch(cpus.stream().map(cpu -> new OffsetSearch.Cpu(cpu.fGuest, cpu.fVcpu)).toList(), mostProbes).everywhere();
    }

    /** By the definition: the middle of the first and last bin with the most, and whether it is accepted. */
    private static String bruteForce(List<Made> cpus) {
        long from = cpus.stream().mapToLong(cpu -> cpu.fStays.get(0)[0] - cpu.fReadings.get(cpu.fReadings.size() - 1)).min().getAsLong();
        long to = cpus.stream().mapToLong(cpu -> cpu.fStays.get(cpu.fStays.size() - 1)[1] - cpu.fReadings.get(0)).max().getAsLong();
        int[] scores = new int[(int) ((to - from) / BIN + 1)];
        int most = 0;
        int first = 0;
        int last = 0;
        for (int bin = 0; bin < scores.length; bin++) {
            long offset = from + bin * BIN;
            scores[bin] = cpus.stream().mapToInt(cpu -> cpu.inside(offset)).sum();
            first = scores[bin] > most ? bin : first;
            last = scores[bin] >= most ? bin : last;
            most = Math.max(most, scores[bin]);
        }
        long found = from + (first + last) / 2 * BIN;
        int elsewhere = 0;
        for (int bin = 0; bin < scores.length; bin++) {
            elsewhere = Math.abs(from + bin * BIN - found) > NEAR ? Math.max(elsewhere, scores[bin]) : elsewhere;
        }
        int asked = cpus.stream().mapToInt(cpu -> cpu.fReadings.size()).sum();
        return most * 1000L < asked * 995L || most - elsewhere <= 3 * Math.sqrt(most) ? "refused" : "accepted " + found + " with " + most + " of " + asked;
    }

    private static String found(OffsetSearch.Found search) {
        return search.accepted() ? "accepted " + search.offset() + " with " + search.most() + " of " + search.asked() : "refused";
    }

    @Test
    void itFindsWhatBruteForceFinds() {
        int accepted = 0;
        int refused = 0;
        for (int seed = 0; seed < 9; seed++) {
            Random random = new Random(seed);
            // some are nearly always in the guest, some hardly; some have one event too many outside
            int longest = 20_000 << random.nextInt(4);
            int gap = 20_000 << random.nextInt(4);
            int outside = seed % 3 * 5;
            long offset = seed % 2 == 0 ? HOUR : BEGIN - 4_000_000_000L;
            List<Made> cpus = List.of(new Made(random, 250, longest, gap, outside, offset), new Made(random, 150, longest, gap, outside, offset));
            String expected = bruteForce(cpus);
            OffsetSearch.Found found = search(cpus, ANY);
            assertEquals(expected, found(found), "seed " + seed);
            assertFalse(found.accepted() && Math.abs(found.offset() - offset) > NEAR, "seed " + seed + " is far from the truth");
            accepted += found.accepted() ? 1 : 0;
            refused += found.accepted() ? 0 : 1;
            cpus.forEach(Made::close);
        }
        assertTrue(accepted >= 3 && refused >= 3, accepted + " accepted, " + refused + " refused");
    }

    /** As B.9 of the design has it: each stay near an event gives a point to each bin that it touches. */
    private static String byDefinition(List<Made> cpus, long centre, long reach) {
        int[] scores = new int[(int) (2 * reach / BIN) + 1];
        long probes = 0;
        for (Made cpu : cpus) {
            for (long reading : cpu.fReadings) {
                long before = cpu.fStays.stream().filter(stay -> stay[0] <= reading + centre - reach).count();
                for (long[] stay : cpu.fStays.subList((int) Math.max(0, before - 1), cpu.fStays.size())) {
                    if (stay[0] < reading + centre + reach) {
                        probes++;
                        if (stay[1] >= reading + centre - reach) {
                            int from = (int) ((Math.max(-reach, stay[0] - reading - centre) + reach) / BIN);
                            int to = (int) ((Math.min(reach, stay[1] - reading - centre) + reach) / BIN);
                            for (int bin = from; bin <= to; bin++) {
                                scores[bin]++;
                            }
                        }
                    }
                }
            }
        }
        int most = Arrays.stream(scores).max().getAsInt();
        int first = 0;
        int last = scores.length - 1;
        while (most > 0 && scores[first] < most) {
            first++;
        }
        while (most > 0 && scores[last] < most) {
            last--;
        }
        long offset = centre - reach + (first + last) / 2 * BIN;
        long elsewhere = IntStream.range(0, scores.length).filter(bin -> Math.abs(centre - reach + bin * BIN - offset) > NEAR)
                .map(bin -> scores[bin]).max().orElse(0);
        return offset + ": " + most + ", elsewhere " + elsewhere + ", probes " + probes;
    }

    private static OffsetSearch.Found near(List<Made> cpus, long mostProbes, long centre, long reach) {
        return new OffsetSearch(cpus.stream().map(cpu -> new OffsetSearch.Cpu(cpu.fGuest, cpu.fVcpu)).toList(), mostProbes).near(centre, reach);
    }

    @Test
    void nearAnOffsetEachBinHasThePointsOfTheDefinition() {
        int accepted = 0;
        for (int seed = 0; seed < 24; seed++) {
            Random random = new Random(seed);
            // of less than one block of stays, and of several; some stays end in the bin in which the next one begins
            int stays = seed % 4 == 0 ? 2900 : 20 + random.nextInt(400);
            int longest = 200 << random.nextInt(10);
            int gap = 200 << random.nextInt(10);
            List<Made> cpus = List.of(new Made(random, stays, longest, gap, seed % 3 * 5, 5_000), new Made(random, 80, longest, gap, 0, 5_000));
            long centre = random.nextInt(40_000) - 20_000;
            long reach = 1_000 + random.nextInt(4_000_000);
            OffsetSearch.Found found = near(cpus, ANY, centre, reach);
            assertEquals(byDefinition(cpus, centre, reach), found.offset() + ": " + found.most() + ", elsewhere " + found.elsewhere() + ", probes " + found.probes(),
                    "seed " + seed);
            accepted += found.accepted() ? 1 : 0;
            cpus.forEach(Made::close);
        }
        assertTrue(accepted >= 3, accepted + " accepted");
    }

    /** In a bin and less: stays that begin where it ends are not near, and so on. */
    @Test
    void nearAnOffsetBordersAreThoseOfTheDefinition() {
        for (int seed = 0; seed < 24; seed++) {
            Random random = new Random(seed);
            try (Made made = new Made(random, 60, 3, 3, 500, 5_000)) {
                long reach = 1 + random.nextInt(30);
                OffsetSearch.Found found = near(List.of(made), ANY, 5_000, reach);
                assertEquals(byDefinition(List.of(made), 5_000, reach), found.offset() + ": " + found.most() + ", elsewhere " + found.elsewhere() + ", probes "
                        + found.probes(), "seed " + seed);
            }
        }
    }

    @Test
    void whatIsFarFromTheOffsetIsElsewhere() {
        for (long bins = 99; bins < 103; bins++) {
            try (VcpuTimes vcpu = new VcpuTimes(); GuestTimes guest = new GuestTimes()) {
                for (long begin : new long[] { BEGIN, BEGIN + 50_000_000, BEGIN + 50_000_000 + bins * BIN }) {
                    vcpu.entry(begin);
                    vcpu.exit(begin + 500);
                }
                guest.event(BEGIN, MatchKey.NONE);
                guest.event(BEGIN + 50_000_000, MatchKey.NONE);
                OffsetSearch.Found found = new OffsetSearch(List.of(new OffsetSearch.Cpu(guest, vcpu)), ANY).near(0, 1_000_000);
                assertEquals(bins * BIN > NEAR ? 1 : 0, found.elsewhere(), bins + " bins");
                assertEquals(0, found.offset());
                assertEquals(2, found.most());
            }
        }
    }

    @Test
    void nearAnOffsetTooManyProbesAreRefused() {
        try (Made made = new Made(new Random(5), 3000, 40_000, 40_000, 0, 5_000)) {
            OffsetSearch.Found found = near(List.of(made), ANY, 0, 3_000_000);
            assertTrue(found.accepted());
            assertTrue(near(List.of(made), found.probes() + 1, 0, 3_000_000).accepted());
            for (long limit : new long[] { found.probes(), found.probes() / 2, 1 }) {
                OffsetSearch.Found refused = near(List.of(made), limit, 0, 3_000_000);
                assertFalse(refused.accepted());
                assertEquals(limit, refused.probes());
            }
        }
    }

    /** Three windows, the last one not full. */
    @Test
    void eachBinHasTheMissesOfBruteForce() {
        Random random = new Random(11);
        try (Made one = new Made(random, 40, 30_000, 30_000, 200, 0); Made other = new Made(random, 20, 3_000, 3_000, 200, 0)) {
            List<Made> cpus = List.of(one, other);
            List<long[]> asked = cpus.stream().map(cpu -> cpu.fReadings.stream().mapToLong(reading -> reading).toArray()).toList();
            OffsetSweep sweep = new OffsetSweep(cpus.stream().map(cpu -> new OffsetSearch.Cpu(cpu.fGuest, cpu.fVcpu)).toList(), asked, ANY);
            long events = one.fReadings.size() + other.fReadings.size();
            int[] bins = { 0 };
            OffsetSweep.Bins compare = (offset, misses) -> {
                bins[0]++;
                assertEquals(events - cpus.stream().mapToInt(cpu -> cpu.inside(offset)).sum(), misses, "at " + offset);
            };
            sweep.sweep(-66_000_000, 70_000_001, events, compare);
            // many last bins
            for (long begin = -1_000_000; begin < 1_000_000; begin += 3 * BIN) {
                sweep.sweep(begin, begin + 2 * BIN, events, compare);
            }
            assertEquals(68_001 + 334 * 3, bins[0]);
        }
    }

    /** Wrong offsets cost little: a few events of the 2000 decide nearly all. */
    @Test
    void aGuestThatFitsNowhereCostsATenthOfAllComparisons() {
        try (Made made = new Made(new Random(5), 12_000, 40_000, 40_000, 1000, 0)) {
            OffsetSearch.Found found = search(List.of(made), ANY);
            assertEquals("refused", found(found));
            assertTrue(found.probes() < made.fStays.size() * found.asked() / 10, found.probes() + " of " + made.fStays.size() * found.asked());
        }
    }

    @Test
    void tooManyProbesAreRefused() {
        try (Made made = new Made(new Random(5), 3000, 40_000, 40_000, 0, HOUR)) {
            OffsetSearch.Found found = search(List.of(made), ANY);
            assertTrue(found.accepted());
            assertTrue(search(List.of(made), found.probes() + 1).accepted());
            assertFalse(search(List.of(made), found.probes()).accepted());
            assertFalse(search(List.of(made), found.probes() / 2).accepted());
            assertTrue(search(List.of(made), 1).probes() < found.probes() / 2, "it ends early");
        }
    }

    @Test
    void timesThatCannotBeAreRefused() {
        for (long reading : new long[] { Long.MIN_VALUE, -(1L << 61) + 1, (1L << 61) - 1, Long.MAX_VALUE - 5 }) {
            try (VcpuTimes vcpu = new VcpuTimes(); GuestTimes guest = new GuestTimes()) {
                vcpu.entry(-(1L << 61) + 1);
                vcpu.exit(BEGIN);
                for (int i = 0; i < 12; i++) {
                    guest.event(i == 11 ? Math.max(reading, BEGIN) : reading, MatchKey.NONE);
                }
                assertEquals("refused", found(new OffsetSearch(List.of(new OffsetSearch.Cpu(guest, vcpu)), 1 << 20).everywhere()));
            }
        }
    }
}
