/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.story.RandomRings;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guest sends some groups of events by rings and all others by hypercall: merged they are what it would have sent one way. */
class CombinedRingsTest {

    private static final String LAUNCH = """
            90 host cpu0 fork CPU_0/KVM:11 10
            91 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            100 host cpu0 kvm_tsc_offset 0 -5000
            110 host cpu0 kvm_entry
            """;
    private static final int STEPS = 300;
    private static final int STEP = 100_000;
    /** How well the times of records are known, ns: the least that a vCPU was in the guest around them. */
    private static final int SURE = 20_000;

    @TempDir
    private Path fFolder;

    /** What a guest sends, one way and combined. */
    private static final class Sender {
        private final StringBuilder fOneWay = new StringBuilder(LAUNCH);
        private final StringBuilder fCombined = new StringBuilder(LAUNCH);
        private final RingMemory fRing = new RingMemory().ring(0, 0, 512, 0);
        private long fNumber;
        private long fNumberOfSome;
        private int fOnlyInRing;
        private int fBothWays;

        private static void call(StringBuilder to, long time, long nr, long... a) {
            to.append("%d host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000\n%d host cpu0 kvm_hypercall 0x%x 0x%x 0x%x 0x%x 0x%x\n%d host cpu0 kvm_entry\n"
                    .formatted(time - 1, time, nr, a[0], a[1], a[2], a[3], time + 1));
        }

        void send(long time, int event, long... a) {
            call(fOneWay, time, ++fNumber << 32 | event, a);
            boolean inRing = event >= 0x66 && event <= 0x6d || event == 0x92 || event == 0x91;
            boolean ties = event == 0x81;
            if (inRing || ties) {
                fRing.put(0, 2 * (time - 100 - (ties ? 5 : 0)), event, a);
            }
            if (!inRing) {
                call(fCombined, time, ++fNumberOfSome << 32 | event, a);
            }
            fOnlyInRing += inRing ? 1 : 0;
            fBothWays += ties ? 1 : 0;
        }

        void hello(long time) {
            send(time, 0x81, 0x47545243L << 32 | 1 << 16 | 1 << 8, 2 * (time - 100), 0, 0);
        }

        /** The host takes the vCPU out of the guest for its own sake: what the guest records is before or behind it. */
        void interrupt(long from, long to) {
            String exit = "%d host cpu0 kvm_exit INTR 0 0xffffffff81000000\n%d host cpu0 kvm_entry\n".formatted(from, to);
            fOneWay.append(exit);
            fCombined.append(exit);
        }
    }

    private static Sender sender(long seed) {
        Random random = new Random(seed);
        Sender sender = new Sender();
        int task = 0;
        sender.hello(STEP);
        for (int i = 2; i < STEPS; i++) {
            long time = (long) i * STEP;
            switch (random.nextInt(8)) {
            case 0, 1 -> {
                int next = random.nextInt(3) == 0 ? 0 : 81 + random.nextInt(3);
                sender.send(time, 0x66, (long) task << 32 | next, 120L << 40 | 120L << 32 | random.nextInt(2), RandomRings.word("work" + next), 0);
                task = next;
            }
            case 2 -> sender.send(time, 0x6c + random.nextInt(2), task, random.nextInt(3), 0, 0);
            case 3 -> sender.send(time, 0x84, task, i, 0, 0);
            case 4 -> sender.send(time, 0x70 + random.nextInt(2), random.nextInt(3), 0, 0, 0);
            // whose function that is only a switch reports
            case 5 -> sender.send(time, 0x90, 0, 0, 0, 0x01000100L << 33 | 1L << 28 | 10);
            case 6 -> sender.send(time, 0x67, 81 + random.nextInt(3), task, RandomRings.word("work"), 0);
            default -> {
                if (i % 5 == 0) {
                    sender.hello(time);
                } else {
                    // two switches at once, which a batch has
                    sender.send(time, 0x92, 0L << 32 | 400, 0, 84L << 32 | 120 << 16, 81L << 32 | 120 << 16);
                    task = 81;
                }
            }
            }
            long from = time + 10_000 + random.nextInt(30_000);
            sender.interrupt(from, from + 10_000 + random.nextInt(40_000));
        }
        sender.hello((long) STEPS * STEP);
        return sender;
    }

    private TrackerLog log(String story, String channel) throws IOException {
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), "{ \"channel\": \"" + channel
                + "\", \"vms\": [ { \"pid\": 10, \"rings\": [ \"ring\" ] } ] }");
        return TrackerLog.of(story + (STEPS + 1) * STEP + " host cpu0 other\n", Manifest.read(file), LookAhead.DEFAULT_LIMIT);
    }

    /** Without their times, by which they stand in order. */
    private static String events(TrackerLog log) {
        return log.timeline().lines().filter(line -> line.contains(" cpu")).map(line -> line.replaceFirst("^\\d+ ", "")).collect(Collectors.joining("\n"));
    }

    private static long time(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4 })
    void bothWaysTogetherAreWhatOneWayWouldHave(long seed) throws IOException {
        Sender sender = sender(seed);
        Files.write(fFolder.resolve("ring"), sender.fRing.bytes());
        TrackerLog oneWay = log(sender.fOneWay.toString(), "hypercall");
        TrackerLog combined = log(sender.fCombined.toString(), "both");
        assertEquals(events(oneWay), events(combined));
        assertTrue(!combined.timeline().contains("lost") && events(combined).contains("func_exit tid=81"), combined.timeline());
        assertEquals("rings of 10#1 {decoded=" + sender.fOnlyInRing + ", alsoByHypercall=" + sender.fBothWays + "}", combined.remarks());
        // by when the vCPU was in the guest
        var expected = oneWay.timeline().lines().filter(line -> line.contains(" cpu")).toList();
        var found = combined.timeline().lines().filter(line -> line.contains(" cpu")).toList();
        for (int i = 0; i < expected.size(); i++) {
            assertTrue(Math.abs(time(expected.get(i)) - time(found.get(i))) <= SURE, expected.get(i) + " is " + found.get(i));
        }
        // those of one way alone are not all
        assertNotEquals(events(oneWay), events(log(sender.fCombined.toString(), "ring")));
        assertNotEquals(events(oneWay), events(log(sender.fCombined.toString(), "hypercall")));
    }
}
