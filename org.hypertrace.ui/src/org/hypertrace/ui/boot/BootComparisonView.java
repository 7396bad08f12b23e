/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ComparisonView;

/** Two boots side by side, as a table: the user chooses which, the answer stands above. */
public final class BootComparisonView extends ComparisonView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot.comparison";

    /** Made by the workbench. */
    public BootComparisonView() {
        super("Boot Comparison", Providers.BOOT_COMPARISON::create);
    }
}
