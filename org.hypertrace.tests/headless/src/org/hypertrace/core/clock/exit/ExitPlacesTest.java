/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;

import org.hypertrace.core.clock.line.ClockConversion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Exits of a ring are found in the host's trace, where both were recorded. Two ticks are a nanosecond here, and 0 is 1000. */
@Tag("plain")
class ExitPlacesTest {

    private static final long ZERO = 1000;
    private static final ClockConversion CLOCK = tick -> tick / 2 + ZERO;

    /** An exit as the ring stamps it; the trace has it 3 ns before, and the next event 4 ns after that. */
    private record Exit(long time, long kind) {

        long rip() {
            return 100 * kind;
        }
    }

    private static List<Exit> exits(long... timesAndKinds) {
        List<Exit> exits = new ArrayList<>();
        for (int i = 0; i < timesAndKinds.length; i += 2) {
            exits.add(new Exit(timesAndKinds[i], timesAndKinds[i + 1]));
        }
        return exits;
    }

    /** So many at any times, 10 to 90 µs apart, of some kinds. */
    private static List<Exit> any(Random random, int count, int kinds) {
        List<Exit> exits = new ArrayList<>();
        long time = 2_000;
        for (int i = 0; i < count; i++) {
            time += 10_000 + random.nextInt(80_000);
            exits.add(new Exit(time, random.nextInt(kinds)));
        }
        return exits;
    }

    /** Those that were recorded, by their numbers; a gap is where one was not. */
    private static ExitTimes trace(List<Exit> exits, LongPredicate isThere) {
        ExitTimes times = new ExitTimes();
        for (int i = 0; i < exits.size(); i++) {
            if (isThere.test(i)) {
                times.exit(exits.get(i).time - 3, exits.get(i).kind, exits.get(i).rip());
                times.happens(exits.get(i).time + 4);
            } else {
                times.gap();
            }
        }
        return times;
    }

    private static ExitTimes ring(List<Exit> exits, LongPredicate isThere) {
        ExitTimes times = new ExitTimes();
        for (int i = 0; i < exits.size(); i++) {
            if (isThere.test(i)) {
                times.exit(2 * (exits.get(i).time - ZERO), exits.get(i).kind, exits.get(i).rip());
            } else {
                times.gap();
            }
        }
        return times;
    }

    /** What runs decide: the times of the exits that were found; each must have the bounds of its own. */
    private static List<Long> found(ExitTimes ring, ExitTimes trace, ClockConversion about) {
        List<Long> found = new ArrayList<>();
        long count = new ExitPlaces(ring, trace, about).find(Long.MIN_VALUE, Long.MAX_VALUE, (tick, low, high) -> {
            assertEquals(CLOCK.at(tick) - 3 + " " + (CLOCK.at(tick) + 4), low + " " + high);
            found.add(CLOCK.at(tick));
        });
        assertEquals(count, found.size());
        return found;
    }

    private static List<Long> times(List<Exit> exits) {
        return exits.stream().map(Exit::time).toList();
    }

    @Test
    void aRunThatIsInTheTraceTwiceIsNotTaken() {
        List<Exit> twice = exits(2_000, 6, 2_100, 0, 2_700, 6, 2_800, 0);
        assertEquals(List.of(), found(ring(twice, i -> i < 2), trace(twice, i -> true), CLOCK));
        assertEquals(List.of(2_000L, 2_100L, 2_700L), found(ring(twice, i -> i < 3), trace(twice, i -> true), CLOCK));
        // the second one is beyond a second
        List<Exit> far = exits(2_000, 6, 2_100, 0, 7_000_000_000L, 6, 7_000_000_100L, 0);
        assertEquals(List.of(2_000L, 2_100L), found(ring(far, i -> i < 2), trace(far, i -> true), CLOCK));
        // once on each side of a gap is twice
        assertEquals(List.of(), found(ring(twice, i -> i < 1), trace(twice, i -> i != 1), CLOCK));
    }

    @Test
    void aRunWhoseGuestWasElsewhereIsNotTaken() {
        ExitTimes other = new ExitTimes();
        other.exit(1_997, 6, 77);
        other.happens(2_004);
        assertEquals(List.of(), found(ring(exits(2_000, 6), i -> true), other, CLOCK));
    }

    /** Its own counterpart may be what the host has lost. */
    @Test
    void aShortRunIsNotTakenWhereTheHostLostExits() {
        List<Exit> exits = exits(2_000, 6, 2_100, 0, 2_200, 1);
        assertEquals(List.of(), found(ring(exits, i -> i == 0), trace(exits, i -> i != 1), CLOCK));
        assertEquals(List.of(2_000L), found(ring(exits, i -> i == 0), trace(exits, i -> true), CLOCK));
    }

    /** The trace has an exit between these, which the ring has lost. */
    @Test
    void aGapEndsARun() {
        List<Exit> exits = exits(2_000, 6, 2_100, 0, 2_200, 1);
        assertEquals(List.of(2_000L, 2_200L), found(ring(exits, i -> i != 1), trace(exits, i -> true), CLOCK));
    }

    /** The same kinds at the same places, but not with as much time between them. */
    @Test
    void anotherPassageOfTheSameCodeIsNotTaken() {
        List<Exit> exits = any(new Random(1), 40, 8);
        List<Exit> later = new ArrayList<>();
        for (int i = 0; i < exits.size(); i++) {
            later.add(new Exit(exits.get(i).time + 500_000L + 1_500 * (i % 2), exits.get(i).kind));
        }
        assertEquals(List.of(), found(ring(exits, i -> true), trace(later, i -> true), CLOCK));
    }

    @Test
    void whereTheHostLostExitsARunEnds() {
        List<Exit> exits = any(new Random(2), 300, 8);
        List<Exit> recorded = new ArrayList<>(exits.subList(0, 100));
        recorded.addAll(exits.subList(180, 300));
        // a clock that is wrong by nearly a second is enough
        for (long off : new long[] { 0, 900_000_000L, -900_000_000L }) {
            assertEquals(times(recorded), found(ring(exits, i -> true), trace(exits, i -> i < 100 || i >= 180), tick -> CLOCK.at(tick) + off));
        }
    }

    @Test
    void aTraceMayBeginLateAndEndEarly() {
        List<Exit> exits = any(new Random(3), 300, 8);
        ExitTimes part = trace(exits.subList(120, 200), i -> true);
        assertEquals(times(exits.subList(120, 200)), found(ring(exits, i -> true), part, CLOCK));
        assertEquals(times(exits.subList(120, 160)), found(ring(exits.subList(0, 160), i -> true), part, CLOCK));
        assertEquals(times(exits.subList(160, 200)), found(ring(exits.subList(160, 300), i -> true), part, CLOCK));
        // too short a part may be another one
        assertEquals(List.of(), found(ring(exits.subList(0, 120 + (int) ExitPlaces.LEAST - 1), i -> true), part, CLOCK));
    }

    /** The guest's loop has two kinds of exits. Any of its rounds may be the one that the host recorded. */
    @Test
    void aPartOfALoopIsNotTaken() {
        List<Exit> loop = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            loop.add(new Exit(2_000 + 20_000_000L * i, i % 2));
        }
        assertEquals(List.of(), found(ring(loop, i -> true), trace(loop, i -> i >= 100 && i < 220), CLOCK));
        assertEquals(List.of(), found(ring(loop, i -> i < 150), trace(loop, i -> i >= 160), CLOCK));
    }

    /** Where both recorded an exit it is found, if it is in a part that is long enough; and nothing else is. */
    @Test
    void whatIsFoundIsTrue() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Exit> exits = any(random, 100 + random.nextInt(900), 2 + random.nextInt(12));
            int most = 1 + random.nextInt(200);
            boolean[] inRing = parts(random, exits.size(), most);
            boolean[] inTrace = parts(random, exits.size(), most);
            inTrace[0] = true;
            inTrace[exits.size() - 1] = true;
            List<Long> found = found(ring(exits, i -> inRing[(int) i]), trace(exits, i -> inTrace[(int) i]), CLOCK);
            int length = 0;
            for (int i = 0; i <= exits.size(); i++) {
                boolean isInBoth = i < exits.size() && inRing[i] && inTrace[i];
                assertTrue(i == exits.size() || isInBoth || !found.contains(exits.get(i).time), seed + ": " + i);
                if (isInBoth) {
                    length++;
                } else {
                    assertTrue(length < ExitPlaces.LEAST || found.containsAll(times(exits.subList(i - length, i))), seed + ": " + length + " before " + i);
                    length = 0;
                }
            }
        }
    }

    private static boolean[] parts(Random random, int count, int most) {
        boolean[] isThere = new boolean[count];
        boolean is = random.nextBoolean();
        int left = random.nextInt(most);
        for (int i = 0; i < count; i++, left--) {
            if (left == 0) {
                is = !is;
                left = 1 + random.nextInt(is ? most : 1 + most / 4);
            }
            isThere[i] = is;
        }
        return isThere;
    }
}
