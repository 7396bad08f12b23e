/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestCode;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>Go to the waker</em> in the menu of a row selects the row of who ended its last sleep, and when. Times are the scenario's. */
@ExtendWith(CleanWorkbench.class)
class WakerTest {

    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private VirtualCpuView fView;

    /** A thread wakes its logger, and is woken by it; nobody is seen to wake the first one. */
    private Path record() throws Exception {
        Scenario scenario = new Scenario();
        Vm vm = scenario.host("host").vm("web").inManifest();
        GuestTask app = vm.task(46, "app");
        GuestTask logger = vm.task(47, "logger");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100 * MS, 0).enters(101 * MS);
        GuestCode guest = vcpu.guest();
        guest.dumps(106 * MS, app, 1).dumps(107 * MS, logger, 1).switchTo(110 * MS, app).wakes(150 * MS, logger).switchTo(160 * MS, logger)
                .wakes(200 * MS, app).switchTo(220 * MS, app).switchTo(300 * MS, guest.idle());
        vcpu.exits(350 * MS, Exit.HLT).halts(351 * MS);
        return scenario.until(400 * MS).in(folder).trace();
    }

    @Test
    void theRowAndTheTimeOfTheWakerAreSelected() throws Exception {
        fView = Workbench.open(record());
        Workbench.waitUntil("the threads are in the tree", () -> Entries.tree(fView).contains("logger (47)"));
        leads(170, "logger (47)", 150, "app (46)");
        leads(250, "app (46)", 200, "logger (47)");
        // earlier on the same row: its first sleep ended before the trace reports who woke it
        choose(130, "app (46)");
        Workbench.waitUntil("a message opens", () -> message() != null);
        assertEquals("Who woke app (46) before this time is not known: it did not sleep, or the events were not recorded.", Workbench.inUi(WakerTest::message));
        Workbench.inUi(() -> {
            Arrays.stream(Display.getDefault().getShells()).filter(shell -> "Waker".equals(shell.getText())).forEach(Shell::close);
            return null;
        });
    }

    /** From the row of who woke to the row of who was woken, on request. */
    @Test
    void arrowsLeadFromWakersToTheWoken() throws Exception {
        fView = Workbench.open(record());
        Workbench.waitUntil("the threads are in the tree", () -> Entries.tree(fView).contains("logger (47)"));
        assertEquals(List.of(), arrows());
        Menus.check(fView, "Wake-up Arrows");
        Workbench.waitUntil("both are there", () -> arrows().equals(List.of("150: app (46), logger (47)", "200: logger (47), app (46)")));
        Workbench.picture("wake-up-arrows", Workbench::window);
        Menus.check(fView, "Wake-up Arrows");
        Workbench.waitUntil("they are gone", () -> arrows().isEmpty());
    }

    /** Those that are drawn between threads, in ms. */
    private List<String> arrows() {
        return Workbench.inUi(() -> fView.getTimeGraphViewer().getTimeGraphControl().getArrows().stream()
                .filter(arrow -> arrow.getEntry().getName().endsWith(")") && arrow.getDestinationEntry().getName().endsWith(")"))
                .map(arrow -> arrow.getTime() / MS + ": " + arrow.getEntry().getName() + ", " + arrow.getDestinationEntry().getName()).sorted().toList());
    }

    private static String message() {
        return Arrays.stream(Display.getDefault().getShells()).filter(shell -> "Waker".equals(shell.getText()))
                .flatMap(shell -> Dialogs.all(Label.class, shell).stream()).map(Label::getText).filter(text -> text.startsWith("Who woke")).findFirst().orElse(null);
    }

    private void choose(long ms, String row) {
        ITimeGraphEntry woken = Entries.at(fView, "host", "web", "Guest threads", row);
        HelpPicture.select(ms * MS, ms * MS);
        Workbench.waitUntil("the time is selected", () -> fView.getTimeGraphViewer().getSelectionBegin() == ms * MS);
        Menus.row(fView, woken, "Go to the waker");
    }

    private void leads(long from, String row, long to, String waker) {
        choose(from, row);
        Workbench.waitUntil(waker + " is selected", () -> fView.getTimeGraphViewer().getSelection() != null
                && fView.getTimeGraphViewer().getSelection().getName().equals(waker));
        Workbench.waitUntil("its time is", () -> WakeLatencyViewTest.selection().equals(List.of(to * MS, to * MS)));
    }
}
