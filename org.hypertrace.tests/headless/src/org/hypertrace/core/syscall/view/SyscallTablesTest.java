/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.Figures;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** The tables of system calls have the oracle's figures, per call, thread and load. */
@Tag("platform")
class SyscallTablesTest {

    private static final List<String> TIMES = List.of("calls", "total", "floor", "disturbance");
    private static final List<String> RANKS = List.of("p50", "p95", "p99", "max");

    /** A VM that reports nothing. */
    private static final String WITHOUT = """
            100 node cpu0 fork CPU_0/KVM:386 384
            120 node cpu0 sched_switch bash:10 S CPU_0/KVM:386
            130 node cpu0 kvm_entry
            150 node cpu0 kvm_exit INTR 0
            170 node cpu0 kvm_entry
            """;

    private static OpenedTrace opened;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(Samples.trace("syscall-load"));
        ModelStates.of(opened.trace()).waitUntilBuilt();
    }

    @AfterAll
    static void close() throws Exception {
        opened.close();
    }

    private static JsonObject oracle() {
        return Summary.objects(TimeOracle.syscalls("syscall-load"), "syscalls").get(0);
    }

    private static String line(String before, JsonObject of, List<String> keys) {
        return before + keys.stream().map(key -> ' ' + of.get(key).getAsString()).collect(Collectors.joining());
    }

    private static String line(String before, TmfTreeDataModel row, int... columns) {
        StringBuilder line = new StringBuilder(before);
        for (int column : columns) {
            line.append(' ').append(((Figures) row).figure(column).number());
        }
        return line.toString();
    }

    @Test
    void callsAndThreadsAreTheOracles() {
        List<String> expected = new ArrayList<>(List.of(line("VM", oracle(), List.of("notWaiting", "total", "floor", "disturbance"))));
        for (JsonObject row : Summary.objects(oracle(), "rows")) {
            expected.add(line(line("call", row, TIMES), row, RANKS) + ' ' + row.get("minK").getAsLong() / row.get("of").getAsLong() + ' '
                    + row.get("waiting").getAsBoolean());
            Summary.objects(row, "threads").forEach(thread -> expected.add(line(line("thread", thread, TIMES), thread, RANKS)));
        }
        List<String> found = new ArrayList<>();
        List<TmfTreeDataModel> rows = rows(Providers.SYSTEM_CALLS.create(opened.trace()), Map.of());
        Map<Long, TmfTreeDataModel> byId = new HashMap<>();
        for (TmfTreeDataModel row : rows) {
            byId.put(row.getId(), row);
            if (row.getParentId() == -1) {
                found.add(line("VM", row, 1, 2, 3, 4));
            } else if (((Figures) row).figure(1) != null) {
                boolean isCall = byId.get(row.getParentId()).getParentId() == -1;
                found.add(line(isCall ? "call" : "thread", row, 1, 2, 3, 4, 7, 8, 9, 10) + (isCall ? line("", row, 6) + ' ' + row.getLabels().get(11)
                        .equals("yes") : ""));
                TimedCells.Cell longest = ((TimedCells) row).cell(0);
                assertTrue(longest.end() - longest.begin() >= ((Figures) row).figure(10).number(), row.getName());
            }
        }
        assertEquals(sorted(expected), sorted(found));
        assertTrue(rows.stream().anyMatch(row -> row.getName().equals("read")) && rows.stream().anyMatch(row -> row.getName().equals("dd (105)")), "names");
        assertTrue(rows.stream().anyMatch(row -> row.getName().equals("Without both ends, and in no row, in the whole trace: 34")), "what is in no row");
    }

    @Test
    void loadIsTheOracles() {
        List<String> expected = new ArrayList<>();
        for (JsonObject slice : Summary.objects(oracle(), "slices")) {
            expected.add(line("mark " + slice.get("mark"), slice, List.of("calls", "rate", "total", "floor", "disturbance", "p50", "p95", "p99")) + ' '
                    + slice.get("floor").getAsLong() / slice.get("calls").getAsLong());
            Summary.objects(slice, "rows").forEach(row -> expected.add(line("call " + slice.get("rate"), row, TIMES) + line("", row, RANKS.subList(0, 3)) + ' '
                    + row.get("minK").getAsLong() / row.get("of").getAsLong()));
        }
        List<String> found = new ArrayList<>();
        for (TmfTreeDataModel row : rows(Providers.SYSTEM_CALLS_VS_LOAD.create(opened.trace()), Map.of())) {
            if (row.getName().startsWith("mark ")) {
                found.add(line(row.getName(), row, 3, 4, 5, 6, 7, 10, 11, 12, 9));
            } else if (row.getParentId() != -1 && ((Figures) row).figure(4) != null) {
                found.add(line("call", row, 4, 3, 5, 6, 7, 10, 11, 12, 9));
            }
        }
        assertEquals(sorted(expected), sorted(found));
    }

    /** Of the third mark's time, which is zoomed in: calls in it, in slices as there is no mark. */
    @Test
    void aPartOfATrace() {
        JsonObject slice = Summary.objects(oracle(), "slices").get(2);
        Map<String, Object> part = times(slice.get("begin").getAsLong() + 1, slice.get("end").getAsLong() + 1);
        List<TmfTreeDataModel> calls = rows(Providers.SYSTEM_CALLS.create(opened.trace()), part);
        assertEquals(line("", slice, TIMES), line("", calls.get(0), 1, 2, 3, 4));
        List<TmfTreeDataModel> load = rows(Providers.SYSTEM_CALLS_VS_LOAD.create(opened.trace()), part);
        List<TmfTreeDataModel> slices = load.stream().filter(row -> row.getName().equals("slice")).toList();
        assertTrue(slices.size() > 10 && slices.size() <= 100, () -> slices.size() + " slices");
        assertTrue(slices.stream().mapToLong(row -> ((Figures) row).figure(3).number()).sum() <= slice.get("calls").getAsLong(), "calls");
        for (var provider : List.of(Providers.SYSTEM_CALLS, Providers.SYSTEM_CALLS_VS_LOAD)) {
            assertEquals("No system call begins and ends in this time.", rows(provider.create(opened.trace()), times(slice.get("begin").getAsLong(),
                    slice.get("begin").getAsLong() + 1)).get(0).getName());
        }
    }

    @Test
    void aCancelledQuestionHasNoAnswer() {
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        assertEquals(Status.CANCELLED, Providers.SYSTEM_CALLS.create(opened.trace()).fetchTree(Map.of(), cancelled).getStatus());
    }

    @Test
    void aGuestWithoutSystemCallsIsReported(@TempDir Path folder) throws Exception {
        try (OpenedTrace without = OpenedTrace.of(new RecordedStory(WITHOUT).in(folder))) {
            ModelStates.of(without.trace()).waitUntilBuilt();
            List<TmfTreeDataModel> rows = rows(Providers.SYSTEM_CALLS.create(without.trace()), Map.of());
            assertFalse(rows.isEmpty());
            assertEquals("No guest reports whole system calls: load the guest module with the group syscalls.", rows.get(0).getName());
        }
    }

    private static Map<String, Object> times(long from, long to) {
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(from, to));
    }

    private static List<TmfTreeDataModel> rows(ITmfTreeDataProvider<? extends TmfTreeDataModel> provider, Map<String, Object> parameters) {
        TmfModelResponse<? extends TmfTreeModel<? extends TmfTreeDataModel>> response = provider.fetchTree(parameters, null);
        assertEquals(Status.COMPLETED, response.getStatus());
        return List.copyOf(response.getModel().getEntries());
    }

    private static String sorted(List<String> lines) {
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }
}
