/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.scenario.example.SixVms;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six VMs boot: rows, what they show, tooltips, alignment, and the tables of the same. */
@Tag("platform")
class BootDataProviderTest {

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static BootDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(SixVms.in(folder));
        SymbolChoices.write(SymbolChoices.file(opened.trace()),
                List.of(new GuestSymbols.Chosen(null, folder.resolve("System.map"))));
        provider = Providers.BOOT.create(opened.trace());
        shown = new ProviderDump(provider);
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    /** The number-th row of this name below the VM. */
    private static TimeGraphEntryModel row(ProviderDump in, String vm, String name) {
        boolean below = false;
        for (TimeGraphEntryModel entry : in.entries()) {
            below = below || entry.getName().equals(vm);
            if (below && entry.getName().equals(name)) {
                return entry;
            }
        }
        throw new AssertionError("no " + name + " of " + vm);
    }

    private static String at(ProviderDump in, TimeGraphEntryModel entry, double ms) {
        return in.states(entry, List.of(BEGIN + (long) (ms * MS))).stream().map(state -> (state.getStartTime() - BEGIN) / 1e6 + " "
                + (state.getStartTime() - BEGIN + state.getDuration()) / 1e6 + ' ' + state.getLabel())
                .collect(Collectors.joining("; "));
    }

    /** The same of aligned rows, whose anchor is at 0. */
    private static String aligned(ProviderDump in, TimeGraphEntryModel entry, double ms) {
        return in.states(entry, List.of((long) (ms * MS))).stream().map(state -> state.getStartTime() / 1e6 + " "
                + (state.getStartTime() + state.getDuration()) / 1e6 + ' ' + state.getLabel()).collect(Collectors.joining("; "));
    }

    @Test
    void everyBootHasItsRows() {
        assertEquals(SixVms.ROWS, shown.tree());
        assertEquals(List.of("early", "pure", "core", "postcore", "arch", "subsys", "fs", "device", "late"), provider.levels());
    }

    @Test
    void rowsShowWhatTheGuestDidAndHowLong() {
        TimeGraphEntryModel life = row(shown, "web-1", "boot 1");
        assertEquals("11.01 103.0 firmware and loader 92.0 ms", at(shown, life, 50));
        assertEquals("103.0 142.0 kernel 39.0 ms", at(shown, life, 120));
        assertEquals("142.0 600.7 initcall levels 459 ms", at(shown, life, 300));
        assertEquals("600.7 660.7 userspace 60.0 ms", at(shown, life, 650));
        assertEquals("407.1 584.8 device 178 ms", at(shown, row(shown, "web-1", "Levels"), 500));
        assertEquals("504.2 532.2 i8042_init 28.0 ms = ENODEV", at(shown, row(shown, "web-1", "Initcalls"), 510));
        assertEquals("411.7 448.6 async_disk_init 36.9 ms", at(shown, row(shown, "web-1", "Other threads"), 430));
        assertEquals("685.6 723.6 nested_probe_init 38.0 ms", at(shown, row(shown, "web-2", "Nested"), 700));
        assertEquals("750.0 1118.0 latency_module_init 368 ms", at(shown, row(shown, "web-3", "Initcalls"), 800));
        assertEquals("997.1 1183.8 device, never ended", at(shown, row(shown, "build", "Levels"), 1_100));
        assertEquals("1174.8 1183.8 crash_demo_init, never returned", at(shown, row(shown, "build", "Initcalls"), 1_180));
        assertEquals("1183.8 1433.81 panicked 250 ms", at(shown, row(shown, "build", "boot 1"), 1_200));
    }

    @Test
    void initcallsHaveTheColoursOfTheirLevels() {
        List<Long> times = List.of(BEGIN + 510 * MS);
        ITimeGraphState level = shown.states(row(shown, "web-1", "Levels"), times).get(0);
        ITimeGraphState initcall = shown.states(row(shown, "web-1", "Initcalls"), times).get(0);
        assertEquals(level.getStyle().getStyleValues(), initcall.getStyle().getStyleValues());
        assertEquals("LEVEL INITCALL", level.getStyle().getParentKey() + ' ' + initcall.getStyle().getParentKey());
        assertEquals("NEVER_RETURNED", shown.states(row(shown, "build", "Initcalls"), List.of(BEGIN + 1_180 * MS)).get(0).getStyle()
                .getParentKey());
    }

    @Test
    void tooltipsReportWhereTheTimeWent() {
        assertEquals("""
                Boot: db
                Initcall: latency_module_init
                Address: 0xffffffff8101d000
                Begin: 22:13:21.367 100 000
                Duration: 95.0 ms (95000000 ns), 7.91 % of the boot
                By the guest's clock: 95.0 ms (95000000 ns)
                Returned: 0
                Level: device
                Thread: 1
                Began on: vCPU 0
                The guest's own: 44.9 ms (47.31 %)
                The host's: 50.1 ms (52.69 %)
                   guest: 44.9 ms (47.31 %)
                   host kernel: 54.0 µs (0.06 %)
                   preempted: 50.0 ms (52.63 %)
                Preempted by cache vCPU 0: 50.0 ms (52.63 %)
                Of it the tracer's: 4.00 µs (<0.01 %)
                VM exits: 6: 5 INTR, 1 VMMCALL
                """, shown.tooltip(row(shown, "db", "Initcalls"), BEGIN + 1_400 * MS));
        assertTrue(shown.tooltip(row(shown, "web-1", "Initcalls"), BEGIN + 510 * MS).contains("Returned: -19 ENODEV\n"));
        assertTrue(shown.tooltip(row(shown, "web-1", "Levels"), BEGIN + 510 * MS).contains("Initcalls: 9\nThread: 1\n"));
    }

    @Test
    void theTooltipOfAPanicReportsItsReasonPlaceAndStory() {
        String panic = shown.tooltip(row(shown, "build", "boot 1"), BEGIN + 1_200 * MS);
        assertTrue(panic.contains("""
                Panic: Attempted to kill init! exitcode=0x00000009, at 22:13:21.183 800 000
                Task: swapper/0 (1)
                In initcall: crash_demo_init of device, 9.00 ms (9000000 ns) after its begin
                Stack: do_one_initcall → crash_demo_init → crash_demo_probe
                """), panic);
        assertTrue(panic.contains("9.00 ms (9000000 ns) before: initcall_start crash_demo_init\n"), panic);
        assertTrue(panic.contains("The boot ended: QEMU ended at 22:13:21.433 810 000\n"), panic);
        String oops = shown.tooltip(row(shown, "build", "boot 1"), BEGIN + 1_100 * MS);
        assertTrue(oops.contains("Oops: BUG: kernel NULL pointer dereference, address: 0000000000000008, at "), oops);
        assertTrue(oops.contains("Oops at: crash_demo_probe+0x1f (0xffffffff8102901f)\nFaulting access: 0x8\n"), oops);
    }

    @Test
    void panicsAndEndsAreMarked() {
        assertEquals("1182.8 oops true, 1183.8 panic true, 1433.81 QEMU ended false",
                provider.marks(row(shown, "build", "boot 1").getId()).stream()
                        .map(mark -> (mark.time() - BEGIN) / 1e6 + " " + mark.label() + ' ' + mark.alarm())
                        .collect(Collectors.joining(", ")));
        assertEquals(List.of(), provider.marks(row(shown, "web-1", "boot 1").getId()));
        assertEquals(List.of(), provider.marks(row(shown, "build", "Levels").getId()));
    }

    @Test
    void alignedBootsHaveTheirAnchorAtZero() throws Exception {
        ProviderDump aligned = new ProviderDump(provider, Map.of(BootDataProvider.ALIGN, "level device"));
        for (String vm : List.of("web-1", "web-2", "web-3", "db", "cache", "build")) {
            TimeGraphEntryModel levels = row(aligned, vm, "Levels");
            assertTrue(aligned(aligned, levels, 0.1).startsWith("0.0 "), vm + ": " + aligned(aligned, levels, 0.1));
        }
        TimeGraphEntryModel initcalls = row(aligned, "web-3", "Initcalls");
        // web-3 comes to it at 697.1 ms
        assertEquals("52.9 420.9 latency_module_init 368 ms", aligned(aligned, initcalls, 92.9));
        assertEquals(BEGIN + 790 * MS, provider.trueTime(initcalls.getId(), 92_900_000));
        assertTrue(aligned.tooltip(initcalls, 92_900_000).contains("Begin: 22:13:20.750 000 000\n"));
        assertEquals(BEGIN + 500 * MS, provider.trueTime(row(shown, "web-3", "Initcalls").getId(), BEGIN + 500 * MS));
        // the host's row begins with that boot which came to it latest
        assertEquals(-803_190_000L, aligned.entries().get(0).getStartTime());
    }

    @Test
    void bootsThatDoNotComeToTheAnchorAreNotShown() throws Exception {
        ProviderDump aligned = new ProviderDump(provider, Map.of(BootDataProvider.ALIGN, "level late"));
        assertTrue(aligned.tree().contains("  build\n    boot 1 (did not come to: level late)\n"), aligned.tree());
        assertEquals(0, aligned.entry("boot 1 (did not come to: level late)", 0).getEndTime());
        assertFalse(aligned.entry("boot 1 (did not come to: level late)", 0).hasRowModel());
        // what is no anchor is none
        assertEquals(shown.tree(), new ProviderDump(provider, Map.of(BootDataProvider.ALIGN, "noon")).tree());
    }

    @Test
    void shortInitcallsAreHiddenButNotThoseThatNeverReturned() throws Exception {
        ProviderDump longOnes = new ProviderDump(provider, Map.of(BootDataProvider.SHORTEST, 30 * MS));
        assertEquals("", at(longOnes, row(longOnes, "web-1", "Initcalls"), 150));
        assertEquals("306.6 350.6 usb_init 44.0 ms", at(longOnes, row(longOnes, "web-1", "Initcalls"), 320));
        assertEquals("1174.8 1183.8 crash_demo_init, never returned", at(longOnes, row(longOnes, "build", "Initcalls"), 1_180));
        assertEquals("142.0 173.1 early 31.1 ms", at(longOnes, row(longOnes, "web-1", "Levels"), 150));
    }

    @Test
    void withOtherSymbolsOnlyTheNamesAreOthers() throws Exception {
        Path file = SymbolChoices.file(opened.trace());
        List<GuestSymbols.Chosen> before = SymbolChoices.read(file);
        try {
            SymbolChoices.write(file, List.of());
            ProviderDump nameless = new ProviderDump(provider);
            assertEquals(shown.entries().stream().map(TimeGraphEntryModel::getId).toList(),
                    nameless.entries().stream().map(TimeGraphEntryModel::getId).toList());
            assertEquals("750.0 1118.0 0xffffffff8101d000 368 ms", at(nameless, row(nameless, "web-3", "Initcalls"), 800));
            assertTrue(nameless.tooltip(row(nameless, "web-1", "boot 1"), BEGIN + 50 * MS).contains("Symbols: no symbols are known"));
        } finally {
            SymbolChoices.write(file, before);
            new ProviderDump(provider);
        }
    }

    @Test
    void tablesReportTheSameAndWhereEachRowIs() {
        List<TmfTreeDataModel> rows = Providers.INITCALLS.create(opened.trace()).fetchTree(Map.of(), null).getModel()
                .getEntries();
        TmfTreeDataModel slow = rows.stream().filter(row -> row.getLabels().get(0).equals("latency_module_init")
                && row.getLabels().get(2).equals("web-3")).findFirst().orElseThrow();
        assertEquals("latency_module_init, device, web-3, 22:13:20.750 000 000, 368 ms, 40.28 %, 368 ms, 4.00 µs, 4.00 µs, "
                + "1, 0, 0 ns, 368 ms, 0 ns, 0 ns, 4.00 µs, 0 ns, 0 ns, 0 ns, 0 ns", String.join(", ", slow.getLabels()));
        assertEquals(BEGIN + 750 * MS, ((TimeGraphEntryModel) slow).getStartTime());
        assertEquals(BEGIN + 1_118 * MS, ((TimeGraphEntryModel) slow).getEndTime());
        List<TmfTreeDataModel> levels = Providers.BOOT_LEVELS.create(opened.trace()).fetchTree(Map.of(), null).getModel()
                .getEntries();
        assertEquals(5 * 9 + 8, levels.size());
        assertEquals("device, 8, build, 22:13:20.997 100 000, 187 ms, 32.04 %", String.join(", ",
                levels.get(levels.size() - 1).getLabels().subList(0, 6)));
    }
}
