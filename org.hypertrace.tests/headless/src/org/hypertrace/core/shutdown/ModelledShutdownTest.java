/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Test;

/** A shutdown as it is read of the model: what took how long, from the request to the end of the machine. */
class ModelledShutdownTest {

    private final ITmfStateSystem fStates = Modelled.of(Reboots.twoVms()::report, guest -> null);
    private static final GuestSymbols NO_SYMBOLS = new GuestSymbols(List.of(new HostTraces.Host("id 0", "host 0", null, null)), List.of());

    private ShutdownProfile shutdown(int number) throws StateSystemDisposedException {
        return ShutdownProfile.of("reboots", fStates, Shutdowns.of(fStates).get(number), NO_SYMBOLS);
    }

    private static String lines(ShutdownProfile of, ShutdownProfile.Section section) {
        return of.lines(section).stream().map(line -> line.begin() + "-" + line.end() + ' ' + line.label() + (line.open() ? " open" : ""))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void stepsFollowEachOtherFromTheRequestToTheEnd() throws StateSystemDisposedException {
        assertEquals("""
                1000-1300 user space
                1300-1400 before the first step
                1400-2400 notifiers
                2400-2500 between steps
                2500-2900 device shutdown
                2900-3000 between steps
                3000-3200 host, until QEMU ended""", lines(shutdown(0), ShutdownProfile.Section.STEP));
        assertEquals("2600-2800 disk", lines(shutdown(0), ShutdownProfile.Section.DEVICE));
        assertEquals("1500-2300 slow_notifier", lines(shutdown(0), ShutdownProfile.Section.NOTIFIER));
    }

    /** The same, but for a notifier that takes 500 longer. */
    @Test
    void theOtherVmIsSlower() throws StateSystemDisposedException {
        assertEquals("""
                1000-1300 user space
                1300-1400 before the first step
                1400-2900 notifiers
                2900-3000 between steps
                3000-3400 device shutdown
                3400-3500 between steps
                3500-3700 host, until QEMU ended""", lines(shutdown(1), ShutdownProfile.Section.STEP));
        assertEquals("2200, 2700", shutdown(0).duration() + ", " + shutdown(1).duration());
        // it took at least half of its step
        assertEquals("slow_notifier", shutdown(1).longest().name());
    }

    @Test
    void whatTheGuestAndQemuReportedOfIt() throws StateSystemDisposedException {
        GuestShutdown of = shutdown(0).shutdown();
        assertEquals("requested 1000 called 1300 kernel 1400 last 3000 QEMU ended", "requested " + of.requested() + " called "
                + of.called() + " kernel " + of.kernel() + " last " + of.last() + ' ' + of.ending().label());
        assertEquals("1300 3000 -1", of.userSpaceEnd() + " " + of.kernelEnd() + ' ' + of.tripleFault());
        assertEquals(4, of.parts().size());
        assertEquals("true true false", shutdown(0).isComplete() + " " + shutdown(0).isReported() + ' ' + shutdown(0).hasFailed());
    }

    /** It was asked to end, and user space waited for it from the request on. */
    @Test
    void aServiceIsWaitedFor() throws StateSystemDisposedException {
        List<ShutdownProfile.Delay> delays = shutdown(0).delays();
        assertEquals(1, delays.size());
        GuestShutdown.Process service = delays.get(0).process();
        assertEquals("service (41) 1000-1200, signal 15 at 1010, code 256, held 200", service.label() + ' ' + service.begin() + '-'
                + service.end() + ", signal " + service.signal() + " at " + service.signalled() + ", code " + service.code() + ", held "
                + delays.get(0).held());
    }

    /** All of its time is in one state; the guest is entered again 1 ns after it reported its last. */
    @Test
    void whereItsTimeWent() throws StateSystemDisposedException {
        ShutdownProfile.Line last = shutdown(0).lines(ShutdownProfile.Section.STEP).get(6);
        assertEquals("200: 99 guest, 51 host kernel, 50 VMM", last.spent().whole() + ": " + last.spent().ns(VcpuState.GUEST) + " guest, "
                + last.spent().ns(VcpuState.HOST_KERNEL) + " host kernel, " + last.spent().ns(VcpuState.VMM) + " VMM");
        assertEquals(shutdown(0).duration(), shutdown(0).spent().whole());
    }

    /** What a step did from then on is unknown, even if it is known when the next one began: others may have come in between. */
    @Test
    void aStepIsKnownUntilPacketsAreMissing() throws StateSystemDisposedException {
        ShutdownProfile cut = missing(1_600, 1_700);
        assertEquals("""
                1000-1300 user space
                1300-1400 before the first step
                1400-1600 notifiers open
                1600-2400 unknown (packets are missing)
                2400-2500 between steps
                2500-2900 device shutdown
                2900-3000 between steps
                3000-3200 host, until QEMU ended""", lines(cut, ShutdownProfile.Section.STEP));
        assertEquals("1500-1600 slow_notifier open", lines(cut, ShutdownProfile.Section.NOTIFIER));
        assertEquals("2600-2800 disk", lines(cut, ShutdownProfile.Section.DEVICE));
        assertEquals(cut.duration(), cut.lines(ShutdownProfile.Section.STEP).stream().mapToLong(ShutdownProfile.Line::duration).sum());
    }

    /** A process may have ended in it, and whatever took longest may not have been seen. */
    @Test
    void whatRestsOnMissingPacketsIsNotShown() throws StateSystemDisposedException {
        ShutdownProfile cut = missing(1_100, 1_150);
        assertEquals("1000-1100 user space open", lines(cut, ShutdownProfile.Section.STEP).lines().findFirst().orElseThrow());
        assertEquals(List.of(), cut.delays());
        assertEquals(null, cut.longest());
        assertEquals(true, ShutdownFindings.of(cut).contains("Which processes user space waited for is unknown: packets of that time are "
                + "missing."));
        assertEquals(1, missing(1_600, 1_700).delays().size());
        assertEquals("unknown from here on: packets are missing", cut.lines().get(0).remark());
    }

    /** Of a processor on which nothing of the VM is: that may be otherwise while nobody knows what it does. */
    private static ShutdownProfile missing(long from, long until) throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(to -> {
            List<HostEvent> events = new ArrayList<>();
            Reboots.twoVms().report(events::add);
            events.add(new HostEvent.LostEvents(from, 0, 7, until, 2, HostEvent.Loss.PACKETS));
            events.add(new HostEvent.LostEvents(until, 0, 7, until, 0, HostEvent.Loss.PACKETS));
            events.sort(Comparator.comparingLong(HostEvent::time));
            events.forEach(to);
        }, guest -> null);
        return ShutdownProfile.of("reboots", states, Shutdowns.of(states).get(0), NO_SYMBOLS);
    }

    /** Steps do not report which thread takes them: it is the one that has the vCPU when the kernel begins. */
    @Test
    void whoDoesIt() throws StateSystemDisposedException {
        GuestShutdown of = shutdown(0).shutdown();
        assertEquals("thread 1, shutdown 1", "thread " + of.tid() + ", shutdown " + of.number());
        assertEquals("0 notifiers 1400-2400, 1 slow_notifier 1500-2300, 0 device_shutdown 2500-2900, 1 disk 2600-2800", of.parts().stream()
                .map(part -> part.depth() + " " + part.name() + ' ' + part.begin() + '-' + part.end() + (part.open() ? " open" : ""))
                .collect(Collectors.joining(", ")));
        assertEquals(of.vm().vcpus().get(0).quark(), of.vcpu());
    }

    /** The first shutdown ends with the next boot; in that, the kernel does not report where it is. */
    @Test
    void twoOfOneGuest() throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(Stories.bootShutdownAndPanic()::report, guest -> null);
        assertEquals("""
                a-rather-long-name 700-900 REBOOT requested 700 kernel 710 last 770 BOOTED_AGAIN text ffffffff81000000: devices disk
                a-rather-long-name, shutdown 2 1400-1500 PANIC requested -1 kernel 1400 last -1 null text 0:""", Shutdowns.of(states).stream()
                .map(of -> of.label() + ' ' + of.begin() + '-' + of.end() + ' ' + of.kind() + " requested " + of.requested() + " kernel "
                        + of.kernel() + " last " + of.last() + ' ' + of.ending() + " text " + Long.toHexString(of.text()) + ":" + of.parts().stream()
                        .map(part -> " " + part.name()).collect(Collectors.joining())).collect(Collectors.joining("\n")));
    }
}
