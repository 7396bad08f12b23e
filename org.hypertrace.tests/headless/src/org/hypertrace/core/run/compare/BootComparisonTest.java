/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Test;

/** Two boots side by side: what is the same in them, what differs, and the one sentence. */
class BootComparisonTest {

    private static final String WEB = """
            launched 1000
            level early 2000
            level device 3000
            initcall virtio_init 3100 3300
            initcall net_init 3300 3900 result -19
            userspace 5000
            """;

    private static RunGroup<BootProfile> group(String name, String... boots) {
        List<BootProfile> profiles = new ArrayList<>();
        for (String boot : boots) {
            profiles.add(BootFixture.of("trace", name, profiles.size() + 1, boot));
        }
        return new RunGroup<>(name, profiles);
    }

    private static RunComparison<BootProfile> compare(String a, String b) {
        return BootComparer.compare(group("web-1", a), group("web-3", b));
    }

    private static String lines(List<RunRow> rows) {
        return rows.stream().map(row -> row.name() + " by " + row.matched().label() + ": " + (row.a() == null ? "-"
                : row.a().duration()) + ' ' + (row.b() == null ? "-" : row.b().duration()) + ' ' + row.difference() + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void aSlowInitcallIsNamed() {
        String slow = WEB.replace("net_init 3300 3900", "net_init 3300 4200").replace("5000", "5300");
        assertEquals("web-3 booted 300 ns slower than web-1: `net_init` at level device +300 ns.", compare(WEB, slow).answer().text());
        assertEquals("web-1 booted 300 ns slower than web-3: `net_init` at level device +300 ns.", compare(slow, WEB).answer().text());
    }

    /** Not what has the same name, as the same function that is called again. */
    @Test
    void theAnswerNamesTheInitcallItself() {
        String again = WEB.replace("userspace 5000", "initcall net_init 3900 3950\nuserspace 5000");
        RunComparison<BootProfile> comparison = compare(again, again.replace("3300 3900", "3300 4200").replace("3900 3950", "4200 4250").replace("5000", "5300"));
        assertEquals("web-3 booted 300 ns slower than web-1: `net_init` at level device +300 ns.", comparison.answer().text());
        assertEquals(Set.of(comparison.fromA().initcalls().get(1), comparison.fromB().initcalls().get(1)), comparison.answer().things());
    }

    @Test
    void anInitcallThatOnlyOneHas() {
        RunComparison<BootProfile> comparison = compare(WEB, WEB.replace("userspace 5000", "initcall latency_module_init 3900 4224\nuserspace 5324"));
        assertEquals("web-3 booted 324 ns slower than web-1: `latency_module_init` at level device +324 ns.", comparison.answer().text());
        assertEquals("""
                latency_module_init by name: - 324 324
                virtio_init by name: 200 200 0
                net_init by name: 600 600 0
                """, lines(comparison.details()));
        assertEquals("""
                launched by name: 1000 1000 0
                early by name: 1000 1000 0
                device by name: 2000 2324 324
                """, lines(comparison.parts()));
    }

    /** Everything takes twice as long; one initcall, a hundred times, stands out although another one grew by more. */
    @Test
    void onASlowerMachineWhatIsSlowerThanAllIsNamed() {
        assertEquals("web-3 booted 4.99 µs slower than web-1: `net_init` at level device +990 ns; the rest took 2.00 times as long.",
                compare("""
                        launched 0
                        level device 2000
                        initcall acpi_init 2000 3500
                        initcall pci_init 3500 3900
                        initcall net_init 3900 3910
                        userspace 4010
                        """, """
                        launched 0
                        level device 4000
                        initcall acpi_init 4000 7000
                        initcall pci_init 7000 7800
                        initcall net_init 7800 8800
                        userspace 9000
                        """).answer().text());
    }

    @Test
    void aDelayOfTheHostIsReportedWithWhoTookTheTime() {
        RunComparison<BootProfile> comparison = compare(WEB, WEB.replace("device 3000", "device 3000 preempted 1140 by web-1 hostKernel 30")
                .replace("net_init 3300 3900", "net_init 3300 4900").replace("5000", "6200"));
        assertEquals("web-3 booted 1.20 µs slower than web-1: 1.14 µs of it because the host gave its CPU to web-1 (preempted).",
                comparison.answer().text());
        RunRow whole = comparison.whole();
        assertEquals(1200, whole.difference());
        assertEquals(1170, whole.host());
        assertEquals(30, whole.own());
        assertEquals(1200, whole.states().values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void moreThanTheDifferenceIsNoPartOfIt() {
        RunComparison<BootProfile> comparison = compare(WEB, WEB.replace("device 3000", "device 3000 preempted 1140 by web-1")
                .replace("net_init 3300 3900", "net_init 3300 4300").replace("5000", "5600"));
        assertEquals("web-3 booted 600 ns slower than web-1: 1.14 µs more because the host gave its CPU to web-1 (preempted); all else took "
                + "540 ns less.", comparison.answer().text());
    }

    @Test
    void partsSumToTheWholeInEveryState() {
        RunComparison<BootProfile> c = compare(WEB, WEB.replace("device 3000", "device 3100 preempted 70 by db").replace("early 2000",
                "early 2500 blocked 3"));
        c.whole().states().forEach((state, ns) -> assertEquals(ns, c.parts().stream().mapToLong(row -> row.states().get(state)).sum()));
        assertEquals(c.whole().difference(), c.parts().stream().mapToLong(RunRow::difference).sum());
    }

    @Test
    void lessThanTwoPercentIsNoise() {
        assertEquals("No difference above noise: web-3 booted in 4.08 µs, web-1 in 4.00 µs.",
                compare(WEB, WEB.replace("5000", "5079")).answer().text());
        assertTrue(compare(WEB, WEB.replace("5000", "5080")).answer().text().startsWith("web-3 booted 80 ns slower than web-1"));
    }

    @Test
    void fourRepetitionsReportChanceFromDifference() {
        RunGroup<BootProfile> a = group("web-1", at(5000), at(5010), at(5020), at(5030));
        RunComparison<BootProfile> slower = BootComparer.compare(a, group("web-3", at(5041), at(5040), at(5060), at(5050)));
        assertEquals("web-3 booted 31 ns slower than web-1: mostly at level device +31 ns; no initcall stands out.",
                slower.answer().text());
        assertEquals(2 / 70.0, slower.whole().chance(), 1e-12);
        assertEquals(4010, slower.whole().a().duration());
        RunComparison<BootProfile> same = BootComparer.compare(a, group("web-3", at(5001), at(5012), at(5018), at(6030)));
        assertTrue(same.answer().text().startsWith("No difference above noise"), same.answer().text());
        RunComparison<BootProfile> three = BootComparer.compare(group("web-1", at(5000), at(5010), at(5020)), a);
        assertTrue(three.remarks().stream().anyMatch(remark -> remark.startsWith("There are not enough repetitions")));
    }

    private static String at(long userspace) {
        return WEB.replace("5000", Long.toString(userspace));
    }

    @Test
    void withoutNamesAddressesOfTheSameKernelAreTheSame() {
        String a = "launched 0\nlevel device 100\ninitcall 0x1000 100 200\ninitcall 0x2000 200 300\nuserspace 400";
        RunComparison<BootProfile> comparison = compare(a, a.replace("initcall 0x2000 200 300", "initcall 0x1800 200 250\ninitcall 0x2000 250 350"));
        assertEquals("""
                0x1800 by address: - 50 50
                0x1000 by address: 100 100 0
                0x2000 by address: 100 100 0
                """, lines(comparison.details()));
    }

    @Test
    void ofDifferentKernelsTheOrderCountsIfThereAreAsMany() {
        String a = "launched 0\nlevel early 50\ninitcall 0x500 50 60\nlevel device 100\ninitcall 0x1000 100 200\nuserspace 400";
        String b = "launched 0\nlevel early 50\ninitcall 0x700 50 60\nlevel device 100\ninitcall virtio_init 100 300\nuserspace 400";
        assertEquals("""
                virtio_init by order: 100 200 100
                0x500 by order: 10 10 0
                """, lines(compare(a, b).details()));
        RunComparison<BootProfile> unequal = compare(a, b.replace("userspace", "initcall net_init 300 310\nuserspace"));
        assertEquals("0x500 by order: 10 10 0\n", lines(unequal.details()));
        assertTrue(unequal.remarks().stream().anyMatch(remark -> remark.startsWith("The initcalls of device cannot be compared")),
                unequal.remarks().toString());
    }

    @Test
    void anInitcallOfAnotherThreadIsNotTheBootsTime() {
        RunComparison<BootProfile> comparison = compare(WEB, WEB.replace("net_init 3300 3900", "net_init 3300 4900 thread 40").replace("5000",
                "5300"));
        assertFalse(comparison.details().get(0).counts());
        assertEquals("web-3 booted 300 ns slower than web-1: mostly at level device +300 ns; no initcall stands out.",
                comparison.answer().text());
    }

    /** As in a log of the kernel. */
    @Test
    void withoutLevelsAnInitcallIsNamed() {
        String log = "kernel 1000\ninitcall virtio_init 1100 1300\ninitcall net_init 1300 1900\nuserspace 3000";
        assertEquals("web-3 booted 300 ns slower than web-1: `net_init` +300 ns.",
                compare(log, log.replace("1300 1900", "1300 2200").replace("3000", "3300")).answer().text());
    }

    @Test
    void aLevelThatOneLacks() {
        assertEquals("""
                launched by name: 1000 1000 0
                early by name: 1000 - -1000
                device by name: 2000 3000 1000
                """, lines(compare(WEB, WEB.replace("level early 2000\nlevel device 3000", "level device 2000")).parts()));
    }

    @Test
    void withoutItsLaunchABootBeginsWithTheGuestsFirstWord() {
        RunComparison<BootProfile> comparison = compare(WEB, WEB.replace("launched 1000\n", ""));
        assertEquals("from the guest's first word to user space", comparison.extent());
        assertEquals(3000, comparison.whole().a().duration());
        assertEquals("from the launch to user space", compare(WEB, WEB).extent());
    }

    @Test
    void aBootThatPanicsIsNotSlowerOrFaster() {
        RunComparison<BootProfile> comparison = compare(WEB, """
                launched 1000
                level early 2000
                level device 3000
                initcall virtio_init 3100 3300
                initcall net_init 3300 3400 never returns
                panicked 3400
                """);
        assertEquals("web-3 did not finish its boot: the kernel panicked in `net_init` at level device; web-1 booted in 4.00 µs.",
                comparison.answer().text());
        assertEquals(Set.of(comparison.fromB().initcalls().get(1)), comparison.answer().things());
    }
}
