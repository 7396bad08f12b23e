/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;

/** Two VMs that restart; in the second one a notifier takes 500 longer. */
public final class Reboots {

    /** The rows of their shutdowns, a level deeper two blanks further in. */
    public static final String ROWS = """
            host
              web-1
                shutdown 1
                  service (41)
                  Notifiers
                  Devices
              web-2
                shutdown 1
                  service (41)
                  Notifiers
                  Devices
            """;

    private static final long KILL = 62;
    private static final long REBOOT = 169;

    private Reboots() {
    }

    /** @return web-1 and web-2, each on a processor of its own */
    public static Scenario twoVms() {
        Scenario scenario = new Scenario();
        scenario.host("host").cpus(2);
        reboots(scenario.vm("web-1").inManifest(), 0, 0);
        reboots(scenario.vm("web-2").inManifest(), 1, 500);
        return scenario.until(5_000);
    }

    /** Restarts: user space from 1000 to 1300, the kernel until 3000 and as much later as its notifier is slower. */
    private static void reboots(Vm vm, int cpu, long slower) {
        GuestTask init = vm.task(1, "init");
        GuestTask service = vm.task(41, "service");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100, cpu).enters(110);
        vcpu.boot().hello(120);
        vcpu.guest().switchTo(130, init).forks(140, service);
        vcpu.boot().stage(1_000, 5, "asked");
        vcpu.guest().hypercall(1_010, 0x6c, 1, KILL, -1, 15).switchTo(1_100, service).endsTask(1_200, 0x100).switchTo(1_210, init)
                .hypercall(1_300, 0x6c, 1, REBOOT, 0, 0);
        vcpu.boot().shutdownStep(1_400, 2_400 + slower, 1, "notifiers").shutdownStep(1_500, 2_300 + slower, 2, "slow_notifier")
                .shutdownStep(2_500 + slower, 2_900 + slower, 3, "device_shutdown")
                .shutdownStep(2_600 + slower, 2_800 + slower, 4, "disk").stage(3_000 + slower, 6, "last");
        vcpu.exits(3_100 + slower, Exit.IO).returnsToQemu(3_150 + slower).ends(3_200 + slower);
    }
}
