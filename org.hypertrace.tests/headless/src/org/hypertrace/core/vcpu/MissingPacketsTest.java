/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.EventCheck;
import org.hypertrace.core.trace.ctf.LeftOut;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where packets are missing the states of vCPUs are unknown; what is reported in spite of that is as in the whole trace, at every
 * moment.
 */
class MissingPacketsTest {

    private static final String SAMPLE = "panic-in-initcall";
    private static final String STREAM = "c0_0";

    @TempDir
    private Path fFolder;

    /** The states of the threads of vCPUs over time: by thread, from when on which. */
    private static final class States implements MachineSink {

        private final Map<Integer, TreeMap<Long, VcpuState>> fStates = new HashMap<>();
        private final Map<Integer, Long> fEnds = new HashMap<>();
        private final List<HostEvent.LostEvents> fLost = new ArrayList<>();
        private long fEvents;
        private long fEnd;

        static States of(Path trace) throws IOException {
            States states = new States();
            MachineTracker machines = new MachineTracker(states, host -> null);
            VcpuSink sink = (VcpuSink) Proxy.newProxyInstance(States.class.getClassLoader(), new Class<?>[] { VcpuSink.class },
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("state")) {
                            states.state((long) arguments[0], (VirtualCpu) arguments[1], (VcpuState) arguments[2]);
                        }
                        return null;
                    });
            VcpuTracker vcpus = new VcpuTracker(machines, sink);
            LookAhead ahead = new LookAhead(event -> {
                assertTrue(event.time() >= states.fEnd, "time goes back");
                states.fEnd = event.time();
                states.fEvents++;
                machines.handle(event);
                vcpus.handle(event);
            }, LookAhead.DEFAULT_LIMIT);
            ReadEvents.of(trace, ahead::accept);
            ahead.flush();
            return states;
        }

        @Override
        public void lost(HostEvent.LostEvents event) {
            fLost.add(event);
        }

        @Override
        public void vcpuEnds(long time, VirtualCpu vcpu) {
            fEnds.put(vcpu.thread().tid(), time);
        }

        private void state(long time, VirtualCpu vcpu, VcpuState state) {
            fStates.computeIfAbsent(vcpu.thread().tid(), tid -> new TreeMap<>()).put(time, state);
        }

        VcpuState at(int tid, long time) {
            Map.Entry<Long, VcpuState> state = fStates.getOrDefault(tid, new TreeMap<>()).floorEntry(time);
            return state == null ? VcpuState.UNKNOWN : state.getValue();
        }

        /**
         * How long a state of this is another one in the whole trace, and not unknown here. A thread runs on for a while after the event
         * of its end, from which the whole trace reports nothing: where that event is missing, this rightly reports what the thread does.
         */
        long wrong(States whole) {
            long wrong = 0;
            for (Map.Entry<Integer, TreeMap<Long, VcpuState>> vcpu : fStates.entrySet()) {
                int tid = vcpu.getKey();
                long end = whole.fEnds.getOrDefault(tid, Long.MAX_VALUE);
                boolean endIsMissing = fEnds.getOrDefault(tid, Long.MAX_VALUE) > end;
                TreeMap<Long, VcpuState> both = new TreeMap<>(vcpu.getValue());
                both.putAll(whole.fStates.getOrDefault(tid, new TreeMap<>()));
                for (long from : both.keySet()) {
                    Long next = both.higherKey(from);
                    long until = Math.min(Math.min(next == null ? whole.fEnd : next, fEnd), endIsMissing ? end : Long.MAX_VALUE);
                    VcpuState here = at(tid, from);
                    wrong += here != VcpuState.UNKNOWN && here != whole.at(tid, from) ? Math.max(0, until - from) : 0;
                }
            }
            return wrong;
        }
    }

    @Test
    @Tag("long")
    void whatIsReportedIsAsInTheWholeTrace() throws IOException {
        Random random = new Random(5);
        int copies = 0;
        int first = 0;
        for (String sample : Samples.recorded("preempted-guest", "reboot-with-slow-notifier").toList()) {
            Path trace = Samples.trace(sample);
            States whole = States.of(trace);
            // each kind of damage once, unless all is asked for
            for (int i = first; i < 4; i += Samples.ALL ? 1 : 2) {
                DamagedCopy copy = DamagedCopy.of(trace, fFolder.resolve("random" + copies++));
                String stream = i < 3 ? STREAM : "c0_1";
                int packets = copy.headers(stream).size();
                int place = random.nextInt(packets);
                if (i == 2 && packets > 1) {
                    copy.swap(stream, Math.min(place, packets - 2));
                } else {
                    copy.drop(stream, place, 1 + random.nextInt(packets - place));
                }
                States states = States.of(copy.folder());
                String what = sample + ' ' + i + ": " + stream + " from " + place + ", " + states.fLost;
                assertEquals(0, states.wrong(whole), what);
                assertTrue(states.fLost.stream().anyMatch(lost -> lost.count() != 0) && states.fEvents < whole.fEvents, what);
            }
            first = Samples.ALL ? 0 : 1 - first;
        }
    }

    @Test
    void aStretchIsUnknownFromItsBegin() throws IOException {
        DamagedCopy copy = copy();
        List<DamagedCopy.Header> headers = copy.headers(STREAM);
        long length = headers.get(5).begin() - headers.get(3).end();
        States states = States.of(copy.drop(STREAM, 4, 1).folder());
        HostEvent.LostEvents lost = states.fLost.get(0);
        assertEquals(length, lost.end() - lost.time());
        assertEquals(List.of(1L, 0L), states.fLost.stream().map(HostEvent.LostEvents::count).toList());
        // the only VM's thread of a vCPU
        assertEquals(1, states.fStates.size());
        assertEquals(VcpuState.UNKNOWN, states.fStates.values().iterator().next().get(lost.time()));
    }

    @Test
    void aPacketThatIsThereTwiceIsReadOnce() throws IOException {
        States whole = States.of(Samples.trace(SAMPLE));
        States states = States.of(copy().repeat(STREAM, 4, 5).folder());
        assertEquals(whole.fStates, states.fStates);
        assertEquals(whole.fEvents, states.fEvents);
        assertEquals(List.of(), states.fLost);
    }

    /** Whatever is wrong with a packet: the rest is read as if it were missing. */
    @Test
    @Tag("long")
    void aDamagedPacketIsAMissingOne() throws IOException {
        States missing = States.of(copy().drop(STREAM, 4, 1).folder());
        int copies = 0;
        for (int offset : Samples.ALL ? new int[] { 0, 4, 20, 24, 32, 48, 56, 80 } : new int[] { 0, 48, 80 }) {
            DamagedCopy copy = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("header" + copies++));
            States damaged = States.of(copy.set(STREAM, 4, offset, -2).folder());
            assertEquals(missing.fStates, damaged.fStates, "at " + offset);
            assertEquals(missing.fLost, damaged.fLost, "at " + offset);
            assertEquals(missing.fEvents, damaged.fEvents, "at " + offset);
        }
    }

    /** As in a workspace where it was imported before: that would stop reading, and nobody would know. */
    @Test
    void aTraceOfTraceCompassOwnTypeIsRefusedAsDamaged() throws Exception {
        DamagedCopy copy = copy().damage(STREAM, 4);
        LttngKernelTrace trace = new LttngKernelTrace();
        trace.initTrace(null, copy.folder().toString(), CtfTmfEvent.class, "damaged", null);
        IOException refused = assertThrows(IOException.class, () -> HostTraces.of(trace));
        trace.dispose();
        assertTrue(refused.getMessage().contains(" is damaged: c0_0 is damaged at byte " + copy.at(STREAM, 4) + ": no packet begins there"),
                refused.getMessage());
    }

    /** What nobody sees in its header: an event of an undeclared kind, and a time outside of the packet. */
    @Test
    void aPacketWithDamagedEventsIsFound() throws IOException {
        States missing = States.of(copy().drop(STREAM, 4, 1).folder());
        DamagedCopy kind = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("kind")).set(STREAM, 4, 84, -1);
        DamagedCopy time = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("time")).withoutIndex();
        time.set(STREAM, 4, 40, time.headers(STREAM).get(4).begin());
        for (DamagedCopy copy : List.of(kind, time)) {
            List<LeftOut> damaged = EventCheck.of(copy.folder(), null);
            assertEquals(List.of(copy.at(STREAM, 4)), damaged.stream().map(LeftOut::from).toList());
            TracePackets.leaveOut(copy.folder(), damaged);
            States states = States.of(copy.folder());
            assertEquals(missing.fStates, states.fStates);
            assertEquals(missing.fLost, states.fLost);
        }
        assertEquals(List.of(), EventCheck.of(Samples.trace(SAMPLE), null));
    }

    @Test
    void anEventOutsideItsPacketIsDamage() throws IOException {
        DamagedCopy copy = copy().withoutIndex();
        copy.set(STREAM, 6, 40, copy.headers(STREAM).get(6).begin());
        DamagedTrace damage = assertThrows(DamagedTrace.class, () -> States.of(copy.folder()));
        assertTrue(damage.getMessage().startsWith("in c0_0 an event stands outside the times of its packet, at "), damage.getMessage());
    }

    /** Three events with whole time stamps in one packet: after the first byte of an event and its kind stands its time. */
    @Test
    void aTimeThatGoesBackIsCountedIfItIsLittle() throws IOException {
        String story = """
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                20000000 alpha cpu0 other
                10000000 alpha cpu1 event last 1
                10002000 alpha cpu1 event last 1
                10003000 alpha cpu1 event last 1
                """;
        Path trace = new RecordedStory(story).with(CtfEventType.of("last", CtfField.signed("value", 32))).in(fFolder);
        int second = 84 + 1 + 4 + 8 + 4 + 1 + 4;
        States whole = States.of(trace);
        assertEquals(List.of(), whole.fLost);
        States little = States.of(DamagedCopy.of(trace, fFolder.resolve("little")).set("channel0_1", 0, second, 9_999_000).folder());
        long begin = whole.fEnd - 20_000_000;
        assertEquals(List.of(new HostEvent.LostEvents(begin + 10_000_000, 0, 1, begin + 10_000_000, 1, HostEvent.Loss.MISPLACED)),
                little.fLost);
        assertEquals(whole.fEvents, little.fEvents, "the loss in place of the event");
        for (long wrong : new long[] { 8_000_000, 12_000_000, Long.MAX_VALUE / 2, 0 }) {
            DamagedCopy much = DamagedCopy.of(trace, fFolder.resolve("much" + wrong)).set("channel0_1", 0, second, wrong);
            assertThrows(DamagedTrace.class, () -> States.of(much.folder()), () -> "at " + wrong);
        }
    }

    /** The counts in the headers of packets, also where packets between them are missing. */
    @Test
    @Tag("long")
    void asManyEventsAreDiscardedAsBabeltraceReports() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < (Samples.ALL ? 4 : 2); i++) {
            DamagedCopy copy = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("discarded" + i)).withoutIndex();
            long discarded = 0;
            for (int place = 1; place < copy.headers(STREAM).size(); place++) {
                discarded += random.nextInt(3) * random.nextInt(50);
                copy.set(STREAM, place, 72, discarded);
            }
            copy.drop(STREAM, 2 + random.nextInt(5), i);
            String message = Tool.run("bash", "-c", "babeltrace2 \"$0\" 2>&1 >/dev/null", copy.folder());
            long counted = Pattern.compile("Tracer discarded (\\d+) events?").matcher(message).results()
                    .mapToLong(found -> Long.parseLong(found.group(1))).sum();
            assertTrue(counted > 0, message);
            assertEquals(counted, States.of(copy.folder()).fLost.stream().filter(lost -> lost.loss() == HostEvent.Loss.DISCARDED)
                    .mapToLong(HostEvent.LostEvents::count).sum(), message);
        }
    }

    private DamagedCopy copy() throws IOException {
        return DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy"));
    }
}
