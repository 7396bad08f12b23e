/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of stolen time and overcommit. */
public final class DemandXyProviderFactory extends ModelProviderFactory<DemandXyProvider> {

    /** Made by Trace Compass. */
    public DemandXyProviderFactory() {
        super(new ProviderDescriptor(DemandXyProvider.ID, "Steal and Overcommit",
                "What every VM asked of the host's processors and what it got; how many vCPUs wanted a processor at once.",
                ProviderType.TREE_TIME_XY), DemandXyProvider::new);
    }
}
