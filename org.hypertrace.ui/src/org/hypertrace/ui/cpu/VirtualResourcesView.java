/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import java.util.List;

import org.hypertrace.core.cpu.view.ResourceDataProvider;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;

/** What occupies every processor of the host over time, and which processor every virtual CPU has. */
public final class VirtualResourcesView extends ModelTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource";

    /** Made by the workbench. */
    public VirtualResourcesView() {
        super(ID, "Virtual resource", List.of(Styles.OCCUPIED_BY_VCPU, Styles.OCCUPIED_BY_TASK, Styles.HOST_INTERRUPT,
                Styles.PHYSICAL_CPU, Styles.WAITS_FOR_CPU, Styles.NESTED_GUEST, Styles.UNKNOWN, Styles.MIGRATION),
                ResourceDataProvider.ID);
    }
}
