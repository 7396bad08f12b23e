/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.hypertrace.testing.scenario.Exit.IO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.exit.columns.ExitDictionary.GuestTaskId;
import org.hypertrace.core.exit.columns.ExitDictionary;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who causes an exit is what the guest reported before it. */
class CauseTest {

    private static final long WRITE = 0xffffffff81000100L;
    private static final long PUT = 0xffffffff81000200L;

    @TempDir
    private Path fFolder;

    @Test
    void theInnermostOfEverythingIsTheCause() throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask sh = scenario.vm("web").task(82, "sh");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.exits(150, IO).enters(160);
        vcpu.guest().switchTo(200, sh);
        vcpu.exits(250, IO).enters(260);
        vcpu.guest().syscall(300, 800, 1).function(350, 700, WRITE, 0).function(400, 600, PUT, 1);
        vcpu.exits(320, IO).enters(330);
        vcpu.exits(370, IO).enters(380);
        vcpu.exits(450, IO).enters(460);
        vcpu.exits(650, IO).enters(660);
        vcpu.exits(750, IO).enters(760);
        vcpu.exits(850, IO).enters(860);
        vcpu.guest().irq(870, 890, 4, "ttyS0");
        vcpu.exits(880, IO).enters(885);
        vcpu.guest().switchTo(900, vcpu.guest().idle());
        vcpu.exits(950, HLT).halts(960);
        scenario.until(1_000);
        assertEquals("""
                150 nothing UNKNOWN
                250 sh(82) RUNNING
                320 sh(82) SYSCALL call 1
                370 sh(82) SYSCALL call 1 in 100
                450 sh(82) SYSCALL call 1 in 200
                650 sh(82) SYSCALL call 1 in 100
                750 sh(82) SYSCALL call 1
                850 sh(82) USER
                880 sh(82) IRQ
                950 swapper/0(0) IDLE
                """, causes(scenario));
    }

    /** A function whose exit was not reported is gone as soon as one begins that is not in it. */
    @Test
    void functionsThatNeverReturnAreForgotten() throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestCpu cpu = new GuestCpu(0, 0, 0, 0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(200, scenario.vm("web").task(82, "sh"));
        vcpu.guest().reports(new GuestEvent.FunctionEntry(300, cpu, 82, WRITE, 0, false))
                .reports(new GuestEvent.FunctionEntry(320, cpu, 82, PUT, 1, false))
                .reports(new GuestEvent.FunctionEntry(340, cpu, 82, PUT, 2, false))
                .reports(new GuestEvent.FunctionEntry(360, cpu, 82, WRITE + 1, 1, false))
                .reports(new GuestEvent.FunctionExit(380, cpu, 82, WRITE + 1, 20, 1, false, false))
                .reports(new GuestEvent.FunctionExit(420, cpu, 82, WRITE, 120, 0, false, false));
        vcpu.exits(350, IO).enters(352);
        vcpu.exits(370, IO).enters(372);
        vcpu.exits(400, IO).enters(402);
        vcpu.exits(440, IO).enters(442);
        scenario.until(1_000);
        assertEquals("""
                350 sh(82) RUNNING in 200
                370 sh(82) RUNNING in 101
                400 sh(82) RUNNING in 200
                440 sh(82) RUNNING
                """, causes(scenario));
    }

    @Test
    void anInitcallIsTheCauseToo() throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().initcall(200, 400, WRITE, 0);
        vcpu.guest().reports(new GuestEvent.Name(150, new GuestCpu(0, 0, 0, 0), NameType.FUNCTION, WRITE, "serial_init"));
        vcpu.exits(300, IO).enters(310);
        vcpu.exits(500, IO).enters(510);
        scenario.until(1_000);
        assertEquals("""
                300 swapper/0(0) RUNNING initcall serial_init
                500 swapper/0(0) RUNNING
                """, causes(scenario));
    }

    private String causes(Scenario scenario) throws IOException {
        Path file = fFolder.resolve("exits");
        try (ExitPass pass = new ExitPass(file, List.of("host"), host -> null, List.of(), guest -> null)) {
            scenario.report(pass::accept);
            pass.finish(1);
        }
        ExitColumns exits = ExitColumnsReader.open(file, 1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exits.count(); i++) {
            if (!exits.isTracer(i)) {
                Cause cause = exits.dictionary().causes().get(exits.cause(i));
                ThreadName task = exits.dictionary().tasks().get(new GuestTaskId(cause.guest(), cause.task()));
                lines.add(exits.begin(i) + (task == null ? " nothing" : " " + task.name() + '(' + task.tid() + ')') + ' '
                        + cause.mode() + (cause.syscall() < 0 ? "" : " call " + cause.syscall())
                        + (cause.function() == 0 ? "" : " in " + Long.toHexString(cause.function() & 0xfff))
                        + (cause.initcall() == 0 ? "" : " initcall " + exits.dictionary().functions()
                                .get(new ExitDictionary.GuestAddress(cause.guest(), cause.initcall()))));
            }
        }
        return String.join("\n", lines) + '\n';
    }
}
