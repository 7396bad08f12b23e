/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kernel's log reports: initcalls without their levels, the first of them called by PID 0. */
@Tag("platform")
class ConsoleRowsTest {

    private static final String LOG = """
            [    0.000000] Linux version 6.1.0 (x@y) #1 SMP
            [    0.050000] calling  con_init+0x0/0x10 @ 0
            [    0.060000] initcall con_init+0x0/0x10 returned 0 after 10000 usecs
            [    0.200000] calling  pci_init+0x0/0x10 @ 1
            [    0.300000] initcall pci_init+0x0/0x10 returned 0 after 100000 usecs
            [    0.400000] calling  snd_init+0x0/0x10 [snd] @ 77
            [    0.500000] initcall snd_init+0x0/0x10 [snd] returned 0 after 100000 usecs
            [    0.600000] Run /init as init process
            """;

    @TempDir
    private Path fFolder;

    /** What the kernel itself calls is in the row of its initcalls, whoever calls it, and is of no module. */
    @Test
    void initcallsOfTheKernelAreNoModules() throws Exception {
        ConsoleLogTrace log = new ConsoleLogTrace();
        log.initTrace(null, Files.writeString(fFolder.resolve("boot.log"), LOG).toString(), ITmfEvent.class);
        OpenedTrace opened = OpenedTrace.of(log);
        try {
            assertNotNull(ModelStates.complete(opened.trace()));
            ProviderDump shown = new ProviderDump(Providers.BOOT.create(opened.trace()));
            assertEquals("""
                    boot.log
                      boot.log
                        boot 1
                          Initcalls
                          Other threads
                    """, shown.tree());
            List<TmfTreeDataModel> rows = Providers.INITCALLS.create(opened.trace()).fetchTree(Map.of(), null).getModel().getEntries();
            assertEquals("con_init:, pci_init:, snd_init [snd]:(module)", rows.stream().map(row -> row.getLabels().get(0) + ':' + row.getLabels().get(1))
                    .collect(Collectors.joining(", ")));
            // at 0.25 s PID 1 is in pci_init
            assertEquals("not recorded", shown.tooltip(shown.entry("Initcalls", 0), 250_000_000).lines().filter(line -> line.startsWith("Level: "))
                    .map(line -> line.substring("Level: ".length())).collect(Collectors.joining()));
            assertEquals("none (a module's)", shown.tooltip(shown.entry("Other threads", 0), 450_000_000).lines()
                    .filter(line -> line.startsWith("Level: ")).map(line -> line.substring("Level: ".length())).collect(Collectors.joining()));
        } finally {
            opened.forget();
            opened.close();
        }
    }
}
