/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a guest does is known of a thread, a vCPU and a boot; of what is gone nothing goes on. Exits for IOIO ask for it. */
class CauseLifeTest {

    @TempDir
    private Path fFolder;

    /** {@code 120 sh(82) RUNNING in a}: what each exit for IOIO has as its cause. */
    private String causes(String story) {
        ExitColumns exits = FoundExits.of(fFolder, TaskStory.of(story));
        ExitNames names = new ExitNames(exits);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exits.count(); i++) {
            if (names.label(ExitGrouping.REASON, i).equals("IOIO")) {
                Cause cause = names.cause(i);
                lines.add(exits.begin(i) + " " + names.taskLabel(cause) + ' ' + cause.mode()
                        + (cause.function() == 0 ? "" : " in " + (char) (cause.function() & 0xff))
                        + (cause.syscall() < 0 ? "" : " call " + cause.syscall())
                        + (cause.initcall() == 0 ? "" : " initcall " + (char) (cause.initcall() & 0xff)));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String exit(int time, int cpu) {
        return time + " host cpu" + cpu + " kvm_exit IOIO\n" + (time + 1) + " host cpu" + cpu + " kvm_entry\n";
    }

    @Test
    void beforeAnythingIsReportedNothingIs() {
        assertEquals("40 null UNKNOWN\n60 null UNKNOWN\n", causes(exit(40, 0) + "50 vcpu0 hello 0\n" + exit(60, 0)));
    }

    @Test
    void afterEventsAreLostOnlyWhatIsReportedSince() {
        assertEquals("""
                120 sh (82) RUNNING in a
                150 null UNKNOWN
                170 sh (82) RUNNING
                190 sh (82) RUNNING in b
                """, causes("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                """ + exit(120, 0) + """
                130 host cpu0 lost 135 7
                140 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                141 host cpu0 kvm_entry
                """ + exit(150, 0) + """
                160 vcpu0 switch swapper/0:0 S sh:82
                """ + exit(170, 0) + """
                180 vcpu0 enter sh:82 b 0
                """ + exit(190, 0)));
    }

    /** A host's loss leaves what is known of the guests of another. */
    @Test
    void whatIsLostElsewhere() {
        assertEquals("150 sh (82) RUNNING in a\n", causes("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                130 other cpu0 lost 135 7
                """ + exit(150, 0)));
    }

    @Test
    void aNewBootForgets() {
        assertEquals("""
                120 sh (82) RUNNING in a
                210 null UNKNOWN
                230 sh (82) RUNNING
                """, causes("""
                50 vcpu0 stage 1
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                """ + exit(120, 0) + "200 vcpu0 stage 1\n" + exit(210, 0) + "220 vcpu0 switch swapper/0:0 S sh:82\n" + exit(230, 0)));
        // a later mark of the same boot does not
        assertEquals("""
                210 sh (82) RUNNING in a
                """, causes("""
                50 vcpu0 stage 1
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                200 vcpu0 stage 2
                """ + exit(210, 0)));
    }

    /** Firmware runs before the next boot reports anything, and is no thread of the boot before. */
    @Test
    void aResetForgets() {
        assertEquals("""
                120 sh (82) RUNNING in a
                210 null UNKNOWN
                """, causes("""
                50 vcpu0 stage 1
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                """ + exit(120, 0) + "200 host cpu0 kvm_tsc_offset 7 7\n" + exit(210, 0)));
    }

    @Test
    void aForkedThreadIsInNothing() {
        assertEquals("""
                120 old (90) RUNNING in a
                160 new (90) RUNNING
                """, causes("""
                100 vcpu0 switch swapper/0:0 S old:90
                110 vcpu0 enter old:90 a 0
                """ + exit(120, 0) + """
                130 vcpu0 switch old:90 S sh:82
                140 vcpu0 fork sh:82 new:90
                150 vcpu0 switch sh:82 S new:90
                """ + exit(160, 0)));
    }

    /** All idle threads have the id 0, but each vCPU has its own. */
    @Test
    void idleThreadsOfTwoVcpusAreTwo() {
        assertEquals("""
                130 swapper/0 IDLE in a
                140 swapper/1 IDLE in b
                160 swapper/0 IDLE
                170 swapper/1 IDLE in b
                """, causes("""
                100 vcpu0 switch sh:82 S swapper/0:0
                101 vcpu1 switch cat:83 S swapper/1:0
                110 vcpu0 enter swapper/0:0 a 0
                120 vcpu1 enter swapper/1:0 b 0
                """ + exit(130, 0) + exit(140, 1) + "150 vcpu0 return swapper/0:0 a 0\n" + exit(160, 0) + exit(170, 1)));
    }

    @Test
    void systemCallsAndInitcallsNest() {
        assertEquals("""
                120 sh (82) SYSCALL call 1
                130 sh (82) SYSCALL in a call 1
                150 sh (82) USER
                """, causes("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 syscall_entry sh:82
                """ + exit(120, 0) + "125 vcpu0 enter sh:82 a 0\n" + exit(130, 0) + """
                135 vcpu0 return sh:82 a 0
                140 vcpu0 syscall_exit sh:82
                """ + exit(150, 0)));
        assertEquals("""
                120 swapper/0 RUNNING initcall a
                130 swapper/0 RUNNING initcall b
                150 swapper/0 RUNNING initcall a
                170 swapper/0 RUNNING
                """, causes("""
                50 vcpu0 stage 1
                110 vcpu0 initcall_start swapper/0:0 a
                """ + exit(120, 0) + "125 vcpu0 initcall_start swapper/0:0 b\n" + exit(130, 0) + """
                140 vcpu0 initcall_finish swapper/0:0 b
                """ + exit(150, 0) + "160 vcpu0 initcall_finish swapper/0:0 a\n" + exit(170, 0)));
    }

    @Test
    void aSwitchChangesTheCause() {
        assertEquals("""
                120 sh (82) RUNNING in a
                140 cat (83) RUNNING
                160 sh (82) RUNNING in a
                """, causes("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                """ + exit(120, 0) + "130 vcpu0 switch sh:82 S cat:83\n" + exit(140, 0) + "150 vcpu0 switch cat:83 S sh:82\n" + exit(160, 0)));
    }

    @Test
    void anInterruptIsAMode() {
        assertEquals("""
                120 sh (82) IRQ
                140 sh (82) RUNNING
                """, causes("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 irq_entry 4
                """ + exit(120, 0) + "130 vcpu0 irq_exit 4\n" + exit(140, 0)));
    }
}
