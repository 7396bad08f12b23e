/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.scenario;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.hypertrace.testing.scenario.Exit.INTR;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.HostTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The language of scenarios: what its verbs record, what it keeps in order, what it refuses, and what it reports is true. */
class ScenarioTest {

    @TempDir
    private Path fFolder;

    @Test
    void theVerbsRecordWhatAKernelWould() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        HostTask task = scenario.host("host").task("cc1", 50);
        vcpu.startsOn(100, 0).enters(110).preemptedBy(120, task).migratesTo(130, 1).resumes(140).enters(150).exits(160, HLT)
                .halts(170)
                .wakesOn(180, 0).resumes(190);
        task.sleeps(125);
        vcpu.returnsToQemu(200).callsKvm(210).enters(220);
        vcpu.boot().hello(230);
        assertEquals("""
                100 cpu0 Other
                100 cpu0 ThreadKnown 1000
                100 cpu0 ThreadKnown 1002
                100 cpu0 ThreadKnown 50
                100 cpu0 Other
                100 cpu0 SchedSwitch 0 0 1002
                110 cpu0 KvmEntry
                120 cpu0 KvmExit 96
                120 cpu0 SchedWakeup 50 waking
                120 cpu0 SchedWakeup 50
                120 cpu0 SchedSwitch 1002 256 50
                125 cpu0 SchedSwitch 50 1 0
                130 cpu1 SchedMigrate 1002
                140 cpu1 SchedSwitch 0 0 1002
                150 cpu1 KvmEntry
                160 cpu1 KvmExit 120
                170 cpu1 SchedSwitch 1002 1 0
                180 cpu0 SchedWakeup 1002 waking
                180 cpu0 SchedMigrate 1002
                180 cpu0 SchedWakeup 1002
                190 cpu0 SchedSwitch 0 0 1002
                200 cpu0 KvmUserspaceExit
                200 cpu0 SyscallExit
                210 cpu0 SyscallEntry
                220 cpu0 KvmEntry
                229 cpu0 KvmExit 129
                230 cpu0 KvmHypercall 81
                231 cpu0 KvmEntry""", reported(scenario));
    }

    @Test
    void theOrderOfLogDoesNotMatter() {
        Scenario one = new Scenario();
        one.vm("web").vcpu(0).startsOn(100, 0).enters(110).exits(120, INTR).enters(130);
        one.vm("db").vcpu(0).startsOn(105, 1).enters(115);
        Scenario other = new Scenario();
        other.vm("web").vcpu(0).enters(130).exits(120, INTR);
        other.vm("db").vcpu(0).enters(115).startsOn(105, 1);
        other.vm("web").vcpu(0).enters(110).startsOn(100, 0);
        assertEquals(reported(one), reported(other));
    }

    @Test
    void whatCannotBeIsRefusedWithWhoWhatAndWhen() {
        refused("100: web vCPU 0 cannot enter: it is on no processor", (all, vcpu) -> vcpu.enters(100));
        refused("120: web vCPU 0 cannot enter: it is in the guest", (all, vcpu) -> vcpu.startsOn(100, 0).enters(110)
                .enters(120));
        refused("110: web vCPU 0 cannot exit: it is not in the guest", (all, vcpu) -> vcpu.startsOn(100, 0)
                .exits(110, INTR));
        refused("130: web vCPU 0 cannot halt: its last exit was not for HLT",
                (all, vcpu) -> vcpu.startsOn(100, 0).enters(110).exits(120, INTR).halts(130));
        refused("110: web vCPU 0 cannot resume: it is not waiting for a processor",
                (all, vcpu) -> vcpu.startsOn(100, 0).resumes(110));
        refused("120: web vCPU 0 cannot sleep: it is in the guest", (all, vcpu) -> vcpu.startsOn(100, 0).enters(110)
                .sleeps(120));
        refused("110: web vCPU 0 cannot be woken: it does not sleep", (all, vcpu) -> vcpu.startsOn(100, 0).wakes(110));
        refused("100: host cpu0 cannot switch in the middle of irq_handler", (all, vcpu) -> {
            all.host("host").cpu(0).irq(90, 110, 5);
            vcpu.startsOn(100, 0);
        });
        refused("110: web vCPU 0 is named on host cpu0 and host cpu1 at the same time",
                (all, vcpu) -> vcpu.startsOn(100, 0).sleeps(110).wakesOn(110, 1));
        refused("110: db vCPU 0 cannot start on host cpu0: web vCPU 0 has it", (all, vcpu) -> {
            vcpu.startsOn(100, 0);
            all.vm("db").vcpu(0).startsOn(110, 0);
        });
        refused("120: web vCPU 0 cannot mark: the guest does not have the processor", (all, vcpu) -> {
            vcpu.startsOn(100, 0).enters(110).exits(115, INTR);
            vcpu.guest().mark(121, 7);
        });
        refused("131: web vCPU 0 cannot enter: it is on no processor", (all, vcpu) -> {
            vcpu.startsOn(100, 0).enters(110);
            vcpu.guest().mark(130, 8);
            vcpu.sleeps(130);
        });
        refused("200: the guest on web vCPU 1 cannot switch to sh(7): it runs already", (all, vcpu) -> {
            GuestTask sh = all.vm("web").task(7, "sh");
            vcpu.startsOn(100, 0).enters(110).guest().switchTo(150, sh);
            all.vm("web").vcpu(1).startsOn(101, 1).enters(111).guest().switchTo(200, sh);
        });
    }

    private static void refused(String why, BiConsumer<Scenario, Vcpu> story) {
        Scenario scenario = new Scenario();
        story.accept(scenario, scenario.vm("web").vcpu(0));
        assertEquals(why, assertThrows(IllegalStateException.class, () -> reported(scenario)).getMessage());
    }

    @Test
    void aScenarioIsRecordedOnce() throws IOException {
        Scenario scenario = Stories.haltedAndWoken();
        scenario.in(fFolder);
        assertThrows(IllegalStateException.class, () -> scenario.in(fFolder));
    }

    /** At 150 an event of the host takes the processor from the guest. */
    @Test
    void theTruthIsWhatOneCountsByHand() throws IOException {
        Truth truth = Stories.twoVmsShareAProcessor().in(fFolder).truth();
        assertEquals("110-500 {GUEST=120, HOST_KERNEL=70, PREEMPTED=200} {1102 CPU 0/KVM=200}", words(truth.vcpu(1000, 0)));
        assertEquals("210-500 {GUEST=180, HOST_KERNEL=10, PREEMPTED=100} {1002 CPU 0/KVM=100}", words(truth.vcpu(1100, 0)));
    }

    private static String words(Truth.Vcpu vcpu) {
        Map<VcpuState, Long> ns = new EnumMap<>(vcpu.ns());
        ns.values().removeIf(value -> value == 0);
        return vcpu.begin() + "-" + vcpu.end() + ' ' + ns + ' ' + vcpu.preemptors();
    }

    /** Of the four hypercalls that switch it, one half of each is the thread's. */
    @Test
    void theTruthOfAGuestThreadIsWhatOneCountsByHand() throws IOException {
        Truth.Thread sh = Stories.aBatchStraddlesAPreemption(false).in(fFolder).truth().guest("web").threads().stream()
                .filter(thread -> thread.comm().equals("sh")).findFirst().orElseThrow();
        assertEquals(433, sh.wall());
        assertEquals(300, sh.running());
        assertEquals(53, sh.waiting());
        assertEquals(60, sh.sleeping());
        assertEquals(20, sh.unknown());
        assertEquals(4, sh.tracer());
        assertEquals(130, sh.stolen());
        assertEquals(120, sh.byState().get(VcpuState.PREEMPTED));
    }

    @Test
    void theTruthOfABootIsWhatOneCountsByHand() throws IOException {
        Truth.Guest guest = Stories.bootShutdownAndPanic().in(fFolder).truth().guest("web");
        assertEquals("1 from 200 [1@200, 2@210, 3@500, 5@700, 6@770] [early 320-380, core 380-500] [330-360=0, 390-450=-19] "
                + "[devices 710-760, disk 720-750]", words(guest.boots().get(0)));
        assertEquals("2 from 900 [1@900, 2@910, 3@1200] [early 1020-1080, core 1080-1200] [1030-1060=0, 1090-1150=-19] []",
                words(guest.boots().get(1)));
        assertEquals(new Truth.Losses(0, 0, 1, 1, 1), guest.losses());
        assertEquals(List.of("a-rather-long-name", "Attempted to kill init! exitcode=0x0000000b"),
                guest.texts().stream().map(Truth.Text::text).toList());
    }

    private static String words(Truth.Boot boot) {
        return boot.number() + " from " + boot.begin() + ' '
                + boot.stages().stream().map(stage -> stage.stage() + "@" + stage.time()).toList() + ' '
                + boot.levels().stream().map(level -> level.name() + ' ' + level.begin() + '-' + level.end()).toList() + ' '
                + boot.initcalls().stream().map(call -> call.begin() + "-" + call.end() + '=' + call.ret()).toList() + ' '
                + boot.shutdown().stream().map(step -> step.name() + ' ' + step.begin() + '-' + step.end()).toList();
    }

    @Test
    void aBatchIsReportedWhenItsLastEventHappens() {
        assertEquals("120 81, 130 83, 140 83, 150 66, 200 66, 250 66, 500 66, 550 66, 560 67, 563 68",
                hypercalls(Stories.aBatchStraddlesAPreemption(false)));
        assertEquals("120 81, 130 83, 140 83, 150 66, 500 92, 550 92, 560 67, 563 68",
                hypercalls(Stories.aBatchStraddlesAPreemption(true)));
    }

    /** The switch at 220 is reported before the wakeup at 230, though a batch had room for more; the system call goes on. */
    @Test
    void aBatchOfSwitchesIsReportedBeforeAnythingElse() {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(1_000_000);
        GuestTask sh = vm.task(7, "sh");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120);
        vcpu.guest().switchTo(200, sh).syscallEntry(210, 1, 0).switchTo(220, vcpu.guest().idle()).wakes(230, sh)
                .switchTo(240, sh).syscallExit(250, 0).switchTo(260, vcpu.guest().idle()).switchTo(270, sh);
        assertEquals("120 81, 200 66, 220 92, 230 67, 233 68, 240 92, 250 91, 270 92", hypercalls(scenario));
    }

    @Test
    void numbersCountFromTheGreetingOn() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").numbers().vcpu(0);
        vcpu.startsOn(100, 0).enters(110).guest().irq(120, 130, 4, "disk");
        vcpu.boot().hello(140);
        vcpu.guest().irq(150, 160, 4, "disk").losesNumbers(2).irq(170, 180, 4, "disk").repeatsNumber().softirq(190, 200, 1);
        assertEquals("120 10000006e, 130 20000006f, 140 100000081, 150 20000006e, 160 30000006f, 170 60000006e, "
                + "180 70000006f, 190 700000070, 200 800000071", hypercalls(scenario));
    }

    private static String hypercalls(Scenario scenario) {
        return reported(scenario).lines().filter(line -> line.contains("KvmHypercall"))
                .map(line -> line.replaceFirst("cpu\\d KvmHypercall ", "")).collect(Collectors.joining(", "));
    }

    /** Reported round by round, it is recorded in memory that does not grow. */
    @Test
    void aLoadIsReportedRoundByRound() throws IOException {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(1_000_000).numbers();
        Vcpu vcpu = vm.vcpu(0);
        GuestTask sh = vm.task(7, "sh");
        Recorded recorded = scenario.load(fFolder, 1_000, 1_000, begin -> {
            if (begin == 1_000) {
                vcpu.startsOn(begin, 0).enters(begin + 10);
                vcpu.boot().hello(begin + 20);
                vcpu.guest().dumps(begin + 30, sh, 1);
            } else {
                vcpu.wakes(begin).resumes(begin + 10).enters(begin + 20);
            }
            vcpu.guest().switchTo(begin + 100, sh).syscall(begin + 200, begin + 300, 1)
                    .switchTo(begin + 400, vcpu.guest().idle());
            vcpu.exits(begin + 500, HLT).halts(begin + 600);
        });
        assertEquals(recorded.truth().hosts().get(0).events(), Tool.run("babeltrace2", recorded.trace()).lines().count());
        assertEquals(999 * 400, recorded.truth().vcpu(1000, 0).ns().get(VcpuState.HALTED));
        assertEquals(300 * 1_000, recorded.truth().guest("web").threads().get(0).running());
        assertEquals(2_000, recorded.truth().guest("web").counts().get(EventKind.SCHED_SWITCH));
    }

    /** So that traces for teaching can be made elsewhere. */
    @Test
    void scenariosNeedNoTestFrameworkAndNoTraceCompass() throws IOException {
        Path sources = Samples.root().resolve("org.hypertrace.tests/support/src/org/hypertrace/testing/scenario");
        try (Stream<Path> files = Files.find(sources, 2, (path, attributes) -> attributes.isRegularFile())) {
            List<String> imports = new ArrayList<>();
            for (Path file : files.toList()) {
                Files.readAllLines(file).stream().filter(line -> line.startsWith("import ")).forEach(imports::add);
            }
            imports.removeIf(line -> line.matches("import (static )?(java\\.|"
                    + "com\\.google\\.gson\\.|org\\.hypertrace\\.testing\\.(scenario\\.|story\\.GuestEncoder|story\\.HostileNames)"
                    + "|org\\.hypertrace\\.core\\.(event|stream|vcpu|guesttrace)\\.).*"));
            assertEquals(List.of(), imports);
        }
    }

    private static String reported(Scenario scenario) {
        List<HostEvent> events = new ArrayList<>();
        scenario.report(events::add);
        return events.stream().map(ScenarioTest::words).collect(Collectors.joining("\n"));
    }

    private static String words(HostEvent event) {
        String what = event.time() + " cpu" + event.cpu() + ' ' + event.getClass().getSimpleName();
        return what + (event instanceof HostEvent.SchedSwitch e ? " " + e.prevTid() + ' ' + e.prevState() + ' ' + e.nextTid()
                : event instanceof HostEvent.SchedWakeup e ? " " + e.tid() + (e.waking() ? " waking" : "")
                : event instanceof HostEvent.SchedMigrate e ? " " + e.tid()
                : event instanceof HostEvent.ThreadKnown e ? " " + e.tid()
                : event instanceof HostEvent.KvmExit e ? " " + e.reason()
                : event instanceof HostEvent.KvmHypercall e ? " " + Long.toHexString(e.nr()) : "");
    }
}
