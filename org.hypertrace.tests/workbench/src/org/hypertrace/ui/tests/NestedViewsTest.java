/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.LatencyView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Screenshots;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** A VM that runs a guest of its own, in Trace Compass, on a recorded trace. What is expected is from babeltrace2's text. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class NestedViewsTest {

    private static final String HOST = "lab-host";
    private static final String NESTED = "vCPU 0 (block 0x2fd20000)";
    /** The guest's guest is entered, and left 25.248 µs later for an MSR. */
    private static final long ENTERED = 1795407601_872338774L;
    private static final long LEFT = ENTERED + 25_248;

    private static Path sample() {
        return Path.of(System.getProperty("hypertrace.root"), "traces-samples", "nested", "nested.tar.xz");
    }

    /** To look at: all of it, 100 ms, 10 ms and 1 ms around a time. */
    private static void pictures(String name, ModelTimeGraphView view) throws Exception {
        Workbench.picture(name, Workbench::window);
        for (long range : new long[] { 100_000_000, 10_000_000, 1_000_000 }) {
            Workbench.show(view, ENTERED - range / 2, ENTERED + range / 2);
            Workbench.picture(name + '-' + range / 1000 + "us", () -> view.getTimeGraphViewer().getControl().getParent());
        }
    }

    @Test
    void virtualCpuShowsWithWhomTheNestedGuestIs() throws Exception {
        VirtualCpuView view = Workbench.open(sample());
        Workbench.waitUntil("the nested guest is in the tree",
                () -> Entries.tree(view).contains("\n    outer/inner\n      " + NESTED));
        pictures("nested-vcpu", view);
        ITimeGraphEntry row = Entries.at(view, HOST, "outer", "outer/inner", NESTED);
        assertEquals(ENTERED + " " + LEFT + " nested guest", Entries.drawn(view, row, ENTERED + 10_000));
        assertEquals("12818D", Entries.colour(view, row, ENTERED + 10_000));
        // kvm_x86_nested_vmexit_inject follows 10.887 µs after the exit, the next kvm_x86_nested_vmenter at ...872656591
        assertEquals(LEFT + 10_887 + " " + (ENTERED + 317_817) + " hypervisor in the VM",
                Entries.drawn(view, row, ENTERED + 200_000));
        assertEquals("A6D7D8", Entries.colour(view, row, ENTERED + 200_000));
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "outer", "vCPU 0");
        assertTrue(Entries.tooltip(view, vcpu, ENTERED + 10_000).contains("Guest's guest: " + NESTED + '\n'));
    }

    @Test
    void virtualResourcesShowsWhenItIsEntered() throws Exception {
        VirtualResourcesView view = Workbench.open(sample(), VirtualResourcesView.class, VirtualResourcesView.ID);
        Workbench.waitUntil("the nested guest is in the tree", () -> Entries.tree(view).contains("""
                  outer
                    vCPU 0
                      Waits for
                      Nested guest
                """));
        pictures("nested-resources", view);
        ITimeGraphEntry row = Entries.at(view, HOST, "outer", "vCPU 0", "Nested guest");
        // from kvm_x86_nested_vmenter to kvm_x86_nested_vmexit_inject
        assertEquals(ENTERED - 13_199 + " " + (LEFT + 10_887) + ' ' + NESTED, Entries.drawn(view, row, ENTERED));
        assertTrue(Entries.drawn(view, row, ENTERED + 200_000).endsWith(" null"));
    }

    /** The VM relays what its guest reports. */
    @Test
    void bootsOfTheNestedGuestAreBelowTheVm() throws Exception {
        BootView view = Workbench.open(sample(), BootView.class, BootView.ID);
        Workbench.waitUntil("the nested guest is in the tree",
                () -> Entries.tree(view).contains("  outer/inner\n    boot 1\n"));
        Workbench.picture("nested-boot", Workbench::window);
    }

    @Test
    void tablesHaveItBelowItsVm() throws Exception {
        VirtualCpuView view = Workbench.open(sample());
        ExitFiguresView figures = Workbench.show(ExitFiguresView.class, ExitFiguresView.ID);
        String rows = ExitViewsTest.rows(figures.table(), "MSR, handled by VM|1959|");
        assertTrue(rows.indexOf("outer") < rows.indexOf("outer/inner"), rows);
        Workbench.picture("nested-figures", Workbench::window);
        Screenshots.maximized(figures, "exits-zoomed-nested-figures");
        LatencyView latencies = Workbench.show(LatencyView.class, LatencyView.ID);
        String waits = ExitViewsTest.rows(latencies.table(), "Injection to entry");
        assertTrue(waits.contains("vector 0xec|") && waits.contains("vCPU 0|"), waits);
        Workbench.picture("nested-latencies", Workbench::window);
        Screenshots.maximized(latencies, "exits-zoomed-nested-latencies");
        Workbench.show(view, ENTERED, ENTERED + 1_000_000_000);
        Workbench.waitUntil("it is of the time in sight", () -> !ExitViewsTest.rows(latencies.table()).equals(waits)
                && ExitViewsTest.rows(latencies.table()).contains("Injection to entry"));
        Screenshots.maximized(latencies, "exits-zoomed-nested-latencies-1s");
    }
}
