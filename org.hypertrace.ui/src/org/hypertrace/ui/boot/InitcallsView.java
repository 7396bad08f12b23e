/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import org.hypertrace.core.boot.view.BootTableProvider.Kind;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Every initcall of every boot: how long it took, where that time went, what it returned. */
public final class InitcallsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot.initcalls";

    /** Made by the workbench. */
    public InitcallsView() {
        super("Initcalls", Kind.INITCALLS.columns(), Times.ALL, Providers.INITCALLS::create);
    }
}
