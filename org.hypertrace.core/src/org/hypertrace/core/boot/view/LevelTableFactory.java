/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of levels. */
public final class LevelTableFactory extends ModelProviderFactory<BootTableProvider> {

    /** Made by Trace Compass. */
    public LevelTableFactory() {
        super(new ProviderDescriptor(BootTableProvider.Kind.LEVELS.id(), "Boot Levels",
                "Every initcall level of every boot: how long it took and where the time went.", ProviderType.DATA_TREE),
                trace -> new BootTableProvider(BootTableProvider.Kind.LEVELS, trace), MissingDataMessage::ofBoots);
    }
}
