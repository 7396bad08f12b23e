/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.ContributionManager;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IContributionItem;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.path.view.PathDataProvider;
import org.hypertrace.core.path.view.PathIndex;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.timegraph.RowReveal;
import org.hypertrace.ui.timegraph.WrappedLine;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/**
 * Whom or what somebody waited for, instant by instant. Everybody on the critical path that was asked for last has a row. An arrow leads
 * from whoever ended a wait to whoever waited. <em>Next</em> and <em>previous event</em> go along the path from row to row.
 */
public final class CriticalPathView extends ModelTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.path";

    private static final int MARGIN = 40;

    private final Listener fKeys = this::key;
    private IAction fStop;
    private WrappedLine fAnswer;
    private boolean fIsDoubleClick;

    /** Made by the workbench. */
    public CriticalPathView() {
        super(ID, "Critical Path", styles(), PathDataProvider.ID);
        // as the provider gives them: by the first time on the path
        setEntryComparator(Comparator.comparingLong(CriticalPathView::id));
        showTooltipsOfArrows();
    }

    private static List<Styles> styles() {
        List<Styles> styles = new ArrayList<>(EnumSet.range(Styles.GUEST, Styles.UNKNOWN));
        styles.addAll(List.of(Styles.PREEMPTED_BY_THREAD, Styles.PREEMPTED_BY_VCPU, Styles.GUEST_RUNNING));
        styles.addAll(EnumSet.range(Styles.HOST_WORKS, Styles.CLASS_NOT_KNOWN));
        return styles;
    }

    private static long id(ITimeGraphEntry entry) {
        return entry instanceof TimeGraphEntry of ? of.getEntryModel().getId() : 0;
    }

    @Override
    public void createPartControl(Composite parent) {
        fAnswer = new WrappedLine(parent);
        super.createPartControl(fAnswer.below());
        Display display = parent.getDisplay();
        display.addFilter(SWT.KeyDown, fKeys);
        parent.addDisposeListener(event -> display.removeFilter(SWT.KeyDown, fKeys));
        Control control = getTimeGraphViewer().getTimeGraphControl();
        control.addListener(SWT.MouseDoubleClick, event -> fIsDoubleClick = event.button == 1);
        // when the button is let go Trace Compass selects the instant under the mouse
        control.addListener(SWT.MouseUp, event -> {
            if (fIsDoubleClick) {
                fIsDoubleClick = false;
                selectState(event.x);
            }
        });
    }

    /** The answer is long, and who is to blame may stand at its end: it is shown in several lines. */
    @Override
    protected void setContentDescription(String description) {
        if (fAnswer != null) {
            fAnswer.show(description);
        }
    }

    @Override
    public String getContentDescription() {
        return fAnswer == null ? "" : fAnswer.text();
    }

    /** Selects the time of the state of the selected row at a place, in all views. */
    private void selectState(int x) {
        long time = getTimeGraphViewer().getTimeGraphControl().getTimeAtX(x);
        ITimeGraphEntry row = getTimeGraphViewer().getSelection();
        ITimeEvent state = row == null || time < 0 ? null : Utils.findEvent(row, time, 0);
        if (state != null && state.getLabel() != null) {
            getTimeGraphViewer().setSelectionRangeNotify(state.getTime(), state.getTime() + state.getDuration(), false);
        }
    }

    /**
     * Asks for a path and shows it.
     *
     * @param trace
     *            the trace that is shown
     * @param query
     *            whose path
     */
    public void ask(ITmfTrace trace, PathQuery query) {
        var asked = AskedPaths.of(trace).ask(trace, query);
        if (!asked.isDone()) {
            setContentDescription("Gathering who waits for whom in " + PlainText.line(trace.getName()) + " …");
        }
        fStop.setEnabled(!asked.isDone());
        rebuild();
        asked.thenAccept(answer -> Display.getDefault().asyncExec(() -> answered(trace, answer)));
    }

    private void answered(ITmfTrace trace, AskedPaths.Answer answer) {
        if (getTimeGraphViewer().getControl().isDisposed() || trace != getTrace() || !answer.query().equals(AskedPaths.of(trace).last())) {
            return;
        }
        fStop.setEnabled(false);
        describe(answer);
        if (answer.index() != null) {
            FoundPath found = answer.index().found();
            long begin = found.subject().begin();
            long end = found.subject().end();
            long margin = Math.max(1, (end - begin) / MARGIN);
            broadcast(new TmfWindowRangeUpdatedSignal(this, new TmfTimeRange(TmfTimestamp.fromNanos(Math.max(trace.getStartTime().toNanos(),
                    begin - margin)), TmfTimestamp.fromNanos(Math.min(trace.getEndTime().toNanos(), end + margin))), trace));
        }
    }

    /**
     * Selects a time of the path that was asked for last, and the row of the one who is waited for then.
     *
     * @param begin
     *            of that time, ns since the epoch
     * @param end
     *            of that time, exclusive
     */
    public void reveal(long begin, long end) {
        ITmfTrace trace = getTrace();
        AskedPaths.of(trace).shown().thenAccept(answer -> Display.getDefault().asyncExec(() -> {
            if (answer.index() != null && trace == getTrace() && !getTimeGraphViewer().getControl().isDisposed()) {
                broadcast(new TmfSelectionRangeUpdatedSignal(answer, TmfTimestamp.fromNanos(begin), TmfTimestamp.fromNanos(end), trace));
                RowReveal.in(this, () -> row(answer.index(), begin));
            }
        }));
    }

    /** Null as long as the rows are those of another path. */
    private ITimeGraphEntry row(PathIndex index, long time) {
        PathDataProvider provider = provider();
        return provider == null || provider.index() != index ? null : find((List<?>) getTimeGraphViewer().getInput(), provider.entry(time));
    }

    private void describe(AskedPaths.Answer answer) {
        setContentDescription(answer.index() == null ? "" : PlainText.line(PathAnswer.of(answer.index().found())));
    }

    @Override
    public void traceSelected(TmfTraceSelectedSignal signal) {
        super.traceSelected(signal);
        var asked = AskedPaths.of(signal.getTrace()).shown();
        setContentDescription("");
        if (asked != null && asked.isDone()) {
            describe(asked.join());
        }
    }

    private PathDataProvider provider() {
        return getTimeGraphViewer().getInput() instanceof List<?> entries && !entries.isEmpty()
                && entries.get(0) instanceof TimeGraphEntry entry && getProvider(entry) instanceof PathDataProvider of ? of : null;
    }

    /**
     * Selects the next or previous segment of the path, and the row that it is in.
     *
     * @param forward
     *            whether the next one
     */
    public void step(boolean forward) {
        PathDataProvider provider = provider();
        Segments path = provider == null || provider.index() == null ? null : provider.index().found().segments();
        if (path == null || path.size() == 0) {
            return;
        }
        long time = getTimeGraphViewer().getSelectionBegin();
        int at = provider.index().segment(time);
        int to = forward ? time < path.begin() ? 0 : at + 1 : time > path.begin(at) ? at : at - 1;
        if (to < 0 || to >= path.size()) {
            return;
        }
        long begin = path.begin(to);
        getTimeGraphViewer().setSelectedTimeNotify(begin, true);
        ITimeGraphEntry entry = find((List<?>) getTimeGraphViewer().getInput(), provider.entry(begin));
        if (entry != null) {
            getTimeGraphViewer().selectAndReveal(entry);
        }
    }

    private void key(Event event) {
        Control control = getTimeGraphViewer().getTimeGraphControl();
        if (event.widget == control && event.stateMask == 0 && (event.keyCode == SWT.ARROW_RIGHT || event.keyCode == SWT.ARROW_LEFT)) {
            step(event.keyCode == SWT.ARROW_RIGHT);
            // Trace Compass would go along the row
            event.type = SWT.None;
        }
    }

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        fStop = new Action("Stop") {
            @Override
            public void run() {
                AskedPaths.cancel(getTrace());
            }
        };
        fStop.setToolTipText("Stop gathering who waits for whom");
        fStop.setEnabled(false);
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, fStop);
        super.fillLocalToolBar(manager);
        replace(manager, getTimeGraphViewer().getPreviousEventAction(), false);
        replace(manager, getTimeGraphViewer().getNextEventAction(), true);
    }

    /** Puts a step along the path in the place of Trace Compass' step along the row. */
    private void replace(IToolBarManager manager, IAction old, boolean forward) {
        IContributionItem[] items = manager.getItems();
        for (int i = 0; i < items.length; i++) {
            if (items[i] instanceof ActionContributionItem item && item.getAction() == old && manager instanceof ContributionManager all) {
                IAction step = new Action(forward ? "Next on the path" : "Previous on the path", old.getImageDescriptor()) {
                    @Override
                    public void run() {
                        step(forward);
                    }
                };
                step.setToolTipText(forward ? "Go to the next segment of the path, in whatever row it is"
                        : "Go to the previous segment of the path, in whatever row it is");
                all.remove(item);
                all.insert(i, new ActionContributionItem(step));
            }
        }
    }

    @Override
    protected void fillTimeEventContextMenu(IMenuManager menu) {
        super.fillTimeEventContextMenu(menu);
        ITimeEvent event = clicked();
        if (event != null && provider() != null && provider().index() != null) {
            for (Map.Entry<String, String> view : Map.of("Virtual CPU", VirtualCpuView.ID, "Boot", BootView.ID, "VM Exit Figures",
                    ExitFiguresView.ID).entrySet().stream().sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
                    .collect(Collectors.toList())) {
                menu.add(new Action("Show this time in " + view.getKey()) {
                    @Override
                    public void run() {
                        AskPath.show(view.getValue());
                        broadcast(new TmfSelectionRangeUpdatedSignal(CriticalPathView.this, TmfTimestamp.fromNanos(event.getTime()),
                                TmfTimestamp.fromNanos(event.getTime() + event.getDuration()), getTrace()));
                    }
                });
            }
        }
    }
}
