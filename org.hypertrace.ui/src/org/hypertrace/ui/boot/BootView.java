/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils.TimeFormat;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.hypertrace.core.boot.view.Anchor;
import org.hypertrace.core.boot.view.BootDataProvider;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.timegraph.LifeView;

/**
 * How every guest boots: its life, levels, initcalls, panics. Boots of different times may be laid upon each other, of each trace on its
 * own; the times of the view are then relative to what they are aligned at. Other views then neither follow what is in sight here, nor
 * does this view follow them; a selection here selects the true time of the boot in whose row it is.
 */
public final class BootView extends LifeView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot";

    private final AlignMenu fAlignMenu = new AlignMenu(this);
    private final HideMenu fHideMenu = new HideMenu(this);
    /** How the rows of a trace are made, for those that are not made as usual. */
    private final Map<ITmfTrace, Shape> fShapes = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile Shape fShape = Shape.USUAL;

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
        changed(new Shape(anchor, fShape.fShortest, null, null));
    }

    /** @return what is at the same place, null if every boot is shown at its time */
    public Anchor anchor() {
        return fShape.fAnchor;
    }

    /**
     * Hides initcalls.
     *
     * @param shortest
     *            those of less are hidden, ns; 0: none is
     */
    public void hideShorterThan(long shortest) {
        // a zoom is announced some time after the view shows it
        keepWindow();
        changed(new Shape(fShape.fAnchor, shortest, fShape.fWindow, fShape.fSelection));
    }

    /** @return initcalls of less are hidden, ns */
    public long shortest() {
        return fShape.fShortest;
    }

    /** At its own time: as others see it. */
    @Override
    public void reveal(RunOffer run) {
        if (isAligned()) {
            align(null);
        }
        super.reveal(run);
    }

    private boolean isAligned() {
        return fShape.fAnchor != null;
    }

    private void changed(Shape shape) {
        if (getTrace() != null) {
            fShapes.put(getTrace(), shape);
        }
        show(shape);
        rebuild();
    }

    private void show(Shape shape) {
        fShape = shape;
        String aligned = shape.fAnchor == null ? "" : "Boots are aligned at: " + shape.fAnchor.label()
                + ". Times are in ns after it; tooltips show those of the trace.";
        String hidden = shape.fShortest == 0 ? "" : "Initcalls shorter than " + Amount.ns(shape.fShortest) + " are hidden.";
        describe((aligned + ' ' + hidden).strip());
        showTimesInTooltips(shape.fAnchor == null);
        // null: as in the preferences; relative times of Trace Compass are wrong before 0
        setTimeFormat(shape.fAnchor == null ? null : TimeFormat.NUMBER);
        updateTimeFormat(null);
    }

    /** The rows of a trace that is selected again are as they were left. */
    @Override
    protected void loadingTrace(ITmfTrace trace) {
        super.loadingTrace(trace);
        show(fShapes.getOrDefault(trace, Shape.USUAL));
    }

    @Override
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        fShapes.remove(signal.getTrace());
        super.traceClosed(signal);
        if (getTrace() == null) {
            show(Shape.USUAL);
        }
    }

    /**
     * Trace Compass goes to the trace's window here, and calls this at the end of each zoom, too. Aligned, the user stays where he is: after
     * a zoom rows are only painted, and all else comes to {@link #createZoomThread}. A zoom may be in sight that is not announced yet.
     */
    @Override
    protected void refresh() {
        Shape shape = fShape;
        if (!isAligned() || !(Thread.currentThread() instanceof ZoomThread)) {
            Display.getDefault().asyncExec(() -> {
                if (shape == fShape && !getTimeGraphViewer().getControl().isDisposed()) {
                    keepWindow();
                }
            });
            super.refresh();
            return;
        }
        Display.getDefault().asyncExec(() -> {
            if (!getTimeGraphViewer().getControl().isDisposed()) {
                getTimeGraphViewer().refresh();
            }
        });
    }

    /** Aligned, the window is the user's, or all; the trace's, which a refresh asks for, is none of this view. */
    @Override
    protected ZoomThread createZoomThread(long startTime, long endTime, long resolution, boolean restart) {
        Shape shape = fShape;
        List<TimeGraphEntry> rows = shape.fAnchor == null ? null : getEntryList(getTrace());
        if (rows == null || rows.isEmpty()) {
            return super.createZoomThread(startTime, endTime, resolution, restart);
        }
        TimeGraphViewer viewer = getTimeGraphViewer();
        TmfTimeRange all = range(rows.stream().mapToLong(TimeGraphEntry::getStartTime).min().getAsLong(),
                rows.stream().mapToLong(TimeGraphEntry::getEndTime).max().getAsLong());
        TmfTimeRange asked = range(startTime, endTime);
        // while a trace is read, all becomes more
        boolean wasAll = shape.fWindow == null && asked.equals(shape.fWhole);
        shape.fWhole = all;
        if (!wasAll && all.contains(asked) && !asked.equals(TmfTraceManager.getInstance().getTraceContext(getTrace()).getWindowRange())) {
            shape.fWindow = asked.equals(all) ? null : asked;
            viewer.setTimeBounds(all.getStartTime().toNanos(), all.getEndTime().toNanos());
            return super.createZoomThread(startTime, endTime, resolution, restart);
        }
        TmfTimeRange window = shape.fWindow == null ? all : shape.fWindow;
        long begin = window.getStartTime().toNanos();
        long end = window.getEndTime().toNanos();
        viewer.setTimeBounds(all.getStartTime().toNanos(), all.getEndTime().toNanos());
        if (shape.fSelection != null) {
            viewer.setSelectionRange(shape.fSelection.getStartTime().toNanos(), shape.fSelection.getEndTime().toNanos(), false);
        }
        viewer.setStartFinishTime(begin, end);
        return super.createZoomThread(begin, end, Math.max(1, (end - begin) / Math.max(1, viewer.getTimeSpace())), restart);
    }

    /** What is in sight, if it is of these rows: until they are made, another trace or nothing is. */
    private void keepWindow() {
        TimeGraphViewer viewer = getTimeGraphViewer();
        if (isAligned() && viewer.getInput() == getEntryList(getTrace())) {
            fShape.keep(range(viewer.getTime0(), viewer.getTime1()));
        }
    }

    private static TmfTimeRange range(long begin, long end) {
        return new TmfTimeRange(TmfTimestamp.fromNanos(begin), TmfTimestamp.fromNanos(end));
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
        Shape shape = fShapes.getOrDefault(built(), Shape.USUAL);
        if (shape.fAnchor != null) {
            parameters.put(BootDataProvider.ALIGN, shape.fAnchor.toString());
        }
        if (shape.fShortest > 0) {
            parameters.put(BootDataProvider.SHORTEST, shape.fShortest);
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
        if (!isAligned() || !isTime) {
            super.broadcast(signal);
            return;
        }
        if (signal instanceof TmfSelectionRangeUpdatedSignal selection) {
            fShape.fSelection = new TmfTimeRange(selection.getBeginTime(), selection.getEndTime());
        }
        if (signal instanceof TmfSelectionRangeUpdatedSignal selection
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
        if (!isAligned()) {
            super.selectionRangeUpdated(signal);
        }
    }

    @Override
    @TmfSignalHandler
    public void windowRangeUpdated(TmfWindowRangeUpdatedSignal signal) {
        if (!isAligned()) {
            super.windowRangeUpdated(signal);
        }
    }
}
