/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.ClockOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonObject;

/** The traces that guests recorded themselves have the times of their hosts, where traces are opened without a workspace. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class JoinedTracesTest {

    /** As the sample's manifest has them. */
    private static final Map<Integer, Integer> VCPU_OF_THREAD = Map.of(180, 0, 182, 1);
    /** A vCPU that has no processor, or is in the VMM, is not in the guest. */
    private static final Set<VcpuState> AWAY = Set.of(VcpuState.HALTED, VcpuState.BLOCKED, VcpuState.PREEMPTED, VcpuState.WAKING, VcpuState.VMM);

    private static final Path HOST = Samples.trace("guest-and-hypercall");
    private static final Path GUEST = HOST.resolveSibling("guests").resolve("both").resolve("kernel");

    private record Event(int vcpu, long time) { }

    /** Of the trace in the experiment, by Trace Compass' reader. */
    private static List<Event> guestEvents(OpenTraces traces) {
        ITmfTrace guest = TmfTraceManager.getTraceSet(traces.trace()).stream().filter(trace -> Path.of(trace.getPath()).equals(GUEST)).findFirst().get();
        List<Event> events = new ArrayList<>();
        ITmfContext context = guest.seekEvent(0L);
        for (ITmfEvent event = guest.getNext(context); event != null; event = guest.getNext(context)) {
            events.add(new Event(((CtfTmfEvent) event).getCPU(), event.getTimestamp().toNanos()));
        }
        context.dispose();
        assertEquals(events.get(0).time, guest.getStartTime().toNanos());
        return events;
    }

    /** From each entry to the next exit of a vCPU; an entry that is followed by another one is dropped. */
    private static List<NavigableMap<Long, Long>> stays(OpenTraces traces) throws Exception {
        List<NavigableMap<Long, Long>> stays = List.of(new TreeMap<>(), new TreeMap<>());
        Map<Integer, Integer> running = new HashMap<>();
        Long[] entered = new Long[2];
        traces.events(Long.MAX_VALUE, event -> {
            Integer vcpu = VCPU_OF_THREAD.get(running.getOrDefault(event.cpu(), -1));
            if (event instanceof HostEvent.SchedSwitch change) {
                running.put(event.cpu(), change.nextTid());
            } else if (vcpu != null && event instanceof HostEvent.KvmEntry) {
                entered[vcpu] = event.time();
            } else if (vcpu != null && event instanceof HostEvent.KvmExit && entered[vcpu] != null) {
                stays.get(vcpu).put(entered[vcpu], event.time());
                entered[vcpu] = null;
            }
        }, new NullProgressMonitor());
        return stays;
    }

    private static long violations(List<Event> events, List<NavigableMap<Long, Long>> stays, long shift) {
        return events.stream().filter(event -> {
            NavigableMap<Long, Long> own = stays.get(event.vcpu);
            long time = event.time + shift;
            return time >= own.firstKey() && time < own.lastEntry().getValue() && own.floorEntry(time).getValue() < time;
        }).count();
    }

    /** Violations of the joined trace as it is, and moved by 10 and 15 µs: counted here, found by the definition of clocks. */
    @Test
    void noEventIsWhereItsVcpuIsNotInTheGuest() throws Exception {
        try (OpenTraces traces = OpenTraces.open(List.of(HOST, GUEST))) {
            List<NavigableMap<Long, Long>> stays = stays(traces);
            List<Event> recorded = guestEvents(traces);
            traces.join(new NullProgressMonitor());
            List<Event> events = guestEvents(traces);
            JsonObject oracle = ClockOracle.clocksOf(HOST, GUEST, "180,182");
            assertEquals(oracle.getAsJsonObject("violations").getAsJsonObject("recorded").get("count").getAsLong(), violations(recorded, stays, 0));
            assertEquals(List.of(500L, 0L, 0L, 0L, 1553L),
                    LongStream.of(-15_000, -10_000, 0, 10_000, 15_000).mapToObj(shift -> violations(events, stays, shift)).toList());
            assertEquals(oracle.getAsJsonArray("offset").get(0).getAsLong(), shiftAt(recorded, events, oracle.get("from").getAsLong()));
            assertEquals(oracle.getAsJsonArray("offset").get(1).getAsLong(), shiftAt(recorded, events, oracle.get("to").getAsLong()));
        }
    }

    private static long shiftAt(List<Event> recorded, List<Event> events, long reading) {
        for (int i = 0; i < recorded.size(); i++) {
            if (recorded.get(i).time == reading) {
                return events.get(i).time - reading;
            }
        }
        throw new AssertionError("no event at " + reading);
    }

    @Test
    void theModelHasTheirVcpusInTheGuest() throws Exception {
        try (OpenTraces traces = OpenTraces.open(List.of(HOST, GUEST))) {
            List<Event> recorded = guestEvents(traces);
            traces.join(new NullProgressMonitor());
            List<Event> events = guestEvents(traces);
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            LongPredicate[] away = { away(states, 0), away(states, 1) };
            assertEquals(0, events.stream().filter(event -> away[event.vcpu].test(event.time)).count());
            assertTrue(recorded.stream().filter(event -> away[event.vcpu].test(event.time)).count() > 1000, "it can fail");
        }
    }

    private static LongPredicate away(ITmfStateSystem states, int number) throws Exception {
        Machines.Vcpu vcpu = Machines.of(states).get(0).vms().get(0).vcpus().stream().filter(one -> one.number() == number).findFirst().get();
        int quark = states.getQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
        NavigableMap<Long, Boolean> away = new TreeMap<>();
        for (ITmfStateInterval interval : states.query2D(List.of(quark), states.getStartTime(), states.getCurrentEndTime())) {
            away.put(interval.getStartTime(), AWAY.contains(VcpuState.of(interval.getValue())));
        }
        return time -> away.floorEntry(time).getValue();
    }
}
