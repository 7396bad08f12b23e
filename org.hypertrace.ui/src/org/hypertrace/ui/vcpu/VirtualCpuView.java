/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import java.util.EnumSet;
import java.util.List;

import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.vcpu.VcpuDataProvider;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;

/** What every virtual CPU does over time, the processor it has and who has it instead. */
public final class VirtualCpuView extends ModelTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.vcpu";

    /** Made by the workbench. */
    public VirtualCpuView() {
        super(ID, "Virtual CPU", List.copyOf(EnumSet.range(Styles.GUEST, Styles.MIGRATION)), VcpuDataProvider.ID);
    }
}
