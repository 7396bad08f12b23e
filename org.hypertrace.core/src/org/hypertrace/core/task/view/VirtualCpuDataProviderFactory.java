/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of the virtual CPUs and the threads of their guests. */
public final class VirtualCpuDataProviderFactory extends ModelProviderFactory<VirtualCpuDataProvider> {

    /** Made by Trace Compass. */
    public VirtualCpuDataProviderFactory() {
        super(new ProviderDescriptor(VirtualCpuDataProvider.ID, "Virtual CPU",
                "What every virtual CPU does: guest, host, preempted, halted, blocked; on which processor, who took it; and "
                        + "what the threads of its guest do.",
                ProviderType.TIME_GRAPH), VirtualCpuDataProvider::new);
    }
}
