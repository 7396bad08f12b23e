/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of how guests boot. */
public final class BootDataProviderFactory extends ModelProviderFactory<BootDataProvider> {

    /** Made by Trace Compass. */
    public BootDataProviderFactory() {
        super(new ProviderDescriptor(BootDataProvider.ID, "Boot",
                "How every guest boots: the parts of its life, initcall levels, initcalls, panics.", ProviderType.TIME_GRAPH),
                BootDataProvider::new, MissingDataMessage::ofBoots);
    }
}
