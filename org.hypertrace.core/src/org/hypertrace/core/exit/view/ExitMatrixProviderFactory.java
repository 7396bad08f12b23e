/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.hypertrace.core.view.ModelProviderFactory;
import org.hypertrace.core.view.ProviderDescriptor;

/** Makes the matrices of causes of VM exits. */
public final class ExitMatrixProviderFactory extends ModelProviderFactory<ExitMatrixProvider> {

    /** Made by Trace Compass. */
    public ExitMatrixProviderFactory() {
        super(new ProviderDescriptor(ExitMatrixProvider.ID, "VM Exit Matrix",
                "Which threads, functions, system calls and initcalls of guests caused VM exits of which reason.",
                ProviderType.DATA_TREE), ExitMatrixProvider::new);
    }
}
