/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.oddity;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.provider.ModelProviderFactory;
import org.hypertrace.core.provider.ProviderDescriptor;

/** Makes the tables of data quality. */
public final class OddityDataProviderFactory extends ModelProviderFactory<OddityDataProvider> {

    /** Made by Trace Compass. */
    public OddityDataProviderFactory() {
        super(new ProviderDescriptor(OddityDataProvider.ID, "Data Quality",
                "What is missing or suspicious in a recording, how often, what it means, and what helps.", ProviderType.DATA_TREE),
                OddityDataProvider::new);
    }
}
