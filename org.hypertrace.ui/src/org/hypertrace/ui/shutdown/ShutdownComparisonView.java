/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.shutdown;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ComparisonView;

/** Two shutdowns side by side, as a table: the user chooses which, the answer stands above. */
public final class ShutdownComparisonView extends ComparisonView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.shutdown.comparison";

    /** Made by the workbench. */
    public ShutdownComparisonView() {
        super("Shutdown Comparison", Providers.SHUTDOWN_COMPARISON::create);
    }
}
