/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Test;

/** Boots as they are read of the model: levels, initcalls and what came after are those of the scenario. */
class ModelledBootTest {

    private final ITmfStateSystem fStates = Modelled.of(Stories.bootShutdownAndPanic()::report, guest -> null);

    @Test
    void levelsAndInitcallsAreTrue() throws StateSystemDisposedException {
        List<String> found = new ArrayList<>();
        for (GuestBoot boot : Boots.of(fStates)) {
            boot.levels().forEach(level -> found.add(boot.number() + ": level " + level.name() + ' ' + level.begin() + '-' + level.end()));
            boot.initcalls().forEach(call -> found.add(boot.number() + ": initcall 0x" + Long.toHexString(call.address()) + " of " + call.tid() + ' '
                    + call.begin() + '-' + call.end() + " = " + call.result()));
        }
        // the last level ends when PID 1 first executes a program
        assertEquals("""
                1: level early 320-380
                1: level core 380-480
                1: initcall 0xffffffff81000300 of 1 330-360 = 0
                1: initcall 0xffffffff81000400 of 1 390-450 = -19
                2: level early 1020-1080
                2: level core 1080-1180
                2: initcall 0xffffffff81000300 of 1 1030-1060 = 0
                2: initcall 0xffffffff81000400 of 1 1090-1150 = -19""", String.join("\n", found));
    }

    @Test
    void itsLifeAndItsEnd() throws StateSystemDisposedException {
        List<GuestBoot> boots = Boots.of(fStates);
        assertEquals("a-rather-long-name; a-rather-long-name, boot 2", boots.get(0).label() + "; " + boots.get(1).label());
        // the first from its first code to the next one's first code
        assertEquals("200 to 900, booted in 280, userspace from 480, shutting down from 700, stopped from 770", boots.get(0).begin()
                + " to " + boots.get(0).end() + ", booted in " + boots.get(0).bootTime() + ", userspace from " + boots.get(0).begin(Lifecycle.USERSPACE) + ", shutting down from "
                + boots.get(0).begin(Lifecycle.SHUTTING_DOWN) + ", stopped from " + boots.get(0).begin(Lifecycle.STOPPED));
        assertEquals("true true", boots.get(0).finished() + " " + boots.get(1).finished());
        assertEquals(Ending.BOOTED_AGAIN, boots.get(0).ending());
        CrashReport panic = boots.get(1).crashes().get(0);
        assertEquals("1400 Attempted to kill init! exitcode=0x0000000b", panic.time() + " " + panic.reason());
        assertEquals(900, boots.get(1).begin());
    }

    /** Each part of a boot has its time in states, and all parts are what it took to boot. */
    @Test
    void partsAreTheWhole() throws StateSystemDisposedException {
        for (GuestBoot boot : Boots.of(fStates)) {
            BootTimes times = BootTimes.of(fStates, boot);
            List<BootPart> parts = BootPart.of(boot);
            long sum = 0;
            for (int i = 0; i < parts.size(); i++) {
                TimeSplit spent = times.part(i);
                assertEquals(parts.get(i).duration(), spent.whole(), parts.get(i).toString());
                assertEquals(0, spent.ns(VcpuState.UNKNOWN) + spent.ns(VcpuState.PREEMPTED), parts.get(i).toString());
                sum += spent.whole();
            }
            assertEquals(boot.bootTime(), sum);
        }
    }
}
