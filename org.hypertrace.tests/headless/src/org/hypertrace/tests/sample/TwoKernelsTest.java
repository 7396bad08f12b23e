/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.compare.RankSum;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.run.compare.RunChoice;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.testing.Halves;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten recorded boots each of two kernels, one of which has 130 more modules of 4 ms: that is found, and nothing among equal boots. */
@Tag("long")
class TwoKernelsTest {

    private static final String SAMPLE = "two-kernels";
    private static final int BOOTS = 10;
    private static final int WAYS = 252;
    /** What {@code more.c} of the recorder's scenarios has. */
    private static final int MODULES = 130;
    private static final long EACH = 4_000_000;

    private final List<BootProfile> fBoots = new ArrayList<>();

    private void read() throws IOException, StateSystemDisposedException {
        Path trace = Samples.trace(SAMPLE);
        Manifest manifest = Manifest.beside(trace);
        List<HostEvent> events = new ArrayList<>();
        ReadEvents.of(trace, events::add);
        ITmfStateSystem states = Modelled.of(events::forEach, guest -> null, manifest);
        GuestSymbols symbols = new GuestSymbols(List.of(new HostTraces.Host("id 0", "host 0", null, manifest)), List.of());
        for (GuestBoot boot : Boots.of(states)) {
            fBoots.add(BootProfile.of(SAMPLE, states, boot, symbols));
        }
    }

    private static Stream<RunRow> rows(RunComparison<BootProfile> comparison) {
        return Stream.concat(comparison.parts().stream(), comparison.details().stream());
    }

    @Test
    void theModulesAreTheDifference() throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "twenty boots take some time to be read");
        read();
        RunGroup<BootProfile> plain = RunChoice.of("plain-*", fBoots);
        RunGroup<BootProfile> more = RunChoice.of("more-*", fBoots);
        assertEquals("10 and 10", plain.runs().size() + " and " + more.runs().size());
        RunComparison<BootProfile> comparison = BootComparer.compare(plain, more);
        assertTrue(comparison.whole().speedUp().isSignificant(), comparison.answer().text());
        assertTrue(comparison.whole().speedUp().high().value() < 1, comparison.answer().text());
        List<RunRow> modules = comparison.details().stream().filter(row -> row.name().startsWith("more_module_")).toList();
        assertEquals(MODULES, modules.size());
        assertTrue(modules.stream().allMatch(row -> row.a() == null && row.b().duration() >= EACH), modules.toString());
        assertTrue(comparison.answer().text().contains("device"), comparison.answer().text());
        equalOnesDoNotDiffer(plain.runs());
    }

    /** Dealt to two groups in every way: at most one in twenty is called a difference, and a cause is named in no more. */
    private static void equalOnesDoNotDiffer(List<BootProfile> boots) {
        assertEquals(BOOTS, boots.size());
        List<RunComparison<BootProfile>> comparisons = new ArrayList<>();
        Halves.of(List.copyOf(boots), (a, b) -> comparisons.add(BootComparer.compare(new RunGroup<>("a", a), new RunGroup<>("b", b))));
        assertEquals(WAYS, comparisons.size());
        long significant = comparisons.stream().filter(comparison -> comparison.whole().speedUp().isSignificant()).count();
        assertTrue(significant * 20 <= WAYS, significant + " of " + WAYS);
        long named = comparisons.stream().filter(comparison -> rows(comparison).anyMatch(row -> row.corrected() < RankSum.LEVEL)).count();
        assertTrue(named * 20 <= WAYS, named + " of " + WAYS);
    }
}
