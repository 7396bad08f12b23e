/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {

    @ParameterizedTest
    @CsvSource({ "0, 0 ns", "1, 1 ns", "999, 999 ns", "1000, 1.00 µs", "1004, 1.00 µs", "1006, 1.01 µs", "9994, 9.99 µs", "9996, 10.0 µs",
            "99949, 99.9 µs", "99951, 100 µs", "412000, 412 µs", "999499, 999 µs", "999501, 1.00 ms", "18741000, 18.7 ms",
            "999500000, 1.00 s", "1000000000, 1.00 s", "57831234567, 57.8 s", "113589829603, 114 s", "3112471000000, 3112 s",
            "-412, -412 ns", "-1600, -1.60 µs", "-9223372036854775808, -9223372037 s" })
    void durationsHaveThreeDigitsAndAUnitOfTheirSize(long ns, String text) {
        assertEquals(text, Amount.ns(ns).text());
    }

    /** From the definition: the three digits are those of the decimal number, the unit is the greatest that is not above it. */
    @Test
    void anyDurationIsItsNearestThreeDigits() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            long ns = random.nextLong(1_000, 1L << (11 + random.nextInt(28)));
            String[] text = Amount.ns(ns).text().split(" ");
            int power = List.of("ns", "µs", "ms", "s").indexOf(text[1]) * 3;
            BigDecimal rounded = BigDecimal.valueOf(ns).round(new MathContext(3, RoundingMode.HALF_UP));
            assertEquals(0, rounded.compareTo(new BigDecimal(text[0]).scaleByPowerOfTen(power)), ns + " is not " + text[0] + text[1]);
            assertEquals(3, text[0].replace(".", "").length(), text[0]);
        }
    }

    @Test
    void whatIsExactIsSo() {
        assertEquals("57831234567 ns, +1600 ns, -1 ns, 7", Stream.of(Amount.ns(57_831_234_567L), Amount.change(1_600), Amount.change(-1),
                Amount.count(7)).map(Amount::exact).reduce((a, b) -> a + ", " + b).get());
        assertEquals("999 ns", Amount.ns(999).both());
        assertEquals("1.00 µs (1001 ns)", Amount.ns(1001).both());
        assertEquals("+1.60 µs", Amount.change(1_600).text());
        assertEquals("0 ns", Amount.change(0).text());
    }

    @Test
    void sharesOfNothingHaveNoText() {
        assertEquals("33.33 %|0.00 %|100.00 %||", Amount.share(1, 3) + "|" + Amount.share(0, 3) + '|' + Amount.share(3, 3) + '|'
                + Amount.share(1, 0) + '|' + Amount.share(1, -1));
    }

    @Test
    void sentencesChooseTheirDigits() {
        assertEquals("33 %|33.3 %|33.333 %|+33.3 %|-66.7 %|", Amount.share(1, 3).percent(0) + "|" + Amount.share(1, 3).percent(1) + '|'
                + Amount.share(1, 3).percent(3) + '|' + Amount.points(1.0 / 3).percent(1) + '|' + Amount.points(-2.0 / 3).percent(1) + '|'
                + Amount.share(1, 0).percent(1));
    }

    /** 4 µs of 134 s are little, but not nothing; half of the last digit is rounded up. */
    @Test
    void littleIsNotNothing() {
        assertEquals("<0.01 %|<1 %|<0.1 %|0.01 %|0.00 %", Amount.share(4_000, 134_000_000_000L) + "|" + Amount.share(4, 1000).percent(0) + '|'
                + Amount.share(4, 10_000).percent(1) + '|' + Amount.share(6, 100_000) + '|' + Amount.share(0, 7));
        assertEquals("0.00299 %|<0.00001 %|0 %", Digits.percent(Amount.share(4_000, 134_000_000)) + '|'
                + Digits.percent(Amount.share(4, 134_000_000_000L)) + '|' + Digits.percent(Amount.share(0, 7)));
    }

    @Test
    void sizesAreInMegabytes() {
        assertEquals("1.9 MB (1949999 bytes)", Amount.bytes(1_949_999).both());
        assertEquals("2.0 MB|0.1 MB", Amount.bytes(1_950_000) + "|" + Amount.bytes(50_000));
    }

    /** A budget of 1.000001 ms that took 1.000002 is not explained by two equal figures. */
    @Test
    void twoFiguresInASentenceAreDistinguished() {
        assertEquals("1000002 ns", Amount.ns(1_000_002).besides(Amount.ns(1_000_001)));
        assertEquals("1.00 ms", Amount.ns(1_000_002).besides(Amount.ns(1_000_002)));
        assertEquals("1.00 ms", Amount.ns(1_000_002).besides(Amount.ns(2_000_000)));
    }

    @Test
    void theyAreSortedByWhatTheyAreNotByTheirTexts() {
        assertTrue(Amount.ns(1_001).compareTo(Amount.ns(1_002)) < 0);
        assertTrue(Amount.ns(900).compareTo(Amount.ns(1_000_000)) < 0);
        assertTrue(Amount.share(2, 3).compareTo(Amount.share(1, 3)) > 0);
        assertTrue(Amount.time(1_795_279_257_417_700_001L).compareTo(Amount.time(1_795_279_257_417_700_000L)) > 0);
    }
}
