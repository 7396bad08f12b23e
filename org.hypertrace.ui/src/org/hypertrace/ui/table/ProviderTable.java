/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.viewers.AbstractTreeViewer;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractTmfTreeViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeColumnDataProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.Shades;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.table.Answer.Question;

/**
 * The table of a data provider: a row per entry, a cell per label. It follows the trace and a time range, and shows what the
 * provider has when the model is complete. A click on a header sorts, rows can be copied.
 */
public final class ProviderTable extends AbstractTmfTreeViewer {

    /** Which times the table is about. */
    public enum Times {
        /** What the other views show. */
        IN_SIGHT,
        /** What the user selected; nothing if that is an instant. */
        SELECTED,
        /** All of the trace, always. */
        ALL
    }

    private final ShownProvider fProviders;
    private final ColourCache fColours;
    private volatile Times fTimes;
    private volatile Map<String, Object> fMore = Map.of();
    private final RowFilter fFilter = new RowFilter();
    private volatile Question fAnswered;
    private volatile boolean fPaused;
    private Consumer<List<TmfTreeDataModel>> fRows = rows -> { };
    private final ColumnMemory fColumns;
    private ColumnFit fFit;
    private volatile Consumer<Boolean> fComputing = isComputing -> { };

    /** {@code view}: the id of the view, by which the user's columns are kept. */
    ProviderTable(Composite parent, String view, List<String> columns, Times times,
            Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        super(parent, true);
        fProviders = new ShownProvider(providers);
        fTimes = times;
        fColours = new ColourCache(getControl().getDisplay());
        // else each row is looked for among all others when a long table is unfolded
        getTreeViewer().setUseHashlookup(true);
        setAutoExpandLevel(AbstractTreeViewer.ALL_LEVELS);
        // Trace Compass wants them before it has seen the parameters
        setTreeColumns(columns.stream().map(name -> CellOrder.column(name, columns.indexOf(name))).toList());
        setLabelProvider(new TreeLabelProvider() {
            @Override
            public String getColumnText(Object element, int column) {
                return fFit.text(element, column);
            }

            @Override
            public Color getBackground(Object element, int column) {
                double heat = TableCells.cell(element, column).heat();
                return heat > 0 ? fColours.of(Shades.heat(heat)) : null;
            }
        });
        tree().setMenu(new RowMenu(this, this::offers).createContextMenu(tree()));
        getTreeViewer().addFilter(fFilter);
        getTreeViewer().addDoubleClickListener(event -> goTo(((IStructuredSelection) event.getSelection()).getFirstElement()));
        TimedClick.of(getTreeViewer(), this::select);
        ExactHover.of(getTreeViewer());
        tree().addDisposeListener(event -> fColours.dispose());
        fColumns = new ColumnMemory(tree(), view);
        fFit = new ColumnFit(getTreeViewer(), fColumns);
        fFit.fit();
    }

    /** @return how wide the columns are */
    ColumnFit columnFit() {
        return fFit;
    }

    /** @return what the user made of the columns */
    ColumnMemory columns() {
        return fColumns;
    }

    /** {@code computing}: gets true when the provider is asked, false when it answered; beside the UI thread. */
    void whenComputing(Consumer<Boolean> computing) {
        fComputing = computing;
    }

    /** Whose critical path can be asked for in a row. */
    private void offers(IMenuManager menu, long row) {
        if (fProviders.shown() instanceof PathOffer.Source source) {
            AskPath.fill(menu, getTrace(), source.offers(row, 0), 0, 0);
        }
    }

    @Override
    protected ITmfTreeColumnDataProvider getColumnDataProvider() {
        return List::of;
    }

    /** @param words rows are shown if all of these are in them, or in a row below them; empty: all are */
    public void filter(String words) {
        fFilter.set(words);
        getTreeViewer().refresh();
        getTreeViewer().expandAll();
    }

    /** Selects the time of a row that has one, in all views. */
    private void goTo(Object row) {
        if (row instanceof TmfGenericTreeEntry<?> entry && entry.getModel() instanceof TimeGraphEntryModel timed) {
            select(timed.getStartTime(), timed.getEndTime());
        }
    }

    /**
     * Selects a time in all views.
     *
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     */
    public void select(long begin, long end) {
        broadcast(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(begin), TmfTimestamp.fromNanos(end), getTrace()));
    }

    /**
     * @param times
     *            which the table is about from now on
     * @param more
     *            what the provider is asked for besides
     */
    public void ask(Times times, Map<String, Object> more) {
        fTimes = times;
        fMore = Map.copyOf(more);
        again();
    }

    /** @param opened gets the provider and the id of a row that is double-clicked, after its time was selected */
    public void whenOpened(ObjLongConsumer<Object> opened) {
        getTreeViewer().addDoubleClickListener(event -> {
            if (((IStructuredSelection) event.getSelection()).getFirstElement() instanceof TmfGenericTreeEntry<?> entry) {
                opened.accept(fProviders.shown(), entry.getModel().getId());
            }
        });
    }

    /** @param rows gets the rows of each answer, and none when the trace is closed; in the UI thread */
    public void whenAnswered(Consumer<List<TmfTreeDataModel>> rows) {
        fRows = rows;
    }

    /** @param paused whether the provider is asked for nothing, as nobody sees the table; afterwards it is asked for what is missing */
    void pause(boolean paused) {
        fPaused = paused;
        if (!paused) {
            updateContent(getWindowStartTime(), getWindowEndTime(), false);
        }
    }

    /** Asks again, for the answer is another one now. */
    public void again() {
        clearContent();
        updateContent(getWindowStartTime(), getWindowEndTime(), false);
    }

    Tree tree() {
        return getTreeViewer().getTree();
    }

    @Override
    protected void clearContent() {
        if (!tree().isDisposed()) { // Trace Compass asks for it some time after a trace was opened: the view may be closed
            super.clearContent();
        }
        fAnswered = null;
    }

    @Override
    public void reset() {
        super.reset();
        fProviders.forget();
        fRows.accept(List.of());
    }

    @Override
    @TmfSignalHandler
    public void selectionRangeUpdated(TmfSelectionRangeUpdatedSignal signal) {
        super.selectionRangeUpdated(signal);
        if (fTimes == Times.SELECTED) {
            updateContent(getSelectionBeginTime(), getSelectionEndTime(), true);
        }
    }

    /** Called beside the UI thread, perhaps for several ranges at once. Waits until the model is complete. */
    @Override
    protected ITmfTreeViewerEntry updateElements(ITmfTrace trace, long start, long end, boolean isSelection) {
        Question question = question(trace);
        if (fPaused || question.equals(fAnswered)) {
            return null;
        }
        Map<String, Object> parameters = new HashMap<>(question.more());
        if (!question.times().isEmpty()) {
            parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY, question.times());
        }
        fComputing.accept(true);
        try {
            TmfTreeModel<@NonNull TmfTreeDataModel> model = fProviders.ask(trace, parameters, () -> isWanted(question));
            if (model == null || !isWanted(question)) {
                return null;
            }
            fAnswered = question;
            return Answer.of(question, model);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            fComputing.accept(false);
        }
    }

    private Question question(ITmfTrace trace) {
        if (fTimes == Times.ALL) {
            return new Question(trace, List.of(), fMore);
        }
        if (fTimes == Times.IN_SIGHT) {
            return new Question(trace, List.of(getWindowStartTime(), getWindowEndTime()), fMore);
        }
        long begin = Math.min(getSelectionBeginTime(), getSelectionEndTime());
        long end = Math.max(getSelectionBeginTime(), getSelectionEndTime());
        return new Question(trace, begin == end ? List.of() : List.of(begin, end), fMore);
    }

    /** The user may have gone elsewhere meanwhile. */
    private boolean isWanted(Question question) {
        return !fPaused && question.equals(question(getTrace()));
    }

    /** As Trace Compass asks, but the columns are as wide as {@link ColumnFit} makes them: it would pack all of them after each answer. */
    @Override
    protected void updateContent(long start, long end, boolean isSelection) {
        ITmfTrace trace = getTrace();
        if (trace == null) {
            return;
        }
        Job.createSystem("rows of a table", monitor -> {
            ITmfTreeViewerEntry root = updateElements(trace, start, end, isSelection);
            if (root != null) {
                Display.getDefault().asyncExec(() -> show(root));
            }
        }).schedule();
    }

    /** An answer may have been overtaken on its way into the UI thread: by another question, or because the trace was closed. */
    private void show(ITmfTreeViewerEntry root) {
        if (getControl().isDisposed()) {
            return;
        }
        if (root instanceof Answer answer && !isWanted(answer.question())) {
            again();
            return;
        }
        updateTreeUI(getTreeViewer(), root);
        if (root instanceof Answer answer) {
            fFit.name(answer.headers());
            fRows.accept(answer.rows());
        }
        fFit.fit();
    }
}
