/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.shutdown;

import java.util.List;

import org.hypertrace.core.shutdown.view.ShutdownDataProvider;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.timegraph.LifeView;

/** How every guest shuts down: the end of user space, the kernel's steps, notifiers, devices, and what the host does then. */
public final class ShutdownView extends LifeView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.shutdown";

    /** Made by the workbench. */
    public ShutdownView() {
        super(ID, "Shutdown", List.of(Styles.USERSPACE, Styles.SHUTDOWN_STEP, Styles.SHUTDOWN_NOTIFIER, Styles.SHUTDOWN_DEVICE,
                Styles.PROCESS, Styles.PROCESS_KILLED, Styles.STOPPED, Styles.PANICKED, Styles.NEVER_RETURNED),
                ShutdownDataProvider.ID, "Panics and ends of machines");
        // the rows come in the order in which things happen
        setEntryComparator((a, b) -> 0);
    }
}
