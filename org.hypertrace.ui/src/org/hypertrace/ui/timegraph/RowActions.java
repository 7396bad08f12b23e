/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.core.upgrade.view.VmRuns;
import org.hypertrace.core.view.RowLinks;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.stack.GuestFlameGraphView;

/** What a row of a time graph leads to: itself alone, who preempted or woke it, its VM in other views. */
final class RowActions {

    private final ModelTimeGraphView fView;
    private final TimeGraphEntry fRow;
    private final long fTime;
    private final RowLinks fLinks;

    private RowActions(ModelTimeGraphView view, TimeGraphEntry row, long time) {
        fView = view;
        fRow = row;
        fTime = time;
        fLinks = BaseDataProviderTimeGraphView.getProvider(row) instanceof RowLinks links ? links : null;
    }

    /** {@code time}: where the menu is asked for. */
    static void fill(IMenuManager menu, ModelTimeGraphView view, TimeGraphEntry row, long time) {
        new RowActions(view, row, time).fill(menu);
    }

    private void fill(IMenuManager menu) {
        String followed = fLinks != null ? fLinks.followed(id()) : fView instanceof LifeView && vm() != null ? vm().getName() : null;
        if (followed != null) {
            menu.add(follow(followed));
        }
        RowLinks.Link preemptor = fLinks == null ? null : fLinks.preemptor(id(), fTime);
        if (preemptor != null) {
            menu.add(action("What preempted it here: " + preemptor.name(), () -> go(preemptor)));
        }
        if (fLinks != null && fLinks.isWoken(id())) {
            menu.add(action("Go to the waker", this::waker));
        }
        runs(followed != null).forEach(run -> menu.add(action("Show " + run.label(), () -> reveal(run))));
        if (followed != null) {
            String vm = vm().getName();
            menu.add(action("Show exits of " + vm, () -> show(ExitFiguresView.ID, view -> ((ExitFiguresView) view).filter().setText(vm))));
            menu.add(action("Show flame graph of " + vm, () -> show(GuestFlameGraphView.ID, view -> ((GuestFlameGraphView) view).choose(vm))));
        }
    }

    private long id() {
        return fRow.getEntryModel().getId();
    }

    /** The row of the VM, below that of the host; null above it. */
    private ITimeGraphEntry vm() {
        ITimeGraphEntry vm = null;
        for (ITimeGraphEntry row = fRow; row.getParent() != null; row = row.getParent()) {
            vm = row;
        }
        return vm;
    }

    private List<RunOffer> runs(boolean isOfVm) {
        if (BaseDataProviderTimeGraphView.getProvider(fRow) instanceof RunOffer.Source source) {
            return source.runs(id(), fTime);
        }
        List<RunOffer> runs = isOfVm ? VmRuns.of(fView.getTrace(), vm().getParent().getName(), vm().getName(), fTime) : List.of();
        String own = fView.getSite().getId();
        return runs.stream().filter(run -> !own.equals(run.isShutdown() ? ShutdownView.ID : BootView.ID)).toList();
    }

    private static Action action(String text, Runnable what) {
        return new Action(text(text)) {
            @Override
            public void run() {
                what.run();
            }
        };
    }

    private static String text(String text) {
        return PlainText.line(text).replace("&", "&&");
    }

    private Action follow(String name) {
        boolean isFollowed = name.equals(fView.followed());
        Action follow = new Action(text("Follow " + name), IAction.AS_CHECK_BOX) {
            @Override
            public void run() {
                if (isFollowed) {
                    fView.follow(null);
                } else if (fLinks == null) {
                    fView.follow(Follow.of(vm()));
                } else {
                    later("Following " + name, () -> fLinks.rowsOf(id()), rows -> fView.follow(Follow.of(name, rows)));
                }
            }
        };
        follow.setChecked(isFollowed);
        return follow;
    }

    private void waker() {
        later("Gathering who wakes whom", () -> fLinks.waker(id(), fTime), waker -> {
            if (waker == null || waker.row() == RowLinks.NONE) {
                String time = waker == null ? "" : Amount.time(waker.begin()).text();
                MessageDialog.openInformation(fView.getSite().getShell(), "Waker", waker == null
                        ? "Who woke " + fRow.getName() + " before this time is not known: it did not sleep, or the events were not recorded."
                        : "It was woken at " + time + " by " + PlainText.line(waker.name()) + ", which has no row here: look in Critical Path.");
            }
            if (waker != null) {
                go(waker);
            }
        });
    }

    /** Selects a row, if there is one, and a time. */
    private void go(RowLinks.Link to) {
        fView.select(to.row());
        fView.getTimeGraphViewer().setSelectionRangeNotify(to.begin(), to.end(), true);
    }

    /** Asks beside the UI thread; the user can stop it. */
    private <T> void later(String name, Supplier<T> question, Consumer<T> answer) {
        ITmfTrace trace = fView.getTrace();
        Job job = new Job(name) {
            private volatile boolean fIsStopped;

            @Override
            protected IStatus run(IProgressMonitor monitor) {
                T found = question.get();
                Display.getDefault().asyncExec(() -> {
                    if (!fIsStopped && fView.getTrace() == trace && !fView.getTimeGraphViewer().getControl().isDisposed()) {
                        answer.accept(found);
                    }
                });
                return Status.OK_STATUS;
            }

            @Override
            protected void canceling() {
                fIsStopped = true;
                AskedPaths.cancel(trace);
            }
        };
        job.setUser(true);
        job.schedule();
    }

    private void reveal(RunOffer run) {
        show(run.isShutdown() ? ShutdownView.ID : BootView.ID, view -> ((LifeView) view).reveal(run));
    }

    private void show(String id, Consumer<IViewPart> then) {
        try {
            then.accept(fView.getSite().getPage().showView(id));
        } catch (PartInitException e) {
            MessageDialog.openError(fView.getSite().getShell(), "Hypertrace", "The view cannot be shown: " + e.getMessage());
        }
    }
}
