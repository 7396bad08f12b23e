/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.task.view.ThreadRows;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;

/**
 * What every virtual CPU does over time, the processor it has and who has it instead; and what the threads of its guest do.
 */
public final class VirtualCpuView extends ModelTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.vcpu";

    private int fRevealed = ThreadRows.NONE;
    private volatile boolean fWakeUps;
    private final Set<ITimeGraphEntry> fFolded = Collections.newSetFromMap(new WeakHashMap<>());

    /** Made by the workbench. */
    public VirtualCpuView() {
        super(ID, "Virtual CPU", styles(), VirtualCpuDataProvider.ID);
        // vCPUs by number, then the guest's threads by id; all others stay in their order
        sort(entry -> place(entry, 0));
    }

    private static List<Styles> styles() {
        List<Styles> styles = new ArrayList<>(EnumSet.range(Styles.GUEST, Styles.MIGRATION));
        styles.add(Styles.HOP);
        return styles;
    }

    /**
     * Arrows from who woke a thread or vCPU to that; gathers who wakes whom if that was not done yet.
     *
     * @param shown
     *            whether there are arrows
     */
    public void showWakeUps(boolean shown) {
        fWakeUps = shown;
        ITmfTrace trace = getTrace();
        if (!shown || trace == null) {
            restartZoomThread();
            return;
        }
        Job job = new Job("Gathering who wakes whom") {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                boolean isGathered = PathAnalysis.of(trace) != null;
                Display.getDefault().asyncExec(() -> {
                    if (!getTimeGraphViewer().getControl().isDisposed() && trace == getTrace()) {
                        if (!isGathered) {
                            MessageDialog.openInformation(getSite().getShell(), "Wake-up Arrows", PathAnalysis.whyNot(trace, PathAnalysis.ID));
                        }
                        restartZoomThread();
                    }
                });
                return Status.OK_STATUS;
            }

            @Override
            protected void canceling() {
                AskedPaths.cancel(trace);
            }
        };
        job.setUser(true);
        job.schedule();
    }

    @Override
    protected Map<String, Object> getFetchArrowsParameters(List<Long> times) {
        Map<String, Object> parameters = super.getFetchArrowsParameters(times);
        parameters.put(VirtualCpuDataProvider.WAKE_UPS, fWakeUps);
        return parameters;
    }

    @Override
    protected void fillLocalMenu(IMenuManager manager) {
        Action arrows = new Action("Wake-up Arrows", IAction.AS_CHECK_BOX) {
            @Override
            public void run() {
                showWakeUps(isChecked());
            }
        };
        arrows.setToolTipText("Show who woke which thread or vCPU, as arrows");
        manager.add(arrows);
        super.fillLocalMenu(manager);
    }

    private static boolean isThreads(ITimeGraphEntry entry) {
        return VirtualCpuDataProvider.THREADS.equals(entry.getName()) && !entry.hasTimeEvents();
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        // rows are painted when they are there
        getTimeGraphViewer().getTimeGraphControl().addPaintListener(event -> {
            fold();
            if (fRevealed != ThreadRows.NONE) {
                getTimeGraphViewer().getControl().getDisplay().asyncExec(this::select);
            }
        });
    }

    /**
     * Selects the row of a guest's thread, as soon as it is there.
     *
     * @param thread
     *            its place in the model, see {@link ThreadRows}
     */
    public void reveal(int thread) {
        fRevealed = thread;
        select();
    }

    private void select() {
        if (fRevealed != ThreadRows.NONE && !getTimeGraphViewer().getControl().isDisposed() && getTimeGraphViewer().getInput() instanceof List<?> hosts) {
            ITimeGraphEntry row = hosts.stream().map(host -> row((ITimeGraphEntry) host)).filter(Objects::nonNull).findFirst().orElse(null);
            if (row != null) {
                fRevealed = ThreadRows.NONE;
                getTimeGraphViewer().setExpandedState(row.getParent(), true);
                getTimeGraphViewer().selectAndReveal(row);
            }
        }
    }

    /** The row of the thread to be revealed, at or below another; null if it is not there. */
    private ITimeGraphEntry row(ITimeGraphEntry of) {
        if (of instanceof TimeGraphEntry entry && of.hasTimeEvents() && getProvider(entry) instanceof ThreadRows threads
                && threads.thread(entry.getEntryModel().getId()) == fRevealed) {
            return of;
        }
        return of.getChildren().stream().map(this::row).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** With several VMs their guests' threads are folded at first, so that all vCPUs are in sight. */
    private void fold() {
        if (getTimeGraphViewer().getInput() instanceof List<?> hosts) {
            List<? extends ITimeGraphEntry> threads = hosts.stream().map(ITimeGraphEntry.class::cast)
                    .flatMap(host -> host.getChildren().stream()).flatMap(vm -> vm.getChildren().stream())
                    .filter(VirtualCpuView::isThreads).toList();
            for (ITimeGraphEntry entry : threads.size() > 1 ? threads : List.<ITimeGraphEntry>of()) {
                // an entry is unfolded as soon as the viewer knows it
                if (getTimeGraphViewer().getExpandedState(entry) && fFolded.add(entry)) {
                    getTimeGraphViewer().getControl().getDisplay().asyncExec(() -> fold(entry));
                }
            }
        }
    }

    private void fold(ITimeGraphEntry entry) {
        if (!getTimeGraphViewer().getControl().isDisposed()) {
            getTimeGraphViewer().setExpandedState(entry, false);
        }
    }
}
