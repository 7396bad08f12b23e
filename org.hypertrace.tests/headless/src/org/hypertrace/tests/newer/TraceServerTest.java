/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.newer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.model.IOutputStyleProvider;
import org.eclipse.tracecompass.tmf.core.model.ITableColumnDescriptor;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.cpu.view.DemandXyProvider;
import org.hypertrace.core.cpu.view.OvercommitTableProvider;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.exit.view.ExitRateProvider;
import org.hypertrace.core.exit.view.ExitTimesProvider;
import org.hypertrace.core.platform.NewerPlatform;
import org.hypertrace.core.provider.Provider;
import org.hypertrace.core.provider.ProviderFactory;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.syscall.SyscallAnalysis;
import org.hypertrace.core.syscall.view.SyscallTableProvider;
import org.hypertrace.core.task.view.GuestThreadsProvider;
import org.hypertrace.core.vcpu.view.StolenByProvider;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace server of newer versions of Trace Compass is answered with what it can write. */
@Tag("platform")
class TraceServerTest {

    private static final String STORY = RecordedStory.ENTERED + """
            130 alpha cpu0 kvm_exit HLT
            140 alpha cpu0 kvm_entry
            180 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private static Newer.Factory factory(Provider<?> provider) {
        return new ProviderFactory(Newer.PLATFORM, provider).of(Newer.Factory.class);
    }

    private static void read(ITmfTrace trace) {
        ModelStates.of(trace).waitUntilBuilt();
    }

    @Test
    void descriptorsAreTraceCompassOwn() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            for (Provider<?> row : Providers.all()) {
                IDataProviderDescriptor descriptor = factory(row).getDescriptors(opened.trace()).iterator().next();
                assertInstanceOf(Newer.Descriptor.class, descriptor);
                assertEquals(Bean.of(row.descriptor(new NewerPlatform(name -> null))), Bean.of(descriptor));
                assertEquals(row.id(), descriptor.getId());
            }
            opened.forget();
        }
    }

    @Test
    void bothGenerationsOfMethodsMakeTheSame() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            for (Provider<?> row : Providers.all()) {
                Newer.Factory factory = factory(row);
                List<Object> made = List.of(factory.createProvider(opened.trace()), factory.createProvider(opened.trace(), "any"),
                        factory.createDataProvider(opened.trace()), factory.createDataProvider(opened.trace(), "any"));
                for (Object one : made) {
                    assertEquals(row.id(), assertInstanceOf(ITmfTreeDataProvider.class, one).getId());
                    assertSame(made.get(0).getClass(), one.getClass());
                }
                assertSame(factory, factory.getAdapter(Newer.Factory.class));
                assertNull(factory.getAdapter(String.class));
                assertEquals("later", factory.later());
                factory.dispose();
            }
            opened.forget();
        }
    }

    @Test
    void allThatIsAnsweredIsWrittenAsPlainBeans() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            Map<String, Integer> rows = beans(opened.trace(), LongStream.rangeClosed(100, 190).boxed().toList());
            assertEquals(Providers.all().size(), rows.size());
            assertTrue(rows.values().stream().mapToInt(count -> count).sum() > Providers.all().size(), rows.toString());
            opened.forget();
        }
    }

    /** The same of guests that report: tables that have no row but a sentence without them. */
    @Test
    void whatGuestsReportIsWrittenAsPlainBeans() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RandomScenario(7, 500, 0).scenario().in(fFolder).trace())) {
            read(opened.trace());
            SyscallAnalysis calls = TmfTraceUtils.getAnalysisModulesOfClass(opened.trace(), SyscallAnalysis.class).iterator().next();
            calls.schedule();
            assertTrue(calls.waitForCompletion());
            long begin = ModelStates.of(opened.trace()).getStartTime();
            long end = ModelStates.of(opened.trace()).getCurrentEndTime();
            List<Long> times = LongStream.rangeClosed(0, 100).map(i -> begin + i * (end - begin) / 100).boxed().toList();
            Map<String, Integer> rows = beans(opened.trace(), times);
            for (String id : List.of(SyscallTableProvider.ID, StolenByProvider.ID, OvercommitTableProvider.ID, GuestThreadsProvider.ID)) {
                assertTrue(rows.get(id) > 2, id + " of " + rows);
            }
            opened.forget();
        }
    }

    /** Writes all that the server may ask a trace for. How many rows each provider has. */
    private static Map<String, Integer> beans(ITmfTrace trace, List<Long> times) throws Exception {
        read(trace);
        Map<String, Integer> rows = new TreeMap<>();
        for (Provider<?> row : Providers.all()) {
            ITmfTreeDataProvider<?> provider = factory(row).createProvider(trace);
            TmfModelResponse<? extends TmfTreeModel<?>> response = provider.fetchTree(Map.of("requested_times", times), new NullProgressMonitor());
            TmfTreeModel<?> tree = response.getModel();
            assertTrue(!tree.getEntries().isEmpty() || response.getStatus() == ITmfResponse.Status.RUNNING, row.id());
            Bean.of(tree);
            List<Long> ids = tree.getEntries().stream().map(entry -> entry.getId()).toList();
            rows.put(row.id(), ids.size());
            Map<String, Object> asked = Map.of("requested_times", times, "requested_items", ids);
            if (provider instanceof ITimeGraphDataProvider<?> graph) {
                Bean.of(graph.fetchRowModel(asked, null).getModel());
                Bean.of(graph.fetchArrows(asked, null).getModel());
            }
            if (provider instanceof IOutputStyleProvider styles) {
                Bean.of(styles.fetchStyle(asked, null).getModel());
            }
            if (provider instanceof ITmfTreeXYDataProvider<?> chart) {
                Bean.of(chart.fetchXY(asked, null).getModel());
            }
        }
        return rows;
    }

    @Test
    void columnsHaveTypesAndCellsAreValues() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            read(opened.trace());
            TmfTreeModel<?> tree = factory(Providers.of(ExitFiguresProvider.ID)).createProvider(opened.trace())
                    .fetchTree(Map.of(), new NullProgressMonitor()).getModel();
            TmfTreeModel<?> texts = Providers.of(ExitFiguresProvider.ID).create(opened.trace()).fetchTree(Map.of(), null).getModel();
            List<String> cells = new ArrayList<>();
            // the story's only complete exit: from 130 to 140
            List<String> row = tree.getEntries().get(tree.getEntries().size() - 1).getLabels();
            for (int i = 0; i < row.size(); i++) {
                ITableColumnDescriptor column = tree.getColumnDescriptors().get(i);
                String type = String.valueOf(((Map<?, ?>) Bean.of(column)).get("getDataType"));
                assertTrue(column.getText().startsWith(texts.getHeaders().get(i)), column.getText());
                if (!type.equals("STRING")) {
                    cells.add(column.getText() + " " + type + " " + row.get(i));
                }
            }
            assertTrue(cells.contains("Number NUMBER 1"), cells.toString());
            assertTrue(cells.contains("Total (ns) DURATION 10"), cells.toString());
            opened.forget();
        }
    }

    @Test
    void linesOfChartsAreShownAtFirst() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            read(opened.trace());
            for (String id : List.of(DemandXyProvider.ID, ExitRateProvider.ID, ExitTimesProvider.ID)) {
                List<? extends Object> rows = factory(Providers.of(id)).createProvider(opened.trace())
                        .fetchTree(Map.of(), new NullProgressMonitor()).getModel().getEntries();
                List<TmfTreeDataModel> lines = rows.stream().map(TmfTreeDataModel.class::cast).filter(TmfTreeDataModel::hasRowModel).toList();
                assertFalse(lines.isEmpty(), id);
                lines.forEach(line -> assertTrue(assertInstanceOf(Newer.ChartRow.class, line).isDefault(), id));
            }
            opened.forget();
        }
    }

    @Test
    void theExitsOfAnExperimentAreFoundFromItsFirstTrace() throws Exception {
        Path first = new RecordedStory(STORY).in(fFolder.resolve("a"));
        Path second = new RecordedStory(STORY.replace("alpha", "beta")).in(fFolder.resolve("b"));
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(first, second))) {
            List<String> found = new ArrayList<>();
            for (ITmfTrace child : opened.trace().getChildren(ITmfTrace.class)) {
                for (ISegmentStoreProvider provider : TmfTraceUtils.getAnalysisModulesOfClass(child, ISegmentStoreProvider.class)) {
                    if (provider instanceof ExitAnalysis exits) {
                        exits.schedule();
                        assertTrue(exits.waitForCompletion());
                        found.add(exits.getSegmentStore().size() + " of " + exits.result().dictionary().vcpus().stream()
                                .map(vcpu -> vcpu.host()).collect(java.util.stream.Collectors.toCollection(TreeSet::new)));
                    }
                }
            }
            // of both hosts, and once
            assertEquals(List.of("2 of [0, 1]"), found);
            opened.forget();
        }
    }
}
