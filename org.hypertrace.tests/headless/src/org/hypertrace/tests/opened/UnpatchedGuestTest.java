/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TaskTable;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * A guest without hypercalls that is recorded by trace-cmd, whose clock begins at the guest's boot and has microseconds. It is made from a sample: the host's
 * hypercalls get a name that nobody knows, so their exits stay and what they carry is gone; the guest's own events are printed as trace-cmd does.
 */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class UnpatchedGuestTest {

    private static final Path HOST = Samples.trace("guest-and-hypercall");
    private static final Path GUEST = HOST.resolveSibling("guests").resolve("both").resolve("kernel");
    /** What the text's times are since, ns since the epoch by the guest's clock. */
    private static final long SINCE = 1_795_289_234_000_000_000L;

    @TempDir
    private Path fFolder;
    private Path fRecording;

    @BeforeEach
    void removeHypercalls() throws IOException {
        fRecording = fFolder.resolve("without");
        Path from = HOST.getParent();
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : (Iterable<Path>) walk.filter(path -> Files.isRegularFile(path) && !path.startsWith(GUEST))::iterator) {
                Path to = fRecording.resolve(from.relativize(path));
                Files.createDirectories(to.getParent());
                Files.copy(path, to);
            }
        }
        replace(fRecording.resolve("kernel").resolve("metadata"), "kvm_x86_hypercall", "kvm_x86_something");
        replace(fRecording.resolve("hypertrace.json"), "guests/both/kernel", "guests/both/trace.txt");
        Files.createDirectories(text().getParent());
        Files.writeString(text(), Tool.run("python3", "-B", Samples.root().resolve("org.hypertrace.tests/headless/oracle/ftrace_text.py"), GUEST, SINCE));
    }

    private Path text() {
        return fRecording.resolve("guests").resolve("both").resolve("trace.txt");
    }

    private static void replace(Path file, String what, String by) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(what));
        Files.writeString(file, text.replace(what, by), StandardCharsets.ISO_8859_1);
    }

    @Test
    void itsClockIsThatOfTheHypercalls() {
        JsonObject oracle = ClockOracle.clocksOf(HOST, GUEST, "180,182");
        JsonObject clock = Command.report(fRecording).getAsJsonArray("clocks").get(0).getAsJsonObject();
        assertEquals("both containment 10097", clock.get("vm").getAsString() + ' ' + clock.get("method").getAsString() + ' ' + clock.get("guestEvents").getAsInt());
        assertEquals(0, clock.getAsJsonObject("violations").getAsJsonObject("synchronized").get("count").getAsInt());
        assertEquals(0, clock.getAsJsonObject("violations").getAsJsonObject("synchronized").get("beyond").getAsInt());
        assertEquals(1, clock.getAsJsonArray("pieces").size());
        JsonObject piece = clock.getAsJsonArray("pieces").get(0).getAsJsonObject();
        String[] slope = piece.get("slope").getAsString().split("/");
        double beyond = Double.parseDouble(slope[0]) / Double.parseDouble(slope[1]) - 1;
        for (int end = 0; end < 2; end++) {
            long reading = oracle.get(end == 0 ? "from" : "to").getAsLong() - SINCE;
            long sinceBegin = reading - piece.get("from").getAsLong();
            double offset = piece.get("offset").getAsLong() - SINCE + beyond * sinceBegin;
            assertEquals(oracle.getAsJsonArray("offset").get(end).getAsLong(), offset, 2_500, "ns, at " + reading);
        }
    }

    /** The guest's own trace of LTTng instead of the text: the line of section B.10, to the ns. */
    @Test
    void byItsOwnTraceOfLttngTheLineIsThatOfTheDefinition() throws IOException {
        Path own = fRecording.resolve("guests").resolve("both").resolve("kernel");
        Files.createDirectories(own);
        try (Stream<Path> files = Files.list(GUEST)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.copy(file, own.resolve(file.getFileName().toString()));
            }
        }
        replace(fRecording.resolve("hypertrace.json"), "guests/both/trace.txt", "guests/both/kernel");
        Files.delete(text());
        JsonObject clock = Command.report(fRecording).getAsJsonArray("clocks").get(0).getAsJsonObject();
        assertEquals("containment 10097", clock.get("method").getAsString() + ' ' + clock.get("guestEvents").getAsInt());
        JsonObject piece = clock.getAsJsonArray("pieces").get(0).getAsJsonObject();
        assertEquals("[\"11140766755/11140794608\",\"294936845/294936121\"]", piece.get("slopes").toString());
        JsonObject uncertainty = piece.getAsJsonObject("uncertainty");
        assertEquals("16424 13010 16049", uncertainty.get("begin") + " " + uncertainty.get("middle") + " " + uncertainty.get("end"));
        assertEquals(0, clock.getAsJsonObject("violations").getAsJsonObject("synchronized").get("count").getAsInt());
    }

    /** By thread id: running, guest, stolen or spent for the tracer. */
    private static Map<Integer, long[]> threads(List<Path> traces, long from, long to) throws Exception {
        Map<Integer, long[]> found = new TreeMap<>();
        try (OpenTraces opened = OpenTraces.open(traces)) {
            opened.join(new NullProgressMonitor());
            ITmfStateSystem states = opened.model(new NullProgressMonitor());
            for (Tasks.Guest guest : Tasks.of(states, Machines.of(states).get(0))) {
                for (TaskFigures figures : TaskTable.of(states, guest, from, to)) {
                    long[] sums = found.computeIfAbsent(figures.task().tid(), tid -> new long[3]);
                    sums[0] += figures.running();
                    sums[1] += figures.states().get(VcpuState.GUEST);
                    sums[2] += figures.stolen() + figures.tracer();
                }
            }
        }
        return found;
    }

    /** Who has each vCPU: the thread id at each moment where it changes, 0 of the idle thread, -1 if not known. */
    private static List<TreeMap<Long, Integer>> vcpus(List<Path> traces) throws Exception {
        try (OpenTraces opened = OpenTraces.open(traces)) {
            opened.join(new NullProgressMonitor());
            ITmfStateSystem states = opened.model(new NullProgressMonitor());
            Tasks.Guest guest = Tasks.of(states, Machines.of(states).get(0)).get(0);
            Map<Integer, Integer> tids = guest.tasks().stream().collect(Collectors.toMap(Tasks.Task::number, Tasks.Task::tid));
            List<TreeMap<Long, Integer>> vcpus = new ArrayList<>();
            for (int vcpu : guest.vcpus()) {
                TreeMap<Long, Integer> begins = new TreeMap<>();
                for (ITmfStateInterval interval : states.query2D(List.of(states.optQuarkRelative(vcpu, TaskAttributes.GUEST_TASK)), states.getStartTime(),
                        states.getCurrentEndTime())) {
                    begins.put(interval.getStartTime(), interval.getValue() instanceof Integer number ? tids.get(number) : -1);
                }
                vcpus.add(begins);
            }
            return vcpus;
        }
    }

    /** Each switch by itself: when it was reported, and when the guest's own trace has it, in microseconds. */
    @Test
    void eachSwitchIsWithinTheUncertainty() throws Exception {
        JsonArray switches = ClockOracle.clocksOf(HOST, GUEST, "180,182", "--threads").getAsJsonObject("threads").getAsJsonArray("switches");
        List<TreeMap<Long, Integer>> with = vcpus(List.of(HOST));
        List<TreeMap<Long, Integer>> without = vcpus(List.of(fRecording.resolve("kernel"), text()));
        assertTrue(switches.size() > 1000, "switches");
        for (JsonElement each : switches) {
            JsonArray parts = each.getAsJsonArray();
            int cpu = parts.get(0).getAsInt();
            long reported = parts.get(1).getAsLong();
            long stamp = parts.get(2).getAsLong();
            long room = parts.get(3).getAsLong() + 1_000;
            int next = parts.get(4).getAsInt();
            assertEquals(next, with.get(cpu).get(reported), "reported: CPU " + cpu + " at " + reported);
            assertTrue(without.get(cpu).subMap(stamp - room, true, stamp + room, true).containsValue(next),
                    "CPU " + cpu + " to " + next + " at " + stamp + " within " + room);
        }
    }

    /** At each switch the times differ by how long the hypercall took to leave the guest, and by the uncertainty of the clock. */
    @Test
    void itsThreadsAreThoseOfTheHypercalls() throws Exception {
        JsonObject oracle = ClockOracle.clocksOf(HOST, GUEST, "180,182", "--threads").getAsJsonObject("threads");
        long from = oracle.get("from").getAsLong();
        long to = oracle.get("to").getAsLong();
        Map<Integer, long[]> with = threads(List.of(HOST), from, to);
        Map<Integer, long[]> without = threads(List.of(fRecording.resolve("kernel"), text()), from, to);
        int compared = 0;
        long all = 0;
        long differ = 0;
        for (Map.Entry<Integer, long[]> thread : with.entrySet()) {
            String tid = thread.getKey().toString();
            if (thread.getValue()[0] > 0 && oracle.getAsJsonObject("room").has(tid)) {
                long room = oracle.getAsJsonObject("room").get(tid).getAsLong();
                long[] other = without.get(thread.getKey());
                for (int i = 0; i < 3; i++) {
                    assertEquals(thread.getValue()[i], other[i], room, "thread " + tid + ", " + List.of("running", "guest", "stolen and tracer").get(i));
                }
                all += thread.getValue()[0];
                differ += Math.abs(other[0] - thread.getValue()[0]);
                compared++;
            }
        }
        assertTrue(compared >= 40 && differ < all / 50, compared + " threads run " + all + " ns, and differ by " + differ);
    }
}
