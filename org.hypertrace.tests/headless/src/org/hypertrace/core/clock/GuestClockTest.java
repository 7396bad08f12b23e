/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

import org.hypertrace.core.clock.ClockQuality.Method;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A made guest of two vCPUs whose clock is known: what is found is compared with the truth. */
@Tag("plain")
@Tag("long")
class GuestClockTest {

    private static final long EPOCH = 1_795_289_243_000_000_000L;
    private static final long LENGTH = 2_400_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    /** An event of the guest: host time, vCPU, key; and the exit, hypercall and entry that report it. */
    private record Made(long time, int vcpu, long key, long exit, long call, long entry) { }

    private final List<Made> fEvents = new ArrayList<>();
    /** Stays in the guest: begin, end, vCPU. */
    private final List<long[]> fStays = new ArrayList<>();
    private LongUnaryOperator fClock = host -> host - 1_041_284_000L;
    private long fResolution = 1;
    private boolean fSwapped;
    private boolean fHypercalls = true;
    private boolean fReportsClock = true;
    private List<Long> fHellos = List.of(EPOCH + LENGTH / 4);

    /** Random stays and gaps, an event in most stays; a stay with an event ends with the hypercall that reports it. */
    private void make(boolean hypercallFirst) {
        Random random = new Random(7);
        for (int vcpu = 0; vcpu < 2; vcpu++) {
            long now = EPOCH + random.nextInt(1_000_000);
            while (now < EPOCH + LENGTH) {
                long begin = now;
                long last = hypercallFirst ? begin + 900 + random.nextInt(900) : begin + 5_000 + (long) (-Math.log(random.nextDouble()) * 300_000);
                long end = hypercallFirst ? begin + 30_000 + random.nextInt(200_000) : last + 800 + random.nextInt(600);
                if (random.nextInt(3) > 0) {
                    long key = 1 + random.nextInt(40) + ((long) random.nextInt(4) << 58);
                    if (hypercallFirst) {
                        fEvents.add(new Made(last, vcpu, key, begin - 9_000, begin - 4_000, begin));
                    } else {
                        fEvents.add(new Made(last, vcpu, key, end, end + 1_000, 0));
                    }
                }
                fStays.add(new long[] { begin, end, vcpu });
                now = end + 10_000 + (random.nextInt(20) == 0 ? random.nextInt(30_000_000) : random.nextInt(50_000));
            }
        }
    }

    private long reading(Made event) {
        return Math.floorDiv(fClock.applyAsLong(event.time) + fResolution / 2, fResolution) * fResolution;
    }

    private ClockQuality quality() {
        long offset = fClock.applyAsLong(0);
        try (GuestClock clock = new GuestClock(fReportsClock ? offset : null, fResolution)) {
            fEvents.stream().sorted(Comparator.comparingLong(Made::time))
                    .forEach(event -> clock.guestEvent(fSwapped ? 1 - event.vcpu : event.vcpu, reading(event), fHypercalls ? event.key : MatchKey.NONE));
            for (int vcpu = 0; vcpu < 2; vcpu++) {
                int of = vcpu;
                // 0 exit, 1 hypercall, 2 entry
                List<long[]> host = new ArrayList<>();
                fStays.stream().filter(stay -> stay[2] == of).forEach(stay -> {
                    host.add(new long[] { stay[0], 2, 0 });
                    host.add(new long[] { stay[1], 0, 0 });
                });
                fEvents.stream().filter(event -> fHypercalls && event.vcpu == of).forEach(event -> host.add(new long[] { event.call, 1, event.key }));
                host.sort(Comparator.comparingLong(what -> what[0]));
                VcpuTimes times = clock.vcpu(vcpu);
                for (long[] what : host) {
                    if (what[1] == 0) {
                        times.exit(what[0]);
                    } else if (what[1] == 2) {
                        times.entry(what[0]);
                    } else {
                        times.hypercall(what[0]);
                        times.reported(what[0], what[2]);
                    }
                }
            }
            if (fHypercalls) {
                fHellos.forEach(time -> clock.hello(time + 20_000, fClock.applyAsLong(time) - offset, EPOCH));
            }
            return clock.quality();
        }
    }

    private boolean isEnteredAfter(Made event) {
        return fStays.stream().anyMatch(stay -> stay[2] == event.vcpu && stay[0] >= event.call);
    }

    private long worstError(ClockQuality quality) {
        return fEvents.stream().mapToLong(event -> Math.abs(quality.at(reading(event)) - event.time)).max().orElseThrow();
    }

    @Test
    void theStampComesFirst() {
        make(false);
        ClockQuality quality = quality();
        assertEquals("HYPERCALLS STAMP_FIRST 1 piece, 0 violations",
                quality.method() + " " + quality.order().name() + " " + quality.clock().pieces().size() + " piece, " + quality.joined().count() + " violations");
        // nothing bounds the last hypercall of a vCPU: no entry follows
        assertEquals(fEvents.stream().filter(this::isEnteredAfter).count(), quality.matched());
        assertTrue(worstError(quality) <= quality.clock().uncertainty(quality.clock().from()), "within the uncertainty");
        assertTrue(quality.delays().min() >= 0 && quality.delays().p50() <= quality.delays().p99());
        assertTrue(quality.recorded().count() > 300);
    }

    @Test
    void theHypercallComesFirst() {
        make(true);
        ClockQuality quality = quality();
        assertEquals("HYPERCALLS HYPERCALL_FIRST 0", quality.method() + " " + quality.order().name() + " " + quality.joined().count());
        assertTrue(worstError(quality) <= quality.clock().uncertainty(quality.clock().from()), "within the uncertainty");
    }

    @Test
    void withoutHypercallsStaysDecide() {
        make(false);
        fHypercalls = false;
        ClockQuality quality = quality();
        assertEquals("CONTAINMENT 0", quality.method() + " " + quality.joined().count());
        assertTrue(worstError(quality) <= quality.clock().uncertainty(quality.clock().from()), "within the uncertainty");
        assertNull(quality.delays());
    }

    @Test
    void aClockOfAnotherHourOrSinceTheBootIsFound() {
        make(false);
        fHypercalls = false;
        fReportsClock = false;
        for (LongUnaryOperator clock : List.<LongUnaryOperator>of(host -> host + HOUR, host -> host - EPOCH + 4_000_000_000L)) {
            fClock = clock;
            ClockQuality quality = quality();
            assertEquals("CONTAINMENT 0", quality.method() + " " + quality.joined().count());
            assertTrue(worstError(quality) <= quality.clock().uncertainty(quality.clock().from()), "within the uncertainty");
        }
    }

    @Test
    void roundingToMicrosecondsBelongsToTheBounds() {
        make(false);
        fHypercalls = false;
        fResolution = 1000;
        ClockQuality quality = quality();
        assertEquals("CONTAINMENT 0", quality.method() + " " + quality.joined().count());
        assertTrue(worstError(quality) <= quality.clock().uncertainty(quality.clock().from()) + 500, "within the uncertainty");
    }

    @Test
    void processorsMayBeNumberedOtherwise() {
        make(false);
        fSwapped = true;
        ClockQuality quality = quality();
        assertEquals("HYPERCALLS 0 [1, 0]", quality.method() + " " + quality.joined().count() + " " + quality.cpus().values());
        fHypercalls = false;
        quality = quality();
        assertEquals("CONTAINMENT 0 [1, 0]", quality.method() + " " + quality.joined().count() + " " + quality.cpus().values());
    }

    /** The clock runs 500 ppm faster for a third of the time: two changes, three pieces. */
    @Test
    void aClockThatChangesItsRateHasPieces() {
        make(false);
        long first = EPOCH + LENGTH / 3;
        long second = EPOCH + 2 * LENGTH / 3;
        fClock = host -> host - 1_041_284_000L + Math.max(0, Math.min(host, second) - first) / 2_000;
        ClockQuality quality = quality();
        assertEquals(Method.HYPERCALLS, quality.method());
        assertTrue(quality.clock().pieces().size() >= 3, quality.clock().pieces().size() + " pieces");
        // where a piece ends, its line may be wrong for an event or two
        assertTrue(quality.joined().count() <= 3, quality.joined().count() + " violations");
        assertTrue(worstError(quality) < 60_000, "worst error " + worstError(quality));
    }

    /** As a tick of 10 100 µs: after a second the coarse offset is so wrong that an event's own hypercall seems to be before it. */
    @Test
    void aClockThatChangesItsRateByMuchHasPieces() {
        make(false);
        long first = EPOCH + LENGTH / 3;
        long second = EPOCH + 2 * LENGTH / 3;
        fClock = host -> host - 1_041_284_000L + Math.max(0, Math.min(host, second) - first) / 100;
        ClockQuality quality = quality();
        assertEquals(Method.HYPERCALLS, quality.method());
        assertTrue(quality.joined().count() <= 3, quality.joined().count() + " violations");
        // the vCPUs are away for up to 30 ms, in which the clocks part by 300 µs
        assertTrue(worstError(quality) < 300_000, "worst error " + worstError(quality));
    }

    /** The VM is paused for so long: its guest's clock stands still, and starts again a little before its vCPUs do. */
    private void pause(long from, long ns) {
        long away = ns + 300_000;
        List<long[]> cut = fStays.stream().filter(stay -> stay[0] < from && stay[1] >= from).toList();
        fEvents.removeIf(event -> cut.stream().anyMatch(stay -> stay[2] == event.vcpu && stay[0] <= event.time && event.time <= stay[1]));
        fStays.removeAll(cut);
        fEvents.replaceAll(event -> event.time < from ? event
                : new Made(event.time + away, event.vcpu, event.key, event.exit + away, event.call + away, event.entry + away));
        fStays.replaceAll(stay -> stay[0] < from ? stay : new long[] { stay[0] + away, stay[1] + away, stay[2] });
        fClock = host -> host - 1_041_284_000L - Math.max(0, Math.min(host - from - 100_000, ns));
        fHellos = List.of(EPOCH + LENGTH / 4, EPOCH + 3 * LENGTH / 4 + away);
    }

    /** No event is misplaced: the guest reports its clock before and after, and the host shows when its vCPUs were away. */
    @Test
    void aVmThatIsPausedHasAClockInTwoPieces() {
        make(false);
        pause(EPOCH + LENGTH / 2, 3_000_000_000L);
        ClockQuality quality = quality();
        assertEquals("HYPERCALLS STAMP_FIRST 2 pieces, 0 violations",
                quality.method() + " " + quality.order().name() + " " + quality.clock().pieces().size() + " pieces, " + quality.joined().count() + " violations");
        long jump = quality.clock().pieces().get(1).from();
        assertEquals(jump - 1, quality.clock().pieces().get(0).to());
        fEvents.forEach(event -> assertEquals(event.time < EPOCH + LENGTH / 2, reading(event) < jump, "at " + event.time + ", it jumps at " + jump));
        fEvents.stream().filter(event -> quality.clock().from() <= reading(event) && reading(event) <= quality.clock().to())
                .forEach(event -> assertTrue(Math.abs(quality.at(reading(event)) - event.time) <= quality.clock().uncertainty(reading(event)) + 1,
                        "at " + event.time));
        assertTrue(quality.crossCheck() >= 0 && quality.crossCheck() < 20_000, "cross-check " + quality.crossCheck());
    }

    /** Half a second is more than hypercalls are looked for around one offset. */
    @Test
    void severalPausesAreSeveralPieces() {
        make(false);
        pause(EPOCH + LENGTH / 3, 500_000_000L);
        LongUnaryOperator once = fClock;
        long second = EPOCH + 2 * LENGTH / 3 + 500_300_000L;
        pause(second, 700_000_000L);
        LongUnaryOperator twice = fClock;
        fClock = host -> once.applyAsLong(host) + twice.applyAsLong(host) - host + 1_041_284_000L;
        fHellos = List.of(EPOCH + LENGTH / 4, EPOCH + LENGTH / 2 + 500_300_000L, EPOCH + 5 * LENGTH / 6 + 1_200_600_000L);
        ClockQuality quality = quality();
        assertEquals("HYPERCALLS 3 pieces, 0 violations",
                quality.method() + " " + quality.clock().pieces().size() + " pieces, " + quality.joined().count() + " violations");
    }

    /** The count of violations is sharp: as found there are none, and a line moved by 15 µs to either side has some. */
    @Test
    void aMovedLineIsNoticed() {
        make(false);
        ClockQuality quality = quality();
        LongUnaryOperator clock = fClock;
        try (GuestTimes guest = new GuestTimes(); VcpuTimes vcpu = new VcpuTimes()) {
            fEvents.stream().filter(event -> event.vcpu == 0).forEach(event -> guest.event(clock.applyAsLong(event.time), MatchKey.NONE));
            fStays.stream().filter(stay -> stay[2] == 0).forEach(stay -> {
                vcpu.entry(stay[0]);
                vcpu.exit(stay[1]);
            });
            for (long by : new long[] { -15_000, 0, 15_000 }) {
                Violations moved = new Violations();
                Containment.count(guest, vcpu, reading -> quality.at(reading) + by, 0, moved);
                assertEquals(by != 0, moved.count() > 30 && moved.isTooMany(), by + ": " + moved.count() + " of " + moved.events());
                assertTrue(by == 0 ? moved.count() == 0 : moved.worst() <= 15_000 + quality.clock().uncertainty(EPOCH), by + ": " + moved.worst());
                assertEquals(Math.min(moved.count(), 1000), moved.known().size(), by + ": the first thousand");
                long worst = moved.known().stream().mapToLong(event -> Math.abs(event.ns())).max().orElse(0);
                assertTrue(moved.count() > 1000 ? worst <= moved.worst() : worst == moved.worst(), by + ": " + worst);
                // a line that is late has events behind the end of a stay, which was earlier, and an early one before the next begin
                moved.known().forEach(event -> assertTrue(fStays.stream().anyMatch(stay -> stay[2] == 0
                        && event.time() + event.ns() == (event.ns() < 0 ? stay[1] : stay[0])), event.toString()));
                assertEquals(by != 0, moved.known().stream().filter(event -> event.ns() < 0 == by > 0).count() > 20, by + "");
            }
        }
    }

    @Test
    void aGuestThatHasNothingToDoWithTheHostIsNotTied() {
        make(false);
        fHypercalls = false;
        Random random = new Random(3);
        fEvents.replaceAll(event -> new Made(EPOCH + (long) (random.nextDouble() * LENGTH), event.vcpu, event.key, 0, 0, 0));
        ClockQuality quality = quality();
        assertEquals("NONE null", quality.method() + " " + quality.clock());
        try (GuestClock empty = new GuestClock(null, 1)) {
            assertEquals(Method.NONE, empty.quality().method());
        }
    }
}
