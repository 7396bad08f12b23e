/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of comparisons of boots. */
public final class BootComparisonDataProviderFactory extends ModelProviderFactory<BootComparisonDataProvider> {

    /** Made by Trace Compass. */
    public BootComparisonDataProviderFactory() {
        super(new ProviderDescriptor(BootComparisonDataProvider.ID, "Boot Comparison",
                "Two boots side by side: how long levels and initcalls took in each, and what of the difference the host caused.",
                ProviderType.DATA_TREE), BootComparisonDataProvider::new, MissingDataMessage::ofBoots);
    }
}
