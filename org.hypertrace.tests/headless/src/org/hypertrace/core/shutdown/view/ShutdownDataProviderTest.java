/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.scenario.example.Reboots;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two VMs restart: rows, what they show, tooltips, the tables of the same. */
@Tag("platform")
class ShutdownDataProviderTest {

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static ShutdownDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(Reboots.twoVms().in(folder).trace());
        provider = Providers.SHUTDOWN.create(opened.trace());
        shown = new ProviderDump(provider);
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    private static String at(String row, long... times) {
        TimeGraphEntryModel entry = shown.entry(row, 0);
        return shown.states(entry, Arrays.stream(times).boxed().toList()).stream().map(state -> state.getStartTime() + "-"
                + (state.getStartTime() + state.getDuration()) + ' ' + state.getLabel()).collect(Collectors.joining("; "));
    }

    @Test
    void everyShutdownHasItsRows() {
        assertEquals(Reboots.ROWS, shown.tree());
    }

    @Test
    void rowsShowWhatHappenedAndHowLong() {
        assertEquals("1000-1300 user space 300 ns; 1400-2400 notifiers 1.00 µs; 2500-2900 device shutdown 400 ns; "
                + "3000-3200 host, until QEMU ended 200 ns", at("shutdown 1", 1_100, 1_500, 2_600, 3_100));
        assertEquals("1000-1200 exit status 1 after 200 ns", at("service (41)", 1_100));
        assertEquals("1500-2300 slow_notifier 800 ns", at("Notifiers", 1_600));
        assertEquals("2600-2800 disk 200 ns", at("Devices", 2_700));
    }

    @Test
    void tooltipsReportWhereTheTimeWent() {
        String tooltip = shown.tooltip(shown.entry("Notifiers", 0), 1_600);
        assertTrue(tooltip.contains("Notifier: slow_notifier\n") && tooltip.contains("\nDuration: 800 ns, 36.36 % of the shutdown\n")
                && tooltip.contains("\nThe guest's own: "), tooltip);
        String process = shown.tooltip(shown.entry("service (41)", 0), 1_100);
        assertTrue(process.contains("First signal: 10 ns after the request\nLast signal: SIGTERM\nEnded: exit status 1\nWaited for: 200 ns"),
                process);
    }

    @Test
    void theEndOfTheMachineIsMarked() {
        assertEquals("3200 QEMU ended false", provider.marks(shown.entry("shutdown 1", 0).getId()).stream()
                .map(mark -> mark.time() + " " + mark.label() + ' ' + mark.alarm()).collect(Collectors.joining("; ")));
    }

    @Test
    void theTableHasEveryDeviceNotifierStepAndProcess() {
        List<TmfTreeDataModel> rows = Providers.DEVICES.create(opened.trace()).fetchTree(Map.of(), null).getModel()
                .getEntries();
        assertEquals(2 * 10, rows.size());
        List<String> disk = rows.stream().map(TmfTreeDataModel::getLabels).filter(row -> row.get(0).equals("disk")).findFirst().get();
        assertEquals(DeviceTableProvider.COLUMNS.size(), disk.size());
        assertEquals("device web-1 200 ns 9.09 %", disk.get(2) + ' ' + disk.get(3) + ' ' + disk.get(5) + ' ' + disk.get(6));
        assertTrue(rows.stream().map(TmfTreeDataModel::getLabels).anyMatch(row -> row.get(0).equals("service (41)")
                && row.get(2).equals("process") && row.get(5).equals("200 ns")), rows.toString());
    }

    @Test
    void twoAreCompared() {
        List<TmfTreeDataModel> rows = Providers.SHUTDOWN_COMPARISON.create(opened.trace())
                .fetchTree(Map.of("a", "web-1", "b", "web-2"), null).getModel().getEntries();
        assertEquals("web-2 shut down 500 ns slower than web-1: slow_notifier +500 ns.", rows.get(0).getLabels().get(7));
        assertTrue(rows.stream().anyMatch(row -> row.getLabels().get(0).equals("notifier slow_notifier")
                && row.getLabels().get(3).equals("+500 ns")), rows.toString());
    }
}
