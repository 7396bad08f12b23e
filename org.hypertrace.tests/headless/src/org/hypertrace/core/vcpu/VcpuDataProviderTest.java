/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.hypertrace.core.task.VirtualCpuDataProvider;
import org.hypertrace.core.task.VirtualCpuDataProviderFactory;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Shown;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of virtual CPUs of a recorded trace. The states expected are from the oracle ({@code oracle/vcpu_states.py
 * --intervals}), the processors, takers and exits from babeltrace2's text.
 */
class VcpuDataProviderTest {

    private static final long BEGIN = 1795227187845488383L;
    private static final long END = 1795227227406495368L;

    @TempDir
    static Path folder;

    private static Path sample;
    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static Shown shown;

    @BeforeAll
    static void open() throws Exception {
        sample = OpenedTrace.sample("stock-sched", folder);
        opened = OpenedTrace.of(sample);
        provider = new VirtualCpuDataProviderFactory().createProvider(opened.trace());
        shown = new Shown(provider);
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    private static TimeGraphEntryModel vcpu() {
        return shown.entry("vCPU 0", 0);
    }

    @Test
    void theTreeIsHostVmVcpu() {
        assertEquals("""
                l1host
                  qemu-system-x86 (261)
                    vCPU 0
                      Physical CPU
                      Taken by
                      Guest task
                    Guest threads
                """, shown.tree().replaceAll("(?m)(^    Guest threads\n)(^      .*\n)*", "$1"));
        assertEquals(BEGIN + " to " + END, vcpu().getStartTime() + " to " + vcpu().getEndTime());
    }

    @Test
    void statesAreThoseOfTheOracle() {
        assertAt("1795227214301437173 1795227214304521927 guest");
        assertAt("1795227206420567149 1795227206420716565 host interrupt");
        assertAt("1795227213893129115 1795227213893333498 host kernel");
        assertAt("1795227202264877066 1795227202265383243 preempted");
        assertAt("1795227226675664648 1795227226676452667 halted");
        assertAt("1795227226406723552 1795227226406953909 blocked");
        assertAt("1795227189797809847 1795227189798267422 waking");
    }

    private static void assertAt(String expected) {
        String[] fields = expected.split(" ");
        assertEquals(expected, shown.at(vcpu(), Long.parseLong(fields[0])));
        assertEquals(expected, shown.at(vcpu(), Long.parseLong(fields[1]) - 1));
    }

    @Test
    void theLifeEndsWhereTheThreadEnds() {
        assertEquals("", shown.at(vcpu(), BEGIN - 1));
        assertEquals("1795227187845488383 1795227187852362565 host kernel", shown.at(vcpu(), BEGIN));
        assertEquals("1795227227404990233 1795227227406495368 host kernel", shown.at(vcpu(), END - 1));
        assertEquals("", shown.at(vcpu(), END));
    }

    @Test
    void processorAndTakerHaveRows() {
        long preempted = 1795227202264877066L;
        TimeGraphEntryModel processor = shown.entry("Physical CPU", 0);
        assertTrue(shown.at(processor, preempted - 1).endsWith(" 1795227202264877066 CPU 0"), shown.at(processor, preempted - 1));
        assertEquals("1795227202264877066 1795227202265383243 null", shown.at(processor, preempted));
        TimeGraphEntryModel taker = shown.entry("Taken by", 0);
        assertEquals("1795227202264877066 1795227202265299177 kworker/0:1 (17)", shown.at(taker, preempted));
        assertEquals("1795227202265299177 1795227202265383243 kworker/0:0 (7)", shown.at(taker, 1795227202265383242L));
    }

    @Test
    void theTooltipSaysItInWords() {
        assertEquals("""
                State: preempted for 506.177 µs
                Physical CPU: none for 506.177 µs; ran on 0
                Taken by: kworker/0:1 (17) for 422.111 µs
                Last VM exit: INTR
                Host thread: 264
                """, shown.tooltip(vcpu(), 1795227202265000000L));
        assertEquals("", shown.tooltip(shown.entry("l1host", 0), 1795227202265000000L));
        assertEquals("", shown.tooltip(vcpu(), END));
    }

    @Test
    void everyMigrationIsAnArrow() {
        assertEquals("""
                1795227188517230672 1795227188532962556
                1795227188631526413 1795227188851861700
                1795227189176067662 1795227189177472572
                1795227190288618025 1795227190292790023
                1795227208532969362 1795227208536891236
                """, arrows(BEGIN, END));
        assertEquals("1795227190288618025 1795227190292790023\n", arrows(1795227190000000000L, 1795227191000000000L));
        var arrow = shown.arrows(BEGIN, END).get(0);
        assertEquals(vcpu().getId(), arrow.getSourceId());
        assertEquals(shown.entry("Physical CPU", 0).getId(), arrow.getDestinationId());
    }

    private static String arrows(long begin, long end) {
        return shown.arrows(begin, end).stream().map(arrow -> arrow.getStartTime() + " " + (arrow.getStartTime() + arrow.getDuration()))
                .sorted().map(line -> line + '\n').collect(Collectors.joining());
    }

    /** All intervals that contain a requested time, once and in order, and no others. */
    @Test
    void aThousandColumnsAreSampled() {
        List<Long> times = LongStream.rangeClosed(0, 2000).mapToObj(i -> BEGIN - 1_000_000_000 + i * 21_000_000).toList();
        List<ITimeGraphState> states = shown.states(vcpu(), times);
        Set<Long> begins = new HashSet<>();
        long last = 0;
        for (ITimeGraphState state : states) {
            long end = state.getStartTime() + state.getDuration();
            assertTrue(state.getStartTime() >= last && begins.add(state.getStartTime()), "in order, each once");
            assertTrue(times.stream().anyMatch(time -> time >= state.getStartTime() && time < end), "contains a time");
            last = end;
        }
        for (long time : times) {
            long containing = states.stream().filter(s -> s.getStartTime() <= time && time < s.getStartTime() + s.getDuration()).count();
            assertEquals(time >= BEGIN && time < END ? 1 : 0, containing, "at " + time);
        }
    }

    @Test
    void stylesAreKnownToEveryClient() {
        Map<String, OutputElementStyle> styles = provider.fetchStyle(Map.of(), null).getModel().getStyles();
        ITimeGraphState guest = shown.states(vcpu(), List.of(1795227214301437173L)).get(0);
        OutputElementStyle style = styles.get(guest.getStyle().getParentKey());
        assertEquals("#00C800", style.getStyleValues().get(StyleProperties.BACKGROUND_COLOR));
        assertEquals("guest", style.getStyleValues().get(StyleProperties.STYLE_NAME));
    }

    @Test
    void wrongQuestionsAndCancellingAreAnswered() {
        assertEquals(Status.FAILED, provider.fetchRowModel(Map.of(), null).getStatus());
        assertEquals(Status.FAILED, provider.fetchTooltip(Map.of(), null).getStatus());
        assertEquals(Status.FAILED, provider.fetchArrows(Map.of(), null).getStatus());
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        var response = provider.fetchRowModel(Shown.parameters(vcpu(), List.of(BEGIN, END)), cancelled);
        assertEquals(Status.CANCELLED, response.getStatus());
        assertNull(response.getModel());
    }

    @Test
    void closedAndOpenedAgainItIsTheSame() throws Exception {
        Path copy = OpenedTrace.sample("stock-sched", folder.resolve("again"));
        String first;
        try (OpenedTrace once = OpenedTrace.of(copy)) {
            first = all(new Shown(new VirtualCpuDataProviderFactory().createProvider(once.trace())));
        }
        try (OpenedTrace again = OpenedTrace.of(copy)) {
            assertEquals(first, all(new Shown(new VirtualCpuDataProviderFactory().createProvider(again.trace()))));
            again.forget();
        }
        assertNotEquals("", first);
    }

    private static String all(Shown of) {
        List<Long> times = LongStream.range(0, 100).mapToObj(i -> BEGIN + i * 400_000_000).toList();
        return of.tree() + of.entries().stream().map(entry -> of.states(entry, times)).flatMap(List::stream)
                .map(state -> state.getStartTime() + " " + state.getLabel() + '\n').collect(Collectors.joining());
    }
}
