/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.upgrade;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.core.upgrade.view.UpgradeDataProvider;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;
import org.hypertrace.ui.timegraph.LifeView;
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

    @Override
    protected void fillTimeGraphEntryContextMenu(IMenuManager menu) {
        super.fillTimeGraphEntryContextMenu(menu);
        offerRuns(menu);
    }

    @Override
    protected void fillTimeEventContextMenu(IMenuManager menu) {
        super.fillTimeEventContextMenu(menu);
        offerRuns(menu);
    }

    private void offerRuns(IMenuManager menu) {
        ITimeGraphEntry row = clicked() != null ? clicked().getEntry() : getTimeGraphViewer().getSelection();
        if (row instanceof TimeGraphEntry entry && getProvider(entry) instanceof RunOffer.Source source) {
            long time = clicked() == null ? getTimeGraphViewer().getSelectionBegin() : clicked().getTime();
            source.runs(entry.getEntryModel().getId(), time).forEach(run -> menu.add(action(run)));
        }
    }

    private Action action(RunOffer run) {
        return new Action(PlainText.line("Show " + run.label()).replace("&", "&&")) {
            @Override
            public void run() {
                try {
                    if (getSite().getPage().showView(run.isShutdown() ? ShutdownView.ID : BootView.ID) instanceof LifeView view) {
                        view.reveal(run);
                    }
                } catch (PartInitException e) {
                    MessageDialog.openError(getSite().getShell(), "Rolling Upgrade", String.valueOf(e.getMessage()));
                }
            }
        };
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        if (getTrace() != null) {
            rebuild();
        }
    }
}
