/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import static org.hypertrace.core.shutdown.ShutdownFixture.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two shutdowns side by side: steps, then devices and notifiers, and the one sentence. */
@Tag("plain")
class ShutdownComparisonTest {

    private static final String FAST = """
            requested 1000
            kernel 1400
            kind REBOOT
            STEP 0 1400 2400 notifiers
            NOTIFIER 1 1500 2300 slow
            STEP 0 2400 2900 device_shutdown
            DEVICE 1 2500 2600 disk of sd
            DEVICE 1 2600 2700 disk of sd
            last 3000
            end 3200 GONE
            """;
    /** The notifier takes 500 longer, the second disk 20 less; there is one more device. */
    private static final String SLOW = """
            requested 1000
            kernel 1400
            kind REBOOT
            STEP 0 1400 2900 notifiers
            NOTIFIER 1 1500 2800 slow
            STEP 0 2900 3400 device_shutdown
            DEVICE 1 3000 3100 disk of sd
            DEVICE 1 3100 3180 disk of sd
            DEVICE 1 3180 3190 net of virtio
            last 3500
            end 3700 GONE
            """;
    private static final String NOT_REQUESTED = FAST.replace("requested 1000\n", "");

    private static RunComparison<ShutdownProfile> compare(String a, String b) {
        return ShutdownComparer.compare(group("web-1", a), group("web-2", b));
    }

    private static String rows(List<RunRow> rows) {
        return rows.stream().map(row -> row.kind() + " " + row.name() + ": " + duration(row.a()) + ' ' + duration(row.b()) + ' '
                + row.difference() + '\n').collect(Collectors.joining());
    }

    private static String duration(RunRow.Timing timing) {
        return timing == null ? "-" : timing.duration() + (timing.open() ? "?" : "");
    }

    @Test
    void stepAfterStepThenWhatIsInThemByDifference() {
        RunComparison<ShutdownProfile> comparison = compare(FAST, SLOW);
        assertEquals("web-2 shut down 500 ns slower than web-1: `slow` +500 ns.", comparison.answer().text());
        assertEquals("web-1 shut down 500 ns slower than web-2: `slow` +500 ns.", compare(SLOW, FAST).answer().text());
        assertEquals("SHUTDOWN shutdown: 2200 2700 500\n", rows(List.of(comparison.whole())));
        assertEquals("""
                STEP user space: 400 400 0
                STEP notifiers: 1000 1500 500
                STEP device shutdown: 500 500 0
                STEP between steps: 100 100 0
                STEP host, until QEMU ended: 200 200 0
                """, rows(comparison.parts()));
        // the second of a name is that of the other one, too
        assertEquals("""
                NOTIFIER slow: 800 1300 500
                DEVICE sd disk: 100 80 -20
                DEVICE virtio net: - 10 10
                DEVICE sd disk: 100 100 0
                """, rows(comparison.details()));
        assertEquals("from the request to the end of the machine", comparison.extent());
    }

    @Test
    void ifOneDoesNotReportItsRequestUserSpaceIsLeftOut() {
        RunComparison<ShutdownProfile> comparison = compare(FAST, NOT_REQUESTED);
        assertEquals("from the kernel's begin to the end of the machine", comparison.extent());
        assertEquals("SHUTDOWN shutdown: 1800 1800 0\n", rows(List.of(comparison.whole())));
        assertEquals("STEP notifiers: 1000 1000 0", rows(comparison.parts()).lines().findFirst().get());
        assertEquals(1, comparison.remarks().stream().filter("Not every one reports when it was requested: user space is left out."::equals).count());
        assertEquals(comparison.remarks(), compare(NOT_REQUESTED, FAST).remarks().stream().toList());
        // nobody misses it if none reports it
        assertEquals(0, compare(NOT_REQUESTED, NOT_REQUESTED).remarks().stream().filter(text -> text.contains("user space")).count());
    }

    @Test
    void differentKindsDoNotTakeTheSameSteps() {
        String off = FAST.replace("REBOOT", "POWEROFF");
        assertEquals(1, compare(FAST, off).remarks().stream().filter(("web-1 is a reboot, web-2 a " + ShutdownKind.POWEROFF.key()
                + ": they do not take the same steps.")::equals).count());
        assertEquals(0, compare(FAST, SLOW).remarks().stream().filter(text -> text.contains("same steps")).count());
        assertEquals(0, compare(FAST, FAST.replace("kind REBOOT\n", "")).remarks().stream().filter(text -> text.contains("same steps")).count());
    }

    /** What never returns is over when the machine is; if that is not seen, how long it takes is not known. */
    @Test
    void oneThatDoesNotEnd() {
        String open = FAST.replace("end 3200 GONE\n", "").replace("STEP 0 2400 2900", "STEP 0 2400 -").replace("last 3000\n", "");
        RunComparison<ShutdownProfile> comparison = compare(FAST, open);
        assertEquals("web-2 did not finish its shutdown: the trace ends in device shutdown; web-1 shut down in 2.20 µs.",
                comparison.answer().text());
        assertEquals(true, comparison.whole().b().open());
        RunComparison<ShutdownProfile> over = compare(FAST, FAST.replace("STEP 0 2400 2900", "STEP 0 2400 -"));
        assertEquals(false, over.parts().stream().filter(row -> row.name().equals("device shutdown")).findFirst().get().b().open());
    }

    /** Of repetitions: two groups of 4 that do not overlap are 2 of the 70 ways to divide 8. */
    @Test
    void repetitions() {
        RunComparison<ShutdownProfile> comparison = ShutdownComparer.compare(group("a", FAST, FAST, FAST.replace("3200", "3201"), FAST),
                group("b", SLOW, SLOW.replace("3700", "3702"), SLOW, SLOW));
        assertEquals(2 / 70., comparison.whole().chance(), 1e-9);
        assertEquals(2 / 70., row(comparison, "notifiers").chance(), 1e-9);
        assertEquals(1, row(comparison, "user space").chance(), 1e-9);
        // one whose end was not seen does not count, nor does what never returned
        RunComparison<ShutdownProfile> fewer = ShutdownComparer.compare(group("a", FAST, FAST, FAST, FAST.replace("end 3200 GONE\n", "")),
                group("b", SLOW, SLOW, SLOW, SLOW.replace("STEP 0 2900 3400", "STEP 0 2900 -")));
        assertEquals(Double.NaN, fewer.whole().chance());
        assertEquals(2 / 70., row(fewer, "notifiers").chance(), 1e-9);
        assertEquals(Double.NaN, row(fewer, "device shutdown").chance());
        assertEquals(Double.NaN, compare(FAST, SLOW).whole().chance());
    }

    private static RunRow row(RunComparison<ShutdownProfile> comparison, String step) {
        return comparison.parts().stream().filter(row -> row.name().equals(step)).findFirst().orElseThrow();
    }
}
