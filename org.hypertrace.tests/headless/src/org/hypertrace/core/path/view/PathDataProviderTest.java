/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rows, arrows and table of a path as clients of the trace server ask for them. The figures are the design's, found by others:
 * {@code critical-paths.json}, smp-guest, {@code --thread sleep}.
 */
@Tag("platform")
class PathDataProviderTest {

    private static final long LENGTH = 243_682_864;

    private static OpenedTrace opened;
    private static PathDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(Samples.trace("smp-guest"));
        provider = Providers.CRITICAL_PATH.create(opened.trace());
        shown = new ProviderDump(provider, Map.of(AskedPaths.QUERY, List.of("--thread", "sleep")));
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    @Test
    void theSubjectIsFirstThenThoseItWaitedForBelowTheirPlaces() {
        List<String> tree = shown.tree().lines().toList();
        assertEquals("Classes", tree.get(0));
        assertEquals("  sleep (68)", tree.get(3), shown.tree());
        assertTrue(tree.contains("  vCPU 1 interrupt timer"), shown.tree());
    }

    /** Every nanosecond is in one row, and the rows of a kind have as much as the design reports. */
    @Test
    void rowsTileThePath() {
        Map<String, Long> spent = new TreeMap<>();
        long begin = provider.index().found().subject().begin();
        long end = provider.index().found().subject().end();
        long sum = 0;
        for (TimeGraphEntryModel entry : shown.entries()) {
            if (!entry.hasRowModel() || entry.getName().equals(PathDataProvider.OCCUPANTS)) {
                continue;
            }
            List<Long> times = new ArrayList<>();
            for (int i = 0; i < provider.index().found().segments().size(); i++) {
                times.add(provider.index().found().segments().begin(i));
            }
            for (var state : shown.states(entry, times)) {
                if (state.getLabel() != null) {
                    assertTrue(state.getStartTime() >= begin && state.getStartTime() + state.getDuration() <= end);
                    String kind = entry.getName().equals(PathDataProvider.CLASSES) ? state.getLabel() : "rows";
                    spent.merge(kind, state.getDuration(), Long::sum);
                    sum += state.getDuration();
                }
            }
        }
        assertEquals(2 * LENGTH, sum);
        assertEquals(Map.of("rows", LENGTH, "work", 27_664_757L, "contended", 18_366_602L, "delivery", 197_247L, "host", 8_927_884L, "preempted",
                87_673_767L, "timer", 100_852_607L), spent);
    }

    /** Worked example 2: the timer was due, and the other vCPU of the same VM had the CPU. */
    @Test
    void theTimerWasLateSinceTheOtherVcpuHadTheProcessor() {
        TimeGraphEntryModel timer = shown.entry("vCPU 1 interrupt timer", 0);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < provider.index().found().segments().size(); i++) {
            times.add(provider.index().found().segments().begin(i));
        }
        Map<String, Long> spent = new LinkedHashMap<>();
        shown.states(timer, times).stream().filter(state -> state.getLabel() != null)
                .forEach(state -> spent.merge(state.getLabel(), state.getDuration(), Long::sum));
        assertEquals(100_852_607L, spent.get("timer"), spent.toString());
        assertEquals(35_491_611L, spent.get("due, preempted by smp vCPU 0"), spent.toString());
        TimeGraphEntryModel occupants = shown.entry(PathDataProvider.OCCUPANTS, 0);
        long late = shown.states(timer, times).stream().filter(state -> "due, preempted by smp vCPU 0".equals(state.getLabel()))
                .findFirst().orElseThrow().getStartTime();
        assertTrue(shown.at(occupants, late).endsWith(" smp vCPU 0"), shown.at(occupants, late));
    }

    @Test
    void anArrowLeadsFromWhoEndedTheWaitingAndReportsHow() {
        long begin = provider.index().found().subject().begin();
        long end = provider.index().found().subject().end();
        Map<Long, String> names = new HashMap<>();
        shown.entries().forEach(entry -> names.put(entry.getId(), entry.getName()));
        List<ITimeGraphArrow> arrows = shown.arrows(begin, end);
        ITimeGraphArrow waking = arrows.stream().filter(arrow -> "vCPU 1 interrupt timer".equals(names.get(arrow.getSourceId()))
                && "sleep (68)".equals(names.get(arrow.getDestinationId()))).findFirst().orElseThrow();
        Map<String, String> tooltip = provider.fetchTooltip(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY,
                List.of(waking.getStartTime()), DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(waking.getSourceId()),
                DataProviderParameterUtils.REQUESTED_ELEMENT_KEY, waking), null).getModel();
        assertEquals("waking", tooltip.get("How"), tooltip.toString());
        assertTrue(tooltip.get("Whom it ended the waiting of").endsWith("sleep (68)"), tooltip.toString());
        assertEquals(provider.entry(waking.getStartTime()), waking.getDestinationId());
        assertEquals(provider.entry(waking.getStartTime() - 1), waking.getSourceId());
    }

    @Test
    void theTooltipReportsWhoWaitsForWhom() {
        TimeGraphEntryModel timer = shown.entry("vCPU 1 interrupt timer", 0);
        int first = 0;
        while (provider.index().row(first) == 0) {
            first++;
        }
        String tooltip = shown.tooltip(timer, provider.index().found().segments().begin(first));
        assertTrue(tooltip.contains("Who waits: "), tooltip);
        assertTrue(tooltip.contains("sleep (68) ← "), tooltip);
    }

    /** The sums of each of the first four kinds of rows are the path's length. */
    @Test
    void theRowsOfTheTableSumToThePath() throws Exception {
        List<TmfTreeDataModel> rows = table(Map.of(AskedPaths.QUERY, "--thread sleep"));
        Map<Long, Long> sums = new HashMap<>();
        int ns = PathTableProvider.COLUMNS.indexOf("ns");
        rows.stream().filter(row -> row.getParentId() >= 0)
                .forEach(row -> sums.merge(row.getParentId(), Long.parseLong(row.getLabels().get(ns)), Long::sum));
        List<TmfTreeDataModel> sections = rows.stream().filter(row -> row.getParentId() < 0).toList();
        assertEquals(5, sections.size());
        for (TmfTreeDataModel section : sections.subList(0, 4)) {
            assertEquals(LENGTH, sums.get(section.getId()), section.getLabels().get(0));
        }
        TmfTreeDataModel late = rows.stream().filter(row -> row.getLabels().get(0).equals("due, preempted (deliver/preempted)"))
                .findFirst().orElseThrow();
        assertEquals("35718743", late.getLabels().get(ns));
        assertEquals("35.7 ms", late.getLabels().get(PathTableProvider.COLUMNS.indexOf("At most less")));
        TimedCells.Cell longest = ((TimedCells) late).cell(0);
        assertTrue(longest.end() - longest.begin() <= 35_718_743 && longest.begin() >= provider.index().found().subject().begin());
    }

    private static List<TmfTreeDataModel> table(Map<String, Object> parameters) throws InterruptedException {
        PathTableProvider table = Providers.CRITICAL_PATH_PARTS.create(opened.trace());
        TmfModelResponse<?> response = table.fetchTree(parameters, null);
        for (int i = 0; response.getStatus() == Status.RUNNING && i < 600; i++) {
            Thread.sleep(100);
            response = table.fetchTree(parameters, null);
        }
        return table.fetchTree(parameters, null).getModel().getEntries();
    }

    @Test
    void whatIsNotThereIsReportedInASentence() throws Exception {
        String message = table(Map.of(AskedPaths.QUERY, "--thread nobody")).get(0).getLabels().get(0);
        assertTrue(message.startsWith("There is no thread nobody of "), message);
        assertEquals("No path is asked for by --sleep.", table(Map.of(AskedPaths.QUERY, "--sleep 5")).get(0).getLabels().get(0));
        ProviderDump other = new ProviderDump(Providers.CRITICAL_PATH.create(opened.trace()),
                Map.of(AskedPaths.QUERY, "--thread nobody"));
        assertEquals(message, other.tree().strip());
        assertTrue(other.at(other.entries().get(0), other.entries().get(0).getStartTime()).endsWith(message));
    }

    @Test
    void asLongAsNobodyAskedThereIsAHint() throws Exception {
        assertEquals(AskedPaths.NOTHING_ASKED,
                new ProviderDump(Providers.CRITICAL_PATH.create(opened.trace())).tree().strip());
    }
}
