/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of the causes of exits. */
public final class ExitCausesProviderFactory extends ModelProviderFactory<ExitCausesProvider> {

    /** Made by Trace Compass. */
    public ExitCausesProviderFactory() {
        super(new ProviderDescriptor(ExitCausesProvider.ID, "Exit Causes",
                "What in the guests caused VM exits for which reason, and how long these took.",
                ProviderType.DATA_TREE), ExitCausesProvider::new);
    }
}
