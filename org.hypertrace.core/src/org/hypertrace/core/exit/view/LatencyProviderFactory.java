/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the tables of what guests wait for. */
public final class LatencyProviderFactory extends ModelProviderFactory<LatencyProvider> {

    /** Made by Trace Compass. */
    public LatencyProviderFactory() {
        super(new ProviderDescriptor(LatencyProvider.ID, "Interrupt Latency",
                "How long guests wait for injected interrupts and for being run, by vector and vCPU.",
                ProviderType.DATA_TREE), LatencyProvider::new);
    }
}
