/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One list of all notions: each finding with its figure, its range and its evidence; the most important first. */
class FindingsTest {

    private static final GuestSymbols NO_SYMBOLS = new GuestSymbols(List.of(new HostTraces.Host("id 0", "host 0", null, null)), List.of());

    @TempDir
    private Path fFolder;

    private List<Finding> findings(Consumer<Consumer<HostEvent>> events, long from, long to, OwnClock... clocks) {
        List<HostEvent> all = new ArrayList<>();
        events.accept(all::add);
        ITmfStateSystem states = Modelled.of(all::forEach, guest -> null);
        try {
            return Findings.of(new Findings.Sources(states, FoundExits.of(fFolder, all::forEach), null, NO_SYMBOLS, List.of(clocks)), from, to, vm -> true,
                    new NullProgressMonitor());
        } catch (StateSystemDisposedException e) {
            throw new AssertionError(e);
        }
    }

    private List<Finding> findings(Consumer<Consumer<HostEvent>> events) {
        return findings(events, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Findings of runs are looked for on another thread. */
    @Test
    void whatFailsOnTheOtherThreadIsThrown() {
        ITmfStateSystem states = Modelled.of(to -> Story.events(STOLEN).forEach(to), guest -> null);
        Thread user = Thread.currentThread();
        ITmfStateSystem failing = (ITmfStateSystem) Proxy.newProxyInstance(ITmfStateSystem.class.getClassLoader(), new Class<?>[] { ITmfStateSystem.class },
                (proxy, method, arguments) -> {
                    if (Thread.currentThread() != user) {
                        throw new OutOfMemoryError("injected");
                    }
                    return method.invoke(states, arguments);
                });
        assertEquals("injected", assertThrows(OutOfMemoryError.class, () -> Findings.of(new Findings.Sources(failing, null, null, NO_SYMBOLS, List.of()),
                Long.MIN_VALUE, Long.MAX_VALUE, vm -> true, new NullProgressMonitor())).getMessage());
    }

    /** The vCPU is preempted from 250 to 600, and waits from 700 to 750 after a wakeup. */
    private static final String STOLEN = """
            100 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
            110 host cpu0 kvm_entry
            200 host cpu0 kvm_exit INTR
            250 host cpu0 sched_switch CPU_0/KVM:11 R backup:50
            600 host cpu0 sched_switch backup:50 S CPU_0/KVM:11
            610 host cpu0 kvm_entry
            650 host cpu0 kvm_exit HLT
            660 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
            700 host cpu0 sched_waking CPU_0/KVM:11 0
            750 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
            760 host cpu0 kvm_entry
            1110 host cpu0 other
            """;

    private List<Finding> stolen(long from, long to) {
        return findings(to2 -> Story.events(STOLEN).forEach(to2), from, to).stream().filter(finding -> finding.notion() == Notion.STEAL).toList();
    }

    /** 350 ns preempted and 50 ns waking of a life of 1000 ns. */
    @Test
    void stealHasItsLongestPreemptionAndWhoHadTheProcessor() {
        Finding steal = stolen(0, 2_000).get(0);
        assertEquals("The host stole 400 ns from VM of thread 11, 40.00 % of its life; the longest preemption took 350 ns, mostly by backup (50).",
                steal.sentence());
        assertEquals("110-1110 400", steal.begin() + "-" + steal.end() + ' ' + steal.weight());
        assertEquals(new Evidence(Evidence.View.VIRTUAL_CPU, List.of("host 0", "VM of thread 11", "vCPU 0"), 250, 600), steal.evidence());
    }

    /** What is cut by the range counts with what is in it. */
    @Test
    void stealIsOfItsRange() {
        Finding steal = stolen(500, 720).get(0);
        assertEquals("The host stole 120 ns from VM of thread 11, 54.55 % of its life; the longest preemption took 100 ns, mostly by backup (50).",
                steal.sentence());
        assertEquals("500-720, 500-600", steal.begin() + "-" + steal.end() + ", " + steal.evidence().begin() + '-' + steal.evidence().end());
        assertEquals("The host stole 50 ns from VM of thread 11, 33.33 % of its life; the longest wait after a wakeup took 50 ns.",
                stolen(650, 800).get(0).sentence());
        assertEquals(List.of(), stolen(760, 1_000));
    }

    /** A host of one processor, whose two vCPUs want it together from 300 to 700 of a time from 110 to 1000. */
    @Test
    void overcommitIsTheTimeWithMoreVcpusThanProcessors() {
        Scenario scenario = new Scenario();
        Vcpu a = scenario.vm("a").vcpu(0);
        Vcpu b = scenario.vm("b").vcpu(0);
        a.startsOn(100, 0).enters(110).exits(280, Exit.HLT).halts(290);
        b.startsOn(290, 0).enters(295);
        a.wakesOn(300, 0);
        b.exits(650, Exit.HLT).halts(700);
        a.resumes(700).enters(710);
        scenario.until(1_000);
        List<Finding> found = findings(scenario::report).stream().filter(finding -> finding.notion() == Notion.OVERCOMMIT).toList();
        assertEquals(List.of("For 400 ns, 44.94 % of the time, vCPUs of host host 0 wanted more than the one processor that they ran on: up to 2."),
                found.stream().map(Finding::sentence).toList());
    }

    /** {@link SixVms}: build panics, an initcall of web-3 takes 324 ms longer, db and cache share a processor. */
    @Test
    void sixVms() {
        List<Finding> found = findings(SixVms.scenario()::report);
        assertEquals(Notion.PANIC, found.get(0).notion());
        assertEquals("VM 1500", found.get(0).about());
        assertTrue(found.get(0).sentence().startsWith("The kernel of VM 1500 panicked "), found.get(0).sentence());
        Finding slow = found.stream().filter(finding -> finding.notion() == Notion.BOOT).findFirst().orElseThrow();
        String function = "`0x" + Long.toHexString(SixVms.address("latency_module_init")) + '`';
        assertTrue(slow.sentence().startsWith("VM 1200 booted in ") && slow.sentence().contains("; initcall " + function + " took "), slow.sentence());
        assertTrue(slow.weight() >= SixVms.LATENCY && slow.weight() == slow.evidence().end() - slow.evidence().begin(), slow.toString());
        assertEquals(List.of("VM 1300", "VM 1400"), found.stream().filter(finding -> finding.notion() == Notion.STEAL).map(Finding::about).sorted().toList());
        List<Long> weights = found.stream().filter(finding -> !finding.notion().isFirst()).map(Finding::weight).toList();
        assertEquals(weights.stream().sorted(Comparator.reverseOrder()).toList(), weights);
    }

    /** {@link Reboots}: the slow notifier of the second VM takes 500 ns longer than that of the first. */
    @Test
    void slowShutdowns() {
        assertEquals("""
                VM 1100: notifier slow_notifier took 1.30 µs of 2.70 µs, 2 ns of it by the host. 1000-3700 at 1500-2800
                VM 1000: notifier slow_notifier took 800 ns of 2.20 µs, 2 ns of it by the host. 1000-3200 at 1500-2300""",
                findings(Reboots.twoVms()::report).stream().filter(finding -> finding.notion() == Notion.SHUTDOWN).map(finding -> finding.sentence() + ' '
                        + finding.begin() + '-' + finding.end() + " at " + finding.evidence().begin() + '-' + finding.evidence().end())
                        .collect(Collectors.joining("\n")));
    }

    @Test
    void lossesStandBeforeWhatTimeWasSpentOn() {
        List<Finding> found = findings(to -> Story.events(STOLEN.replace("1110 host", "900 host cpu1 lost 950 7\n1110 host")).forEach(to));
        assertEquals(List.of(Notion.LOSS, Notion.STEAL), found.stream().map(Finding::notion).limit(2).toList());
        assertEquals("host host 0: 7 events that the host's tracer discarded: what the vCPUs did then is unknown.", found.get(0).sentence());
    }

    /** Those that fit are none; the rest stand where their time belongs, and can be seen in Data Quality. */
    @Test
    void clocksOfGuestsThatDoNotFit() {
        List<Finding> found = findings(to -> Story.events(STOLEN).forEach(to), 0, 2_000, clock("web", new Fit(true, 10_000, 7, 30_000)),
                clock("db", new Fit(false, 10_000, 5_000, 900_000)), clock("mail", new Fit(true, 10_000, 0, 0)));
        assertEquals("""
                30000: 7 of 10000 events in web's own trace contradict its clock, the worst by 30.0 µs.
                400: The host stole 400 ns
                0: The clock of db's own trace could not be put on the host's.""", found.stream().filter(finding -> finding.notion() != Notion.EXITS)
                .map(finding -> finding.weight() + ": " + finding.sentence().replaceFirst(" from VM of .*", "")).collect(Collectors.joining("\n")));
        assertEquals(new Evidence(Evidence.View.DATA_QUALITY, List.of("web", "clock"), 100, 1_110), found.get(0).evidence());
    }

    private static OwnClock clock(String vm, Fit fit) {
        return new OwnClock(VmName.alone(vm), fit);
    }

    /** Twenty exits of 2 µs each, for the console, of a life of 100 µs. */
    @Test
    void theMostExpensiveExits() {
        StringBuilder story = new StringBuilder("1 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n10 host cpu0 kvm_entry\n");
        for (int i = 0; i < 20; i++) {
            story.append(1_000 + 3_000 * i).append(" host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010\n").append(3_000 + 3_000 * i).append(" host cpu0 kvm_entry\n");
        }
        List<Finding> found = findings(to -> Story.events(story + "100010 host cpu0 other\n").forEach(to));
        assertEquals(List.of("VM of thread 11 spent 40.0 µs on console output on a serial port, 40.00 % of its busy time."),
                found.stream().map(Finding::sentence).toList());
        assertEquals(new Evidence(Evidence.View.EXIT_FINDINGS, List.of("VM of thread 11", "Console output on a serial port"), 1_000, 3_000),
                found.get(0).evidence());
    }

    /** The same, but of each exit the vCPU is preempted for 500 ns. */
    @Test
    void whatIsStolenInExitsIsNotTheirs() {
        StringBuilder story = new StringBuilder("1 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n10 host cpu0 kvm_entry\n");
        for (int i = 0; i < 20; i++) {
            int time = 1_000 + 3_000 * i;
            story.append(time).append(" host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010\n").append(time + 100).append(" host cpu0 sched_switch CPU_0/KVM:11 R bash:9\n")
                    .append(time + 600).append(" host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n").append(time + 2_000).append(" host cpu0 kvm_entry\n");
        }
        List<Finding> found = findings(to -> Story.events(story + "100010 host cpu0 other\n").forEach(to));
        assertEquals(List.of("VM of thread 11 spent 30.0 µs on console output on a serial port, 30.00 % of its busy time; another 10.0 µs of these exits "
                + "was stolen.", "The host stole 10.0 µs from VM of thread 11, 10.00 % of its life; the longest preemption took 500 ns, mostly by bash (9)."),
                found.stream().map(Finding::sentence).toList());
        assertEquals(List.of(30_000L, 10_000L), found.stream().map(Finding::weight).toList());
    }
}
