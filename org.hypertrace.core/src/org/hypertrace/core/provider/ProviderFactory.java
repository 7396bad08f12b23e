/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.Collection;
import java.util.List;

import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * Makes the data providers of one row of {@link Providers}: the one with the id of the factory's element in plugin.xml.
 * <p>
 * Trace Compass 10 deprecated {@code createProvider} for {@code createDataProvider}, which 6.2 does not declare: both are
 * here, without {@code @Override}, so that the source compiles with every release. (Compiled with 6.2 it is the first that
 * all releases call.)
 */
public final class ProviderFactory implements IDataProviderFactory, IExecutableExtension {

    private Provider<?> fProvider;

    /**
     * @throws IllegalArgumentException
     *             if no provider has the element's id
     */
    @Override
    public void setInitializationData(IConfigurationElement element, String attribute, Object data) {
        fProvider = Providers.of(element.getAttribute("id"));
    }

    /** @return the provider; also for traces without VMs, so that the view can report why there is nothing to see */
    @SuppressWarnings({ "all", "javadoc" })
    public ITmfTreeDataProvider<?> createProvider(ITmfTrace trace) {
        return fProvider.create(trace);
    }

    /** @return as above */
    @SuppressWarnings({ "all", "javadoc" })
    public ITmfTreeDataProvider<?> createDataProvider(ITmfTrace trace) {
        return createProvider(trace);
    }

    @Override
    public Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return fProvider.whyNot(trace) == null ? List.of(fProvider) : List.of();
    }
}
