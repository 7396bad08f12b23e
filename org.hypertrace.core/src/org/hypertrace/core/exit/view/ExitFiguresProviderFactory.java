/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of VM exits. */
public final class ExitFiguresProviderFactory extends ModelProviderFactory<ExitFiguresProvider> {

    /** Made by Trace Compass. */
    public ExitFiguresProviderFactory() {
        super(new ProviderDescriptor(ExitFiguresProvider.ID, "VM Exit Figures",
                "How many VM exits of which reason, subject and cause there were, and how long they took.",
                ProviderType.DATA_TREE), ExitFiguresProvider::new);
    }
}
