/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eclipse.core.runtime.Platform;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** Trace Compass starts with the suite in it. */
class WorkbenchTest {

    @Test
    void traceCompassRunsWithOurUiBundleActive() throws Exception {
        IWorkbench workbench = PlatformUI.getWorkbench();
        boolean[] windowIsOpen = new boolean[1];
        workbench.getDisplay().syncExec(() -> windowIsOpen[0] = workbench.getActiveWorkbenchWindow() != null || workbench.getWorkbenchWindowCount() > 0);
        assertTrue(windowIsOpen[0], "a workbench window is open");
        assertEquals("org.eclipse.tracecompass.rcp.branding.product", Platform.getProduct().getId());

        Bundle ui = Platform.getBundle("org.hypertrace.ui");
        assertNotNull(ui);
        ui.start();
        assertEquals(Bundle.ACTIVE, ui.getState());
    }
}
