/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each test the workbench is as the first test found it ({@link KeepsTrace}: but for the trace), and nothing of ours is in its log. Before
 * it no view of ours is open, unless {@link WholePerspective}: each would ask about every trace.
 */
public final class CleanWorkbench implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    @Override
    public void beforeEach(ExtensionContext context) {
        PerspectiveViews.begin(Samples.ALL || context.getRequiredTestClass().isAnnotationPresent(WholePerspective.class)
                || context.getRequiredTestMethod().isAnnotationPresent(WholePerspective.class));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (keeps(context) && context.getExecutionException().isEmpty()) {
            Workbench.resetViews();
        } else {
            Workbench.reset();
        }
        List<String> logged = Workbench.logged();
        // or the tests that follow would fail of it, too
        Workbench.forgetLog();
        assertEquals(List.of(), logged, "nothing of ours is in the log");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (keeps(context)) {
            Workbench.reset();
        }
    }

    private static boolean keeps(ExtensionContext context) {
        return context.getRequiredTestClass().isAnnotationPresent(KeepsTrace.class);
    }
}
