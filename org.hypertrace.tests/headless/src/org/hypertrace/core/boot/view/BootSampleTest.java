/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.BootText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recorded boots with the symbols that their manifest names. What is expected was computed from babeltrace2's text and the file of symbols
 * by a few lines of Python: the longest times between initcall_start and initcall_finish of an address.
 */
@Tag("platform")
class BootSampleTest {

    @ParameterizedTest
    @CsvSource({ "quiet-boot, 14, 343, "
            + "virtio_console_init 3.11 s; acpi_init 2.57 s; pty_init 2.44 s; virtio_pci_driver_init 2.22 s",
            "panic-in-initcall, 12, 204, "
            + "univ8250_console_init 2.76 s; acpi_init 1.43 s; chr_dev_init 322 ms; sock_init 234 ms" })
    void allInitcallsHaveNames(String sample, int levels, int calls, String longest) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            opened.forget();
            String tree = new ProviderDump(Providers.BOOT.create(opened.trace())).tree();
            assertTrue(tree.endsWith("    boot 1\n      Levels\n      Initcalls\n"), tree);
            assertEquals(levels, rows(BootTableProvider.Kind.LEVELS, opened).size());
            List<TmfTreeDataModel> initcalls = rows(BootTableProvider.Kind.INITCALLS, opened);
            assertEquals(calls, initcalls.size());
            assertEquals(List.of(), initcalls.stream().map(row -> row.getLabels().get(0)).filter(name -> name.startsWith("0x"))
                    .toList());
            assertEquals(longest, initcalls.stream().filter(row -> !row.getLabels().contains("never"))
                    .sorted((a, b) -> Double.compare(ms(b), ms(a))).limit(4)
                    .map(row -> row.getLabels().get(0) + ' ' + row.getLabels().get(4)).collect(Collectors.joining("; ")));
            opened.forget();
        }
    }

    /** Kernels restart the machine by a triple fault, too: that is an alarm only where the kernel broke. */
    @ParameterizedTest
    @CsvSource({ "reboot-with-slow-notifier, triple fault", "panic-in-initcall, oops! panic! triple fault!" })
    void aRestartIsNoAlarm(String sample, String expected) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            BootDataProvider provider = Providers.BOOT.create(opened.trace());
            ProviderDump shown = new ProviderDump(provider);
            assertEquals(expected, provider.marks(shown.entry("boot 1", 0).getId()).stream()
                    .filter(mark -> List.of("oops", "panic", "triple fault").contains(mark.label()))
                    .map(mark -> mark.label() + (mark.alarm() ? "!" : "")).collect(Collectors.joining(" ")));
            opened.forget();
        }
    }

    /** Without a host nobody knows where the time went, but all else is there. */
    @Test
    void aConsoleLogShowsItsBoot(@TempDir Path folder) throws Exception {
        BootText truth = new BootText(1);
        Path file = Files.writeString(folder.resolve("console.log"), truth.console());
        ConsoleLogTrace trace = new ConsoleLogTrace();
        trace.initTrace(null, file.toString(), TmfEvent.class, file.toString().replace('/', '_'), ConsoleLogTrace.TYPE);
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            ProviderDump shown = new ProviderDump(Providers.BOOT.create(trace));
            assertTrue(shown.tree().contains("    boot 1\n      Levels\n      Initcalls\n"), shown.tree());
            BootText.Call first = truth.calls().get(0);
            long time = first.begin() * 1_000;
            String tooltip = shown.tooltip(shown.entry("Initcalls", 0), time);
            assertTrue(tooltip.contains("\nReturned: " + Errno.label(first.result()) + "\n"), tooltip);
            assertFalse(tooltip.contains("The guest's own"), tooltip);
            assertEquals(11, rows(BootTableProvider.Kind.LEVELS, opened).size());
            assertEquals(truth.calls().size(), rows(BootTableProvider.Kind.INITCALLS, opened).size());
            opened.forget();
        }
    }

    private static double ms(TmfTreeDataModel row) {
        String[] reported = row.getLabels().get(4).split(" ");
        return Double.parseDouble(reported[0]) * Map.of("s", 1e3, "ms", 1.0, "µs", 1e-3, "ns", 1e-6).get(reported[1]);
    }

    private static List<TmfTreeDataModel> rows(BootTableProvider.Kind kind, OpenedTrace opened) throws Exception {
        BootTableProvider table = new BootTableProvider(kind, opened.trace());
        new ProviderDump(Providers.BOOT.create(opened.trace()));
        return table.fetchTree(Map.of(), null).getModel().getEntries();
    }
}
