/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
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
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of virtual CPUs of a recorded trace. All times expected are from the oracle, {@code oracle/rows.py}. */
@Tag("platform")
class VcpuDataProviderTest {

    private static final RowLines.Vcpu EXPECTED = RowLines.of("syscall-load").vcpu(0);
    private static final long BEGIN = EXPECTED.begin();
    private static final long END = EXPECTED.end();

    @TempDir
    static Path folder;

    private static Path sample;
    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        sample = Samples.trace("syscall-load");
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

    @ParameterizedTest
    @ValueSource(strings = { "guest", "host interrupt", "VMM", "host kernel", "preempted", "halted", "blocked", "waking" })
    void statesAreThoseOfTheOracle(String state) {
        assertShown(vcpu(), EXPECTED.longest(state));
    }

    private static void assertShown(TimeGraphEntryModel entry, Stretch expected) {
        assertEquals(expected.toString(), shown.at(entry, expected.begin()));
        assertEquals(expected.toString(), shown.at(entry, expected.end() - 1));
    }

    @Test
    void theLifeEndsWhereTheThreadEnds() {
        List<Stretch> states = EXPECTED.states();
        assertEquals("", shown.at(vcpu(), BEGIN - 1));
        assertEquals(BEGIN + " host kernel", states.get(0).begin() + " " + states.get(0).label());
        assertShown(vcpu(), states.get(0));
        assertShown(vcpu(), states.get(states.size() - 1));
        assertEquals("", shown.at(vcpu(), END));
    }

    /** A preemption by two threads in turn soon after an exit from the guest, the longest. */
    private static Stretch preempted() {
        return EXPECTED.states().stream().filter(state -> "preempted".equals(state.label()) && preemptors(state).size() == 2)
                .filter(state -> "host kernel".equals(before(state).label()) && "guest".equals(before(before(state)).label()))
                .max(Comparator.comparingLong(Stretch::length)).orElseThrow();
    }

    private static Stretch before(Stretch state) {
        return EXPECTED.states().get(EXPECTED.states().indexOf(state) - 1);
    }

    private static List<Stretch> preemptors(Stretch state) {
        return EXPECTED.preemptors().stream().filter(state::touches).toList();
    }

    private static Stretch ranBefore(Stretch state) {
        return EXPECTED.cpus().stream().filter(cpu -> cpu.end() == state.begin()).findFirst().orElseThrow();
    }

    @Test
    void processorAndPreemptorHaveRows() {
        TimeGraphEntryModel processor = shown.entry("Physical CPU", 0);
        assertEquals(ranBefore(preempted()).toString(), shown.at(processor, preempted().begin() - 1));
        assertShown(processor, preempted().as(null));
        preemptors(preempted()).forEach(preemptor -> assertShown(shown.entry("Preempted by", 0), preemptor));
    }

    /** Without the amounts for people: three digits and a unit. */
    @Test
    void theTooltipReportsItInWords() {
        Stretch preemptor = preemptors(preempted()).get(0);
        assertEquals("""
                State: preempted for (%d ns)
                Physical CPU: none for (%d ns); ran on %s
                Preempted by: %s for (%d ns)
                Last VM exit: INTR
                Host thread: 183
                """.formatted(preempted().length(), preempted().length(), ranBefore(preempted()).label().replace("CPU ", ""), preemptor.label(),
                preemptor.length()), shown.tooltip(vcpu(), preemptor.middle()).replaceAll("for [0-9.]+ .?s \\(", "for ("));
        assertEquals("", shown.tooltip(shown.entry("lab-host", 0), preempted().middle()));
        assertEquals("", shown.tooltip(vcpu(), END));
    }

    @Test
    void everyMigrationIsAnArrow() {
        List<Stretch> expected = EXPECTED.migrations();
        assertEquals(14, expected.size());
        assertEquals(lines(expected), arrows(BEGIN, END));
        assertEquals(lines(expected.subList(6, 7)), arrows(expected.get(5).end() + 1, expected.get(7).begin() - 1));
        var arrow = shown.arrows(BEGIN, END).get(0);
        assertEquals(vcpu().getId(), arrow.getSourceId());
        assertEquals(shown.entry("Physical CPU", 0).getId(), arrow.getDestinationId());
    }

    private static String lines(List<Stretch> arrows) {
        return arrows.stream().map(arrow -> arrow.begin() + " " + arrow.end() + '\n').collect(Collectors.joining());
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
        ITimeGraphState guest = shown.states(vcpu(), List.of(EXPECTED.longest("guest").begin())).get(0);
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
        Path copy = DamagedCopy.of(Samples.trace("syscall-load"), folder.resolve("again")).folder();
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
