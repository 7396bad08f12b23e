/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.compare.RankSum;
import org.hypertrace.testing.Halves;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten boots of the same machine, dealt to two groups in each of the 252 ways: a difference is rarely reported. */
@Tag("plain")
class EqualBootsTest {

    private static final int BOOTS = 10;
    private static final int INITCALLS = 12;
    private static final int WAYS = 252;

    private final List<RunComparison<BootProfile>> fComparisons = new ArrayList<>();

    private void deal() {
        Random random = new Random(252);
        List<BootProfile> boots = new ArrayList<>();
        for (int i = 0; i < BOOTS; i++) {
            boots.add(BootFixture.of("trace", "web", i + 1, boot(random)));
        }
        Halves.of(boots, (a, b) -> fComparisons.add(BootComparer.compare(new RunGroup<>("a", a), new RunGroup<>("b", b))));
        assertEquals(WAYS, fComparisons.size());
    }

    private static String boot(Random random) {
        StringBuilder text = new StringBuilder("launched 0\nlevel early 100000\nlevel device " + (200_000 + random.nextInt(9_000)) + '\n');
        int time = 210_000;
        for (int i = 0; i < INITCALLS; i++) {
            int end = time + 10_000 + random.nextInt(3_000);
            text.append("initcall f").append(i).append("_init ").append(time).append(' ').append(end).append('\n');
            time = end;
        }
        return text.append("userspace ").append(time + 1_000).toString();
    }

    private static Stream<RunRow> rows(RunComparison<BootProfile> comparison) {
        return Stream.concat(comparison.parts().stream(), comparison.details().stream());
    }

    private void theWholeIsSeldomCalledSignificant() {
        long significant = fComparisons.stream().filter(comparison -> comparison.whole().speedUp().isSignificant()).count();
        assertTrue(significant * 20 <= WAYS, significant + " of " + WAYS);
        assertTrue(significant > 0);
        assertEquals(WAYS - significant, fComparisons.stream().filter(comparison -> comparison.answer().text().startsWith("No difference")).count());
    }

    @Test
    void aDifferenceIsSeldomReported() {
        deal();
        theWholeIsSeldomCalledSignificant();
        aCauseIsSeldomNamed();
        theIntervalHasNoDifference();
        whatTheRowsContributeIsTheWholeDifference();
    }

    /** Each row by itself would be called significant in at most 5 %, but some row in much more. */
    private void aCauseIsSeldomNamed() {
        long uncorrected = fComparisons.stream().filter(comparison -> rows(comparison).anyMatch(row -> row.chance() < RankSum.LEVEL)).count();
        assertTrue(uncorrected * 20 > WAYS, uncorrected + " of " + WAYS);
        long corrected = fComparisons.stream().filter(comparison -> rows(comparison).anyMatch(row -> row.corrected() < RankSum.LEVEL)).count();
        assertTrue(corrected * 20 <= WAYS, corrected + " of " + WAYS);
        long named = fComparisons.stream().filter(comparison -> !comparison.answer().things().isEmpty()).count();
        assertTrue(named * 20 <= WAYS, named + " of " + WAYS);
    }

    /** The interval has 1 - no difference - in at least 95 % of the ways. */
    private void theIntervalHasNoDifference() {
        long outside = fComparisons.stream().map(comparison -> comparison.whole().speedUp())
                .filter(speedUp -> speedUp.low().value() > 1 || speedUp.high().value() < 1).count();
        assertTrue(outside * 20 <= WAYS, outside + " of " + WAYS);
    }

    private void whatTheRowsContributeIsTheWholeDifference() {
        for (RunComparison<BootProfile> comparison : fComparisons) {
            assertEquals(comparison.whole().contribution(), comparison.parts().stream().mapToLong(RunRow::contribution).sum());
        }
    }
}
