/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of how guests shut down. */
public final class ShutdownDataProviderFactory extends ModelProviderFactory<ShutdownDataProvider> {

    /** Made by Trace Compass. */
    public ShutdownDataProviderFactory() {
        super(new ProviderDescriptor(ShutdownDataProvider.ID, "Shutdown",
                "How every guest shuts down: the end of user space, steps, notifiers, devices.",
                ProviderType.TIME_GRAPH), ShutdownDataProvider::new);
    }
}
