/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.Arrays;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IWorkbenchPage;
import org.hypertrace.testing.Samples;

/** With which views a test begins. */
final class PerspectiveViews {

    private static boolean sAreAll = Samples.ALL;

    private PerspectiveViews() {
    }

    /** Before a test: all that the perspective opens, or none of ours. */
    static void begin(boolean areAll) {
        sAreAll = areAll;
        lay(areAll);
    }

    /** In the middle of a test, for another trace. */
    static void again() {
        lay(sAreAll);
    }

    static void lay(boolean areAll) {
        Workbench.inUi(() -> {
            IWorkbenchPage page = Workbench.page();
            if (areAll) {
                page.resetPerspective();
            } else {
                Arrays.stream(page.getViewReferences()).filter(view -> !view.getId().equals(IPageLayout.ID_PROJECT_EXPLORER)).forEach(page::hideView);
            }
            return null;
        });
    }
}
