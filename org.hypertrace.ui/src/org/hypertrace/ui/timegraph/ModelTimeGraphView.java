/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.path.AskPath;

/** A view of rows over time that a data provider of ours makes; the user may choose which of them are seen. */
public abstract class ModelTimeGraphView extends BaseDataProviderTimeGraphView {

    private final Object fBuilding = new Object();
    /** Whose rows are to be made anew: a build added some after it was cancelled, or some belong elsewhere. */
    private final Set<ITmfTrace> fOutdated = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    /** Whose next build is one since rows belong elsewhere. */
    private final Set<ITmfTrace> fAnew = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile ITmfTrace fBuilt;
    private String fWords = "";
    private ITimeEvent fClicked;
    /** Whom the user follows, by trace; Trace Compass puts the filters of a trace in place again. */
    private final Map<ITmfTrace, Follow> fFollowed = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * @param id
     *            of the view
     * @param rows
     *            what the rows are called, singular
     * @param styles
     *            all that occur, in the order of the legend
     * @param provider
     *            the id of the data provider
     */
    protected ModelTimeGraphView(String id, String rows, List<Styles> styles, String provider) {
        super(id, new StylePresentation(id, rows, styles), provider);
        // without these there is no filter dialog
        setFilterColumns(new String[] { "Name" });
        setFilterLabelProvider(new Names());
        // while a trace is read processors turn up in the order of their first events
        sort(entry -> place(entry, Integer.MAX_VALUE));
    }

    /**
     * @param number
     *            what entries of one parent are sorted by; those with the same number stay in their order, but hosts and VMs stand
     *            in the order in which they begin: while a trace is read a host turns up with its first VM
     */
    protected final void sort(ToIntFunction<ITimeGraphEntry> number) {
        setEntryComparator(Comparator.comparingInt(number).thenComparingLong(ModelTimeGraphView::begin));
    }

    private static long begin(ITimeGraphEntry entry) {
        return entry.getParent() == null || entry.getParent().getParent() == null ? entry.getStartTime() : 0;
    }

    /** Of the rows in the filter dialog: as in the view. Trace Compass' class is only to be extended. */
    private static final class Names extends TreeLabelProvider { }

    /** @return the place of a row among those of its parent, as its provider reports; {@code otherwise}: of those without */
    protected static final int place(ITimeGraphEntry entry, int otherwise) {
        return entry instanceof TimeGraphEntry row ? OrderedEntry.place(row.getEntryModel(), otherwise) : otherwise;
    }

    /** @param report whether tooltips show the times of the view: not if they are not those of the trace */
    protected final void showTimesInTooltips(boolean report) {
        if (getPresentationProvider() instanceof StylePresentation presentation) {
            presentation.setTimesInTooltips(report);
        }
    }

    /** Arrows have tooltips: what the provider shows when it is asked for an arrow. */
    protected final void showTooltipsOfArrows() {
        if (getPresentationProvider() instanceof StylePresentation presentation) {
            presentation.setTooltipsOfArrows();
        }
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        NameRoom.fit(this, getTimeGraphViewer());
        TimeGraphControl control = getTimeGraphViewer().getTimeGraphControl();
        control.addTimeGraphEntryMenuListener(event -> fClicked = null);
        control.addTimeEventMenuListener(event -> fClicked = event.data instanceof ITimeEvent clicked ? clicked : null);
    }

    /** @return what the context menu is of, null if it is of a row's name */
    protected final ITimeEvent clicked() {
        return fClicked;
    }

    @Override
    protected void fillTimeGraphEntryContextMenu(IMenuManager menu) {
        super.fillTimeGraphEntryContextMenu(menu);
        offer(menu);
        ShowMenu.fill(menu, getSite());
    }

    @Override
    protected void fillTimeEventContextMenu(IMenuManager menu) {
        super.fillTimeEventContextMenu(menu);
        offer(menu);
        ShowMenu.fill(menu, getSite());
    }

    private void offer(IMenuManager menu) {
        if ((fClicked != null ? fClicked.getEntry() : getTimeGraphViewer().getSelection()) instanceof TimeGraphEntry entry) {
            long begin = getTimeGraphViewer().getSelectionBegin();
            long time = fClicked == null ? begin : pointed();
            RowActions.fill(menu, this, entry, time);
            if (getProvider(entry) instanceof PathOffer.Source source) {
                AskPath.fill(menu, getTrace(), source.offers(entry.getEntryModel().getId(), fClicked == null ? begin : fClicked.getTime()), begin,
                        getTimeGraphViewer().getSelectionEnd());
            }
        }
    }

    /** The time of the selection, if that is in the state that the menu is of; else its begin. */
    private long pointed() {
        long time = getTimeGraphViewer().getSelectionBegin();
        return time >= fClicked.getTime() && time < fClicked.getTime() + fClicked.getDuration() ? time : Math.max(fClicked.getTime(), 0);
    }

    /** @return the name of the thread or VM that the user follows; null if he sees all */
    final String followed() {
        Follow follow = getTrace() == null ? null : fFollowed.get(getTrace());
        return follow == null ? null : follow.name();
    }

    /** {@code null}: all rows are shown again. */
    final void follow(Follow follow) {
        Follow before = fFollowed.remove(getTrace());
        if (before != null) {
            getTimeGraphViewer().removeFilter(before);
        }
        if (follow != null) {
            fFollowed.put(getTrace(), follow);
            getTimeGraphViewer().addFilter(follow);
        }
        describe(fWords);
        // rows that were not in sight have no states
        restartZoomThread();
    }

    /** Shows a sentence above the rows, and beside it whom the user follows. */
    protected final void describe(String words) {
        fWords = words;
        Follow follow = getTrace() == null ? null : fFollowed.get(getTrace());
        setContentDescription(follow == null ? words : (words + ' ' + PlainText.line(follow.words())).strip());
    }

    @Override
    protected void loadingTrace(ITmfTrace trace) {
        super.loadingTrace(trace);
        describe("");
        buildAnew(trace, true);
    }

    /** All rows of the trace are removed, but those that a build adds still. */
    @Override
    protected void resetView(ITmfTrace trace) {
        fOutdated.remove(trace);
        super.resetView(trace);
    }

    /** @param signal that a trace is not shown any more */
    @Override
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        super.traceClosed(signal);
        fFollowed.remove(signal.getTrace());
        fClicked = null;
        fBuilt = fBuilt == signal.getTrace() ? null : fBuilt;
        if (getTrace() == null) {
            describe("");
        }
    }

    /** Selects the row with an id, and shows it also if others are followed. */
    final void select(long id) {
        ITimeGraphEntry row = getTimeGraphViewer().getInput() instanceof List<?> roots ? find(roots, id) : null;
        if (row != null) {
            if (followed() != null && !fFollowed.get(getTrace()).select(null, row.getParent(), row)) {
                follow(null);
            }
            for (ITimeGraphEntry up = row.getParent(); up != null; up = up.getParent()) {
                getTimeGraphViewer().setExpandedState(up, true);
            }
            getTimeGraphViewer().selectAndReveal(row);
        }
    }

    /** @return the row with an id among these and those below them, null if it is not there */
    protected static ITimeGraphEntry find(List<?> rows, long id) {
        for (Object row : rows) {
            ITimeGraphEntry found = row instanceof TimeGraphEntry entry && entry.getEntryModel().getId() == id ? entry
                    : row instanceof ITimeGraphEntry other ? find(other.getChildren(), id) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * While rows without a state are hidden all rows are asked for theirs. Trace Compass asks those in sight only, and hides all others as
     * if they had none.
     */
    @Override
    protected Set<TimeGraphEntry> getVisibleItems(int buffer) {
        TimeGraphControl control = getTimeGraphViewer().getTimeGraphControl();
        return control.isDisposed() || !control.hasSavedFilters() ? super.getVisibleItems(buffer)
                : Arrays.stream(control.getExpandedElements()).filter(TimeGraphEntry.class::isInstance).map(TimeGraphEntry.class::cast)
                        .collect(Collectors.toSet());
    }

    /** One tree for all hosts of an experiment: the experiment answers for its traces. */
    @Override
    protected Iterable<ITmfTrace> getTracesToBuild(ITmfTrace trace) {
        return trace == null ? List.of() : List.of(trace);
    }

    /** @return the trace whose rows are made, or were made last; the user may have gone to another one meanwhile */
    protected final ITmfTrace built() {
        return fBuilt;
    }

    /**
     * One build at a time. Trace Compass cancels a build before the next one, but does not wait for its end: its rows would stand among
     * those of the next one for good.
     */
    @Override
    protected void buildEntryList(ITmfTrace trace, ITmfTrace parentTrace, IProgressMonitor monitor) {
        synchronized (fBuilding) {
            if (monitor.isCanceled()) {
                return;
            }
            boolean isWanted = true;
            if (!fOutdated.contains(parentTrace)) {
                fBuilt = parentTrace;
                ModelStates.awaitKept(parentTrace);
                super.buildEntryList(trace, parentTrace, monitor);
                boolean isAnew = fAnew.remove(parentTrace);
                if (!monitor.isCanceled() && (isAnew || !hasMoved(getEntryList(parentTrace), -1))) {
                    return;
                }
                fOutdated.add(parentTrace);
                isWanted = !monitor.isCanceled() && fAnew.add(parentTrace);
            }
            buildAnew(parentTrace, isWanted);
        }
    }

    /**
     * If its rows are outdated; later, as Trace Compass may hold locks now. Of a trace that is not shown by then, when it is selected again.
     *
     * @param isWanted not after a cancelled build: the one that follows asks for this, and a user who has cancelled it does not
     */
    private void buildAnew(ITmfTrace trace, boolean isWanted) {
        Display.getDefault().asyncExec(() -> {
            boolean isDone = !fOutdated.contains(trace) || getTimeGraphViewer().getControl().isDisposed();
            if (!isDone && !TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) {
                resetView(trace);
            } else if (!isDone && isWanted && trace == getTrace()) {
                rebuild();
            }
        });
    }

    /** Whether a row belongs below another one by now: of a container, which is known late. Trace Compass leaves it where it was. */
    private static boolean hasMoved(List<? extends ITimeGraphEntry> rows, long parent) {
        return rows != null && rows.stream().anyMatch(row -> row instanceof TimeGraphEntry entry && entry.getEntryModel() instanceof TimeGraphEntryModel model
                && (model.getParentId() != parent || hasMoved(row.getChildren(), model.getId())));
    }
}
