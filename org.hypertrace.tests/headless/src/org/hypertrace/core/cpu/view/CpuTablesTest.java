/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.Figures;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** The tables of overcommit and of what vCPUs got per period: all of a trace, and a part of it. */
@Tag("platform")
class CpuTablesTest {

    private static final long MS = 1_000_000;
    private static final List<String> OF_VCPU = List.of("wanted", "got", "steal", "longestWait", "executions", "meanRun", "migrations");
    private static final List<String> OF_PERIOD = List.of("n", "begin", "end", "gotten", "blocked", "waiting", "unknown", "executions", "migrations", "io");

    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void overcommitIsTheOracles(String sample) throws Exception {
        JsonObject oracle = TimeOracle.accounting(sample).getAsJsonObject("overcommit");
        List<String> expected = new ArrayList<>();
        oracle.getAsJsonObject("demand").entrySet().forEach(demand -> expected.add("demand " + demand.getKey() + ' ' + demand.getValue()));
        Summary.objects(oracle, "perVcpu").forEach(vcpu -> expected.add("vCPU " + vcpu.get("life") + ' '
                + OF_VCPU.stream().map(key -> vcpu.get(key).getAsString()).collect(Collectors.joining(" "))));
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            List<String> found = new ArrayList<>();
            for (TmfTreeDataModel row : rows(Providers.OVERCOMMIT.create(opened.trace()), Map.of())) {
                if (row.getName().contains("a processor")) {
                    found.add("demand " + row.getName().split(" ")[0] + figures(row, 1));
                } else if (row.getName().contains("vCPU")) {
                    found.add("vCPU" + figures(row, 1, 4, 5, 6, 8, 9, 10, 11));
                }
            }
            assertEquals(sorted(expected), sorted(found));
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void accountingIsTheOracles(String sample) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            List<TmfTreeDataModel> rows = rows(Providers.ACCOUNTING.create(opened.trace()), Map.of());
            assertTrue(rows.size() > 50 && rows.size() <= 300, () -> rows.size() + " rows");
            long length = ((Figures) rows.get(0)).figure(3).number();
            assertTrue(String.valueOf(length).matches("[125]0{6,}"), () -> length + " ns");
            List<String> found = new ArrayList<>();
            for (TmfTreeDataModel row : rows) {
                TimeGraphEntryModel timed = (TimeGraphEntryModel) row;
                found.add(figures(row, 2).strip() + ' ' + timed.getStartTime() + ' ' + timed.getEndTime() + figures(row, 6, 7, 8, 9, 10, 12, 13));
            }
            List<String> expected = new ArrayList<>();
            JsonObject oracle = TimeOracle.accounting(sample, "--period", String.valueOf(length / MS)).getAsJsonObject("accounting");
            for (JsonObject vcpu : Summary.objects(oracle, "vcpus")) {
                Summary.objects(vcpu, "periods").forEach(period -> expected.add(OF_PERIOD.stream().map(key -> period.get(key).getAsString())
                        .collect(Collectors.joining(" "))));
            }
            assertEquals(sorted(expected), sorted(found));
        }
    }

    /** From 170 to 200 one vCPU has processor 0 and the other one waits for it. Later that one is seen on processor 1. */
    @Test
    void aPartOfATrace(@TempDir Path folder) throws Exception {
        Path trace = new RecordedStory(ResourceProvidersTest.STORY).in(folder);
        RecordedStory.write(folder, "hypertrace.json", """
                { "vms": [ { "name": "web-1", "pid": 384 }, { "name": "db", "pid": 484 } ] }
                """);
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals("""
                    node|30 ns||2 vCPUs on 2 processors||||
                    2 vCPUs want a processor|30 ns|100.00 %|dedicated||||
                    web-1 vCPU 0|30 ns|||30 ns|0 ns|30 ns|100.00 %
                    db vCPU 0|30 ns|||30 ns|30 ns|0 ns|0.00 %
                    """, labels(rows(Providers.OVERCOMMIT.create(opened.trace()), times(170, 200)), 8));
            assertEquals("""
                    web-1|vCPU 0|0|1.00 ms|00:00:00.000 000 170|30 ns|0 ns|0 ns|30 ns|0 ns
                    db|vCPU 0|0|1.00 ms|00:00:00.000 000 170|30 ns|30 ns|0 ns|0 ns|0 ns
                    """, labels(rows(Providers.ACCOUNTING.create(opened.trace()), times(170, 200)), 10));
            for (var provider : List.of(Providers.OVERCOMMIT, Providers.ACCOUNTING)) {
                assertEquals("There is no vCPU in this time.\n", labels(rows(provider.create(opened.trace()), times(1000, 2000)), 1));
            }
        }
    }

    @Test
    void aCancelledQuestionHasNoAnswer(@TempDir Path folder) throws Exception {
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(ResourceProvidersTest.STORY).in(folder))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals(Status.CANCELLED, Providers.ACCOUNTING.create(opened.trace()).fetchTree(Map.of(), cancelled).getStatus());
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

    private static String labels(List<TmfTreeDataModel> rows, int columns) {
        return rows.stream().map(row -> String.join("|", row.getLabels().subList(0, columns)) + '\n').collect(Collectors.joining());
    }

    private static String figures(TmfTreeDataModel row, int... columns) {
        StringBuilder line = new StringBuilder();
        for (int column : columns) {
            line.append(' ').append(((Figures) row).figure(column).number());
        }
        return line.toString();
    }

    private static String sorted(List<String> lines) {
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }
}
