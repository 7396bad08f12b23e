/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.upgrade;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.hypertrace.core.upgrade.view.UpgradeDataProvider;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;

/** What a rolling upgrade waits for: its chain, the phases of each node's restarts, who serves, and what is lost meanwhile. */
public final class UpgradeView extends ModelTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.upgrade";

    /** Made by the workbench. */
    public UpgradeView() {
        super(ID, "Rolling Upgrade", styles(), UpgradeDataProvider.ID);
    }

    private static List<Styles> styles() {
        List<Styles> styles = new ArrayList<>(List.of(Styles.UPGRADE_PREPARE, Styles.UPGRADE_STOP, Styles.SHUTTING_DOWN, Styles.STOPPED, Styles.UPGRADE_OFF,
                Styles.FIRMWARE, Styles.KERNEL, Styles.LEVELS, Styles.USERSPACE, Styles.READY));
        styles.addAll(EnumSet.range(Styles.UPGRADE_NOTICE, Styles.UPGRADE_SPLIT));
        styles.addAll(EnumSet.range(Styles.GUEST, Styles.UNKNOWN));
        return List.copyOf(styles);
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        if (getTrace() != null) {
            rebuild();
        }
    }
}
