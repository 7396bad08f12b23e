/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import java.util.regex.Pattern;

import org.hypertrace.testing.Samples;
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

    private static JsonObject truth(String what) {
        return Samples.truth(SAMPLE).get("contained").getAsJsonObject(what).getAsJsonObject("value");
    }

    @Test
    void rowsGoBelowTheirContainers() throws Exception {
        Workbench.forgetHistories();
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
        long end = view.getTimeGraphViewer().getTime1();
        Workbench.show(view, end - 11_000_000_000L, end - 5_000_000_000L);
        Workbench.picture("containers-near", Workbench::window);
        Workbench.show(view, end - 10_000_000_000L, end - 9_990_000_000L);
        Workbench.picture("containers-deep", Workbench::window);
        Workbench.inUi(() -> {
            Workbench.page().toggleZoom(Workbench.page().getReference(view));
            return null;
        });
    }
}
