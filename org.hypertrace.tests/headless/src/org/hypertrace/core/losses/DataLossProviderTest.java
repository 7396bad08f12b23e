/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.finding.Notion;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.core.losses.view.DataLossProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of data quality as its clients get it. */
@Tag("platform")
class DataLossProviderTest {

    /** Two hypercalls with a number that nobody knows, one of a process; three events that the host lost. */
    private static final String CONTRADICTORY = RecordedStory.ENTERED + """
            120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 alpha cpu0 kvm_hypercall 0x99 1 2 3 4
            125 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit VMMCALL 0 0x401000
            141 alpha cpu0 kvm_hypercall 0x66 0x200000001 0x7878000000 0 0
            145 alpha cpu0 kvm_entry
            150 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            151 alpha cpu0 kvm_hypercall 0x99 1 2 3 4
            155 alpha cpu0 kvm_entry
            160 alpha cpu0 lost 170 3
            180 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    /** The first four columns when the model is complete. */
    private static String rows(ITmfTrace trace, Long... times) {
        DataLossProvider provider = Providers.DATA_QUALITY.create(trace);
        ITmfStateSystem states = ModelStates.of(trace);
        if (states != null) {
            states.waitUntilBuilt();
        }
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> response = provider.fetchTree(
                times.length == 0 ? Map.of() : Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(times)), null);
        assertEquals(Status.COMPLETED, response.getStatus());
        assertEquals(DataLossProvider.COLUMNS, response.getModel().getHeaders());
        List<TmfTreeDataModel> rows = response.getModel().getEntries();
        Set<Long> ids = new HashSet<>();
        rows.forEach(row -> assertTrue(ids.add(row.getId()) && row.getLabels().size() == DataLossProvider.COLUMNS.size()));
        return rows.stream().map(row -> String.join("|", row.getLabels().subList(0, 4)) + '\n').collect(Collectors.joining());
    }

    private OpenedTrace open(String story) throws Exception {
        return OpenedTrace.of(new RecordedStory(story).in(fFolder));
    }

    @Test
    void everyLossIsARow() throws Exception {
        try (OpenedTrace opened = open(CONTRADICTORY)) {
            assertEquals("""
                    host alpha|lost by host|3|
                    VM 384|forged|1|
                    VM 384|unknown numbers|2|
                    """, rows(opened.trace()));
            TmfTreeDataModel row = Providers.DATA_QUALITY.create(opened.trace()).fetchTree(Map.of(), null)
                    .getModel().getEntries().get(2);
            assertEquals(List.of("hypercalls with a number that the dialect does not know: not decoded",
                    "Choose the guest tracer's dialect, or write a dictionary of it."), row.getLabels().subList(4, 6));
            opened.forget();
        }
    }

    @Test
    void aSelectionIsCountedApart() throws Exception {
        try (OpenedTrace opened = open(CONTRADICTORY)) {
            assertEquals("""
                    host alpha|lost by host|3|
                    VM 384|forged|1|1
                    VM 384|unknown numbers|2|0
                    """, rows(opened.trace(), 125L, 141L));
            assertTrue(rows(opened.trace(), 141L, 121L).endsWith("forged|1|1\nVM 384|unknown numbers|2|1\n"));
            assertTrue(rows(opened.trace(), 0L, Long.MAX_VALUE).endsWith("unknown numbers|2|2\n"));
            for (Long[] outside : new Long[][] { { 0L, 50L }, { 1_000L, 2_000L } }) {
                assertTrue(rows(opened.trace(), outside).endsWith("forged|1|0\nVM 384|unknown numbers|2|0\n"));
            }
            opened.forget();
        }
    }

    @Test
    void severalHostsAreDistinguished() throws Exception {
        new RecordedStory(CONTRADICTORY).in(fFolder);
        new RecordedStory(CONTRADICTORY.replace("alpha", "beta")).in(fFolder);
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(fFolder.resolve("alpha"), fFolder.resolve("beta")))) {
            String rows = rows(opened.trace());
            assertTrue(rows.contains("VM 384 on alpha|forged|1|\n"), rows);
            assertTrue(rows.contains("VM 384 on beta|forged|1|\n"), rows);
            assertEquals(rows, rows((ITmfTrace) opened.trace().getChild(0)), "a trace of it has the experiment's");
            // a double click on a finding selects the row that has these cells
            FindingsProvider findings = Providers.FINDINGS.create(opened.trace());
            assertEquals(List.of(List.of("VM 384 on alpha", "unknown numbers"), List.of("VM 384 on beta", "unknown numbers"), List.of("host alpha", "lost by host"),
                    List.of("host beta", "lost by host")), findings.fetchTree(Map.of(), null).getModel().getEntries().stream()
                            .map(row -> findings.finding(row.getId())).filter(finding -> finding != null && finding.notion() == Notion.LOSS)
                            .map(finding -> finding.evidence().row()).sorted(Comparator.comparing(Object::toString)).toList());
            opened.forget();
        }
    }

    @Test
    void nothingIsReportedToo() throws Exception {
        try (OpenedTrace opened = open(RecordedStory.ENTERED)) {
            assertEquals("Nothing was lost, and nothing contradicts itself.|||\n", rows(opened.trace()));
            assertNull(Providers.DATA_QUALITY.whyNot(opened.trace()));
            opened.forget();
        }
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(RecordedStory.ENTERED).without(name -> name.startsWith("kvm"))
                .in(fFolder.resolve("without")))) {
            assertTrue(rows(opened.trace()).startsWith("No VM can be seen without events of KVM"), rows(opened.trace()));
            assertNotNull(Providers.DATA_QUALITY.whyNot(opened.trace()));
            opened.forget();
        }
    }
}
