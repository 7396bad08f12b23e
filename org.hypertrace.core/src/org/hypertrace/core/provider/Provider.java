/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.function.Function;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.platform.NewerPlatform;

/**
 * A kind of data providers: how views and the trace server find it, and how one is made.
 *
 * @param <P>
 *            what it makes
 */
public final class Provider<P extends ITmfTreeDataProvider<?>> {

    private final String fId;
    private final String fName;
    private final String fDescription;
    private final ProviderType fType;
    private final Function<ITmfTrace, P> fNew;
    private final Function<ITmfTrace, String> fWhyNot;

    /**
     * @param id
     *            the id of its data providers, also in plugin.xml
     * @param name
     *            its name for people
     * @param description
     *            what it shows, one sentence
     * @param type
     *            its form
     * @param provider
     *            makes one for a trace or experiment
     * @param whyNot
     *            why there is nothing to show of a trace, null if there is
     */
    Provider(String id, String name, String description, ProviderType type, Function<ITmfTrace, P> provider,
            Function<ITmfTrace, String> whyNot) {
        fId = id;
        fName = name;
        fDescription = description;
        fType = type;
        fNew = provider;
        fWhyNot = whyNot;
    }

    /**
     * @param trace
     *            a trace or experiment; a trace in an experiment gets the experiment's provider: all hosts are in one tree
     * @return the provider; also for traces without VMs, so that the view can report why there is nothing to see
     */
    public P create(ITmfTrace trace) {
        return fNew.apply(trace.getParent() instanceof TmfExperiment experiment ? experiment : trace);
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return why there is nothing to show of it, one sentence; null if there is
     */
    public String whyNot(ITmfTrace trace) {
        return fWhyNot.apply(trace);
    }

    /** @return the id of its data providers */
    public String id() {
        return fId;
    }

    /**
     * @param platform
     *            what the Trace Compass has
     * @return how others find it
     */
    public IDataProviderDescriptor descriptor(NewerPlatform platform) {
        return platform.descriptor(fId, fName, fDescription, fType);
    }
}
