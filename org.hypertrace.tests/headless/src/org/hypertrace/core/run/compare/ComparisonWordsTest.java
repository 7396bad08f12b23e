/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The one sentence that a comparison of two boots has for its reader. */
@Tag("plain")
class ComparisonWordsTest {

    private static final String NAMES = "launched 0\nlevel device 100\n";

    private static RunGroup<BootProfile> group(String name, String text) {
        return new RunGroup<>(name, List.of(BootFixture.of("trace", name, 1, text)));
    }

    private static String answer(String a, String b) {
        return BootComparer.compare(group("a", a), group("b", b)).answer().text();
    }

    /** All of a boot is one part, whose time went as reported. */
    private static BootProfile spent(String name, long duration, List<PreemptorTime> preemptors, Object... states) {
        BootProfile boot = BootFixture.of("trace", name, 1, "launched 0\nuserspace " + duration);
        Map<VcpuState, Long> ns = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            ns.put(state, 0L);
        }
        long rest = duration;
        for (int i = 0; i < states.length; i += 2) {
            ns.put((VcpuState) states[i], ((Integer) states[i + 1]).longValue());
            rest -= (Integer) states[i + 1];
        }
        ns.merge(VcpuState.GUEST, rest, Long::sum);
        return new BootProfile("trace", boot.boot(), boot.symbols(), List.of(new BootProfile.Part(boot.parts().get(0).part(),
                new TimeSplit(ns, 0, Map.of(), preemptors))), List.of());
    }

    private static String because(BootProfile b) {
        RunGroup<BootProfile> fast = new RunGroup<>("a", List.of(spent("a", 1000, List.of())));
        RunGroup<BootProfile> slow = new RunGroup<>("b", List.of(b));
        String answer = BootComparer.compare(fast, slow).answer().text();
        // the same whichever comes first
        assertEquals(answer, BootComparer.compare(slow, fast).answer().text());
        return answer.replaceFirst("b booted [0-9.]+ .?s slower than a", "");
    }

    private static PreemptorTime vcpu(String vm, long ns) {
        return new PreemptorTime(PreemptorKind.VCPU, 1, vm + " vCPU 0", vm, ns);
    }

    @Test
    void whatTheHostDid() {
        assertEquals(": 600 ns of it because the host woke it later (waking), 300 ns because QEMU worked longer for it (VMM).", because(spent("b",
                2000, List.of(), VcpuState.WAKING, 600, VcpuState.VMM, 300, VcpuState.BLOCKED, 99)));
        assertEquals(": 500 ns of it because the host's kernel worked longer for it (host kernel), 100 ns because its vCPU slept in the host "
                + "(blocked).", because(spent("b", 2000, List.of(), VcpuState.HOST_KERNEL, 500, VcpuState.BLOCKED, 100)));
        assertEquals(": 700 ns of it because the host served interrupts on its CPU, mostly irq 4 (host interrupt).", because(spent("b", 2000,
                List.of(new PreemptorTime(PreemptorKind.INTERRUPT, -1, "irq 4", 600),
                new PreemptorTime(PreemptorKind.INTERRUPT, -1, "hrtimer", 100), vcpu("c", 1)),
                VcpuState.HOST_INTERRUPT, 700)));
        // three reasons at the most, the largest first; each a tenth of the difference
        assertEquals(": 300 ns of it because the host woke it later (waking), 250 ns because QEMU worked longer for it (VMM), 200 ns because the "
                + "host's kernel worked longer for it (host kernel).", because(spent("b", 2000, List.of(), VcpuState.HOST_KERNEL, 200,
                        VcpuState.BLOCKED, 150, VcpuState.VMM, 250, VcpuState.WAKING, 300)));
        assertEquals(": 6.00 µs of it because of the host.", because(spent("b", 11_000 + 1_000, List.of(), VcpuState.HOST_KERNEL, 1000, VcpuState.BLOCKED, 1000,
                VcpuState.VMM, 1000, VcpuState.WAKING, 1000, VcpuState.PREEMPTED, 1000, VcpuState.HOST_INTERRUPT, 1000)));
    }

    @Test
    void whoTookItsProcessor() {
        assertEquals(": 600 ns of it because the host gave its CPU to others (preempted).", because(spent("b", 2000, List.of(),
                VcpuState.PREEMPTED, 600)));
        assertEquals(": 600 ns of it because the host gave its CPU to web (preempted).", because(spent("b", 2000, List.of(
                vcpu("web", 300), vcpu("web", 300)), VcpuState.PREEMPTED, 600)));
        assertEquals(": 600 ns of it because the host gave its CPU to db and web (preempted).", because(spent("b", 2000, List.of(
                vcpu("web", 200), vcpu("db", 400)), VcpuState.PREEMPTED, 600)));
        assertEquals(": 600 ns of it because the host gave its CPU to db and 2 others (preempted).", because(spent("b", 2000, List.of(
                vcpu("web", 200), vcpu("db", 390), new PreemptorTime(PreemptorKind.TASK, 7, "make", 10), new PreemptorTime(
                        PreemptorKind.INTERRUPT, -1, "irq 4", 900), vcpu("none", 0)), VcpuState.PREEMPTED, 600)));
    }

    /** Less than half of it is the host's: a fifth is worth reporting. */
    @Test
    void aShareOfTheHost() {
        assertEquals(", 200 ns of it caused by the host: mostly in launched +1.00 µs.", because(spent("b", 2000, List.of(), VcpuState.VMM, 200)));
        assertEquals(": mostly in launched +1.00 µs.", because(spent("b", 2000, List.of(), VcpuState.VMM, 199)));
        assertEquals(", 499 ns of it caused by the host: mostly in launched +1.00 µs.", because(spent("b", 2000, List.of(), VcpuState.VMM, 499)));
        assertEquals(": 500 ns of it because QEMU worked longer for it (VMM).", because(spent("b", 2000, List.of(), VcpuState.VMM, 500)));
    }

    private static String calls(int... lengths) {
        StringBuilder text = new StringBuilder(NAMES);
        int time = 100;
        for (int i = 0; i < lengths.length; i++) {
            text.append("initcall f").append(i).append(' ').append(time).append(' ').append(time + lengths[i]).append('\n');
            time += lengths[i];
        }
        return text + "userspace " + (time + 100);
    }

    /** Three at the most, the one that grew most first, each by at least a tenth of the difference more than the rest did. */
    @Test
    void theInitcallsThatGrew() {
        assertEquals("b booted 1.00 µs slower than a: `f2` at level device +400 ns, `f1` at level device +300 ns, `f0` at level device +200 ns.",
                answer(calls(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000),
                        calls(1200, 1300, 1400, 1100, 1000, 1000, 1000, 1000, 1000, 1000)));
        assertEquals("b booted 400 ns slower than a: `f1` at level device +370 ns.", answer(calls(1000, 1000, 1000, 1000),
                calls(1030, 1370, 1000, 1000)));
    }

    /** The whole differs little, one initcall much. */
    @Test
    void oneStandsOutOfTheNoise() {
        assertEquals("No difference above noise: b booted in 4.20 µs, a in 4.20 µs; but `f0` at level device +500 ns in b.",
                answer(calls(1000, 1000, 1000, 1000), calls(1500, 1000, 500, 1000)));
        assertEquals("No difference above noise: b booted in 4.20 µs, a in 4.20 µs; but `f0` at level device -500 ns in b.",
                answer(calls(1500, 1000, 500, 1000), calls(1000, 1000, 1000, 1000)));
        assertEquals("No difference above noise: b booted in 4.20 µs, a in 4.20 µs.", answer(calls(1000, 1000, 1000, 1000), calls(1083, 1000, 917, 1000)));
        assertEquals("No difference above noise: b booted in 4.20 µs, a in 4.20 µs; but `f0` at level device +84 ns in b.",
                answer(calls(1000, 1000, 1000, 1000), calls(1084, 1000, 916, 1000)));
    }

    @Test
    void whoDidNotFinish() {
        String open = "launched 0\nlevel device 100\nend 400";
        String whole = "launched 0\nlevel device 100\nuserspace 400";
        assertEquals("a did not finish its boot: it ended at level device; b booted in 400 ns.", answer(open, whole));
        assertEquals("b did not finish its boot: it ended at level device; a booted in 400 ns.", answer(whole, open));
        assertEquals("Neither a nor b finished its boot: it ended at level device, and it ended in kernel.", answer(open,
                "launched 0\nkernel 100\nend 400"));
    }

    @Test
    void whatLimitsAComparison() {
        String without = "launched 0\nlevel device 100\nuserspace 400";
        assertEquals(1, remarks(without, calls(100)).stream().filter("a reports no initcalls."::equals).count());
        assertEquals(1, remarks(calls(100), without).stream().filter("b reports no initcalls."::equals).count());
        assertEquals(0, remarks(without, without).stream().filter(text -> text.contains("initcalls")).count());
        String left = "Not every launch is in its trace: firmware and boot loader are left out.";
        String kernel = without.replace("launched 0\n", "");
        assertEquals("1 1 0 0", remarks(without, kernel).stream().filter(left::equals).count() + " " + remarks(kernel, without).stream()
                .filter(left::equals).count() + ' ' + remarks(kernel, kernel).stream().filter(left::equals).count() + ' '
                + remarks(without, without).stream().filter(left::equals).count());
        String one = "launched 0\nlevel device 100\ninitcall 0x1000 100 200\nuserspace 400";
        assertEquals(1, remarks(one, one).stream().filter(("Names of functions are not known in each boot: initcalls are matched by their "
                + "addresses.")::equals).count());
        assertEquals(1, remarks(one, one.replace("0x1000", "0x2000")).stream().filter(("Names of functions are not known in each boot and the "
                + "kernels differ: initcalls are matched by their order in the level.")::equals).count());
        assertEquals(0, remarks(calls(100), calls(100)).stream().filter(text -> text.contains("matched")).count());
    }

    private static List<String> remarks(String a, String b) {
        return BootComparer.compare(group("a", a), group("b", b)).remarks();
    }

    private static RunGroup<BootProfile> four(String name, int length, String last) {
        List<BootProfile> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String text = calls(1000, length + i);
            runs.add(BootFixture.of("trace", name, i + 1, i == 3 && last != null ? last : text));
        }
        return new RunGroup<>(name, runs);
    }

    private static String chances(RunComparison<BootProfile> comparison) {
        return String.join(", ", java.util.stream.Stream.concat(comparison.parts().stream(), comparison.details().stream())
                .map(row -> row.name() + ' ' + Math.round(row.chance() * 70)).toList());
    }

    /** Two groups of four that do not overlap are 2 of the 70 ways to divide eight. What did not end does not count. */
    @Test
    void repetitionsOfPartsAndInitcalls() {
        assertEquals("launched 70, device 2, f1 2, f0 70", chances(BootComparer.compare(four("a", 1000, null),
                four("b", 1500, null))));
        // three are too few: Java rounds what is no number to 0
        String open = "launched 0\nlevel device 100\ninitcall f0 100 1100\ninitcall f1 1100 2400 never returns\npanicked 2400";
        for (RunComparison<BootProfile> comparison : List.of(BootComparer.compare(four("a", 1000, open), four("b", 1500, null)),
                BootComparer.compare(four("b", 1500, null), four("a", 1000, open)))) {
            assertEquals("launched 70, device 0, f1 0, f0 70", chances(comparison));
            assertEquals(Double.NaN, comparison.whole().chance());
        }
    }

    /** If not each reports that it reached user space, what comes after the levels is left out. */
    @Test
    void untilTheEndOfTheLevels() {
        String levels = "launched 0\nlevel device 100\nstopped 400\nend 500 RESET";
        RunComparison<BootProfile> comparison = BootComparer.compare(group("a", NAMES + "userspace 500"), group("b", levels));
        assertEquals("from the launch to the end of the levels", comparison.extent());
        assertEquals("500 400", comparison.whole().a().duration() + " " + comparison.whole().b().duration());
    }
}
