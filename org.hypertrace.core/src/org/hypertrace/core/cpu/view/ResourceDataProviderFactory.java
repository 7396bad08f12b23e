/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of what occupies the processors. */
public final class ResourceDataProviderFactory extends ModelProviderFactory<ResourceDataProvider> {

    /** Made by Trace Compass. */
    public ResourceDataProviderFactory() {
        super(new ProviderDescriptor(ResourceDataProvider.ID, "Virtual Resources",
                "What occupies every processor of the host: vCPUs, tasks, interrupts; and where every virtual CPU runs.",
                ProviderType.TIME_GRAPH), ResourceDataProvider::new);
    }
}
