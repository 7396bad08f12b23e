/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After each test the workbench is as the first test found it, and nothing of ours is in its log. */
public final class CleanWorkbench implements AfterEachCallback {

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }
}
