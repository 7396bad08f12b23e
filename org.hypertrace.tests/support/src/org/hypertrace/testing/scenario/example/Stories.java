/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.hypertrace.testing.scenario.Exit.INTR;
import static org.hypertrace.testing.scenario.Exit.IO;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Host;
import org.hypertrace.testing.scenario.HostTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;

/** Small scenarios, each with a lesson. Times are µs and seconds where that reads better: 1 is 1 ns. */
public final class Stories {

    private static final long S = 1_000_000_000L;

    private Stories() {
    }

    /** @return the names of all of them */
    public static Stream<String> names() {
        return all().keySet().stream();
    }

    /** All of them by name; those whose guest reports switches in batches are there twice. */
    public static Map<String, Supplier<Scenario>> all() {
        Map<String, Supplier<Scenario>> all = new TreeMap<>();
        all.put("two VMs share a processor", Stories::twoVmsShareAProcessor);
        all.put("halted and woken", Stories::haltedAndWoken);
        all.put("QEMU works for the guest", Stories::qemuWorksForTheGuest);
        all.put("a VM is launched and ends", Stories::aVmIsLaunchedAndEnds);
        all.put("numbers out of order", Stories::numbersOutOfOrder);
        all.put("boot, shutdown and panic", Stories::bootShutdownAndPanic);
        all.put("a nested guest", Stories::aNestedGuest);
        for (boolean batched : new boolean[] { false, true }) {
            String how = batched ? ", batched" : ", reported at once";
            all.put("a system call on two processors" + how, () -> aSystemCallOnTwoProcessors(batched));
            all.put("a batch straddles a preemption" + how, () -> aBatchStraddlesAPreemption(batched));
            all.put("a batch reaches 4.2 s back" + how, () -> aBatchReachesFarBack(batched));
            all.put("functions" + how, () -> functions(batched));
        }
        return all;
    }

    /** Two vCPUs want one processor; one of them is taken from it in the middle of the guest. */
    public static Scenario twoVmsShareAProcessor() {
        Scenario scenario = new Scenario();
        scenario.host("host").cpus(1);
        Vcpu web = scenario.vm("web").inManifest().vcpu(0);
        Vcpu db = scenario.vm("db").vcpu(0);
        web.startsOn(100, 0).enters(110).preemptedBy(200, db).resumes(300).enters(310).exits(390, INTR).yieldsTo(400, db);
        db.wakesOn(150, 0).enters(210).enters(410);
        return scenario.until(500);
    }

    /** It sleeps because it has nothing to do, is woken by an interrupt on another processor, and waits for its own. */
    public static Scenario haltedAndWoken() {
        Scenario scenario = new Scenario();
        Host host = scenario.host("host");
        HostTask task = host.task("kworker/0:1", 60);
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110).exits(150, HLT).halts(160);
        task.wakesOn(170, 0).resumes(180);
        host.cpu(1).irq(190, 210, 25);
        vcpu.wakesOn(200, 0, 1).resumes(250).enters(260);
        host.cpu(0).localTimer(280, 290);
        vcpu.exits(300, INTR).enters(320).exits(330, HLT).halts(340).wakesOn(400, 1).resumes(410).enters(420);
        return scenario.until(500);
    }

    /** An access to a port goes to the hypervisor's process, which waits for the disk. */
    public static Scenario qemuWorksForTheGuest() {
        Scenario scenario = new Scenario();
        scenario.host("host").intel();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).callsKvm(105).enters(110).exits(150, IO).returnsToQemu(160).callsKvm(200).enters(210)
                .exits(230, IO).returnsToQemu(240).blocks(250).wakes(300).resumes(310).callsKvm(320).enters(330);
        return scenario.until(400);
    }

    /** Its threads begin and end within the recording. */
    public static Scenario aVmIsLaunchedAndEnds() {
        Scenario scenario = new Scenario();
        HostTask bash = scenario.host("host").task("bash", 50);
        Vm vm = scenario.vm("web").launches(120);
        bash.startsOn(100, 0).sleeps(130);
        vm.vcpu(0).startsOn(200, 0).writesTscOffset(205, 0, -7_000).enters(210).exits(250, IO).returnsToQemu(260).ends(300);
        vm.vcpu(1).startsOn(202, 1).enters(212).exits(252, HLT).halts(262).wakes(290).resumes(292).ends(295);
        return scenario.until(400);
    }

    /** Nothing is lost by disorder; three words are lost, and one comes twice. */
    public static Scenario numbersOutOfOrder() {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").numbersOutOfOrder(60);
        GuestTask[] tasks = { vm.task(7, "sh"), vm.task(8, "ls") };
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120);
        for (int i = 0; i < 200; i++) {
            vcpu.guest().preemptedBy(200 + 10 * i, tasks[i % 2]);
        }
        vcpu.guest().losesNumbers(3).mark(2_305, 1).losesNumbers(0);
        vcpu.guest().losesNumbers(3).irq(2_310, 2_320, 4, "disk").repeatsNumber().softirq(2_330, 2_340, 3);
        return scenario.until(3_000);
    }

    /** A task calls the kernel on one vCPU and returns from it on another, which the host moves meanwhile. */
    public static Scenario aSystemCallOnTwoProcessors(boolean batched) {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(batched ? S : 0);
        GuestTask sh = vm.task(7, "sh");
        Vcpu first = vm.vcpu(0);
        Vcpu second = vm.vcpu(1);
        first.startsOn(100, 0).enters(110);
        second.startsOn(105, 1).enters(115);
        first.boot().hello(130);
        first.guest().dumps(140, sh, 1).wakes(150, sh).switchTo(160, sh).syscall(170, 180, 1).syscallEntry(200, 0, 3)
                .preemptedBy(220, first.guest().idle());
        second.exits(230, INTR).preemptedBy(240, scenario.host("host").task("cc1", 50)).migratesTo(270, 0);
        first.exits(250, HLT).halts(260);
        second.resumes(280).enters(290);
        second.guest().switchTo(310, sh).syscallExit(320, -4).switchTo(330, second.guest().idle());
        return scenario.until(400);
    }

    /** Three switches of which the host takes the vCPU away after the second: the first two are reported when the third is. */
    public static Scenario aBatchStraddlesAPreemption(boolean batched) {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(batched ? S : 0);
        GuestTask sh = vm.task(7, "sh");
        GuestTask ls = vm.task(8, "ls");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120);
        vcpu.guest().dumps(130, sh, 0).dumps(140, ls, 0).preemptedBy(150, sh).preemptedBy(200, ls).preemptedBy(250, sh);
        vcpu.preemptedBy(300, scenario.host("host").task("cc1", 50)).resumes(420).enters(430);
        vcpu.guest().switchTo(500, ls).switchTo(550, vcpu.guest().idle()).wakes(560, sh);
        return scenario.until(600);
    }

    /** The deltas of a batch hold 32 bits of ns: so far may it reach. */
    public static Scenario aBatchReachesFarBack(boolean batched) {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(batched ? Long.MAX_VALUE : 0);
        GuestTask sh = vm.task(7, "sh");
        GuestTask ls = vm.task(8, "ls");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(S, 0).enters(S + 10);
        vcpu.boot().hello(S + 20);
        vcpu.guest().dumps(S + 30, sh, 0).dumps(S + 40, ls, 0).switchTo(S + 50, sh).preemptedBy(2 * S, ls)
                .preemptedBy(5 * S, sh).preemptedBy(6 * S + S / 5, ls).syscall(7 * S, 11 * S, 35).switchTo(12 * S, sh);
        return scenario.until(13 * S);
    }

    /** Functions within functions; batched, only their returns are reported. */
    public static Scenario functions(boolean batched) {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").batches(batched ? S : 0);
        GuestTask sh = vm.task(7, "sh");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120);
        vcpu.guest().dumps(130, sh, 0).switchTo(140, sh);
        vcpu.guest().function(200, 400, 0xffffffff81000010L, 0).function(220, 280, 0xffffffff81000020L, 1)
                .function(300, 380, 0xffffffff81000030L, 1).function(320, 360, 0xffffffff81000040L, 2)
                .function(500, 100_000_000, 0xffffffff81000050L, 0).switchTo(100_000_100, vcpu.guest().idle());
        return scenario.until(100_000_200);
    }

    /** A whole life, twice: the second boot panics. A process marks, and forges. */
    public static Scenario bootShutdownAndPanic() {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").numbers();
        GuestTask init = vm.task(1, "swapper/0");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().stage(200, 1, "first code").stage(210, 2, "start_kernel").hello(220).base(230)
                .tellsName(240, "a-rather-long-name");
        boot(vcpu, init, 300);
        vcpu.guest().mark(600, 42).forges(610, 0x85, 6, 0, 0, 0).hypercall(620, 5, 0, 1, 0, 0)
                .hypercall(630, 0xc8, 0, 0, 0, 0);
        vcpu.boot().stage(700, 5, "reboot").shutdownStep(710, 760, 1, "devices").shutdownStep(720, 750, 2, "disk")
                .stage(770, 6, "reset");
        vcpu.boot().stage(900, 1, "first code").stage(910, 2, "start_kernel").hello(920);
        GuestTask again = vm.task(1, "swapper/0");
        boot(vcpu, again, 1_000);
        vcpu.boot().panics(1_400, "Attempted to kill init! exitcode=0x0000000b");
        return scenario.until(1_500);
    }

    /** A hypervisor in the VM relays what its own guest reports. */
    public static Scenario aNestedGuest() {
        Scenario scenario = new Scenario();
        Vm vm = scenario.vm("web").numbers();
        GuestTask qemu = vm.task(7, "CPU 3/KVM");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120);
        GuestCpu nested = new GuestCpu(0, 3, 1, 5);
        vcpu.guest().dumps(130, qemu, 0).switchTo(140, qemu)
                .reports(new GuestEvent.SyscallEntry(150, nested, 20, 1, false, 2, 3))
                .reports(new GuestEvent.SyscallExit(160, nested, 20, 1, false, 4)).switchTo(170, vcpu.guest().idle());
        return scenario.until(200);
    }

    private static void boot(Vcpu vcpu, GuestTask init, long at) {
        vcpu.guest().dumps(at, init, 0).switchTo(at + 10, init);
        vcpu.boot().level(at + 20, 1, "early").initcall(at + 30, at + 60, 0xffffffff81000300L, 0).level(at + 80, 2, "core")
                .initcall(at + 90, at + 150, 0xffffffff81000400L, -19);
        vcpu.guest().executes(at + 180, "init");
        vcpu.boot().stage(at + 200, 3, "/sbin/init");
    }
}
