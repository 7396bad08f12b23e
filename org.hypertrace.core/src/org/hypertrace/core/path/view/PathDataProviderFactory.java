/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the data providers of critical paths. */
public final class PathDataProviderFactory extends ModelProviderFactory<PathDataProvider> {

    /** Made by Trace Compass. */
    public PathDataProviderFactory() {
        super(new ProviderDescriptor(PathDataProvider.ID, "Critical Path",
                "Whom or what a thread, vCPU, boot, initcall or step waited for, instant by instant, across the boundary of the VM.",
                ProviderType.TIME_GRAPH), PathDataProvider::new);
    }
}
