/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of data quality. */
public final class DataLossProviderFactory extends ModelProviderFactory<DataLossProvider> {

    /** Made by Trace Compass. */
    public DataLossProviderFactory() {
        super(new ProviderDescriptor(DataLossProvider.ID, "Data Quality",
                "What is missing or suspicious in a recording, how often, what it means, and what helps.", ProviderType.DATA_TREE),
                DataLossProvider::new);
    }
}
