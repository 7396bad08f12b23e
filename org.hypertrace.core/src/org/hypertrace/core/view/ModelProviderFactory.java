/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.analysis.MissingDataMessage;

/**
 * Makes data providers of the model. A trace in an experiment gets the experiment's: all hosts are in one tree.
 * <p>
 * Trace Compass 10 deprecated {@code createProvider} for {@code createDataProvider}, which 6.2 does not declare: both are
 * here, without {@code @Override}, so that the source compiles with every release. (Compiled with 6.2 it is the first that
 * all releases call.)
 *
 * @param <P>
 *            what it makes
 */
public abstract class ModelProviderFactory<P extends ITmfTreeDataProvider<?>> implements IDataProviderFactory {

    private final IDataProviderDescriptor fDescriptor;
    private final Function<ITmfTrace, P> fNew;
    private final Function<ITmfTrace, String> fWhyNot;

    /**
     * @param descriptor
     *            what it makes, for the trace server
     * @param provider
     *            makes one for a trace or experiment
     */
    protected ModelProviderFactory(IDataProviderDescriptor descriptor, Function<ITmfTrace, P> provider) {
        this(descriptor, provider, MissingDataMessage::of);
    }

    /**
     * @param descriptor
     *            what it makes, for the trace server
     * @param provider
     *            makes one for a trace or experiment
     * @param whyNot
     *            shows why there is nothing to show of a trace, null if there is
     */
    protected ModelProviderFactory(IDataProviderDescriptor descriptor, Function<ITmfTrace, P> provider,
            Function<ITmfTrace, String> whyNot) {
        fDescriptor = descriptor;
        fNew = provider;
        fWhyNot = whyNot;
    }

    /** @return the provider; also for traces without VMs, so that the view can report why there is nothing to see */
    @SuppressWarnings({ "all", "javadoc" })
    public P createProvider(ITmfTrace trace) {
        return fNew.apply(trace.getParent() instanceof TmfExperiment experiment ? experiment : trace);
    }

    /** @return as above */
    @SuppressWarnings({ "all", "javadoc" })
    public P createDataProvider(ITmfTrace trace) {
        return createProvider(trace);
    }

    @Override
    public Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return fWhyNot.apply(trace) == null ? List.of(fDescriptor) : List.of();
    }
}
