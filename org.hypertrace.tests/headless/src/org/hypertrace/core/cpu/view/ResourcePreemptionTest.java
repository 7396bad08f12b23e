/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.vcpu.view.StolenByProvider;
import org.hypertrace.core.view.RowLinks;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The VMs of {@link ResourceProvidersTest}: who took the processor from whom, which rows a VM that is followed has, and filters. */
@Tag("platform")
class ResourcePreemptionTest {

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(ResourceProvidersTest.twoVms(folder));
        shown = new ProviderDump(Providers.VIRTUAL_RESOURCES.create(opened.trace()));
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    /** A thread is a vCPU from its first event of KVM on, at 170. */
    @Test
    void whoTookWhatIsRanked() {
        assertEquals("""
                web-1 vCPU 0 | CPU 0/KVM (486) | vCPU | 40 ns | 23.53 % | 1 | 40 ns | 00:00:00.000 000 160
                db vCPU 0 | irq 4 | interrupt | 10 ns | 7.69 % | 1 | 10 ns | 00:00:00.000 000 180
                """, stolen(Map.of()));
        assertEquals("""
                web-1 vCPU 0 | db vCPU 0 | vCPU | 12 ns | 80.00 % | 1 | 12 ns | 00:00:00.000 000 188
                db vCPU 0 | irq 4 | interrupt | 2 ns | 13.33 % | 1 | 2 ns | 00:00:00.000 000 188
                """, stolen(times(188, 203)));
        assertEquals("Nobody took a processor from a vCPU in this time.", stolen(times(230, 250)).replace(" | ", "").strip());
    }

    private static String stolen(Map<String, Object> parameters) {
        StolenByProvider provider = Providers.STOLEN_BY.create(opened.trace());
        return provider.fetchTree(parameters, null).getModel().getEntries().stream().map(row -> {
            assertEquals(row.getLabels().get(0).contains("vCPU 0") ? List.of("node", row.getLabels().get(0).replace(" vCPU 0", ""), "vCPU 0")
                    : List.of(), provider.place(row.getId()));
            return String.join(" | ", row.getLabels()) + '\n';
        }).collect(Collectors.joining());
    }

    /** Of web-1: both processors, and db, whose vCPU has the one that it waits for. */
    @Test
    void aVmIsFollowed() {
        RowLinks links = (RowLinks) shown.provider();
        assertEquals("web-1", links.followed(shown.entry("Waits for", 0).getId()));
        assertNull(links.followed(shown.entry("CPU 0", 0).getId()));
        assertEquals("node, CPU 0, Interrupts, CPU 1, Interrupts, web-1, vCPU 0, Waits for, db, vCPU 0, Waits for", stay(links, "web-1"));
        assertEquals("node, CPU 0, Interrupts, db, vCPU 0, Waits for", stay(links, "db"));
        RowLinks.Link preemptor = links.preemptor(shown.entry("vCPU 0", 0).getId(), 185);
        assertEquals(new RowLinks.Link("CPU 0/KVM (486)", shown.entry("CPU 0", 0).getId(), 160, 200), preemptor);
        assertNull(links.preemptor(shown.entry("vCPU 0", 0).getId(), 140));
    }

    private static String stay(RowLinks links, String vm) {
        Set<Long> stay = links.rowsOf(shown.entry(vm, 0).getId());
        return shown.entries().stream().filter(row -> stay.contains(row.getId())).map(TimeGraphEntryModel::getName).collect(Collectors.joining(", "));
    }

    /** States stay by their own words and those of their rows; {@code 1}: others are dimmed, {@code 4}: left out. */
    @Test
    void wordsFilterStates() {
        assertEquals("db vCPU 0: 170-300", filtered(1, "WEB \"vcpu\""));
        assertEquals("web-1 vCPU 0: 130-160", filtered(4, "node web"));
        assertEquals("", filtered(4, "node nobody"));
        assertEquals("web-1 vCPU 0: 130-160, db vCPU 0: 170-300", filtered(4, ""));
    }

    private static String filtered(int property, String words) {
        Map<String, Object> parameters = new HashMap<>(ProviderDump.parameters(shown.entry("CPU 0", 0), List.of(140L, 210L)));
        parameters.put(DataProviderParameterUtils.REGEX_MAP_FILTERS_KEY, Map.of(property, List.of(words)));
        return shown.provider().fetchRowModel(parameters, null).getModel().getRows().get(0).getStates().stream()
                .filter(state -> property == 1 ? state.isPropertyActive(1) : state.getLabel() != null)
                .map(state -> state.getLabel() + ": " + state.getStartTime() + '-' + (state.getStartTime() + state.getDuration()))
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> times(long from, long to) {
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(from, to));
    }
}
