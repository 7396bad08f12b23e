/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.run.SpanTimes;
import org.hypertrace.core.run.ThreadPlaces;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On which vCPUs a guest's thread was: its time is split by what they did, while it has none by what the last one did. */
@Tag("plain")
class ThreadPlacesTest {

    /** PID 1 begins on vCPU 0, moves to vCPU 1 and back. */
    private final ITmfStateSystem fStates = Modelled.ofTasks("""
            100 vcpu0 switch swapper:0 S init:1
            100 vcpu1 switch x:90 S swapper:0
            110 vcpu0 level early
            120 vcpu0 initcall_start init:1 a
            130 vcpu0 switch init:1 R swapper:0
            140 vcpu1 switch swapper:0 R init:1
            145 host cpu1 sched_switch CPU_1/KVM:12 R make:50
            148 host cpu1 sched_switch make:50 S CPU_1/KVM:12
            148 host cpu1 kvm_entry
            150 vcpu1 switch init:1 R swapper:0
            160 vcpu0 switch swapper:0 R init:1
            170 vcpu0 initcall_finish init:1 a
            180 vcpu0 exec init:1
            200 host cpu0 other
            """);

    private final Map<Integer, Integer> fNumbers = new HashMap<>();

    private GuestBoot boot() throws StateSystemDisposedException {
        GuestBoot boot = Boots.of(fStates).get(0);
        boot.vm().vcpus().forEach(vcpu -> fNumbers.put(vcpu.quark(), vcpu.number()));
        return boot;
    }

    private String places(int tid, int first, long begin, long end) throws StateSystemDisposedException {
        GuestBoot boot = boot();
        int quark = first < 0 ? -1 : boot.vm().vcpus().get(first).quark();
        List<ThreadPlaces.Place> places = new ThreadPlaces(fStates, boot.threads()).of(tid, quark, begin, end);
        return places == null ? null : places.stream().map(place -> fNumbers.get(place.vcpu()) + ": " + place.begin() + '-' + place.end())
                .collect(Collectors.joining(", "));
    }

    @Test
    void fromSwitchToSwitch() throws StateSystemDisposedException {
        assertEquals("0: 120-140, 1: 140-160, 0: 160-170", places(1, 0, 120, 170));
        assertEquals("0: 120-140, 1: 140-160, 0: 160-170", places(1, -1, 120, 170));
        // what is reported its begin counts, also against the switch before
        assertEquals("1: 120-160, 0: 160-170", places(1, 1, 120, 170));
        // a change at the begin or the end is none in between
        assertEquals("1: 140-160", places(1, -1, 140, 160));
        assertEquals("1: 150-155", places(1, -1, 150, 155));
    }

    @Test
    void whoseVcpuNobodyKnows() throws StateSystemDisposedException {
        assertNull(places(77, -1, 120, 170));
        assertEquals("1: 120-170", places(77, 1, 120, 170));
        // nor before the first switch to it
        assertNull(places(1, -1, 50, 170));
        // each vCPU has an idle thread of its own
        assertNull(places(0, -1, 120, 170));
        assertEquals("0: 120-170", places(0, 0, 120, 170));
        assertNull(new ThreadPlaces(fStates, -1).of(1, -1, 120, 170));
    }

    @Test
    void whereTheTimeOfAThreadThatMovesWent() throws StateSystemDisposedException {
        GuestBoot boot = boot();
        TimeSplit a = BootTimes.of(fStates, boot).initcall(0);
        assertEquals("50: 47 guest, 3 preempted by make", a.whole() + ": " + a.own() + " guest, " + a.ns(VcpuState.PREEMPTED) + " preempted by "
                + a.preemptors().get(0).name());
        Machines.Host host = boot.host();
        List<TimeSplit> spent = SpanTimes.of(fStates, host, boot.threads(),
                List.of(new SpanTimes.Span(77, -1, 120, 170), new SpanTimes.Span(1, -1,
                145, 150), new SpanTimes.Span(1, -1, 120, 130), new SpanTimes.Span(1, -1, 120, 120)));
        assertNull(spent.get(0));
        assertEquals("5 3, 10 0, 0", spent.get(1).whole() + " " + spent.get(1).host() + ", " + spent.get(2).whole() + ' ' + spent.get(2).host() + ", "
                + spent.get(3).whole());
    }

    /** What is known of before the begin counts until the next switch to the thread. */
    @Test
    void whereItWasBeforeTheBegin() throws StateSystemDisposedException {
        GuestBoot boot = boot();
        int first = boot.vm().vcpus().get(0).quark();
        List<TimeSplit> spent = SpanTimes.of(fStates, boot.host(), boot.threads(), List.of(new SpanTimes.Span(1, first, 120, 145, 148),
                new SpanTimes.Span(1, first, 146, 147, 148), new SpanTimes.Span(77, first, 120, 145, 148)));
        // it moved to vCPU 1, whose processor another thread has; it was reported on vCPU 0 after that; who never moves stays
        assertEquals("3 0 0", spent.get(0).host() + " " + spent.get(1).host() + ' ' + spent.get(2).host());
    }

    /** Whoever asks again gets the same, of the same boot. */
    @Test
    void timesAreComputedOnce() throws StateSystemDisposedException {
        GuestBoot boot = boot();
        BootTimes times = BootTimesCache.of(fStates, boot);
        assertEquals(50, times.initcall(0).whole());
        assertSame(times, BootTimesCache.of(fStates, boot()));
        GuestBoot other = new GuestBoot(boot.host(), boot.vm(), boot.who(), boot.threads(), 2, boot.begin(), boot.end(), null, -1, 0, 0, 0,
                boot.stages(), boot.levels(), boot.initcalls(), List.of(), List.of());
        assertNotSame(times, BootTimesCache.of(fStates, other));
        // no more than fit: the first is forgotten
        for (int number = 3; number <= 33; number++) {
            int nth = number;
            BootTimesCache.of(fStates, new GuestBoot(boot.host(), boot.vm(), boot.who(), boot.threads(), nth, boot.begin(), boot.end(), null, -1,
                    0, 0, 0, boot.stages(), boot.levels(), boot.initcalls(), List.of(), List.of()));
        }
        assertNotSame(times, BootTimesCache.of(fStates, boot));
    }

    /** A boot that reports no levels runs on the vCPU of its first initcall, else on the first of its VM. */
    @Test
    void whereABootRuns() throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.ofTasks("""
                100 vcpu1 stage 1
                110 vcpu1 stage 2
                150 vcpu0 stage 3
                160 host cpu0 sched_switch CPU_0/KVM:11 R make:50
                200 host cpu0 other
                """);
        GuestBoot silent = Boots.of(states).get(0);
        List<BootPart> parts = BootPart.of(silent);
        BootTimes times = BootTimes.of(states, silent);
        for (int i = 0; i < parts.size(); i++) {
            assertEquals(parts.get(i).duration(), times.part(i).whole());
        }
        assertNull(times.level(0));
        assertNull(times.initcall(0));
        assertNull(times.part(parts.size()));
    }
}
