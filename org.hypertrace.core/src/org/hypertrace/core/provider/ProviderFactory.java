/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.Collection;
import java.util.List;

import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.core.runtime.IExecutableExtensionFactory;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.platform.NewerFactory;
import org.hypertrace.core.platform.NewerPlatform;

/**
 * Makes the factory of the data providers of one row of {@link Providers}: the one with the id of the factory's element in plugin.xml. The
 * factory itself is a {@link NewerFactory}, since its methods depend on the version of Trace Compass.
 */
public final class ProviderFactory implements IExecutableExtension, IExecutableExtensionFactory {

    private final NewerPlatform fPlatform;
    /** Of the row, null if it is known. */
    private String fId;
    private volatile Provider<?> fProvider;

    /** Made by Eclipse. */
    public ProviderFactory() {
        this(NewerPlatform.HERE, null);
    }

    /**
     * @param platform
     *            what the Trace Compass has
     * @param provider
     *            what is made
     */
    public ProviderFactory(NewerPlatform platform, Provider<?> provider) {
        fPlatform = platform;
        fProvider = provider;
    }

    /** Trace Compass makes all factories when it starts: reports, which have no views, need none of what providers are made of. */
    @Override
    public void setInitializationData(IConfigurationElement element, String attribute, Object data) {
        fId = element.getAttribute("id");
    }

    private Provider<?> provider() {
        if (fProvider == null) {
            fProvider = Providers.of(fId);
        }
        return fProvider;
    }

    @Override
    public IDataProviderFactory create() {
        return of(IDataProviderFactory.class);
    }

    /**
     * @param type
     *            the interface of factories
     * @param <F>
     *            the interface
     * @return the factory; it makes providers also of traces without VMs, so that the view can report why there is nothing to see
     */
    public <F extends IDataProviderFactory> F of(Class<F> type) {
        return NewerFactory.of(type, new NewerFactory.Maker() {

            @Override
            public ITmfTreeDataProvider<?> make(ITmfTrace trace) {
                return Served.of(provider().create(trace), fPlatform);
            }

            @Override
            public Collection<IDataProviderDescriptor> offered(ITmfTrace trace) {
                return provider().whyNot(trace) == null ? List.of(provider().descriptor(fPlatform)) : List.of();
            }
        });
    }
}
