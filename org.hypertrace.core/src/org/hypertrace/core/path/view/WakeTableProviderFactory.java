/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of how long woken threads of guests wait. */
public final class WakeTableProviderFactory extends ModelProviderFactory<WakeTableProvider> {

    /** Made by Trace Compass. */
    public WakeTableProviderFactory() {
        super(new ProviderDescriptor(WakeTableProvider.ID, "Wake-up Latency",
                "How long threads of guests that were woken wait until they run, and why; vCPUs that wait for each other.",
                ProviderType.DATA_TREE), WakeTableProvider::new);
    }
}
