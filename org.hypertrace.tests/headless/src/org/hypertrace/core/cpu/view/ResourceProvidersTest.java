/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.TmfXYAxisDescription;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two VMs that share a processor until one of them is moved: rows, arrows, lines and the table of them. */
@Tag("platform")
class ResourceProvidersTest {

    static final String STORY = """
            100 node cpu0 fork CPU_0/KVM:386 384
            100 node cpu1 fork CPU_0/KVM:486 484
            110 node cpu1 sched_switch make:20 S swapper/1:0
            120 node cpu0 sched_switch bash:10 S CPU_0/KVM:386
            130 node cpu0 kvm_entry
            150 node cpu0 kvm_exit INTR 0
            160 node cpu0 sched_switch CPU_0/KVM:386 R CPU_0/KVM:486
            170 node cpu0 kvm_entry
            180 node cpu0 irq_entry 4
            190 node cpu0 irq_exit 4
            195 node cpu0 kvm_exit INTR 0
            200 node cpu1 sched_migrate_task CPU_0/KVM:386 cpu1
            220 node cpu1 sched_switch swapper/1:0 R CPU_0/KVM:386
            230 node cpu1 kvm_entry
            300 node cpu0 other
            """;

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static ProviderDump shown;
    private static DemandXyProvider lines;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(twoVms(folder));
        shown = new ProviderDump(Providers.VIRTUAL_RESOURCES.create(opened.trace()));
        lines = Providers.STEAL_AND_OVERCOMMIT.create(opened.trace());
    }

    /** @return the story as a trace, with the names of its VMs */
    static Path twoVms(Path in) throws Exception {
        Path trace = new RecordedStory(STORY).in(in);
        RecordedStory.write(in, "hypertrace.json", """
                { "vms": [ { "name": "web-1", "pid": 384 }, { "name": "db", "pid": 484 } ] }
                """);
        return trace;
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    @Test
    void theTreeIsProcessorsAndVms() {
        assertEquals("""
                node
                  CPU 0
                    Interrupts
                  CPU 1
                    Interrupts
                  web-1
                    vCPU 0
                      Waits for
                  db
                    vCPU 0
                      Waits for
                """, shown.tree());
    }

    @Test
    void aProcessorShowsItsOccupants() {
        assertEquals("""
                100 120 unknown
                120 130 CPU 0/KVM (386)
                130 160 web-1 vCPU 0
                160 170 CPU 0/KVM (486)
                170 300 db vCPU 0
                """, all("CPU 0", 0));
        assertEquals("180 190 irq 4\n", all("Interrupts", 0));
        assertEquals("""
                100 110 unknown
                220 300 web-1 vCPU 0
                """, all("CPU 1", 0));
    }

    @Test
    void vcpusOfAVmHaveItsColourAndTasksHaveNone() {
        String web = colour("CPU 0", 140);
        assertEquals(web, colour("CPU 1", 240));
        assertNotEquals(web, colour("CPU 0", 240));
        assertNull(colour("CPU 0", 125));
    }

    private static String colour(String row, long time) {
        return (String) shown.states(shown.entry(row, 0), List.of(time)).get(0).getStyle().getStyleValues()
                .get(StyleProperties.BACKGROUND_COLOR);
    }

    @Test
    void aVcpuShowsItsProcessorAndTheOneItWaitsFor() {
        assertEquals("130 160 CPU 0\n220 300 CPU 1\n", all("vCPU 0", 0));
        assertEquals("160 200 CPU 0\n200 220 CPU 1\n", all("Waits for", 0));
        assertEquals("170 300 CPU 0\n", all("vCPU 0", 1));
        assertEquals("", all("Waits for", 1));
    }

    @Test
    void aMigrationIsAnArrowFromProcessorToProcessor() {
        var arrows = shown.arrows(100, 300);
        assertEquals(1, arrows.size());
        assertEquals("160 220", arrows.get(0).getStartTime() + " " + (arrows.get(0).getStartTime() + arrows.get(0).getDuration()));
        assertEquals(shown.entry("CPU 0", 0).getId(), arrows.get(0).getSourceId());
        assertEquals(shown.entry("CPU 1", 0).getId(), arrows.get(0).getDestinationId());
    }

    @Test
    void theTooltipReportsItInWords() {
        assertEquals("""
                Occupant: db vCPU 0 for 130 ns
                Interrupt: irq 4 for 10 ns
                Runnable vCPUs: 2 for 30 ns
                """, shown.tooltip(shown.entry("CPU 0", 0), 185));
        assertEquals("Waits for: CPU 1 for 20 ns\n", shown.tooltip(shown.entry("vCPU 0", 0), 210));
        assertEquals("", shown.tooltip(shown.entry("CPU 1", 0), 150), "it idles and no vCPU ever wanted it");
        assertEquals("", shown.tooltip(shown.entry("web-1", 0), 210));
    }

    /** Times are from the oracle, {@code oracle/rows.py}: who has the CPU instead is a preemptor there. */
    @Test
    void aGuestThatReportsItsSwitchesReportsWhoHasItsVcpu() throws Exception {
        try (OpenedTrace sample = OpenedTrace.of(Samples.trace("preempted-guest"))) {
            ProviderDump rows = new ProviderDump(Providers.VIRTUAL_RESOURCES.create(sample.trace()));
            TimeGraphEntryModel cpu = rows.entry("CPU 0", 0);
            String vcpu = "twin-b vCPU 0";
            RowLines.Vcpu expected = RowLines.of("preempted-guest").vcpu(1);
            Stretch task = expected.tasks().stream().filter(stretch -> "11".equals(stretch.label())).findFirst().orElseThrow();
            assertEquals(task.as(vcpu + ": rcu_sched (11)").toString(), rows.at(cpu, task.middle()));
            String tooltip = rows.tooltip(cpu, task.middle());
            assertTrue(tooltip.matches("(?s).*\nGuest task: rcu_sched \\(11\\) for [0-9.]+ .s \\(" + task.length() + " ns\\)\n.*"), tooltip);
            Stretch preemptor = expected.preemptors().stream().filter(stretch -> stretch.label().startsWith("qemu-system-x86 ")
                    && expected.cpus().stream().anyMatch(on -> on.end() == stretch.begin() && "CPU 0".equals(on.label()))).findFirst().orElseThrow();
            assertEquals(preemptor.toString(), rows.at(cpu, preemptor.middle()));
            sample.forget();
        }
    }

    /** Every state of a row: what is there at each ns, once. */
    private static String all(String row, int number) {
        List<Long> times = new ArrayList<>();
        for (long time = 100; time <= 300; time++) {
            times.add(time);
        }
        return shown.states(shown.entry(row, number), times).stream().filter(state -> state.getLabel() != null)
                .map(state -> state.getStartTime() + " " + (state.getStartTime() + state.getDuration()) + ' ' + state.getLabel() + '\n')
                .collect(Collectors.joining());
    }

    @Test
    void theTableIsOfTheTimeAskedFor() {
        assertEquals("""
                node
                web-1 | 170 ns | 110 ns | 60 ns | 35.29 % | CPU 0/KVM (486): 40 ns | 60 ns | 00:00:00.000 000 160 |\s
                db | 130 ns | 130 ns | 0 ns | 0.00 % |  |  |  |\s
                CPU 0 | 200 ns |  |  |  |  |  |  | 30 ns (2 vCPUs)
                CPU 1 | 100 ns |  |  |  |  |  |  | never
                """, table(Map.of()));
        assertEquals("""
                node
                web-1 | 50 ns | 0 ns | 50 ns | 100.00 % | db vCPU 0: 30 ns | 50 ns | 00:00:00.000 000 170 |\s
                db | 50 ns | 50 ns | 0 ns | 0.00 % |  |  |  |\s
                CPU 0 | 80 ns |  |  |  |  |  |  | 30 ns (2 vCPUs)
                CPU 1 | 20 ns |  |  |  |  |  |  | never
                """, table(times(170, 220)));
    }

    private static String table(Map<String, Object> parameters) {
        return entries(parameters).stream().map(entry -> String.join(" | ", entry.getLabels()) + '\n').collect(Collectors.joining());
    }

    @Test
    void everyPointIsExactUntilTheNext() {
        // 150-200: 10 of 50 ns on cpu0, then it waits; 200-250: until 220
        assertEquals("web-1: stolen [0.0, 80.0, 40.0, 0.0]", line("web-1", 100, 150, 200, 250));
        assertEquals("db: stolen [0.0, 0.0, 0.0, 0.0]", line("db", 100, 150, 200, 250));
        // 130-150: one; 150-170 one, 170-200 two; then one; the trace begins at 100 and ends at 300
        assertEquals("CPU 0: demand [40.0, 160.0, 100.0, 100.0]", line("CPU 0", 100, 150, 200, 250));
        assertEquals("CPU 1: demand [0.0, 0.0, 100.0]", line("CPU 1", 0, 100, 200));
        assertEquals("CPU 0: demand [0.0]", line("CPU 0", 500));
    }

    /** The chart has a title at its axis of values, and its legend a colour for each line. */
    @Test
    void linesHaveUnitsAndColours() {
        Set<String> colours = new TreeSet<>();
        for (String entry : List.of("web-1", "db", "CPU 0", "CPU 1")) {
            TmfXYAxisDescription axis = series(entry, 100, 200).getYAxisDescription();
            assertEquals("Share of time %", axis.getLabel() + ' ' + axis.getUnit());
            colours.add(String.valueOf(entries(Map.of()).stream().filter(line -> line.getName().equals(entry)).findFirst().orElseThrow().getStyle()
                    .getStyleValues().get(StyleProperties.COLOR)));
        }
        assertEquals(4, colours.size(), colours.toString());
        assertTrue(colours.stream().allMatch(colour -> colour.matches("#[0-9A-F]{6}")), colours.toString());
    }

    /** What the table reports of a stretch is what the line shows of it. */
    @Test
    void aLineOverAStretchIsTheFigureOfTheTable() {
        for (long from = 120; from < 300; from += 7) {
            for (long to = from + 1; to <= 300; to += 31) {
                String percent = entries(times(from, to)).get(1).getLabels().get(4);
                double y = series("web-1", from, to).getData()[0];
                assertEquals(percent.isEmpty() ? "0.00 %" : percent, String.format(java.util.Locale.ROOT, "%.2f %%", y));
            }
        }
    }

    @Test
    void wrongQuestionsAndCancellingAreAnswered() {
        assertEquals(Status.FAILED, lines.fetchXY(Map.of(), null).getStatus());
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        assertEquals(Status.CANCELLED, lines.fetchXY(parameters("CPU 0", 100, 200), cancelled).getStatus());
        assertEquals(List.of(), List.copyOf(lines.fetchXY(parameters("node", 100, 200), null).getModel().getSeriesData()));
    }

    private static String line(String entry, long... times) {
        ISeriesModel series = series(entry, times);
        return series.getName() + ' ' + Arrays.toString(series.getData());
    }

    private static ISeriesModel series(String entry, long... times) {
        return lines.fetchXY(parameters(entry, times), null).getModel().getSeriesData().iterator().next();
    }

    private static Map<String, Object> parameters(String entry, long... times) {
        long id = entries(Map.of()).stream().filter(line -> line.getName().equals(entry)).findFirst().orElseThrow().getId();
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, Arrays.stream(times).boxed().toList(),
                DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(id));
    }

    private static Map<String, Object> times(long from, long to) {
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(from, to));
    }

    /** The model is complete: the rows were asked for until they were. */
    private static List<TmfTreeDataModel> entries(Map<String, Object> parameters) {
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> response = lines.fetchTree(parameters, null);
        assertEquals(Status.COMPLETED, response.getStatus());
        return response.getModel().getEntries();
    }
}
