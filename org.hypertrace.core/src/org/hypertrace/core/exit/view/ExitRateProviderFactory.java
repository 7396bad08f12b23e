/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of the rate of VM exits. */
public final class ExitRateProviderFactory extends ModelProviderFactory<ExitRateProvider> {

    /** Made by Trace Compass. */
    public ExitRateProviderFactory() {
        super(new ProviderDescriptor(ExitRateProvider.ID, "VM Exit Rate",
                "How many VM exits of every reason there are per second.", ProviderType.TREE_TIME_XY), ExitRateProvider::new);
    }
}
