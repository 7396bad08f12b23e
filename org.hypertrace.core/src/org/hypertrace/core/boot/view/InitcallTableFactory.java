/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of initcalls. */
public final class InitcallTableFactory extends ModelProviderFactory<BootTableProvider> {

    /** Made by Trace Compass. */
    public InitcallTableFactory() {
        super(new ProviderDescriptor(BootTableProvider.Kind.INITCALLS.id(), "Initcalls",
                "Every initcall of every boot: how long it took, where the time went, what it returned.", ProviderType.DATA_TREE),
                trace -> new BootTableProvider(BootTableProvider.Kind.INITCALLS, trace), MissingDataMessage::ofBoots);
    }
}
