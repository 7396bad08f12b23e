/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.read.GuestTraceClocks.Placed;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.clock.Violations;
import org.hypertrace.core.clock.ClockQuality.Method;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that is kept is the same to the nanosecond when it is read again. */
class KeptClockTest {

    private static final long EPOCH = 1_795_289_243_000_000_000L;

    private static final Fit FIT = new Fit(true, 10_000, 7, 30_000);
    private static final Fit NONE = new Fit(false, 10_000, 5_000, 900_000);

    @TempDir
    Path folder;

    /** Bounds about a clock that is 1 s slow, and gains 3 ms and 40 ppm in its middle if it changes. */
    private static PiecewiseClock clock(Random random, boolean changes) {
        ClockFit fit = new ClockFit();
        for (int i = 0; i < 400; i++) {
            long reading = EPOCH + i * 25_000_000L + random.nextInt(1_000_000);
            long host = reading + 1_000_000_000L + (changes && i >= 200 ? 3_000_000L + (reading - EPOCH) * 40 / 1_000_000 : 0);
            fit.bound(reading, host - random.nextInt(20_000), host + random.nextInt(20_000));
        }
        return fit.clock();
    }

    private KeptClock again(PiecewiseClock clock) throws IOException {
        Path file = folder.resolve(KeptClock.FILE_NAME);
        KeptClock.of("1f", "a0-b1", clock, FIT).write(file);
        return KeptClock.read(file);
    }

    @Test
    void allPiecesAreExactlyTheSame() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            PiecewiseClock clock = clock(random, seed % 2 == 0);
            assertEquals(seed % 2 == 0, clock.pieces().size() > 1, "seed " + seed);
            KeptClock kept = again(clock);
            assertEquals("1f a0-b1", kept.guest() + " " + kept.host());
            assertEquals(clock.pieces().size(), kept.clock().pieces().size());
            for (int i = 0; i < 500; i++) {
                long reading = EPOCH - 1_000_000_000L + (long) (random.nextDouble() * 12_000_000_000L);
                assertEquals(clock.at(reading), kept.clock().at(reading), "seed " + seed);
                assertEquals(clock.at(reading), kept.exactTransform().transform(reading), "seed " + seed);
            }
            // just at the cut, where the line goes from one piece to the next
            for (long reading = clock.pieces().get(0).to() - 3; reading <= clock.pieces().get(0).to() + 3; reading++) {
                assertEquals(clock.at(reading), kept.clock().at(reading), "seed " + seed);
            }
        }
    }

    /** Trace Compass' arithmetic has 30 binary digits behind the point: it may be early by up to 2 ns. */
    @Test
    void oneLineIsTraceCompassOwnTransform() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            PiecewiseClock clock = clock(random, false);
            KeptClock kept = again(clock);
            assertTrue(kept.isLine());
            assertFalse(kept.transform() instanceof GuestTransform, "Trace Compass reads it back");
            assertEquals(KeptClock.of("", "", clock, FIT).transform(), kept.transform(), "it is known again");
            for (int i = 0; i < 500; i++) {
                long reading = EPOCH + (long) (random.nextDouble() * 10_000_000_000L);
                long early = clock.at(reading) - kept.transform().transform(reading);
                assertTrue(early >= 0 && early <= 2, "seed " + seed + ": " + early);
            }
        }
        assertTrue(again(clock(new Random(0), true)).transform() instanceof GuestTransform);
    }

    @Test
    void whichVcpusAGuestWithoutHypercallsHasIsKept() throws IOException {
        Path file = folder.resolve(KeptClock.FILE_NAME);
        new KeptClock("1f", "a0", clock(new Random(1), false), Map.of(0, 1, 1, 0), List.of(FIT)).write(file);
        KeptClock kept = KeptClock.read(file);
        assertEquals(Map.of(0, 1, 1, 0), kept.vcpus());
        assertEquals("true 1 0 2", kept.exactTransform().isSource() + " " + kept.exactTransform().vcpuOf(0) + " " + kept.exactTransform().vcpuOf(1) + " "
                + kept.exactTransform().vcpuOf(2));
        Files.writeString(file, Files.readString(file).replaceFirst("(?s)\\[\\s*0,\\s*1\\s*\\]", "[ 0 ]"));
        String message = assertThrows(IOException.class, () -> KeptClock.read(file)).getMessage();
        assertTrue(message.contains("must be a processor and its vCPU"), message);
        assertFalse(again(clock(new Random(1), false)).exactTransform().isSource());
    }

    @Test
    void nothingThatFitsIsKeptToo() throws IOException {
        Path file = folder.resolve(KeptClock.FILE_NAME);
        new KeptClock("1f", "a0", null, null, List.of(NONE, FIT)).write(file);
        KeptClock kept = KeptClock.read(file);
        assertNull(kept.clock());
        assertNull(kept.transform());
        assertFalse(kept.isLine());
        assertEquals(List.of(NONE, FIT), kept.fits(), "of each host");
        assertNull(KeptClock.read(folder.resolve("absent")));
    }

    private static ClockQuality quality(Method method, PiecewiseClock clock) {
        return new ClockQuality(method, clock, 5, null, 9, 0, 0, 0, new Violations(), new Violations(), new Violations(), null, -1, Map.of(0, 0), null);
    }

    /** A trace that several hosts name is on the clock of the first that it fits; a coarse offset is worth less. */
    @Test
    void theFirstHostThatItFitsCounts() throws IOException {
        PiecewiseClock clock = clock(new Random(1), false);
        ClockQuality none = quality(Method.NONE, null);
        ClockQuality hello = quality(Method.HELLO, null);
        ClockQuality fits = quality(Method.CONTAINMENT, clock);
        ClockQuality other = quality(Method.HYPERCALLS, clock(new Random(2), false));
        assertSame(fits, ClockQuality.deciding(List.of(none, hello, fits, other)));
        assertSame(hello, ClockQuality.deciding(List.of(none, hello, none)));
        assertSame(none, ClockQuality.deciding(List.of(none)));
        assertNull(ClockQuality.deciding(List.of()));
        KeptClock kept = KeptClock.of("1f", "a0 b1", List.of(none, fits));
        assertEquals(clock.at(EPOCH), kept.clock().at(EPOCH));
        assertEquals(List.of(false, true), kept.fits().stream().map(Fit::isTied).toList());
        assertEquals(kept.fits().get(1), kept.fit());
        Placed first = new Placed("/own", 0, none, EPOCH, EPOCH);
        Placed second = new Placed("/own", 1, fits, EPOCH, EPOCH);
        assertSame(second, PassClocks.deciding("/own", List.of(first, new Placed("/other", 0, other, 0, 0), second)));
        assertNull(PassClocks.deciding("/none", List.of(first, second)));
    }

    @Test
    void howWellItFitsIsKept() throws IOException {
        assertEquals(List.of(FIT), again(clock(new Random(1), false)).fits());
        // as older versions have kept it
        Path file = folder.resolve(KeptClock.FILE_NAME);
        Files.writeString(file, Files.readString(file).replaceFirst("(?s),\\s*\"fits\": \\[.*?\\]", ""));
        assertEquals(List.of(), KeptClock.read(file).fits());
        KeptClock.of("1f", "a0-b1", clock(new Random(1), false), FIT).write(file);
        Files.writeString(file, Files.readString(file).replace("\"violations\": 7", "\"violations\": 10001"));
        String message = assertThrows(IOException.class, () -> KeptClock.read(file)).getMessage();
        assertTrue(message.startsWith(file + ": fits[0].violations"), message);
    }

    @Test
    void whatIsWrongIsASentenceWithTheNextStep() throws IOException {
        String piece = "{ \"from\": 5, \"to\": 9, \"bounds\": 2, \"slope\": \"1/1\", \"begin\": \"7/2\" }";
        for (String pieces : new String[] { "{}", "[1]", "[" + piece.replace("1/1", "1") + "]", "[" + piece.replace("1/1", "1/0") + "]",
                "[" + piece.replace("1/1", "1/-1") + "]", "[" + piece.replace("9", "4") + "]", "[" + piece + "," + piece + "]",
                "[" + piece.replace("\"7/2\"", "3") + "]" }) {
            Path file = folder.resolve(KeptClock.FILE_NAME);
            Files.writeString(file, "{ \"version\": 1, \"guest\": \"a\", \"host\": \"b\", \"pieces\": " + pieces + " }");
            String message = assertThrows(IOException.class, () -> KeptClock.read(file), pieces).getMessage();
            assertTrue(message.startsWith(file + ": pieces") && message.endsWith("then Synchronize Guests."), message);
        }
        Path file = folder.resolve(KeptClock.FILE_NAME);
        Files.writeString(file, "{ \"version\": 1, \"guest\": \"a\", \"host\": \"b\", \"pieces\": [" + piece + "] }");
        assertEquals(3 + 4, KeptClock.read(file).clock().at(9));
    }
}
