/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.CutOff;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Names of rows that are longer than usual can be read when they are first drawn, unless the user has chosen a width. */
@ExtendWith(CleanWorkbench.class)
class NameRoomTest {

    private static final String LONG = "web-server-of-the-second-zone-behind-the-balancer";
    private static final int CHOSEN = 90;

    @TempDir
    private Path fFolder;

    @BeforeEach
    void show() {
        closeView();
        WholeWindow.show(HypertracePerspective.ID);
    }

    /** Its next one is as wide as it opens. */
    @AfterEach
    void closeView() {
        Workbench.inUi(() -> {
            Workbench.page().hideView(Workbench.page().findViewReference(VirtualCpuView.ID));
            return null;
        });
    }

    private Path trace(String name) throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm(name).inManifest().vcpu(0);
        vcpu.startsOn(100, 0).enters(110).exits(900, HLT).halts(910);
        Recorded recorded = scenario.until(10_000).in(fFolder.resolve(name));
        return recorded.trace();
    }

    @Test
    void aLongNameIsWhole() throws Exception {
        VirtualCpuView view = Workbench.open(trace(LONG));
        Workbench.waitUntil("its row is there", () -> Entries.tree(view).contains(LONG));
        TimeGraphViewer viewer = view.getTimeGraphViewer();
        Workbench.waitUntil("it is whole", () -> viewer.getNameSpace() > CutOff.width(viewer.getTimeGraphControl(), LONG)
                && CutOff.in(Workbench.window()).stream().noneMatch(cut -> cut.startsWith("row ")));
        assertTrue(Workbench.inUi(() -> viewer.getNameSpace() <= viewer.getTimeGraphControl().getSize().x / 2), "most is for what happened");
        Workbench.picture("long-name", Workbench::window);
    }

    @Test
    void theWidthThatTheUserHasChosenStays() throws Exception {
        VirtualCpuView view = Workbench.open(trace("web"));
        Workbench.waitUntil("its row is there", () -> Entries.tree(view).contains("web"));
        TimeGraphViewer viewer = view.getTimeGraphViewer();
        Workbench.inUi(() -> {
            press(viewer, SWT.MouseDown);
            viewer.setNameSpace(CHOSEN);
            press(viewer, SWT.MouseUp);
            return null;
        });
        Workbench.open(trace(LONG));
        Workbench.waitUntil("its row is there", () -> Entries.tree(view).contains(LONG) && !view.isDirty());
        Workbench.picture("long-name-cut", Workbench::window);
        assertEquals(CHOSEN, Workbench.inUi(viewer::getNameSpace));
    }

    /** What the control reports while its edge is dragged. */
    private static void press(TimeGraphViewer viewer, int type) {
        Event event = new Event();
        event.button = 1;
        event.x = 1;
        event.y = viewer.getTimeGraphControl().getSize().y - 1;
        viewer.getTimeGraphControl().notifyListeners(type, event);
    }
}
