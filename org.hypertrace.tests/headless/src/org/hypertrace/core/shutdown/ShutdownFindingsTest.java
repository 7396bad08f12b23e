/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.vcpu.VcpuState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is reported of a shutdown: what is missing or contradictory, and what took longest. */
@Tag("plain")
class ShutdownFindingsTest {

    private static final String WHOLE = """
            requested 1000
            called 1300
            kernel 1400
            kind REBOOT
            STEP 0 1400 2400 notifiers
            last 3000
            end 3200 GONE
            process 41 service 1000 1200 code 256
            """;

    private static List<String> of(String text) {
        return ShutdownFindings.of(ShutdownFixture.profile("web", text));
    }

    @Test
    void nothingIsContradictoryInAWholeOne() {
        assertEquals(List.of(), of(WHOLE));
    }

    @Test
    void whatTheGuestDoesNotReport() {
        assertEquals(List.of("The guest does not report when the shutdown was requested: what user space took is not shown."),
                of(WHOLE.replace("requested 1000\n", "")));
        assertEquals(List.of("The guest does not report whether it is a restart or a power-off."), of(WHOLE.replace("kind REBOOT\n", "")));
        assertEquals(List.of("The guest reports no steps of it: record its shutdown events, or its functions and the symbols of its "
                + "kernel."),
                of(WHOLE.replace("STEP 0 1400 2400 notifiers\n", "")));
        assertEquals(List.of("The trace ends before the machine was reset or gone."), of(WHOLE.replace("end 3200 GONE\n", "")));
        assertEquals(List.of("Which processes user space waited for is not known: record the guest's tasks (group sched) from before "
                + "the request."), of(WHOLE.replace("process 41 service 1000 1200 code 256\n", "")));
        assertEquals(List.of("Who was sent a signal, and when the kernel was called, is not known: record the guest's system calls from the "
                + "request on."), of(WHOLE.replace("called 1300\n", "")));
    }

    /** Where events were lost, what is missing may be that. */
    @Test
    void whatWasLost() {
        assertEquals(List.of("The host's tracer lost 7 events: parts may be missing, and figures of the others may be wrong.",
                "When it began is unknown, as events were lost: what user space took is not shown.",
                "Whether the machine was reset or is gone is unknown: events were lost."),
                of(WHOLE.replace("requested 1000\n", "lost 7\n").replace("end 3200 GONE\n", "")));
    }

    @Test
    void aPanicHasNoSteps() {
        assertEquals(List.of("The kernel panicked: no notifier of restarts was asked and no device was shut down."), of("""
                kernel 1400
                kind PANIC
                end 3200 RESET
                """));
    }

    @Test
    void aKexecNeedsNoReset() {
        String kexec = WHOLE.replace("REBOOT", "KEXEC").replace("GONE", "BOOTED_AGAIN");
        assertEquals(List.of("The next kernel began without a reset of the machine (kexec)."), of(kexec));
        assertEquals(List.of(), of(kexec.replace("kind KEXEC", "kind REBOOT")));
        assertEquals(List.of(), of(kexec.replace("last 3000", "last 3000\nfault 0")));
        assertEquals(List.of(), of(kexec.replace("BOOTED_AGAIN", "RESET")));
    }

    @Test
    void whatIsNotKept() {
        assertEquals(List.of("3 parts, processes or later shutdowns are not kept: there are too many."), of(WHOLE + "others 3\n"));
    }

    @Test
    void processesThatWereStillThere() {
        assertEquals(List.of("One process was still there when the kernel began: sshd (50)."), of(WHOLE + "process 50 sshd 1000 -\n"));
        StringBuilder many = new StringBuilder(WHOLE);
        for (int tid = 50; tid < 55; tid++) {
            many.append("process ").append(tid).append(" sh 1000 -\n");
        }
        assertEquals(List.of("5 processes were still there when the kernel began: sh (50), sh (51), sh (52), sh (53), sh (54)."),
                of(many.toString()));
        assertEquals(List.of("6 processes were still there when the kernel began: sh (50), sh (51), sh (52), sh (53), sh (54), …."),
                of(many + "process 55 ? 1000 -\n"));
        // if the kernel is not known to have begun, who knows
        assertEquals(List.of("The guest reports no steps of it: record its shutdown events, or its functions and the symbols of its "
                + "kernel.",
                "The trace ends before the machine was reset or gone."), of("requested 1000\ncalled 9000\nkind REBOOT\nprocess 50 sh 1000 -\n"));
    }

    private static GuestShutdown.Process process(long end, int code) {
        return new GuestShutdown.Process(41, -1, "service", 0, end, false, -1, -1, code);
    }

    @Test
    void howAProcessEnded() {
        assertEquals("still there; ; exit status 0; exit status 1; exit status 255; killed by SIGKILL; killed by SIGTERM; killed by signal 34",
                String.join("; ", ShutdownFindings.outcome(process(-1, 0)), ShutdownFindings.outcome(process(10, -1)),
                        ShutdownFindings.outcome(process(10, 0)), ShutdownFindings.outcome(process(0, 256)),
                        ShutdownFindings.outcome(process(10, 0xff00)), ShutdownFindings.outcome(process(10, 9)),
                        ShutdownFindings.outcome(process(10, 0x80 | 15)), ShutdownFindings.outcome(process(10, 34))));
        assertEquals("SIGHUP SIGTERM signal 16 signal 0", ShutdownFindings.signal(1) + ' ' + ShutdownFindings.signal(15) + ' '
                + ShutdownFindings.signal(16) + ' ' + ShutdownFindings.signal(0));
        assertEquals("thread 7", new GuestShutdown.Process(7, -1, null, 0, 0, false, -1, -1, 0).label());
    }

    private static String longest(String text) {
        return longest(ShutdownFixture.profile("web", text));
    }

    private static String longest(ShutdownProfile profile) {
        return Sentence.plain(ShutdownFindings.longest(profile).toArray()).text(Amount::exact);
    }

    @Test
    void whatTookLongest() {
        assertEquals("web: step notifiers took 1000 ns of 2200 ns.", longest(WHOLE));
        assertEquals("web: notifier slow took 500 ns of 2200 ns.", longest(WHOLE + "NOTIFIER 1 1500 2000 slow\n"));
        // less than half of its step
        assertEquals("web: step notifiers took 1000 ns of 2200 ns.", longest(WHOLE + "NOTIFIER 1 1500 1999 slow\n"));
        // not of that step
        assertEquals("web: step notifiers took 1000 ns of 2200 ns.", longest(WHOLE + "DEVICE 1 2300 3000 disk of sd\n"));
        assertEquals("web: step notifiers, which never returned, took 1600 ns of 2200 ns.",
                longest(WHOLE.replace("STEP 0 1400 2400", "STEP 0 1400 -").replace("last 3000\n", "last 3000\n").replace("kernel 1400\n", "kernel 1400\nlast 3000\n")));
    }

    @Test
    void whoHeldUserSpace() {
        String user = WHOLE.replace("called 1300", "called 2600").replace("kernel 1400", "kernel 2700").replace("STEP 0 1400 2400", "STEP 0 2700 2800");
        assertEquals("web: step user space took 1600 ns of 2200 ns, 200 ns of it until service (41) ended (exit status 1).", longest(user));
        // of two the one that held it longer, from the end of the other
        assertEquals("web: step user space took 1600 ns of 2200 ns, 1000 ns of it until slow (42) ended.",
                longest(user + "process 42 slow 1000 2200\n"));
        assertEquals("web: step user space took 1600 ns of 2200 ns.", longest(user.replace("process 41 service 1000 1200 code 256\n", "")));
        assertEquals("web: step user space took 1600 ns of 2200 ns.", longest(user.replace("1200 code 256", "-")));
    }

    @Test
    void howMuchOfItTheHostTook() {
        ShutdownProfile plain = ShutdownFixture.profile("web", WHOLE);
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, state == VcpuState.GUEST ? 700L : state == VcpuState.PREEMPTED ? 300L : 0);
        }
        List<Line> lines = new ArrayList<>(plain.lines());
        lines.replaceAll(line -> new Line(line.section(), line.kind(), line.name(), line.driver(), line.function(), line.begin(), line.end(), line.open(),
                line.lost(), line.name().equals("notifiers") ? new TimeSplit(states, 0, Map.of(), List.of()) : null));
        ShutdownProfile profile = new ShutdownProfile("trace", plain.shutdown(), plain.symbols(), lines);
        assertEquals("web: step notifiers took 1000 ns of 2200 ns, 300 ns of it by the host.", longest(profile));
        assertEquals(1000, profile.spent().whole());
    }

    /** Not those that began after the request, nor children: they are their parent's. */
    @Test
    void whoUserSpaceWaitedFor() {
        assertEquals("a (41) 100, b (42) 0, c (43) 400, d (44) 0", ShutdownFixture.profile("web", """
                requested 1000
                kernel 2000
                process 43 c 1000 1500
                process 44 d 1000 -
                process 41 a 1000 1100
                process 42 b 1000 1100
                process 45 late 1050 1900 late
                process 46 child 1000 1900 parent 43
                """).delays().stream().map(delay -> delay.process().label() + ' ' + delay.held()).collect(Collectors.joining(", ")));
    }

    @Test
    void whatThereAreBudgetsFor() {
        ShutdownProfile whole = ShutdownFixture.profile("web", WHOLE + "DEVICE 1 2500 - disk of sd\n");
        assertEquals("shutdown null 2200 false; step user space 300 false; step before the first step 100 false; step notifiers 1000 false; "
                + "step between steps 600 false; step host, until QEMU ended 200 false; device sd disk 500 false", whole.timed().stream()
                .map(timed -> timed.kind() + ' ' + timed.name() + ' ' + timed.duration() + ' ' + timed.open()).collect(Collectors.joining("; ")));
        assertTrue(whole.isMeasured() && whole.isReported() && whole.isComplete() && !whole.hasFailed());
        assertEquals("web", whole.what().label());
        assertNull(ShutdownFindings.longest(ShutdownFixture.profile("web", "kernel 9000\nkind REBOOT\n")));
    }
}
