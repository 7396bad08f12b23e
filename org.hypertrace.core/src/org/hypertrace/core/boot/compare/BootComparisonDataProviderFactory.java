/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.provider.ModelProviderFactory;
import org.hypertrace.core.provider.ProviderDescriptor;

/** Makes the tables of comparisons of boots. */
public final class BootComparisonDataProviderFactory extends ModelProviderFactory<BootComparisonDataProvider> {

    /** Made by Trace Compass. */
    public BootComparisonDataProviderFactory() {
        super(new ProviderDescriptor(BootComparisonDataProvider.ID, "Boot Comparison",
                "Two boots side by side: how long levels and initcalls took in each, and what of the difference the host caused.",
                ProviderType.DATA_TREE), BootComparisonDataProvider::new, Explanation::ofBoots);
    }
}
