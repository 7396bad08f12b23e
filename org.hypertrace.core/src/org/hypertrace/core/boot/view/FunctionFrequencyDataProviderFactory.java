/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of the functions that boots call. */
public final class FunctionFrequencyDataProviderFactory extends ModelProviderFactory<FunctionFrequencyDataProvider> {

    /** Made by Trace Compass. */
    public FunctionFrequencyDataProviderFactory() {
        super(new ProviderDescriptor(FunctionFrequencyDataProvider.ID, "Function Frequency",
                "Which functions a boot calls how often, and what to leave out of the next recording.", ProviderType.DATA_TREE),
                FunctionFrequencyDataProvider::new);
    }
}
