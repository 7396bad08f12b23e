/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

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
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of virtual CPUs of a recorded trace. The states expected are from the oracle ({@code oracle/vcpu_states.py
 * --intervals}), the processors, preemptors and exits from babeltrace2's text.
 */
@Tag("platform")
class VcpuDataProviderTest {

    private static final long BEGIN = 1795280668543794841L;
    private static final long END = 1795280685812197479L;

    @TempDir
    static Path folder;

    private static Path sample;
    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        sample = OpenedTrace.sample("syscall-load", folder);
        opened = OpenedTrace.of(sample);
        provider = Providers.VIRTUAL_CPU.create(opened.trace());
        shown = new ProviderDump(provider);
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
                lab-host
                  stock
                    vCPU 0
                      Physical CPU
                      Preempted by
                      Guest task
                    Guest threads
                """, shown.tree().replaceAll("(?m)(^    Guest threads\n)(^      .*\n)*", "$1"));
        assertEquals(BEGIN + " to " + END, vcpu().getStartTime() + " to " + vcpu().getEndTime());
    }

    @Test
    void statesAreThoseOfTheOracle() {
        assertAt("1795280680189789596 1795280680193497581 guest");
        assertAt("1795280678720923497 1795280678721023406 host interrupt");
        assertAt("1795280679807350146 1795280679807430597 VMM");
        assertAt("1795280680132590874 1795280680132637845 host kernel");
        assertAt("1795280673455863797 1795280673456433972 preempted");
        assertAt("1795280684474165255 1795280684478390837 halted");
        assertAt("1795280679862207814 1795280679862927229 blocked");
        assertAt("1795280684468784450 1795280684468889768 waking");
    }

    private static void assertAt(String expected) {
        String[] fields = expected.split(" ");
        assertEquals(expected, shown.at(vcpu(), Long.parseLong(fields[0])));
        assertEquals(expected, shown.at(vcpu(), Long.parseLong(fields[1]) - 1));
    }

    @Test
    void theLifeEndsWhereTheThreadEnds() {
        assertEquals("", shown.at(vcpu(), BEGIN - 1));
        assertEquals("1795280668543794841 1795280668547540723 host kernel", shown.at(vcpu(), BEGIN));
        assertEquals("1795280685811848836 1795280685812197479 VMM", shown.at(vcpu(), END - 1));
        assertEquals("", shown.at(vcpu(), END));
    }

    @Test
    void processorAndPreemptorHaveRows() {
        long preempted = 1795280673455863797L;
        TimeGraphEntryModel processor = shown.entry("Physical CPU", 0);
        assertTrue(shown.at(processor, preempted - 1).endsWith(" 1795280673455863797 CPU 1"), shown.at(processor, preempted - 1));
        assertEquals("1795280673455863797 1795280673456433972 null", shown.at(processor, preempted));
        TimeGraphEntryModel preemptor = shown.entry("Preempted by", 0);
        assertEquals("1795280673455863797 1795280673456244127 lttng-consumerd (155)", shown.at(preemptor, preempted));
        assertEquals("1795280673456244127 1795280673456433972 Notification (134)", shown.at(preemptor, 1795280673456433971L));
    }

    @Test
    void theTooltipReportsItInWords() {
        assertEquals("""
                State: preempted for 570 µs (570175 ns)
                Physical CPU: none for 570 µs (570175 ns); ran on 1
                Preempted by: lttng-consumerd (155) for 380 µs (380330 ns)
                Last VM exit: INTR
                Host thread: 183
                """, shown.tooltip(vcpu(), 1795280673456000000L));
        assertEquals("", shown.tooltip(shown.entry("lab-host", 0), 1795280673456000000L));
        assertEquals("", shown.tooltip(vcpu(), END));
    }

    @Test
    void everyMigrationIsAnArrow() {
        assertEquals("""
                1795280670678647274 1795280670681007492
                1795280671365178122 1795280671371120830
                1795280677624861468 1795280677624983385
                1795280678384583797 1795280678389170636
                1795280678470678029 1795280678473221130
                1795280680136636616 1795280680137057813
                1795280680295275430 1795280680297065060
                1795280682109467103 1795280682345202495
                1795280682351175269 1795280682353315391
                1795280682765452270 1795280682858876928
                1795280683821660418 1795280683834624604
                1795280684453980313 1795280684457034086
                1795280684712602732 1795280684714651006
                1795280685707834205 1795280685709314713
                """, arrows(BEGIN, END));
        assertEquals("1795280680295275430 1795280680297065060\n", arrows(1795280680200000000L, 1795280681000000000L));
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
        List<Long> times = LongStream.rangeClosed(0, 2000).mapToObj(i -> BEGIN - 1_000_000_000 + i * 9_500_000).toList();
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
        ITimeGraphState guest = shown.states(vcpu(), List.of(1795280680189789596L)).get(0);
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
        var response = provider.fetchRowModel(ProviderDump.parameters(vcpu(), List.of(BEGIN, END)), cancelled);
        assertEquals(Status.CANCELLED, response.getStatus());
        assertNull(response.getModel());
    }

    @Test
    void closedAndOpenedAgainItIsTheSame() throws Exception {
        Path copy = OpenedTrace.sample("syscall-load", folder.resolve("again"));
        String first;
        try (OpenedTrace once = OpenedTrace.of(copy)) {
            first = all(new ProviderDump(Providers.VIRTUAL_CPU.create(once.trace())));
        }
        try (OpenedTrace again = OpenedTrace.of(copy)) {
            assertEquals(first, all(new ProviderDump(Providers.VIRTUAL_CPU.create(again.trace()))));
            again.forget();
        }
        assertNotEquals("", first);
    }

    private static String all(ProviderDump of) {
        List<Long> times = LongStream.range(0, 100).mapToObj(i -> BEGIN + i * 170_000_000).toList();
        return of.tree() + of.entries().stream().map(entry -> of.states(entry, times)).flatMap(List::stream)
                .map(state -> state.getStartTime() + " " + state.getLabel() + '\n').collect(Collectors.joining());
    }
}
