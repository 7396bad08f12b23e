/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of the leaf functions of guests. */
public final class LeafFunctionsProviderFactory extends ModelProviderFactory<LeafFunctionsProvider> {

    /** Made by Trace Compass. */
    public LeafFunctionsProviderFactory() {
        super(new ProviderDescriptor(LeafFunctionsProvider.ID, "Leaf Functions",
                "What threads of guests spent their time in, wherever that was called from.",
                ProviderType.DATA_TREE), LeafFunctionsProvider::new);
    }
}
