/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.task.TimePart;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** The table of guests' processes and threads: all of a trace by the oracle, and a part of it by the report. */
@Tag("platform")
class GuestThreadsProviderTest {

    private static final List<String> PARTS = Stream.of(TimePart.values()).map(TimePart::key).toList();
    private static final int REAL = 3;
    private static final int LAST = REAL + PARTS.size() + 2;

    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void processesAndThreadsAreTheOracles(String sample) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            assertTrue(compare(TimeOracle.processes(sample), opened) > 0 || sample.equals("preempted-guest"), "there are threads");
        }
    }

    /** Some processes of its guests have several threads. */
    @Test
    void soItIsOfProcessesWithSeveralThreads(@TempDir Path folder) throws Exception {
        int nested = 0;
        for (Path trace : new RandomScenario(1, 1_500, 2_000).scenario().in(folder).traces()) {
            try (OpenedTrace opened = OpenedTrace.of(trace)) {
                compare(TimeOracle.processesOf(trace), opened);
                List<TmfTreeDataModel> rows = rows(opened, Map.of());
                nested += rows.stream().filter(row -> isTimed(row) && row.getLabels().get(1).isEmpty()).count();
                opened.forget();
            }
        }
        assertTrue(nested > 1, nested + " threads in such processes");
    }

    /** @return how many threads there are */
    private static int compare(JsonObject oracle, OpenedTrace opened) throws Exception {
        List<String> processes = new ArrayList<>();
        List<String> threads = new ArrayList<>();
        for (JsonObject vm : Summary.objects(oracle, "vms")) {
            Summary.objects(vm, "processes").forEach(process -> processes.add(line(process)));
            Summary.objects(vm, "threads").forEach(thread -> threads.add(line(thread)));
        }
        List<TmfTreeDataModel> rows = rows(opened, Map.of());
        assertEquals(sorted(processes), sorted(processes(rows)));
        // a process with one thread has the only row of it
        List<String> shown = rows.stream().filter(row -> isTimed(row) && rows.stream().noneMatch(below -> below.getParentId() == row.getId()))
                .map(GuestThreadsProviderTest::line).toList();
        assertEquals(sorted(threads), sorted(shown));
        return threads.size();
    }

    /** The thread of which the definition's text has the figures; the parts of a thread sum to its real time. */
    @Test
    void timeOfAThread() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace("syscall-load"))) {
            List<TmfTreeDataModel> rows = rows(opened, Map.of());
            TmfTreeDataModel dd = rows.stream().filter(row -> row.getName().equals("dd (105)")).findFirst().orElseThrow();
            assertEquals("1|88.0 ms|26.9 ms|34.8 ms|0 ns|903 µs|91.2 µs|1.46 ms|0 ns|22.8 ms|0 ns|1.02 ms|88.3 µs|0 ns|39.7 ms|45.9 ms",
                    dd.getLabels().get(1) + '|' + String.join("|", dd.getLabels().subList(REAL, LAST + 1)));
            assertEquals(87_981_819, figure(dd, REAL));
            assertEquals(87_981_819, LongStream.rangeClosed(REAL + 1, REAL + PARTS.size()).map(column -> figure(dd, (int) column)).sum());
        }
    }

    /** Half of the time that {@code dd} lasts: the report of that time has the same. */
    @Test
    void aPartOfATrace() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace("syscall-load"))) {
            List<TmfTreeDataModel> all = rows(opened, Map.of());
            TimedCells.Cell dd = ((TimedCells) all.stream().filter(row -> row.getName().equals("dd (105)")).findFirst().orElseThrow()).cell(0);
            long middle = (dd.begin() + dd.end()) / 2;
            List<TmfTreeDataModel> rows = rows(opened, times(dd.begin(), middle));
            JsonObject report = Command.ofSample("report --table processes --from " + dd.begin() + " --to " + middle, "syscall-load");
            List<String> expected = new ArrayList<>();
            Summary.objects(report, "vms").forEach(vm -> Summary.objects(vm, "processes").forEach(process -> expected.add(line(process))));
            assertFalse(expected.isEmpty());
            assertEquals(sorted(expected), sorted(processes(rows)));
            TmfTreeDataModel half = rows.stream().filter(row -> row.getName().equals("dd (105)")).findFirst().orElseThrow();
            assertTrue(figure(half, REAL) > 0 && figure(half, REAL) <= middle - dd.begin(), () -> figure(half, REAL) + " ns");
            assertEquals("No thread of the guest was seen to leave a vCPU in this time.", rows(opened, times(1, 2)).get(1).getName());
        }
    }

    private static Map<String, Object> times(long from, long to) {
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(from, to));
    }

    private static List<TmfTreeDataModel> rows(OpenedTrace opened, Map<String, Object> parameters) throws Exception {
        ModelStates.of(opened.trace()).waitUntilBuilt();
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> response = Providers.GUEST_THREADS.create(opened.trace()).fetchTree(parameters, null);
        assertEquals(Status.COMPLETED, response.getStatus());
        return response.getModel().getEntries();
    }

    private static boolean isTimed(TmfTreeDataModel row) {
        return row instanceof TimedCells;
    }

    private static List<String> processes(List<TmfTreeDataModel> rows) {
        return rows.stream().filter(row -> isTimed(row) && !row.getLabels().get(1).isEmpty()).map(GuestThreadsProviderTest::line).toList();
    }

    private static long figure(TmfTreeDataModel row, int column) {
        return ((TimedCells) row).figure(column).number();
    }

    private static String line(TmfTreeDataModel row) {
        TimedCells.Cell time = ((TimedCells) row).cell(0);
        StringBuilder line = new StringBuilder().append(time.begin()).append(' ').append(time.end());
        for (int column = REAL; column <= LAST; column++) {
            line.append(' ').append(figure(row, column));
        }
        return line.toString();
    }

    private static String line(JsonObject of) {
        JsonObject guest = of.getAsJsonObject("guest");
        return of.get("begin") + " " + of.get("end") + ' ' + of.get("real") + ' ' + PARTS.stream().map(part -> of.get(part).getAsString())
                .collect(Collectors.joining(" ")) + ' ' + guest.get("user") + ' ' + guest.get("sys");
    }

    private static String sorted(List<String> lines) {
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }
}
