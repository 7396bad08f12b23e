/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.log.StackLog;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of threads' stacks when VMs, boots and vCPUs end, and what the host does between. */
@Tag("plain")
class StackLifeTest {

    /** The hypervisor's word: a triple fault ends all of the VM, and of no other. */
    @Test
    void aTripleFaultEndsAll() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                150 host cpu0 kvm_exit SHUTDOWN
                160 host cpu0 kvm_entry
                200 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-150
                sh 82: exit: SHUTDOWN 150-150
                sh 82: a 110-150 NEVER_RETURNED
                """, reported.calls());
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 150 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 150 .
                """, reported.paths());
    }

    /** What has no name ends with the boot, too, and begins in the next. */
    @Test
    void aNewBootEndsWhoeverHasTheVcpu() {
        StackLog reported = StackLog.of("""
                50 vcpu0 stage 1
                60 vcpu0 irq_entry 4
                100 vcpu0 stage 1
                120 vcpu0 irq_entry 5
                130 vcpu0 irq_exit 5
                200 host cpu0 other
                """);
        assertEquals("""
                ? -1: irq: 4 60-100 NEVER_RETURNED
                ? -1 boot 1: irq: 5 120-130
                """, reported.calls());
        assertEquals("""
                ? -1: 50 -
                ? -1: 60 irq: 4
                ? -1: 100 .
                ? -1 boot 1: 100 -
                ? -1 boot 1: 120 irq: 5
                ? -1 boot 1: 130 -
                ? -1 boot 1: 200 .
                """, reported.paths());
    }

    /** A thread that another vCPU runs now was on the first until then. */
    @Test
    void aThreadIsOnOneVcpu() {
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 .
                sh 82: 100 -
                sh 82: 130 exit: IOIO;host: host kernel
                sh 82: 150 -
                sh 82: 200 .
                swapper/1 0: 150 off CPU: sleeping
                swapper/1 0: 200 .
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                130 host cpu0 kvm_exit IOIO
                150 vcpu1 switch swapper/1:0 S sh:82
                160 host cpu0 kvm_entry
                200 host cpu0 other
                """).paths());
    }

    /** Far more than the 4096 states that are kept in an exit: all are there, and the hypercall after them is when it is reported. */
    @Test
    void veryMuchInOneExit() {
        int times = 3_000;
        StringBuilder story = new StringBuilder("""
                100 vcpu0 switch swapper/0:0 S sh:82
                200 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                """);
        for (int i = 0; i < times; i++) {
            story.append(1_000 + 10 * i).append(" host cpu0 sched_switch CPU_0/KVM:11 R job:50\n");
            story.append(1_004 + 10 * i).append(" host cpu0 sched_switch job:50 S CPU_0/KVM:11\n");
        }
        // what was in the exit stays sh's; the switch is reported late
        story.append("""
                50000 vcpu0 switch sh:82 S cat:83
                60000 host cpu0 other
                """);
        StackLog reported = StackLog.of(story.toString());
        List<String> lines = reported.calls().lines().toList();
        assertEquals(times, lines.stream().filter(line -> line.startsWith("sh 82: host: preempted by job ")).count());
        assertEquals("sh 82: host: preempted by job 1000-1004", lines.stream().filter(line -> line.contains("preempted")).findFirst().get());
        assertEquals("sh 82: exit: VMMCALL 200-50000",
                lines.stream().filter(line -> line.contains("exit: VMMCALL 200")).findFirst().orElse("none"));
        assertEquals(List.of("cat 83: 50000 -", "cat 83: 60000 ."), reported.paths().lines().filter(line -> line.startsWith("cat")).toList());
    }

    /** The switch itself is reported in the exit whose beginning is let go already. */
    @Test
    void aSwitchInAnExitWithVeryMuchInIt() {
        StringBuilder story = new StringBuilder("""
                100 vcpu0 switch swapper/0:0 S sh:82
                200 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                """);
        for (int i = 0; i < 2_100; i++) {
            story.append(1_000 + 10 * i).append(" host cpu0 sched_switch CPU_0/KVM:11 R job:50\n");
            story.append(1_004 + 10 * i).append(" host cpu0 sched_switch job:50 S CPU_0/KVM:11\n");
        }
        List<HostEvent> events = new ArrayList<>(Story.events(TaskStory.of(story + "50000 vcpu0 switch sh:82 S cat:83\n"
                + "60000 host cpu0 other\n")));
        // without an exit of its own
        events.removeIf(event -> event instanceof HostEvent.KvmExit && event.time() == 50_000);
        StackLog reported = StackLog.of(events::forEach);
        assertEquals(List.of("cat 83: 50000 -", "cat 83: 60000 ."), reported.paths().lines().filter(line -> line.startsWith("cat")).toList());
        assertEquals("sh 82: 50000 off CPU: sleeping", reported.paths().lines().filter(line -> line.startsWith("sh 82: 50000")).findFirst().get());
        assertEquals(1, reported.calls().lines().filter(line -> line.startsWith("sh 82: exit: VMMCALL 200-50000")).count());
    }

    /** Once the VM of the vCPU that had it has a name, that is reported. */
    @Test
    void whoHasTheProcessorOfAPreemptedVcpu() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        Vcpu other = scenario.vm("db").vcpu(2);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(150, scenario.vm("web").task(82, "sh"));
        vcpu.exits(200, Exit.INTR).preemptedBy(250, scenario.host("host").task("backup", 50)).resumes(300).enters(310);
        vcpu.exits(400, Exit.INTR).preemptedBy(410, other).resumes(600).enters(610);
        other.enters(450).exits(500, Exit.INTR);
        other.boot().tellsName(460, "shop");
        vcpu.exits(700, Exit.INTR).preemptedBy(710, other).resumes(800).enters(810);
        scenario.until(1_000);
        assertEquals(List.of("sh 82: host: preempted by backup 250-300", "sh 82: host: preempted by CPU 2/KVM 410-600",
                "sh 82: host: preempted by CPU 2/KVM of shop 710-800"), StackLog.of(scenario::report).calls().lines()
                        .filter(line -> line.startsWith("sh 82: host: preempted")).toList());
    }

    @Test
    void aThreadWithoutANameIsItsId() {
        assertEquals("sh 82: host: preempted by thread 70 200-230", StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                190 host cpu0 kvm_exit INTR
                200 host cpu0 sched_switch CPU_0/KVM:11 R :70
                230 host cpu0 sched_switch :70 S CPU_0/KVM:11
                240 host cpu0 kvm_entry
                300 host cpu0 other
                """).calls().lines().filter(line -> line.contains("preempted")).findFirst().get());
    }

    private StackPass pass(String story, StackSink sink) {
        StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, sink);
        Story.events(TaskStory.of(story)).forEach(pass::accept);
        pass.finish();
        return pass;
    }

    @Test
    void whatAPassReportsBesides() {
        List<StackThread> threads = new ArrayList<>();
        StackSink sink = new StackFanOut(List.of(new CheckedStacks(null), new ThreadList(threads)));
        try (StackPass pass = pass("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 return sh:82 a 0
                140 vcpu0/2 enter init:1 c 0
                300 host cpu0 other
                """, sink)) {
            assertEquals(300, pass.end());
            assertEquals("1 0 1", pass.tracker().repairs(Repair.RETURN_MISSING) + " " + pass.tracker().repairs(Repair.LOST) + ' '
                    + pass.tracker().repairs(Repair.NEVER_RETURNED));
            assertEquals(0, pass.tracker().unfollowed());
            assertEquals(List.of("VM 10", "VM 10/nested#2"),
                    threads.stream().map(thread -> name(pass, thread)).distinct().toList());
        }
    }

    private static class ThreadList implements StackSink {
        private final List<StackThread> fThreads;

        ThreadList(List<StackThread> threads) {
            fThreads = threads;
        }

        @Override
        public void begins(long time, StackThread thread) {
            fThreads.add(thread);
        }

        @Override
        public void enters(long time, StackThread thread, long frame) {
            // only who there is
        }

        @Override
        public void leaves(long time, StackThread thread, long guestDuration) {
            // only who there is
        }

        @Override
        public void repaired(long time, StackThread thread, Repair repair) {
            // only who there is
        }

        @Override
        public void ends(long time, StackThread thread) {
            // only who there is
        }
    }

    @Test
    void vmsHaveTheirNames() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().tellsName(120, "shop");
        vcpu.guest().switchTo(150, scenario.vm("web").task(82, "sh"));
        scenario.until(1_000);
        List<StackThread> threads = new ArrayList<>();
        try (StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, new ThreadList(threads))) {
            scenario.report(pass::accept);
            pass.finish();
            StackThread sh = threads.stream().filter(thread -> thread.tid() == 82).findFirst().get();
            assertEquals("shop", name(pass, sh));
            assertEquals("host 5", name(pass, new StackThread(0, new Guest(5, 0, Guest.OWN), null, 0, 1, -1)));
            assertEquals("VM 7", name(pass, new StackThread(0, new Guest(5, 0, "7#1"), null, 0, 1, -1)));
            assertEquals("VM 7/nested#2", name(pass, new StackThread(0, new Guest(5, 0, "7#1"), "1.2", 0, 1, -1)));
        }
    }

    private static String name(StackPass pass, StackThread thread) {
        return pass.who(thread, host -> "host " + host).label();
    }
}
