/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of what shutdowns spend their time on. */
public final class DeviceTableFactory extends ModelProviderFactory<DeviceTableProvider> {

    /** Made by Trace Compass. */
    public DeviceTableFactory() {
        super(new ProviderDescriptor(DeviceTableProvider.ID, "Devices",
                "Every device, notifier and step of every shutdown: how long it took, and where that time went.",
                ProviderType.DATA_TREE), DeviceTableProvider::new);
    }
}
