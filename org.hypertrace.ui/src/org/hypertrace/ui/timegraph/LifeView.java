/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.swt.graphics.RGBA;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.IMarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.MarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.hypertrace.core.boot.view.LifeMark;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;

/** A view of how guests boot or shut down, with marks where they broke down and where they ended. */
public abstract class LifeView extends ModelTimeGraphView {

    private static final int LABEL_PIXELS = 60;

    private static final long MARGIN = 20;

    private final String fMarks;
    private RunOffer fRevealed;

    /**
     * @param id
     *            of the view
     * @param rows
     *            what the rows are called, singular
     * @param styles
     *            all that occur, in the order of the legend
     * @param provider
     *            the id of the data provider
     * @param marks
     *            what the marks are called, by which the user hides them
     */
    protected LifeView(String id, String rows, List<Styles> styles, String provider, String marks) {
        super(id, rows, styles, provider);
        fMarks = marks;
    }

    @Override
    protected List<String> getViewMarkerCategories() {
        List<String> categories = new ArrayList<>(super.getViewMarkerCategories());
        categories.add(fMarks);
        return categories;
    }

    @Override
    protected List<IMarkerEvent> getViewMarkerList(Iterable<TimeGraphEntry> entries, long startTime, long endTime, long resolution,
            IProgressMonitor monitor) {
        List<IMarkerEvent> markers = new ArrayList<>(super.getViewMarkerList(entries, startTime, endTime, resolution, monitor));
        for (TimeGraphEntry entry : entries) {
            LifeMark.Source provider = entry.hasTimeEvents() && getProvider(entry) instanceof LifeMark.Source source ? source : null;
            List<LifeMark> marks = provider == null ? List.of() : provider.marks(entry.getEntryModel().getId());
            String label = null;
            for (int i = 0; i < marks.size(); i++) {
                LifeMark mark = marks.get(i);
                // the end is where its last state ends, whose own label is there
                label = !mark.alarm() ? null : label == null ? mark.label() : label + ", " + mark.label();
                // alarms so near to each other that their labels would cover each other: the last one has those of all
                boolean isNear = i + 1 < marks.size() && marks.get(i + 1).alarm()
                        && marks.get(i + 1).time() - mark.time() < LABEL_PIXELS * resolution;
                if (mark.time() >= startTime && mark.time() <= endTime) {
                    if (label != null && !isNear) {
                        // below the line, as a mark has one colour
                        markers.add(new MarkerEvent(entry, mark.time(), 0, fMarks, colour(Styles.ALARM_WORDS), label, true));
                    }
                    markers.add(new MarkerEvent(entry, mark.time(), 0, fMarks, colour(mark.alarm() ? Styles.ALARM : Styles.END), null, true));
                }
                label = isNear ? label : null;
            }
        }
        return markers;
    }

    private static RGBA colour(String style) {
        int rgb = Integer.parseInt(style, 16);
        return new RGBA(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff, 0xff);
    }

    /**
     * Selects the row of a boot or shutdown, as soon as it is there, and shows its time.
     *
     * @param run
     *            a boot or shutdown of the trace
     */
    public void reveal(RunOffer run) {
        fRevealed = run;
        long margin = (run.end() - run.begin()) / MARGIN;
        // for this view, too, which would ignore its own
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(run, TmfTimestamp.fromNanos(run.begin()), TmfTimestamp.fromNanos(run.end()),
                getTrace()));
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(run, new TmfTimeRange(TmfTimestamp.fromNanos(run.begin() - margin),
                TmfTimestamp.fromNanos(run.end() + margin)), getTrace()));
        select();
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        // rows are painted when they are there
        getTimeGraphViewer().getTimeGraphControl().addPaintListener(event -> {
            if (fRevealed != null) {
                getTimeGraphViewer().getControl().getDisplay().asyncExec(this::select);
            }
        });
    }

    /** Selects the row that is to be revealed, if it is there. */
    private void select() {
        if (fRevealed == null || getTimeGraphViewer().getControl().isDisposed() || !(getTimeGraphViewer().getInput() instanceof List<?> hosts)) {
            return;
        }
        for (Object host : hosts) {
            ITimeGraphEntry guest = child((ITimeGraphEntry) host, fRevealed.host(), fRevealed.guest());
            ITimeGraphEntry run = guest == null ? null : guest.getChildren().stream().filter(row -> number(row) == fRevealed.number())
                    .findFirst().orElse(null);
            if (run != null) {
                // the rows below it are what it was asked for: in sight, too, as far as there is room
                run.getChildren().forEach(getTimeGraphViewer()::selectAndReveal);
                getTimeGraphViewer().selectAndReveal(run);
                fRevealed = null;
                return;
            }
        }
    }

    private int number(ITimeGraphEntry row) {
        return row instanceof TimeGraphEntry entry && getProvider(entry) instanceof LifeMark.Source source
                ? source.number(entry.getEntryModel().getId()) : 0;
    }

    private static ITimeGraphEntry child(ITimeGraphEntry host, String name, String guest) {
        return !name.equals(host.getName()) ? null : host.getChildren().stream().filter(row -> guest.equals(row.getName())).findFirst().orElse(null);
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        if (getTrace() != null) {
            rebuild();
        }
    }
}
