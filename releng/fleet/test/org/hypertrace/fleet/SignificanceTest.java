/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.RankSum;
import org.junit.jupiter.api.Test;

/** The figures of differences are those of a script that was written from the definitions; chance alone is seldom taken for more. */
class SignificanceTest {

    private static final Path ORACLE = Path.of(System.getProperty("hypertrace.root"), "org.hypertrace.tests/headless/oracle/rank_sum.py");
    private static final Path SCIPY = Path.of(System.getProperty("hypertrace.root"), "releng/fleet/test/org/hypertrace/fleet/scipy.txt");

    private static long[] draw(SplittableRandom random, int count, int range, int shift) {
        return random.longs(count, 0, range).map(value -> value + shift).sorted().toArray();
    }

    @Test
    void asTheOracleHasThem() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        List<long[][]> cases = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            // few values have many ties; great shifts have tiny chances
            int range = i % 3 == 0 ? 5 : 1_000_000;
            cases.add(new long[][] { draw(random, 4 + i, range, 0), draw(random, 4 + 3 * i % 50, range, i % 4 == 0 ? range / 2 : 0) });
        }
        cases.add(new long[][] { { 7, 7, 7, 7 }, { 7, 7, 7, 7, 7 } });
        List<String> expected = oracle(cases);
        for (int i = 0; i < cases.size(); i++) {
            String[] words = expected.get(i).split(" ");
            Significance.Difference found = Significance.of(cases.get(i)[0], cases.get(i)[1]);
            double p = Double.parseDouble(words[0]);
            assertEquals(p, found.p(), 1e-9 * p, "case " + i);
            assertEquals(Double.parseDouble(words[1]), found.effect(), 1e-12, "case " + i);
            assertEquals(Double.parseDouble(words[2]), Significance.median(cases.get(i)[0]), 0, "case " + i);
        }
    }

    /** Of another implementation, which the tests do not need: {@code scipy_answers.py} of the oracles writes the file. */
    @Test
    void asSciPyHasThem() throws IOException {
        List<String> kinds = new ArrayList<>();
        for (String line : Files.readAllLines(SCIPY)) {
            String[] parts = line.split("\\|");
            kinds.add(parts[0]);
            if (parts.length < 4) {
                continue;
            }
            long[] a = numbers(parts[1]);
            long[] b = numbers(parts[2]);
            double[] expected = Arrays.stream(parts[3].split(" ")).mapToDouble(Double::parseDouble).toArray();
            switch (parts[0]) {
            case "rank" -> {
                Significance.Difference found = Significance.of(sorted(a), sorted(b));
                assertEquals(expected[0], found.p(), 1e-9 * expected[0], line);
                assertEquals(expected[1], found.effect(), 1e-12, line);
            }
            case "exact" -> assertEquals(expected[0], RankSum.pValue(a, b), 1e-12, line);
            case "trend" -> {
                List<Group.Value> values = IntStream.range(0, a.length).mapToObj(i -> new Group.Value(Group.ALL, "r" + i, a[i], b[i])).toList();
                assertEquals(expected[0], Group.of(new Group.Key("boot", "", "boot", ""), Group.ALL, Group.ALL, values).trend().correlation(), 1e-12, line);
            }
            default -> throw new AssertionError(line);
            }
        }
        assertEquals(60, Collections.frequency(kinds, "rank"));
        assertTrue(Collections.frequency(kinds, "exact") > 30 && Collections.frequency(kinds, "trend") > 15, kinds.toString());
    }

    private static long[] numbers(String words) {
        return Arrays.stream(words.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private static long[] sorted(long[] values) {
        return Arrays.stream(values).sorted().toArray();
    }

    private static List<String> oracle(List<long[][]> cases) throws IOException {
        Process process = new ProcessBuilder("python3", "-B", ORACLE.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var to = process.outputWriter(StandardCharsets.UTF_8)) {
            for (long[][] one : cases) {
                to.write(Arrays.stream(one).map(some -> Arrays.stream(some).mapToObj(Long::toString).collect(Collectors.joining(" "))).collect(Collectors.joining("|")) + '\n');
            }
        }
        return process.inputReader(StandardCharsets.UTF_8).lines().toList();
    }

    /** Of 200 draws with 40 questions each, at most one in a hundred may show anything; eight have a chance below 1 in 1000. */
    @Test
    void chanceAloneIsSeldomMore() {
        SplittableRandom random = new SplittableRandom(2);
        int falseAlarms = 0;
        int outside = 0;
        for (int draw = 0; draw < 200; draw++) {
            double[] chances = new double[40];
            for (int i = 0; i < chances.length; i++) {
                long[] a = draw(random, 20, 1_000_000, 0);
                long[] b = draw(random, 25, 1_000_000, 0);
                chances[i] = Significance.of(a, b).p();
                if (i == 0) {
                    Significance.Interval interval = Significance.interval(a, b, draw);
                    outside += interval.low() > 0 || interval.high() < 0 ? 1 : 0;
                }
            }
            falseAlarms += Arrays.stream(Holm.corrected(chances)).anyMatch(p -> p <= Difference.LEVEL) ? 1 : 0;
        }
        assertTrue(falseAlarms <= 8, falseAlarms + " of 200");
        // 95 % have the true difference, 0: 10 of 200 do not; 22 have a chance below 1 in 1000
        assertTrue(outside <= 22, outside + " of 200 intervals");
    }

    @Test
    void aShiftIsFound() {
        SplittableRandom random = new SplittableRandom(3);
        long[] a = draw(random, 50, 1000, 0);
        long[] b = draw(random, 50, 1000, 400);
        Significance.Difference found = Significance.of(a, b);
        Significance.Interval interval = Significance.interval(a, b, 5);
        assertTrue(found.p() < 1e-4 && found.effect() > 0.4, found.toString());
        assertTrue(interval.low() > 0 && interval.low() < 400 && interval.high() > 400, interval.toString());
    }

    /** The interval is that of groups that are resampled one value after another. */
    @Test
    void theIntervalIsOfResampledGroups() {
        for (int count : new int[] { 20, 21 }) {
            SplittableRandom random = new SplittableRandom(count);
            long[] a = draw(random, count, 1000, 0);
            long[] b = draw(random, count + 10, 1000, 200);
            double[] naive = new double[20_000];
            for (int i = 0; i < naive.length; i++) {
                naive[i] = Significance.median(random.ints(b.length, 0, b.length).mapToLong(place -> b[place]).sorted().toArray())
                        - Significance.median(random.ints(a.length, 0, a.length).mapToLong(place -> a[place]).sorted().toArray());
            }
            Arrays.sort(naive);
            Significance.Interval found = Significance.interval(a, b, 1);
            // of 2000 the 50th is between these of 20000 but for a chance of 1 in 1000
            assertTrue(naive[300] <= found.low() && found.low() <= naive[720], found + " " + naive[500]);
            assertTrue(naive[20_000 - 720] <= found.high() && found.high() <= naive[20_000 - 300], found + " " + naive[20_000 - 500]);
        }
    }

    @Test
    void percentilesAreValues() {
        long[] values = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
        assertEquals(5, Significance.percentile(values, 0.5));
        assertEquals(9, Significance.percentile(values, 0.9));
        assertEquals(10, Significance.percentile(values, 0.91));
        assertEquals(10, Significance.percentile(values, 1));
        assertEquals(1, Significance.percentile(values, 0.01));
        assertEquals(5.5, Significance.median(values));
    }
}
