/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The line between bounds. */
@Tag("plain")
class ClockLineTest {

    private static final long EPOCH = 1_795_289_243_000_000_000L;

    private static PiecewiseClock fit(List<long[]> bounds) {
        ClockFit fit = new ClockFit();
        bounds.forEach(bound -> fit.bound(bound[0], bound[1], bound[2]));
        return fit.clock();
    }

    /** The worked example of the definition. */
    @Test
    void fourBounds() {
        PiecewiseClock clock = fit(List.of(new long[] { 0, 100, 110 }, new long[] { 10, 111, 115 }, new long[] { 20, 119, 126 },
                new long[] { 30, 131, 136 }));
        ClockLine line = (ClockLine) clock.pieces().get(0);
        StringBuilder text = new StringBuilder(line.flattest() + " " + line.steepest());
        for (long reading : new long[] { 0, 10, 20, 30 }) {
            text.append("\n").append(clock.at(reading)).append(" ").append(line.least(reading)).append(" ").append(line.most(reading))
                    .append(" ").append(clock.uncertainty(reading));
        }
        assertEquals("""
                4/5 6/5
                103 100/1 107/1 3
                113 111/1 115/1 2
                123 121/1 251/2 2
                133 131/1 136/1 2""", text.toString());
        // of four bounds on each side three are vertices of a hull
        assertEquals(List.of(new Residual(0, 103, -3), new Residual(10, 113, -2), new Residual(30, 133, -2)), line.below());
        assertEquals(List.of(new Residual(0, 103, 7), new Residual(10, 113, 2), new Residual(30, 133, 3)), line.above());
    }

    /** All bounds of any set are outside of what those that are shown leave free, and each of these is one of the set. */
    @Test
    void residualsAreTheOutermostBounds() {
        for (int seed = 0; seed < 300; seed++) {
            List<long[]> bounds = bounds(new Random(seed), 1_000, EPOCH);
            if (fit(bounds).pieces().get(0) instanceof ClockLine line && fit(bounds).pieces().size() == 1) {
                for (boolean isBelow : new boolean[] { true, false }) {
                    List<Residual> shown = isBelow ? line.below() : line.above();
                    int side = isBelow ? 1 : 2;
                    assertTrue(shown.stream().allMatch(residual -> bounds.stream().anyMatch(bound -> bound[0] == residual.reading()
                            && bound[side] == residual.time() + residual.ns() && residual.time() == line.at(bound[0]))), "seed " + seed);
                    assertTrue(shown.stream().allMatch(residual -> isBelow ? residual.ns() <= 0 : residual.ns() >= 0), "seed " + seed);
                    long none = isBelow ? BoundSink.NO_LOW : BoundSink.NO_HIGH;
                    // the least room of all is that of a vertex
                    long least = bounds.stream().filter(bound -> bound[side] != none).mapToLong(bound -> Math.abs(bound[side] - line.at(bound[0]))).min()
                            .orElseThrow();
                    assertEquals(least, shown.stream().mapToLong(residual -> Math.abs(residual.ns())).min().orElseThrow(), 1, "seed " + seed);
                }
            }
        }
    }

    /** All pairs, as the definition has them, against what the hulls keep; random sets that a line fits, and those that none does. */
    @Test
    void hullsFindWhatAllPairsDo() {
        int fitted = 0;
        int refused = 0;
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            long scale = seed % 3 == 0 ? 10 : seed % 3 == 1 ? 1_000 : 1_000_000_000L;
            long from = seed % 2 == 0 ? 0 : EPOCH;
            List<long[]> bounds = bounds(random, scale, from);
            Ratio steepest = null;
            Ratio flattest = null;
            boolean crossed = false;
            for (long[] i : bounds) {
                for (long[] j : bounds) {
                    if (i[0] < j[0]) {
                        steepest = least(steepest, i[1], j[2], j[0] - i[0]);
                        flattest = most(flattest, i[2], j[1], j[0] - i[0]);
                    }
                    crossed |= i[0] == j[0] && i[1] != BoundSink.NO_LOW && j[2] != BoundSink.NO_HIGH && i[1] > j[2];
                }
            }
            boolean none = crossed || steepest != null && flattest != null && flattest.compareTo(steepest) > 0;
            PiecewiseClock clock = fit(bounds);
            assertEquals(none, clock.pieces().size() > 1, "seed " + seed);
            if (!none && clock.pieces().get(0) instanceof ClockLine line) {
                assertEquals(steepest + " " + flattest, line.steepest() + " " + line.flattest(), "seed " + seed);
                for (long reading : new long[] { from - scale, from, from + scale / 3, from + 50 * scale }) {
                    assertEquals(line.exact(reading).floor(), line.at(reading), "seed " + seed);
                    assertTrue(line.uncertainty(reading) >= 0);
                    assertEquals(line.uncertainty(reading), Math.floor(line.nearUncertainty(reading)), 1, "seed " + seed);
                    assertTrue(line.isAtMost(reading, line.uncertainty(reading) - 1) && !line.isAtMost(reading, line.uncertainty(reading) + 2), "seed " + seed);
                }
                // every line that fits is between, and the middle one is in all bounds
                bounds.forEach(bound -> assertTrue((bound[1] == BoundSink.NO_LOW || line.least(bound[0]).compareTo(Ratio.of(bound[1])) >= 0)
                        && (bound[2] == BoundSink.NO_HIGH || line.most(bound[0]).compareTo(Ratio.of(bound[2])) <= 0)));
                fitted++;
            }
            refused += none ? 1 : 0;
        }
        assertTrue(fitted > 300 && refused > 300, fitted + " fitted, " + refused + " refused");
    }

    /** Each processor has its own hulls, of blocks of bounds: their line is that of all bounds one by one. */
    @Test
    void theLineOfSeveralProcessorsIsThatOfAllBounds() {
        int lines = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            boolean isLong = seed % 2 == 0;
            List<long[]> bounds = isLong ? manyBounds(random) : bounds(random, 1000, EPOCH);
            long slack = random.nextInt(2) * 500;
            PiecewiseClock all = fit(bounds.stream().map(bound -> new long[] { bound[0], bound[1] == BoundSink.NO_LOW ? bound[1] : bound[1] - slack,
                    bound[2] == BoundSink.NO_HIGH ? bound[2] : bound[2] + slack }).toList());
            int cpus = 1 + random.nextInt(4);
            List<List<long[]>> ofCpus = new ArrayList<>();
            for (int cpu = 0; cpu < cpus; cpu++) {
                ofCpus.add(new ArrayList<>());
            }
            bounds.forEach(bound -> ofCpus.get(random.nextInt(cpus)).add(bound));
            PiecewiseClock line = ClockFit.line(ofCpus.stream().map(ClockLineTest::cursor).toList(), slack);
            boolean isLine = all.pieces().size() == 1 && all.pieces().get(0).isDetermined();
            assertEquals(isLine, line != null, "seed " + seed);
            if (isLine) {
                assertEquals(text(all), text(line), "seed " + seed);
            }
            lines += isLine && isLong ? 1 : 0;
        }
        assertTrue(lines > 50 && lines < 150, lines + " lines");
    }

    private static String text(PiecewiseClock clock) {
        ClockLine line = (ClockLine) clock.pieces().get(0);
        StringBuilder text = new StringBuilder(line.flattest() + " " + line.steepest() + " " + line.bounds() + " " + line.from() + " " + line.to());
        for (long x = 0; x <= 8; x++) {
            long reading = line.from() + (line.to() - line.from()) / 8 * x;
            text.append(' ').append(line.at(reading)).append(' ').append(line.least(reading)).append(' ').append(line.most(reading));
        }
        return text.toString();
    }

    /** Some with a jump that is greater than what is not known. */
    private static List<long[]> manyBounds(Random random) {
        List<long[]> bounds = new ArrayList<>();
        int count = 200 + random.nextInt(2000);
        long jump = random.nextInt(2) * 60_000;
        long reading = EPOCH;
        for (int i = 0; i < count; i++) {
            reading += random.nextInt(4) == 0 ? 0 : random.nextInt(2_000_000);
            long truth = reading + 1_041_284_000L + (reading - EPOCH) / 400_000 + (i > count / 2 ? jump : 0);
            bounds.add(new long[] { reading, random.nextInt(9) == 0 ? BoundSink.NO_LOW : truth - 500 - random.nextInt(40_000),
                    truth + 500 + random.nextInt(40_000) });
        }
        return bounds;
    }

    private static BoundCursor cursor(List<long[]> bounds) {
        return new BoundCursor() {
            private int fNext;

            @Override
            protected void fill() {
                for (; hasRoom() && fNext < bounds.size(); fNext++) {
                    give(bounds.get(fNext)[0], bounds.get(fNext)[1], bounds.get(fNext)[2]);
                }
            }
        };
    }

    private static List<long[]> bounds(Random random, long scale, long from) {
        List<long[]> bounds = new ArrayList<>();
        int count = 1 + random.nextInt(12);
        double slope = 1 + (random.nextDouble() - 0.5) / (random.nextBoolean() ? 1 : 100_000);
        long wide = Math.max(2, (long) (scale * random.nextDouble()));
        long[] readings = LongStream.range(0, count).map(i -> (long) (random.nextDouble() * 20 * scale)).sorted().toArray();
        for (long reading : readings) {
            long truth = (long) (reading * slope) + 3 * scale;
            long low = truth - (long) (random.nextDouble() * wide);
            long high = truth + (long) (random.nextDouble() * wide) - (random.nextInt(8) == 0 ? wide : 0);
            bounds.add(new long[] { from + reading, random.nextInt(6) == 0 ? BoundSink.NO_LOW : from + low,
                    random.nextInt(6) == 0 ? BoundSink.NO_HIGH : from + high });
        }
        bounds.removeIf(bound -> bound[1] == BoundSink.NO_LOW && bound[2] == BoundSink.NO_HIGH
                || bound[1] != BoundSink.NO_LOW && bound[2] != BoundSink.NO_HIGH && bound[1] > bound[2]);
        if (bounds.isEmpty()) {
            bounds.add(new long[] { from, from, from });
        }
        return bounds;
    }

    private static Ratio least(Ratio least, long low, long high, long run) {
        if (low == BoundSink.NO_LOW || high == BoundSink.NO_HIGH) {
            return least;
        }
        Ratio slope = Ratio.of(high - low, run);
        return least == null || slope.compareTo(least) < 0 ? slope : least;
    }

    private static Ratio most(Ratio most, long high, long low, long run) {
        if (low == BoundSink.NO_LOW || high == BoundSink.NO_HIGH) {
            return most;
        }
        Ratio slope = Ratio.of(low - high, run);
        return most == null || slope.compareTo(most) > 0 ? slope : most;
    }

    /** From the 1500th bound on 3 ms later: two pieces, cut within 3 bounds of the place. */
    @Test
    void aJumpBeginsAnotherPiece() {
        List<long[]> bounds = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            long reading = EPOCH + i * 1_000_000L;
            long truth = reading + 1_041_284_000L + i * 2 + (i >= 1500 ? 3_000_000 : 0);
            bounds.add(new long[] { reading, truth - 13_000 - i * 7919L % 40_000, truth + 12_800 + i * 104_729L % 50_000 });
        }
        PiecewiseClock clock = fit(bounds);
        assertEquals(2, clock.pieces().size());
        assertEquals(1500, (clock.pieces().get(1).from() - EPOCH) / 1_000_000, 3);
        assertEquals(3_000_000, clock.at(EPOCH + 2_000_000_000L) - clock.at(EPOCH + 1_000_000_000L) - 1_000_000_000L, 20_000);
        assertTrue(clock.isPoor(), "two pieces within 3 s");
        assertFalse(fit(bounds.subList(0, 1400)).isPoor());
        // between two pieces it goes straight from one to the other
        long end = clock.pieces().get(0).to();
        long begin = clock.pieces().get(1).from();
        assertEquals((clock.at(end) + clock.at(begin)) / 2, clock.at((end + begin) / 2), 1);
    }

    @Test
    void aPieceWithBoundsOnOneSideTouchesTheTightest() {
        PiecewiseClock clock = fit(List.of(new long[] { 0, BoundSink.NO_LOW, 50 }, new long[] { 10, BoundSink.NO_LOW, 55 }));
        assertEquals("45 55 -1", clock.at(0) + " " + clock.at(10) + " " + clock.uncertainty(0));
        assertTrue(clock.isPoor());
    }

    /** Nothing overflows: what is out of range is counted, and the extremes of the range are exact. */
    @Test
    void hostileBoundsAreCounted() {
        ClockFit fit = new ClockFit();
        fit.bound(Long.MIN_VALUE, 0, 0);
        fit.bound(0, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        fit.bound(0, BoundSink.NO_LOW, BoundSink.NO_HIGH);
        fit.bound(5, 10, 9);
        assertEquals("null 4", fit.clock() + " " + fit.unusable());
        long far = BoundSink.LIMIT - 1;
        PiecewiseClock clock = fit(List.of(new long[] { -far, -far, -far }, new long[] { far, far, far }));
        assertEquals(0, clock.at(0));
        assertEquals(far, clock.at(far));
        ClockFit many = new ClockFit();
        for (int i = 0; i < 20_000; i++) {
            many.bound(i, i % 2 * 1000, i % 2 * 1000);
        }
        assertEquals(ClockFit.MOST_PIECES, many.clock().pieces().size());
        assertTrue(many.unusable() > 0);
    }
}
