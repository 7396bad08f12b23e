/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import org.hypertrace.core.boot.view.BootTableProvider.Kind;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Every level of every boot: how long it took and where that time went. */
public final class LevelsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot.levels";

    /** Made by the workbench. */
    public LevelsView() {
        super("Boot Levels", Kind.LEVELS.columns(), Times.ALL, Providers.BOOT_LEVELS::create);
    }
}
