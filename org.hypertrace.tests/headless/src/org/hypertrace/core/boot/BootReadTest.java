/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Test;

/** What only the whole of a boot reports: where levels and initcalls end that nothing ended, and which thread runs them. */
class BootReadTest {

    private static GuestBoot boot(String story) throws StateSystemDisposedException {
        List<GuestBoot> boots = Boots.of(Modelled.ofTasks(story));
        assertEquals(1, boots.size());
        return boots.get(0);
    }

    private static String text(GuestBoot boot) {
        return boot.stages().stream().map(stage -> stage.part().label() + ' ' + stage.begin() + '-' + stage.end() + '\n').collect(Collectors.joining())
                + boot.levels().stream().map(level -> "level " + level.name() + ' ' + level.begin() + '-' + level.end() + (level.open() ? "? " : " ")
                        + "of " + level.tid() + '\n').collect(Collectors.joining())
                + boot.initcalls().stream().map(i -> "initcall " + (char) i.address() + ' ' + i.begin() + '-' + i.end() + (i.open() ? "? " : " ")
                        + (i.lost() ? "lost " : "") + "of " + i.tid() + " in " + i.level() + '\n').collect(Collectors.joining());
    }

    /** Its initcalls are over when the last one of the thread that runs the levels is: what begins then is of a module. */
    @Test
    void levelsThatNothingEnds() throws StateSystemDisposedException {
        assertEquals("""
                initcall levels 100-150
                running 150-200
                level early 100-130 of 1
                level device 130-150 of 1
                initcall a 110-120 of 1 in 0
                initcall b 140-150 of 1 in 1
                initcall c 145-180 of 60 in 1
                initcall d 150-170 of 70 in -1
                """, withoutLaunch(boot("""
                100 vcpu0 level early
                110 vcpu0 initcall_start init:1 a
                120 vcpu0 initcall_finish init:1 a
                130 vcpu0 level device
                140 vcpu0 initcall_start init:1 b
                145 vcpu0 initcall_start kworker:60 c
                150 vcpu0 initcall_finish init:1 b
                150 vcpu0 initcall_start modprobe:70 d
                170 vcpu0 initcall_finish modprobe:70 d
                180 vcpu0 initcall_finish kworker:60 c
                200 host cpu0 other
                """)));
    }

    @Test
    void aLevelIsOpenWhileItsThreadIsInAnInitcall() throws StateSystemDisposedException {
        assertEquals("""
                initcall levels 100-200
                level early 100-200? of 1
                initcall a 110-120 of 1 in 0
                initcall b 130-200? of 1 in 0
                """, withoutLaunch(boot("""
                100 vcpu0 level early
                110 vcpu0 initcall_start init:1 a
                120 vcpu0 initcall_finish init:1 a
                130 vcpu0 initcall_start init:1 b
                200 host cpu0 other
                """)));
        // without any nothing reports where it ends
        assertEquals("initcall levels 100-200\nlevel early 100-200? of -1\n", withoutLaunch(boot("100 vcpu0 level early\n200 host cpu0 other\n")));
    }

    private static String withoutLaunch(GuestBoot boot) {
        String text = text(boot);
        return text.substring(text.indexOf('\n') + 1);
    }

    /** The idle thread begins to boot, PID 1 goes on; a level without initcalls is of who ran the one before, the first of who runs the next. */
    @Test
    void whoRunsTheLevels() throws StateSystemDisposedException {
        assertEquals("console 0, early 0, core 0, device 1, late 1", boot("""
                100 vcpu0 level console
                110 vcpu0 level early
                120 vcpu0 initcall_start swapper:0 a
                125 vcpu0 initcall_start swapper:0 b
                126 vcpu0 initcall_finish swapper:0 b
                130 vcpu0 initcall_finish swapper:0 a
                140 vcpu0 level core
                150 vcpu0 level device
                160 vcpu0 initcall_start init:1 c
                162 vcpu0 initcall_start kworker:60 d
                164 vcpu0 initcall_finish kworker:60 d
                170 vcpu0 initcall_finish init:1 c
                180 vcpu0 level late
                190 vcpu0 exec init:1
                200 host cpu0 other
                """).levels().stream().map(level -> level.name() + ' ' + level.tid()).collect(Collectors.joining(", ")));
    }

    /** Its thread went on with another one: it returned, but the return was lost. */
    @Test
    void aReturnThatWasLost() throws StateSystemDisposedException {
        assertEquals("""
                initcall levels 100-190
                userspace 190-200
                level early 100-190 of 1
                initcall a 110-120? lost of 1 in 0
                initcall b 140-150 of 1 in 0
                """, withoutLaunch(boot("""
                100 vcpu0 level early
                110 vcpu0 initcall_start init:1 a
                120 host cpu2 lost 130 5
                140 vcpu0 initcall_start init:1 b
                150 vcpu0 initcall_finish init:1 b
                190 vcpu0 exec init:1
                200 host cpu0 other
                """)));
    }

    /** From where packets are missing on, what began before may have ended. */
    @Test
    void whatIsOpenWherePacketsAreMissing() throws StateSystemDisposedException {
        assertEquals("""
                initcall levels 100-150
                unknown (packets are missing) 150-200
                level early 100-150? of 1
                initcall a 110-150? lost of 1 in 0
                """, withoutLaunch(boot("""
                100 vcpu0 level early
                110 vcpu0 initcall_start init:1 a
                150 host cpu2 lost_packets 170 1
                200 host cpu2 other
                """)));
    }

    @Test
    void functionsAreReportedWhenTheTraceIsOver() throws StateSystemDisposedException {
        GuestBoot boot = boot("""
                100 vcpu0 level early
                110 vcpu0 enter init:1 a 0
                120 vcpu0 enter init:1 b 1
                130 vcpu0 return init:1 b 1 9
                140 vcpu0 return init:1 a 0 30
                200 host cpu0 other
                """);
        assertEquals("a 1 30 21, b 1 9 9", boot.functions().stream().map(function -> (char) function.address() + " " + function.calls() + ' '
                + function.total() + ' ' + function.self()).sorted().collect(Collectors.joining(", ")));
    }
}
