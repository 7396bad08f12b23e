/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.shutdown;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.shutdown.view.DeviceTableProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Every device, notifier and step of every shutdown: how long it took, its share, and where that time went. */
public final class DevicesView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.shutdown.devices";

    /** Made by the workbench. */
    public DevicesView() {
        super("Devices", DeviceTableProvider.COLUMNS, Times.ALL, Providers.DEVICES::create);
    }
}
