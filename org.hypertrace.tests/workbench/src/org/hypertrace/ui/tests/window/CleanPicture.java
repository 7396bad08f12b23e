/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Before and after each picture of the help the workbench is as at its start. */
public final class CleanPicture implements BeforeEachCallback, AfterEachCallback {

    @Override
    public void beforeEach(ExtensionContext context) {
        Workbench.reset();
        HelpPicture.reset();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        beforeEach(context);
    }
}
