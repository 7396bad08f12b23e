/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.provider.ModelProviderFactory;
import org.hypertrace.core.provider.ProviderDescriptor;

/** Makes the data providers of the virtual CPUs. */
public final class VcpuDataProviderFactory extends ModelProviderFactory<VcpuDataProvider> {

    /** Made by Trace Compass. */
    public VcpuDataProviderFactory() {
        super(new ProviderDescriptor(VcpuDataProvider.ID, "Virtual CPU",
                "What every virtual CPU does: guest, host, preempted, halted, blocked; on which processor, who took it.",
                ProviderType.TIME_GRAPH), VcpuDataProvider::new);
    }
}
