/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of what critical paths consist of. */
public final class PathTableProviderFactory extends ModelProviderFactory<PathTableProvider> {

    /** Made by Trace Compass. */
    public PathTableProviderFactory() {
        super(new ProviderDescriptor(PathTableProvider.ID, "Critical Path Parts",
                "What a critical path consists of: by class, by who was waited for, by chain, by cause, by what stood behind it.",
                ProviderType.DATA_TREE), PathTableProvider::new);
    }
}
