/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

import com.google.gson.JsonObject;

/**
 * VMs and threads stand below the rows of their containers. While a trace is read these are not known yet: the rows go there later. What
 * containers there must be is in {@code truth.json}.
 */
@ExtendWith(CleanWorkbench.class)
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ContainerRowsTest {

    private static final String SAMPLE = "containers";
    private static final long SECOND = 1_000_000_000;

    private static JsonObject truth(String what) {
        return Samples.truth(SAMPLE).get("contained").getAsJsonObject(what).getAsJsonObject("value");
    }

    @Test
    void rowsGoBelowTheirContainers() throws Exception {
        Workbench.forgetHistories(VirtualCpuViewTest.sample(SAMPLE));
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample(SAMPLE));
        long web = truth("containers").getAsJsonObject("web").get("pid").getAsLong();
        Pattern expected = Pattern.compile("\n  Container uts_ns " + truth("namespaces").getAsJsonObject("vm").get("uts").getAsLong() + "\n    contained\n      vCPU 0\n"
                + "(?:.*\n)*      Guest threads\n(?:.*\n)*        Container pid_ns " + web + "\n(?:          .*\n)*          work \\(");
        Workbench.waitUntil("the rows are below their containers", () -> expected.matcher(Entries.tree(view)).find());
        Workbench.waitUntil("they are drawn", () -> !view.isDirty());
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().expandAll();
            return null;
        });
        Workbench.picture("containers", Workbench::window);
        Workbench.inUi(() -> {
            Workbench.page().toggleZoom(Workbench.page().getReference(view));
            return null;
        });
        for (String container : List.of("web", "db")) {
            works(view, container);
        }
        Workbench.inUi(() -> {
            Workbench.page().toggleZoom(Workbench.page().getReference(view));
            return null;
        });
    }

    /** The thread of a container that runs for longest at once: with those of the other container, and deep. What is drawn is the oracle's. */
    private static void works(VirtualCpuView view, String container) throws Exception {
        String host = Workbench.inUi(() -> Entries.of(view).findFirst().orElseThrow().getName());
        ITimeGraphEntry threads = Entries.at(view, host, "Container uts_ns " + truth("namespaces").getAsJsonObject("vm").get("uts").getAsLong(), "contained",
                "Guest threads", "Container pid_ns " + truth("containers").getAsJsonObject(container).get("pid").getAsLong());
        ITimeGraphEntry row = threads.getChildren().stream().filter(thread -> thread.getName().startsWith("work (")).max(Comparator
                .comparingLong(thread -> running(thread).length())).orElseThrow();
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(row);
            return null;
        });
        Stretch longest = running(row);
        Workbench.show(view, longest.middle() - SECOND, longest.middle() + SECOND);
        Workbench.picture("containers-" + container, Workbench::window);
        Workbench.show(view, longest.middle() - SECOND / 200, longest.middle() + SECOND / 200);
        Workbench.picture("containers-" + container + "-deep", Workbench::window);
        Workbench.waitUntil("its states are there", () -> Utils.findEvent(row, longest.middle(), 0) != null);
        assertEquals(longest.toString(), Entries.drawn(view, row, longest.middle()));
    }

    private static Stretch running(ITimeGraphEntry thread) {
        return RowLines.longest(RowLines.of(SAMPLE).thread(0, Integer.parseInt(thread.getName().replaceFirst(".*\\((\\d+)\\)$", "$1"))), "running");
    }
}
