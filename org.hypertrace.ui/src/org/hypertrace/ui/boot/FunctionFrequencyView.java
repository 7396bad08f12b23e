/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import org.hypertrace.core.boot.view.FunctionFrequencyDataProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Which functions a boot calls how often, and what to leave out of the next recording. */
public final class FunctionFrequencyView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot.functions";

    /** Made by the workbench. */
    public FunctionFrequencyView() {
        super("Function Frequency", FunctionFrequencyDataProvider.COLUMNS, Times.SELECTED,
                Providers.FUNCTION_FREQUENCY::create);
    }
}
