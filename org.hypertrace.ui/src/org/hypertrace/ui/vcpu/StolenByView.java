/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import java.util.List;

import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.vcpu.view.StolenByProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.timegraph.RowReveal;

/**
 * Who took what from which vCPU in the time in sight, the most first. A double click goes to the longest stretch in the view
 * <em>Virtual CPU</em>.
 */
public final class StolenByView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.stolenby";

    /** Made by the workbench. */
    public StolenByView() {
        super("Stolen By", StolenByProvider.COLUMNS, Times.IN_SIGHT, Providers.STOLEN_BY::create);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        table().whenOpened((provider, row) -> {
            List<String> place = provider instanceof StolenByProvider stolen ? stolen.place(row) : List.of();
            if (!place.isEmpty()) {
                reveal(place);
            }
        });
    }

    private void reveal(List<String> place) {
        try {
            if (getSite().getPage().showView(VirtualCpuView.ID) instanceof VirtualCpuView view) {
                RowReveal.in(view, place);
            }
        } catch (PartInitException e) {
            MessageDialog.openError(getSite().getShell(), "Stolen By", String.valueOf(e.getMessage()));
        }
    }

    /** Every answer reads who had the processors in that time. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }
}
