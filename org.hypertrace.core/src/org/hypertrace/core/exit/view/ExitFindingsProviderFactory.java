/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of findings in VM exits. */
public final class ExitFindingsProviderFactory extends ModelProviderFactory<ExitFindingsProvider> {

    /** Made by Trace Compass. */
    public ExitFindingsProviderFactory() {
        super(new ProviderDescriptor(ExitFindingsProvider.ID, "Exit Findings",
                "What VM exits are for that cost most, who causes them, and what would help.", ProviderType.DATA_TREE),
                ExitFindingsProvider::new);
    }
}
