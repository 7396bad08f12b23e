/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.function.Function;

import org.eclipse.core.runtime.preferences.IEclipsePreferences.IPreferenceChangeListener;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.actions.ActionFactory;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;

/** A view that is the table of a data provider. */
public abstract class ProviderTableView extends TmfView {

    private final TableColumns fColumns;
    private final ProviderTable.Times fTimes;
    private final Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> fProviders;
    private final IPartListener2 fSight = new IPartListener2() {
        @Override
        public void partVisible(IWorkbenchPartReference part) {
            pause(part, false);
        }

        @Override
        public void partHidden(IWorkbenchPartReference part) {
            pause(part, true);
        }
    };
    private Text fFilter;
    private ProviderTable fTable;
    private TableStatus fStatus;
    private IPreferenceChangeListener fUnits;

    /**
     * @param name
     *            of the view
     * @param columns
     *            the headers of the provider's labels
     * @param times
     *            which the provider is asked for
     * @param providers
     *            gives the provider of a trace; called beside the UI thread
     */
    protected ProviderTableView(String name, TableColumns columns, ProviderTable.Times times,
            Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        super(name);
        fColumns = columns;
        fTimes = times;
        fProviders = providers;
    }

    private void pause(IWorkbenchPartReference part, boolean paused) {
        if (part.getPart(false) == this && !fTable.getControl().isDisposed()) {
            fTable.pause(paused);
        }
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(parent);
        fFilter = new Text(parent, SWT.SEARCH | SWT.ICON_CANCEL);
        fFilter.setMessage("filter: rows with all these words");
        GridDataFactory.fillDefaults().grab(true, false).applyTo(fFilter);
        Composite rows = new Composite(parent, SWT.NONE);
        rows.setLayout(new FillLayout());
        GridDataFactory.fillDefaults().grab(true, true).applyTo(rows);
        fTable = new ProviderTable(rows, getViewSite().getId(), fColumns, fTimes, fProviders);
        if (columnsInSight() > 0) {
            fTable.columnFit().wrap(columnsInSight());
        }
        fStatus = new TableStatus(parent, fTable, fColumns);
        if (barColumn() >= 0) {
            ShareBars.draw(fTable.tree(), barColumn());
        }
        fUnits = event -> {
            if (event.getKey().equals(Preferences.UNITS)) {
                parent.getDisplay().asyncExec(this::redraw);
            }
        };
        InstanceScope.INSTANCE.getNode(Preferences.NODE).addPreferenceChangeListener(fUnits);
        fFilter.addModifyListener(event -> fTable.filter(fFilter.getText()));
        IActionBars bars = getViewSite().getActionBars();
        bars.setGlobalActionHandler(ActionFactory.COPY.getId(), new CopyRows(fTable));
        bars.getMenuManager().add(new ExportRows(fTable, getTitle()));
        bars.getMenuManager().add(new ColumnMenu(fTable));
        if (asksOnlyInSight()) {
            fTable.pause(!getSite().getPage().isPartVisible(this));
            getSite().getPage().addPartListener(fSight);
        }
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            fTable.traceSelected(new TmfTraceSelectedSignal(this, trace));
        }
    }

    /** The user prefers other units. */
    private void redraw() {
        if (!fTable.getControl().isDisposed()) {
            fTable.getTreeViewer().refresh();
            fTable.columnFit().fit();
        }
    }

    /** Whether the provider is asked only while the view can be seen, as its answer takes long. */
    protected boolean asksOnlyInSight() {
        return false;
    }

    /** The column whose shares are drawn as bars, from 0; -1 if there is none. */
    protected int barColumn() {
        return -1;
    }

    /** How many columns are in sight without scrolling, if the first one has sentences: these may have several lines. 0 if it has none. */
    protected int columnsInSight() {
        return 0;
    }

    /** @return what is in the view */
    public ProviderTable table() {
        return fTable;
    }

    /** @return what is below the table */
    public TableStatus status() {
        return fStatus;
    }

    /** @return in which the user writes what rows are to be shown */
    public Text filter() {
        return fFilter;
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        fTable.again();
    }

    @Override
    public void setFocus() {
        fTable.getControl().setFocus();
    }

    @Override
    public void dispose() {
        getSite().getPage().removePartListener(fSight);
        InstanceScope.INSTANCE.getNode(Preferences.NODE).removePreferenceChangeListener(fUnits);
        super.dispose();
        if (fTable != null) {
            fTable.dispose();
        }
    }
}
