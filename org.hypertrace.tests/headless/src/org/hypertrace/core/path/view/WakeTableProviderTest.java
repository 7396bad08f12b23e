/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of wake-up latency as clients of the trace server ask for it. Figures: {@code oracle/wake_latencies.py --lines} of smp-guest. */
@Tag("platform")
class WakeTableProviderTest {

    /** When {@code sleep} was woken to wait longest, and ran, ns since the epoch. */
    private static final long WOKEN = 1_795_279_470_287_124_098L;
    private static final long RAN = WOKEN + 36_071_616;

    private static OpenedTrace opened;
    private static WakeTableProvider provider;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(Samples.trace("smp-guest"));
        provider = Providers.WAKEUP_LATENCY.create(opened.trace());
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    private static List<TmfTreeDataModel> rows(Map<String, Object> parameters) throws InterruptedException {
        TmfModelResponse<?> response = provider.fetchTree(parameters, null);
        for (int i = 0; response.getStatus() == Status.RUNNING && i < 600; i++) {
            Thread.sleep(100);
            response = provider.fetchTree(parameters, null);
        }
        return provider.fetchTree(parameters, null).getModel().getEntries();
    }

    private static TmfTreeDataModel row(List<TmfTreeDataModel> rows, String name) {
        return rows.stream().filter(row -> row.getLabels().get(0).equals(name)).findFirst().orElseThrow(() -> new AssertionError(name + " in "
                + rows.stream().map(row -> row.getLabels().get(0)).collect(Collectors.joining(", "))));
    }

    /** A row and those below it: their figures without when. */
    private static String below(List<TmfTreeDataModel> rows, TmfTreeDataModel top) {
        return rows.stream().filter(row -> row == top || row.getParentId() == top.getId()).map(row -> String.join("|",
                row.getLabels().subList(0, row.getLabels().size() - 1)) + '\n').collect(Collectors.joining());
    }

    @Test
    void theFiguresAreTheOracles() throws Exception {
        List<TmfTreeDataModel> rows = rows(Map.of());
        assertEquals("""
                sleep (68)|2|37.5 ms|0.09 %|18.7 ms|1.41 ms|36.1 ms|36.1 ms|36.1 ms
                vCPU not scheduled|1|18.8 ms|50.03 %|18.8 ms|18.8 ms|18.8 ms|18.8 ms|18.8 ms
                vCPU in the host|2|771 µs|2.06 %|385 µs|383 µs|388 µs|388 µs|388 µs
                guest's own scheduler|2|18.0 ms|47.91 %|8.98 ms|1.02 ms|16.9 ms|16.9 ms|16.9 ms
                """, below(rows, row(rows, "sleep (68)")));
        String vm = below(rows, row(rows, "smp"));
        assertTrue(vm.startsWith("smp|2661|41.4 s|100.00 %|15.6 ms|450 µs|31.0 ms|161 ms|5.83 s\n"), vm);
        assertTrue(vm.contains("\nvCPU 0|1301|17.4 s|41.94 %|13.4 ms|493 µs|30.6 ms|151 ms|2.39 s\n"), vm);
        assertTrue(vm.contains("\nThreads|"), vm);
    }

    @Test
    void vcpusThatWaitForEachOtherStandBelow() throws Exception {
        List<TmfTreeDataModel> rows = rows(Map.of());
        assertEquals("""
                Two vCPUs on one processor||||||||
                vCPU 0 waited for vCPU 1|1147|7.31 s||6.37 ms||||88.4 ms
                vCPU 1 waited for vCPU 0|1326|7.05 s||5.32 ms||||82.0 ms
                """, below(rows, row(rows, "Two vCPUs on one processor")));
        TimedCells.Cell longest = ((TimedCells) row(rows, "vCPU 0 waited for vCPU 1")).cell(0);
        assertEquals(1_795_279_460_223_723_772L, longest.begin());
        assertEquals(88_392_436, longest.end() - longest.begin());
    }

    @Test
    void behindARowIsItsLongestWaitAndItsPath() throws Exception {
        TmfTreeDataModel sleep = row(rows(Map.of()), "sleep (68)");
        TimedCells.Cell longest = ((TimedCells) sleep).cell(0);
        assertEquals(List.of(WOKEN, RAN), List.of(longest.begin(), longest.end()));
        List<PathOffer> offers = provider.offers(sleep.getId(), 0);
        assertEquals(List.of("sleep (68) in the longest wait", "sleep (68)"), offers.stream().map(PathOffer::name).toList());
        CriticalPaths paths = PathAnalysis.of(opened.trace());
        FoundPath wait = paths.find(PathQuery.of(offers.get(0).words()));
        assertEquals("smp sleep (68) " + WOKEN + ' ' + RAN, wait.names().shown(wait.subject().who()) + ' ' + wait.subject().begin() + ' '
                + wait.subject().end());
        // the whole one is the design's
        FoundPath life = paths.find(PathQuery.of(offers.get(1).words()));
        assertEquals(243_682_864, life.subject().end() - life.subject().begin());
    }

    /** Waits that begin in the time asked for. */
    @Test
    void ofATimeOnly() throws Exception {
        Map<String, Object> then = Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(WOKEN, RAN));
        List<TmfTreeDataModel> rows = rows(then);
        assertTrue(below(rows, row(rows, "sleep (68)")).startsWith("sleep (68)|1|36.1 ms|"));
        Map<String, Object> after = Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(WOKEN + 1, RAN));
        assertTrue(rows(after).stream().noneMatch(row -> row.getLabels().get(0).equals("sleep (68)")));
        Map<String, Object> never = Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(1L, 2L));
        assertEquals(List.of("smp", "No thread of the guest was woken and ran then."), rows(never).stream().map(row -> row.getLabels().get(0))
                .toList());
    }
}
