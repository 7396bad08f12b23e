/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.hypertrace.testing.oracle.SpeedUpOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;

/** Speed-up, gain, saving and their interval: worked examples, and what an enumeration of all ways finds. */
@Tag("plain")
class SpeedUpTest {

    private static final long[] A = { 100, 102, 98, 101, 99 };
    private static final long[] B = { 90, 91, 95, 89, 88 };

    @Test
    void threeWaysToWriteOneRatio() {
        SpeedUp speedUp = SpeedUp.of(5, 4);
        assertEquals(1.25, speedUp.ratio().value());
        assertEquals(0.25, speedUp.ratio().gain());
        assertEquals(0.2, speedUp.ratio().saving());
        // 95.7 % more done, 48.9 % of the time saved
        SpeedUp cycles = SpeedUp.of(254_100, 129_860);
        assertEquals(0.957, cycles.ratio().gain(), 0.0005);
        assertEquals(0.489, cycles.ratio().saving(), 0.0005);
    }

    @Test
    void fiveOfEach() {
        SpeedUp speedUp = SpeedUp.of(A, B);
        assertEquals(Ratio.of(10, 9), speedUp.ratio());
        assertEquals(Ratio.of(100, 95), speedUp.low());
        assertEquals(Ratio.of(102, 89), speedUp.high());
        assertEquals("1.111 [1.053, 1.146], 10.0 [5.0, 12.7]", String.format(Locale.ROOT, "%.3f [%.3f, %.3f], %.1f [%.1f, %.1f]", speedUp.ratio().value(),
                speedUp.low().value(), speedUp.high().value(), 100 * speedUp.ratio().saving(), 100 * speedUp.low().saving(), 100 * speedUp.high().saving()));
        assertEquals(2 / 252.0, speedUp.chance(), 1e-12);
        assertTrue(speedUp.isSignificant());
    }

    /** Fractions rank and divide as the whole numbers that they are thirds or sevenths of. */
    @Test
    void meansAreExact() {
        assertEquals(SpeedUp.of(A, B), SpeedUp.of(Arrays.stream(A).mapToObj(ns -> Ratio.of(ns, 3)).toList(),
                Arrays.stream(B).mapToObj(ns -> Ratio.of(7 * ns, 21)).toList()));
        List<Ratio> thirds = List.of(Ratio.of(1, 3), Ratio.of(2, 6), Ratio.of(3, 9), Ratio.of(4, 12));
        assertEquals(1, SpeedUp.of(thirds, thirds).chance());
        assertFalse(SpeedUp.of(thirds, List.of(Ratio.of(0, 5))).isKnown());
    }

    @Test
    void fourOfEachHaveAnIntervalAndThreeHaveNone() {
        SpeedUp four = SpeedUp.of(new long[] { 100, 101, 102, 103 }, new long[] { 90, 91, 92, 93 });
        assertEquals(1.1093, four.ratio().value(), 5e-5);
        assertEquals(1.0753, four.low().value(), 5e-5);
        assertEquals(1.1444, four.high().value(), 5e-5);
        assertEquals(2 / 70.0, four.chance(), 1e-12);
        SpeedUp three = SpeedUp.of(new long[] { 100, 101, 102 }, new long[] { 90, 91, 92 });
        assertTrue(three.isKnown());
        assertFalse(three.hasInterval());
        assertTrue(Double.isNaN(three.chance()));
    }

    @Test
    void whatTookNoTimeHasNoRatioButAChance() {
        SpeedUp none = SpeedUp.of(new long[4], new long[] { 1, 2, 3, 4 });
        assertFalse(none.isKnown());
        assertEquals(2 / 70.0, none.chance(), 1e-12);
        assertFalse(SpeedUp.of(new long[0], B).isKnown());
    }

    /** Durations of hours in ns: 64 bits do not hold the products. */
    @Test
    void longDurationsAreExact() {
        SpeedUp speedUp = SpeedUp.of(new long[] { Long.MAX_VALUE, Long.MAX_VALUE - 1 }, new long[] { Long.MAX_VALUE });
        assertTrue(speedUp.ratio().compareTo(Ratio.of(1, 1)) < 0);
        assertEquals(1, speedUp.ratio().value());
    }

    @Test
    void asAnEnumerationOfAllWaysFinds() {
        Random random = new Random(19);
        List<long[]> groups = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            groups.add(random.longs(1 + random.nextInt(7), 90, 110).toArray());
        }
        List<JsonObject> answers = SpeedUpOracle.of(groups);
        assertEquals(15, answers.size());
        for (int i = 0; i < answers.size(); i++) {
            JsonObject oracle = answers.get(i);
            SpeedUp speedUp = SpeedUp.of(groups.get(2 * i), groups.get(2 * i + 1));
            String both = Arrays.toString(groups.get(2 * i)) + Arrays.toString(groups.get(2 * i + 1));
            assertEquals(oracle.get("speedUp").getAsString(), speedUp.ratio().toString(), both);
            assertEquals(SpeedUpOracle.value(oracle.get("gain").getAsString()), speedUp.ratio().gain(), 1e-14, both);
            assertEquals(SpeedUpOracle.value(oracle.get("saving").getAsString()), speedUp.ratio().saving(), 1e-14, both);
            assertEquals(oracle.has("interval"), speedUp.hasInterval(), both);
            if (speedUp.hasInterval()) {
                assertEquals(oracle.getAsJsonArray("interval").get(0).getAsString(), speedUp.low().toString(), both);
                assertEquals(oracle.getAsJsonArray("interval").get(1).getAsString(), speedUp.high().toString(), both);
            }
            assertEquals(oracle.has("chance"), !Double.isNaN(speedUp.chance()), both);
            if (oracle.has("chance")) {
                assertEquals(SpeedUpOracle.value(oracle.get("chance").getAsString()), speedUp.chance(), 1e-12, both);
            }
        }
        assertTrue(answers.stream().anyMatch(answer -> answer.has("interval")));
        assertTrue(answers.stream().anyMatch(answer -> !answer.has("interval")));
    }

    @Test
    void chancesOfManyQuestions() {
        double[] corrected = Holm.corrected(new double[] { 0.01, 0.04, Double.NaN, 0.03, 0.9, 0.01 });
        assertTrue(Double.isNaN(corrected[2]));
        assertArrayEquals(SpeedUpOracle.holm(0.01, 0.04, 0.03, 0.9, 0.01),
                Arrays.stream(corrected).filter(chance -> !Double.isNaN(chance)).toArray(), 1e-12);
    }
}
