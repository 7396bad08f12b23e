/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of comparisons of shutdowns. */
public final class ShutdownComparisonDataProviderFactory extends ModelProviderFactory<ShutdownComparisonDataProvider> {

    /** Made by Trace Compass. */
    public ShutdownComparisonDataProviderFactory() {
        super(new ProviderDescriptor(ShutdownComparisonDataProvider.ID, "Shutdown Comparison",
                "Two shutdowns side by side: how long steps, notifiers and devices took in each, and what of the difference the host caused.",
                ProviderType.DATA_TREE), ShutdownComparisonDataProvider::new);
    }
}
