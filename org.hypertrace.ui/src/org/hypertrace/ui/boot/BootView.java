/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.hypertrace.core.boot.view.Anchor;
import org.hypertrace.core.boot.view.BootDataProvider;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.timegraph.LifeView;

/**
 * How every guest boots: its life, levels, initcalls, panics. Boots of different times may be laid upon each other; the times of
 * the view are then those of the first boot only. Other views then neither follow what is in sight here, nor does this view
 * follow them; a selection here selects the true time of the boot in whose row it is.
 */
public final class BootView extends LifeView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot";

    private final AlignMenu fAlignMenu = new AlignMenu(this);
    private final HideMenu fHideMenu = new HideMenu(this);
    private Anchor fAnchor;
    private long fShortest;

    /** Made by the workbench. */
    public BootView() {
        super(ID, "Boot", List.copyOf(EnumSet.range(Styles.LAUNCHED, Styles.NEVER_RETURNED)), BootDataProvider.ID,
                "Panics and ends of boots");
        // while a trace is read the rows of a boot turn up one after another
        setEntryComparator(Comparator.comparingInt(entry -> place(entry, 0)));
    }

    /**
     * Lays boots upon each other.
     *
     * @param anchor
     *            what is to be at the same place; null: every boot is shown at its time
     */
    public void align(Anchor anchor) {
        fAnchor = anchor;
        showTimesInTooltips(anchor == null);
        changed();
    }

    /** @return what is at the same place, null if every boot is shown at its time */
    public Anchor anchor() {
        return fAnchor;
    }

    /**
     * Hides initcalls.
     *
     * @param shortest
     *            those of less are hidden, ns; 0: none is
     */
    public void hideShorterThan(long shortest) {
        fShortest = shortest;
        changed();
    }

    /** @return initcalls of less are hidden, ns */
    public long shortest() {
        return fShortest;
    }

    /** At its own time: as others see it. */
    @Override
    public void reveal(RunOffer run) {
        if (fAnchor != null) {
            align(null);
        }
        super.reveal(run);
    }

    private void changed() {
        String aligned = fAnchor == null ? "" : "Boots are aligned at: " + fAnchor.label() + ". Times are those of the first boot "
                + "that comes to it; tooltips show the true ones.";
        String hidden = fShortest == 0 ? "" : "Initcalls shorter than " + Amount.ns(fShortest) + " are hidden.";
        setContentDescription((aligned + ' ' + hidden).strip());
        rebuild();
    }

    /** @return the names of the levels by which boots can be aligned */
    List<String> levels() {
        BootDataProvider provider = getTimeGraphViewer().getInput() instanceof List<?> entries && !entries.isEmpty()
                ? provider(entries.get(0)) : null;
        return provider == null ? List.of() : provider.levels();
    }

    private static BootDataProvider provider(Object entry) {
        return entry instanceof TimeGraphEntry of && getProvider(of) instanceof BootDataProvider boots ? boots : null;
    }

    @Override
    protected Map<String, Object> getFetchTreeParameters() {
        Map<String, Object> parameters = super.getFetchTreeParameters();
        if (fAnchor != null) {
            parameters.put(BootDataProvider.ALIGN, fAnchor.toString());
        }
        if (fShortest > 0) {
            parameters.put(BootDataProvider.SHORTEST, fShortest);
        }
        return parameters;
    }

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, fAlignMenu.button());
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, fHideMenu.button());
        super.fillLocalToolBar(manager);
    }

    @Override
    protected void fillLocalMenu(IMenuManager manager) {
        manager.add(fAlignMenu.manager());
        manager.add(fHideMenu.manager());
        super.fillLocalMenu(manager);
    }

    /** Aligned, a time of this view is another one for others: that of the selected row's boot. */
    @Override
    public void broadcast(TmfSignal signal) {
        boolean isTime = signal instanceof TmfSelectionRangeUpdatedSignal || signal instanceof TmfWindowRangeUpdatedSignal;
        if (fAnchor == null || !isTime) {
            super.broadcast(signal);
        } else if (signal instanceof TmfSelectionRangeUpdatedSignal selection
                && getTimeGraphViewer().getSelection() instanceof TimeGraphEntry entry && provider(entry) != null) {
            super.broadcast(new TmfSelectionRangeUpdatedSignal(this, trueTime(entry, selection.getBeginTime()),
                    trueTime(entry, selection.getEndTime()), getTrace()));
        }
    }

    private static ITmfTimestamp trueTime(TimeGraphEntry entry, ITmfTimestamp time) {
        return TmfTimestamp.fromNanos(provider(entry).trueTime(entry.getEntryModel().getId(), time.toNanos()));
    }

    @Override
    @TmfSignalHandler
    public void selectionRangeUpdated(TmfSelectionRangeUpdatedSignal signal) {
        if (fAnchor == null) {
            super.selectionRangeUpdated(signal);
        }
    }

    @Override
    @TmfSignalHandler
    public void windowRangeUpdated(TmfWindowRangeUpdatedSignal signal) {
        if (fAnchor == null) {
            super.windowRangeUpdated(signal);
        }
    }
}
