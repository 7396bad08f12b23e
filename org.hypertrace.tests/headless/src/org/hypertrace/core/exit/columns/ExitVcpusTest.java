/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who the vCPUs are by what is known in the end, and who had their processors. */
class ExitVcpusTest {

    @TempDir
    private Path fFolder;

    private List<ExitVcpu> vcpus(String story) {
        return FoundExits.of(fFolder, story).dictionary().vcpus();
    }

    private static String line(ExitVcpu vcpu) {
        return vcpu.host() + " " + vcpu.hostId() + " " + vcpu.key() + " of " + vcpu.vm() + " pid " + vcpu.of().pid() + " number " + vcpu.number()
                + (vcpu.runsGuest() ? "" : " runs no guest") + ' ' + vcpu.begin() + '-' + vcpu.end();
    }

    @Test
    void byTheirThreadsAndProcesses() {
        assertEquals(List.of("0 id 0 11#1 of 10#1 pid 10 number 0 110-300", "0 id 0 12#1 of 10#1 pid 10 number 3 120-300",
                "1 id 1 11#1 of 11#1 pid -1 number 0 130-290"), vcpus("""
                90 a cpu0 fork qemu:11 10
                91 a cpu1 fork qemu:12 10
                100 a cpu0 sched_switch bash:9 S qemu:11
                100 a cpu1 sched_switch bash:9 S qemu:12
                101 b cpu0 sched_switch bash:9 S qemu:11
                110 a cpu0 kvm_entry
                120 a cpu1 kvm_entry
                130 b cpu0 kvm_entry
                140 a cpu1 kvm_exit IOIO 3
                150 a cpu1 kvm_entry
                160 a cpu0 kvm_exit IOIO 0
                290 b cpu0 other
                300 a cpu0 other
                """).stream().map(ExitVcpusTest::line).toList());
    }

    /** A vCPU without a reported number gets the lowest that no other of its VM has, in the order of appearance. */
    @Test
    void numbersThatAreNotReported() {
        assertEquals(List.of("11#1 0", "12#1 1", "13#1 2", "14#1 3"), numbers("""
                140 a cpu1 kvm_exit IOIO 1
                141 a cpu3 kvm_exit IOIO 3
                """));
        assertEquals(List.of("11#1 1", "12#1 0", "13#1 2", "14#1 3"), numbers("140 a cpu1 kvm_exit IOIO 0\n"));
        assertEquals(List.of("11#1 0", "12#1 1", "13#1 2", "14#1 3"), numbers(""));
    }

    /** Of four vCPUs of one VM; in which order their first entries come makes no difference. */
    private List<String> numbers(String reported) {
        StringBuilder story = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            story.append(100 + i + " a cpu" + i + " fork qemu:" + (11 + i) + " 10\n");
        }
        for (int i = 0; i < 4; i++) {
            story.append(110 + i + " a cpu" + i + " sched_switch bash:9 S qemu:" + (11 + i) + '\n');
        }
        for (int i = 0; i < 4; i++) {
            story.append(120 + i + " a cpu" + i + " kvm_entry\n");
        }
        return vcpus(story + reported + "200 a cpu0 other\n").stream().map(vcpu -> vcpu.key() + ' ' + vcpu.number()).toList();
    }

    /** A neighbour's vCPU is reported by its VM, a thread by its name, one without a name by its id. */
    @Test
    void whoHadTheProcessor() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        Vcpu other = scenario.vm("db").vcpu(2);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.exits(200, Exit.INTR).preemptedBy(250, scenario.host("host").task("backup", 50)).resumes(300).enters(310);
        vcpu.exits(400, Exit.INTR).preemptedBy(410, other).resumes(600).enters(610);
        other.enters(450).exits(500, Exit.INTR);
        scenario.until(1_000);
        ExitVcpu web = FoundExits.of(fFolder, scenario::report).dictionary().vcpus().get(0);
        List<String> preemptors = web.preemptors().stream().map(preemptor -> preemptor.name() + ' ' + preemptor.ns()).toList();
        // the one that had it longest first
        assertEquals(2, preemptors.size());
        assertTrue(preemptors.get(0).matches("VM \\d+ vCPU 2 190"), preemptors.toString());
        assertEquals("backup (50) 50", preemptors.get(1));
    }

    /** Threads 51 to 70 have it one after another, each one 1 ns less than the one before. */
    @Test
    void theManyThatHadItForShortAreOne() {
        List<String> lines = new ArrayList<>(List.of("100 a cpu0 sched_switch bash:9 S qemu:11", "110 a cpu0 kvm_entry",
                "120 a cpu0 kvm_exit INTR"));
        int time = 200;
        String before = "qemu:11 R";
        for (int i = 0; i < 20; i++) {
            String name = i == 19 ? ":70" : "job:" + (51 + i);
            lines.add(time + " a cpu0 sched_switch " + before + ' ' + name);
            before = name + " S";
            time += 50 - i;
        }
        lines.add(time + " a cpu0 sched_switch " + before + " qemu:11");
        lines.add(time + 10 + " a cpu0 kvm_entry");
        lines.add(time + 20 + " a cpu0 other");
        List<ExitVcpu.Preemptor> preemptors = vcpus(String.join("\n", lines)).get(0).preemptors();
        assertEquals(17, preemptors.size());
        assertEquals(new ExitVcpu.Preemptor("job (51)", 50), preemptors.get(0));
        assertEquals(new ExitVcpu.Preemptor("job (66)", 35), preemptors.get(15));
        assertEquals(new ExitVcpu.Preemptor("others", 34 + 33 + 32 + 31), preemptors.get(16));
    }

    @Test
    void aThreadWithoutANameIsItsId() {
        assertEquals(List.of(new ExitVcpu.Preemptor("thread 70", 30)), vcpus("""
                100 a cpu0 sched_switch bash:9 S qemu:11
                110 a cpu0 kvm_entry
                120 a cpu0 kvm_exit INTR
                200 a cpu0 sched_switch qemu:11 R :70
                230 a cpu0 sched_switch :70 S qemu:11
                240 a cpu0 kvm_entry
                250 a cpu0 other
                """).get(0).preemptors());
    }

    /** The recording's manifest names VMs, or the VM does itself; the second of a name is another run of it. */
    @Test
    void namedVmsAreAskedForByName() {
        Scenario scenario = new Scenario();
        scenario.vm("web").vcpu(0).startsOn(100, 0).enters(110);
        scenario.vm("web").vcpu(0).guest().vcpu().boot().tellsName(150, "shop");
        scenario.until(1_000);
        ExitVcpu vcpu = FoundExits.of(fFolder, scenario::report).dictionary().vcpus().get(0);
        assertEquals("shop", vcpu.vmLabel());
        assertEquals("shop", vcpu.of().given());
        assertEquals(1, vcpu.of().run());
        assertTrue(vcpu.who().matches("shop"));
        assertTrue(vcpu.who().matches(vcpu.vm()));
        assertTrue(vcpu.who().matches(Integer.toString(vcpu.of().pid())));
        assertFalse(vcpu.who().matches("web"));
        assertFalse(vcpu.who().matches("0"));
    }
}
