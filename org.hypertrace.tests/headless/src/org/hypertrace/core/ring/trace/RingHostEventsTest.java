/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.log.StackLog;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rings show of a VM whose host has no trace: the states of its vCPUs in the model are those of the oracle, which reads the bytes. */
class RingHostEventsTest {

    private static final long HLT = 2L << 32 | 120;
    private static final long INTR = 2L << 32 | 96;
    private static final int SECOND = 32768;

    @TempDir
    private Path fFolder;

    private List<HostEvent> events(byte[] bytes) throws Exception {
        return events(bytes, file -> { });
    }

    /** A writer. */
    private interface Writer {
        void write(Path file) throws IOException;
    }

    private List<HostEvent> events(byte[] bytes, Writer meanwhile) throws Exception {
        Path file = Files.write(fFolder.resolve("web-1.ring"), bytes);
        RingTrace trace = new RingTrace();
        List<HostEvent> events = new ArrayList<>();
        trace.initTrace(null, file.toString(), TmfEvent.class, "web-1.ring", null);
        try {
            meanwhile.write(file);
            RingTrace.Reader reader = trace.reader(0);
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                reader.read(event, events::add);
            }
        } finally {
            trace.dispose();
        }
        return events;
    }

    private ITmfStateSystem model(byte[] bytes) throws Exception {
        return Modelled.of(events(bytes)::forEach, guest -> null);
    }

    private static Object value(ITmfStateSystem states, int parent, String name) throws Exception {
        return states.querySingleState(states.getCurrentEndTime(), states.getQuarkRelative(parent, name)).getValue();
    }

    /** Of each vCPU: its states in the order of time, {@code number begin end state}; equal neighbours are one. */
    private static List<String> found(ITmfStateSystem states) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int vcpu : states.getQuarks(MachineAttributes.HOSTS, "*", MachineAttributes.VCPUS, "*")) {
            List<String[]> rows = new ArrayList<>();
            long end = (Long) value(states, vcpu, MachineAttributes.END);
            int state = states.getQuarkRelative(vcpu, VcpuAttributes.STATE);
            for (long at = (Long) value(states, vcpu, MachineAttributes.BEGIN); at < end;) {
                var interval = states.querySingleState(at, state);
                long until = Math.min(end, interval.getEndTime() + 1);
                rows.add(new String[] { Long.toString(at), Long.toString(until), VcpuState.of(interval.getValue()).key() });
                at = until;
            }
            lines.addAll(joined(value(states, vcpu, MachineAttributes.NUMBER) + " ", rows));
        }
        // which one came first does not matter
        lines.sort(Comparator.comparing(line -> line.charAt(0)));
        return lines;
    }

    private static List<String> joined(String who, List<String[]> rows) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String[] row = rows.get(i);
            while (i + 1 < rows.size() && rows.get(i + 1)[2].equals(row[2])) {
                row[1] = rows.get(++i)[1];
            }
            lines.add(who + String.join(" ", row));
        }
        return lines;
    }

    private List<String> expected(String... options) {
        Map<String, List<String[]>> rows = new LinkedHashMap<>();
        ClockOracle.ringStates(fFolder.resolve("web-1.ring"), options).stream().map(line -> line.split(" ")).forEach(row -> rows.computeIfAbsent(row[0] + ' ' + row[1],
                key -> new ArrayList<>()).add(new String[] { row[2], row[3], row[4].equals("host") ? VcpuState.HOST_KERNEL.key() : row[4] }));
        List<String> lines = new ArrayList<>();
        rows.forEach((who, list) -> lines.addAll(joined(who.split(" ")[1] + " ", list)));
        return lines;
    }

    /** The worked example of the definition; here a tick is half a ns. */
    private static byte[] example() {
        RingMemory memory = new RingMemory().ring(0, 0, 32, 0);
        long[][] records = { { 5, 0x70 }, { 10, 0xa1, 0, 0, 0, 1 }, { 30, 0xa0, HLT, 0, 0, 1 }, { 32, 0xa2, 77, 1, 0x61, 1 }, { 50, 0xa3, 77, 0, 0x61, 2 },
                { 52, 0xa1, 0, 0, 0, 2 }, { 60, 0xa0, INTR, 0, 0, 2 }, { 61, 0xa2, 78, 0, 0x62, 2 }, { 90, 0xa3, 79, 0, 0x63, 2 }, { 91, 0xa1, 0, 0, 0, 2 },
                { 89, 0x70 }, { 100, 0xa0, 2L << 32 | 123, 0, 0, 2 }, { 103, 0xa2, 5, 2, 0x64, 2 }, { 110, 0xa3, 5, 0, 0x64, 2 }, { 112, 0xa1, 0, 0, 0, 2 },
                { 113, 0x70 } };
        for (long[] r : records) {
            memory.put(0, 2 * r[0], r[1], Arrays.copyOfRange(r, 2, r.length));
        }
        return memory.bytes();
    }

    @Test
    void theWorkedExampleHasTheSumsOfItsDefinition() throws Exception {
        Map<String, Long> sums = new TreeMap<>();
        ITmfStateSystem states = model(example());
        found(states).stream().map(line -> line.split(" ")).forEach(row -> sums.merge(row[3], Long.parseLong(row[2]) - Long.parseLong(row[1]), Long::sum));
        assertEquals("{blocked=7, guest=38, halted=18, hostKernel=11, preempted=29, unknown=5}", sums.toString());
        int vcpu = states.getQuarks(MachineAttributes.HOSTS, "*", MachineAttributes.VCPUS, "*").get(0);
        assertEquals(1, value(states, vcpu, VcpuAttributes.MIGRATIONS));
    }

    @Test
    void whoPreemptsIsTheFirstAndTheLastThatTheRingNames() throws Exception {
        List<String> names = events(example()).stream().filter(HostEvent.SchedSwitch.class::isInstance).map(HostEvent.SchedSwitch.class::cast)
                .filter(one -> one.prevComm().startsWith("CPU 0") && one.prevState() == 0).map(one -> one.nextComm()).toList();
        assertEquals(List.of("b \u2026 c"), names);
        RingMemory same = new RingMemory().ring(0, 0, 8, 0).put(0, 10, 0xa2, 77, 0, 0x61, 1).put(0, 30, 0xa3, 77, 0, 0x61, 1).put(0, 50, 0xa2, 77, 0, 0x61, 1);
        assertEquals("[a 77, a \u2026 8392705]", events(same.bytes()).stream().filter(HostEvent.SchedSwitch.class::isInstance)
                .map(HostEvent.SchedSwitch.class::cast).filter(one -> one.prevComm().startsWith("CPU 0"))
                .map(one -> one.nextComm() + ' ' + one.nextTid()).toList().toString());
    }

    /** What is in doubt is named so where the host has the vCPU of a guest's thread, too. */
    @Test
    void framesOfTheHostSayHowWellTheyAreKnown() throws Exception {
        String paths = StackLog.of(events(example())::forEach).paths();
        for (String frame : List.of("host: halted (likely)", "host: blocked (likely)", "host: preempted by b \u2026 c (at least)", "host: VMM, host kernel and interrupts")) {
            assertTrue(paths.contains(frame), paths);
        }
        assertTrue(paths.lines().noneMatch(line -> line.endsWith("host: halted") || line.endsWith("host: blocked") || line.contains("host: host kernel")), paths);
        RingMemory same = new RingMemory().ring(0, 0, 8, 0).put(0, 5, 0x70).put(0, 10, 0xa2, 77, 0, 0x61, 1).put(0, 30, 0xa3, 77, 0, 0x61, 1).put(0, 50, 0x70);
        assertTrue(StackLog.of(events(same.bytes())::forEach).paths().contains("host: preempted by a (likely)"));
    }

    /** Two vCPUs that share processors, with stamps that go back, records that are torn or overwritten, and any order of the host's records. */
    private static byte[] random(long seed, boolean shared) {
        Random random = new Random(seed);
        RingMemory memory = shared ? new RingMemory().ring(0, -1, 512, 0) : new RingMemory().ring(0, 0, 256, SECOND).ring(SECOND, 1, 256, 0);
        long tsc = 5_000;
        for (int i = 0; i < (shared ? 500 : 600); i++) {
            int vcpu = random.nextInt(2);
            tsc += random.nextInt(3) == 0 ? 0 : random.nextInt(500);
            long stamp = tsc - (random.nextInt(10) == 0 ? 100 : 0);
            int cpu = random.nextInt(20) == 0 ? 0xffff : random.nextInt(8) == 0 ? random.nextInt(3) : vcpu;
            long who = 70 + random.nextInt(3);
            int kind = random.nextInt(6);
            long[] words = switch (kind) {
            case 0, 1 -> new long[] { random.nextBoolean() ? HLT : INTR, 0, 0, cpu };
            case 2, 3 -> new long[] { 0, 0, 0, cpu };
            case 4 -> new long[] { who, random.nextInt(3), 0x60 + who - 69, cpu };
            default -> new long[] { who, 0, 0x60 + who - 69, cpu };
            };
            long event = random.nextInt(5) == 0 ? 0x70 : 0xa0 + kind / 2 + (kind == 5 ? 1 : 0);
            memory.put(shared ? 0 : vcpu * SECOND, stamp, (long) vcpu << 32 | event, words);
        }
        for (int i = 0; i < 9 && !shared; i++) {
            memory.set(random.nextInt(2) * SECOND + 64 + random.nextInt(256) * 64, 0);
        }
        return memory.bytes();
    }

    @Test
    void theStatesAreTheOracles() throws Exception {
        int differ = 0;
        for (int seed = 1; seed <= 8; seed++) {
            List<String> found = found(model(random(seed, seed % 4 == 0)));
            assertEquals(String.join("\n", expected()), String.join("\n", found), "seed " + seed);
            assertTrue(found.size() > 100, found.toString());
            differ += found.equals(expected("--drop", "40")) ? 0 : 1;
        }
        // a missing entry behind an entry changes nothing
        assertTrue(differ > 4, differ + " of 8");
    }

    @Test
    void whatTheHostDoesNotWriteIsUnknown() throws Exception {
        List<String> found = found(model(new RingMemory().ring(0, 0, 4, 0).put(0, 10, 0x70).put(0, 5_000, 0x71).bytes()));
        assertEquals(List.of("0 0 2495 unknown"), found);
    }

    /** A host that shows nothing of itself: no processor, no thread. */
    @Test
    void processorsAndThreadsThatAreLeftOutAreNone() throws Exception {
        ITmfStateSystem states = model(new RingMemory().ring(0, 0, 8, 0).put(0, 10, 0xa1, 0, 0, 0, 0xffff).put(0, 30, 0xa0, INTR, 0, 0, 0xffff)
                .put(0, 50, 0xa2, 0, 0, 0, 0xffff).put(0, 90, 0xa3, 0, 0, 0, 0xffff).put(0, 99, 0xa1, 0, 0, 0, 0xffff).bytes());
        assertEquals(List.of("0 0 10 guest", "0 10 20 hostKernel", "0 20 40 preempted", "0 40 44 hostKernel"), found(states));
        int vcpu = states.getQuarks(MachineAttributes.HOSTS, "*", MachineAttributes.VCPUS, "*").get(0);
        for (String name : List.of(VcpuAttributes.PHYSICAL_CPU, VcpuAttributes.PREEMPTED_BY, VcpuAttributes.WAITS_FOR)) {
            for (long time = 0; time < 44; time++) {
                assertEquals(null, states.querySingleState(time, states.getQuarkRelative(vcpu, name)).getValue(), name);
            }
        }
        assertEquals(List.of(), states.getQuarks(MachineAttributes.HOSTS, "*", "CPUs", "*"));
    }

    @Test
    void noRecordMakesMoreProcessorsOrVcpusThanThereCanBe() throws IOException, Exception {
        RingMemory memory = new RingMemory().ring(0, -1, 256, 0);
        Random random = new Random(3);
        for (int i = 0; i < 256; i++) {
            memory.put(0, random.nextLong(), random.nextLong() & ~0xffffL | 0xa0 + random.nextInt(4), random.nextLong(), random.nextLong(), random.nextLong(),
                    random.nextLong());
        }
        for (HostEvent event : events(memory.bytes())) {
            assertTrue(event.cpu() >= 0 && event.cpu() < HostEventReader.MAX_CPUS + RingHostEvents.MAX_VCPUS, event.toString());
        }
        found(model(memory.bytes()));
    }

    /** A writer replaces records behind the opening: they are missing, and nothing of what it writes is mixed with what was there. */
    @Test
    void recordsThatAreReplacedMeanwhileAreMissing() throws Exception {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 10, 0xa1, 0, 0, 0, 1).put(0, 30, 0xa0, INTR, 0, 0, 1).put(0, 50, 0xa1, 0, 0, 0, 1)
                .put(0, 70, 0xa0, INTR, 0, 0, 1);
        List<HostEvent> events = events(memory.bytes(), file -> {
            memory.put(0, 90, 0xa1, 0, 0, 0, 2).put(0, 110, 0xa0, HLT, 0, 0, 2);
            Files.write(file, memory.bytes());
        });
        assertEquals(List.of("0 20 30 guest"), found(Modelled.of(events::forEach, guest -> null)));
    }
}
