/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.Collection;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.provider.ProviderDescriptor;

/**
 * Makes the data providers of the virtual CPUs. A trace in an experiment gets the experiment's: all hosts are in one tree.
 * <p>
 * Trace Compass 10 deprecated {@code createProvider} for {@code createDataProvider}, which 6.2 does not declare: both are
 * here, without {@code @Override}, so that the source compiles with every release. (Compiled with 6.2 it is the first that
 * all releases call.)
 */
public final class VcpuDataProviderFactory implements IDataProviderFactory {

    private static final IDataProviderDescriptor DESCRIPTOR = new ProviderDescriptor(VcpuDataProvider.ID, "Virtual CPU",
            "What every virtual CPU does: guest, host, preempted, halted, blocked; on which processor, who took it.",
            ProviderType.TIME_GRAPH);

    /** @return the provider; also for traces without VMs, so that the view can say why there is nothing to see */
    @SuppressWarnings({ "all", "javadoc" })
    public VcpuDataProvider createProvider(ITmfTrace trace) {
        return new VcpuDataProvider(trace.getParent() instanceof TmfExperiment experiment ? experiment : trace);
    }

    /** @return as above */
    @SuppressWarnings({ "all", "javadoc" })
    public VcpuDataProvider createDataProvider(ITmfTrace trace) {
        return createProvider(trace);
    }

    @Override
    public Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return Explanation.of(trace) == null ? List.of(DESCRIPTOR) : List.of();
    }
}
