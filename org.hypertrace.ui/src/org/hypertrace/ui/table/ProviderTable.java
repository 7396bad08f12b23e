/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.viewers.AbstractTreeViewer;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractTmfTreeViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeColumnDataProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeViewerEntry;

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

    /** What was asked of whom. */
    private record Question(ITmfTrace trace, List<Long> times) { }

    /** The invisible root of the rows that answer it. */
    private static final class Answer extends TmfTreeViewerEntry {
        private final Question fQuestion;

        Answer(Question question) {
            super("");
            fQuestion = question;
        }
    }

    private static final long WAIT_MS = 200;
    /** Pixels: beside a text, beside a header and its arrow, and what a level of the tree takes. */
    private static final int CELL_SPACE = 12;
    private static final int HEADER_SPACE = 32;
    private static final int INDENT = 20;
    private static final int MEASURED = 400;

    private final Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> fProviders;
    private final Times fTimes;
    private ITmfTrace fTrace;
    private ITmfTreeDataProvider<@NonNull TmfTreeDataModel> fProvider;
    private final RowFilter fFilter = new RowFilter();
    private volatile Question fAnswered;

    ProviderTable(Composite parent, List<String> columns, Times times,
            Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        super(parent, true);
        fProviders = providers;
        fTimes = times;
        setAutoExpandLevel(AbstractTreeViewer.ALL_LEVELS);
        // Trace Compass wants them before it has heard of the parameters
        setTreeColumns(columns.stream().map(name -> column(name, columns.indexOf(name))).toList());
        setLabelProvider(new TreeLabelProvider() {
            @Override
            public String getColumnText(Object element, int column) {
                return text(element, column);
            }
        });
        MenuManager menu = new MenuManager();
        menu.add(new CopyRows(tree()));
        tree().setMenu(menu.createContextMenu(tree()));
        getTreeViewer().addFilter(fFilter);
        getTreeViewer().addDoubleClickListener(event -> goTo(((IStructuredSelection) event.getSelection()).getFirstElement()));
        fit();
    }

    @Override
    protected ITmfTreeColumnDataProvider getColumnDataProvider() {
        return List::of;
    }

    private static TmfTreeColumnData column(String name, int place) {
        TmfTreeColumnData column = new TmfTreeColumnData(name);
        column.setComparator(new CellOrder(place));
        return column;
    }

    static String text(Object element, int column) {
        ITmfTreeDataModel model = element instanceof TmfGenericTreeEntry<?> entry ? entry.getModel() : null;
        List<String> labels = model == null ? List.of() : model.getLabels();
        return column < labels.size() ? labels.get(column) : "";
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
            broadcast(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(timed.getStartTime()),
                    TmfTimestamp.fromNanos(timed.getEndTime()), getTrace()));
        }
    }

    /** Asks again, for the answer is another one now. */
    public void again() {
        fAnswered = null;
        clearContent();
        updateContent(getWindowStartTime(), getWindowEndTime(), false);
    }

    Tree tree() {
        return getTreeViewer().getTree();
    }

    @Override
    protected void clearContent() {
        super.clearContent();
        fAnswered = null;
    }

    @Override
    public void reset() {
        super.reset();
        forget();
    }

    private synchronized void forget() {
        fTrace = null;
        fProvider = null;
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
        if (question.equals(fAnswered)) {
            return null;
        }
        ITmfTreeDataProvider<@NonNull TmfTreeDataModel> provider = provider(trace);
        Map<String, Object> parameters = question.times.isEmpty() ? Map.of()
                : Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, question.times);
        try {
            TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response = provider.fetchTree(parameters, null);
            while (response.getStatus() == Status.RUNNING && isWanted(question)) {
                Thread.sleep(WAIT_MS);
                response = provider.fetchTree(parameters, null);
            }
            TmfTreeModel<@NonNull TmfTreeDataModel> model = response.getModel();
            if (model == null || !isWanted(question)) {
                return null;
            }
            fAnswered = question;
            return answer(question, model.getEntries());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private Question question(ITmfTrace trace) {
        if (fTimes == Times.ALL) {
            return new Question(trace, List.of());
        }
        if (fTimes == Times.IN_SIGHT) {
            return new Question(trace, List.of(getWindowStartTime(), getWindowEndTime()));
        }
        long begin = Math.min(getSelectionBeginTime(), getSelectionEndTime());
        long end = Math.max(getSelectionBeginTime(), getSelectionEndTime());
        return new Question(trace, begin == end ? List.of() : List.of(begin, end));
    }

    /** The user may have gone elsewhere meanwhile. */
    private boolean isWanted(Question question) {
        return question.equals(question(getTrace()));
    }

    private synchronized ITmfTreeDataProvider<@NonNull TmfTreeDataModel> provider(ITmfTrace trace) {
        if (trace != fTrace) {
            fProvider = fProviders.apply(trace);
            fTrace = trace;
        }
        return fProvider;
    }

    private static Answer answer(Question question, List<@NonNull TmfTreeDataModel> lines) {
        Answer root = new Answer(question);
        Map<Long, TmfTreeViewerEntry> entries = new HashMap<>();
        for (TmfTreeDataModel line : lines) {
            TmfTreeViewerEntry entry = new TmfGenericTreeEntry<>(line);
            // several may have the same first label; Trace Compass tells by the name which are still selected
            entry.setName(Long.toString(line.getId()));
            entries.put(line.getId(), entry);
            entries.getOrDefault(line.getParentId(), root).addChild(entry);
        }
        return root;
    }

    @Override
    protected void contentChanged(ITmfTreeViewerEntry root) {
        super.contentChanged(root);
        // only then the rows are there
        getControl().getDisplay().asyncExec(() -> {
            if (!getControl().isDisposed() && root == getInput()) {
                settle(root);
            }
        });
    }

    /** An answer may have been overtaken on its way into the UI thread: by another question, or because the trace was closed. */
    private void settle(ITmfTreeViewerEntry root) {
        if (root instanceof Answer answer && !isWanted(answer.fQuestion)) {
            clearContent();
            updateContent(getWindowStartTime(), getWindowEndTime(), false);
        } else {
            fit();
        }
    }

    /** Columns as wide as their texts, figures to the right; but the last column is as wide as the window. */
    private void fit() {
        TreeColumn[] columns = tree().getColumns();
        GC gc = new GC(tree());
        for (int i = 0; i < columns.length; i++) {
            boolean figures = i > 0 && i < columns.length - 1 && hasFigures(tree().getItems(), i);
            columns[i].setAlignment(figures ? SWT.RIGHT : SWT.LEFT);
            // pack() makes no column narrower on GTK
            int header = gc.textExtent(columns[i].getText()).x + HEADER_SPACE;
            columns[i].setWidth(Math.max(header, width(gc, tree().getItems(), i, i == 0 ? INDENT : 0)));
        }
        gc.dispose();
    }

    private static int width(GC gc, TreeItem[] rows, int column, int indent) {
        int width = 0;
        // of a long table the begin tells enough
        for (TreeItem row : rows.length > MEASURED ? Arrays.copyOf(rows, MEASURED) : rows) {
            int deeper = column == 0 ? indent + INDENT : 0;
            width = Math.max(width, Math.max(gc.textExtent(row.getText(column)).x + CELL_SPACE + indent,
                    width(gc, row.getItems(), column, deeper)));
        }
        return width;
    }

    private static boolean hasFigures(TreeItem[] rows, int column) {
        return Arrays.stream(rows).anyMatch(row -> CellOrder.value(row.getText(column)) < Double.POSITIVE_INFINITY
                || hasFigures(row.getItems(), column));
    }
}
