/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.view.PathOffer;

/** <em>Critical path of …</em> in context menus. */
public final class AskPath {

    private AskPath() {
    }

    /**
     * @param menu
     *            is given an item for each
     * @param trace
     *            the trace that is shown
     * @param offers
     *            whose path can be asked for
     * @param begin
     *            of the time that the user selected, ns since the epoch
     * @param end
     *            of it; the same as its begin if nothing is selected
     */
    public static void fill(IMenuManager menu, ITmfTrace trace, Iterable<PathOffer> offers, long begin, long end) {
        actions(trace, offers, begin, end).forEach(menu::add);
    }

    /** The same as actions. */
    static List<IAction> actions(ITmfTrace trace, Iterable<PathOffer> offers, long begin, long end) {
        List<IAction> actions = new ArrayList<>();
        for (PathOffer offer : offers) {
            try {
                PathQuery query = PathQuery.of(offer.words());
                long from = Math.max(query.from(), Math.min(begin, end));
                long to = Math.min(query.to(), Math.max(begin, end));
                if (from < to && begin != end) {
                    actions.add(action(trace, "Critical path of " + offer.name() + " in the selected time", query.within(from, to)));
                }
                actions.add(action(trace, "Critical path of " + offer.name(), query));
            } catch (PathSubject.Unknown e) {
                // a provider offers what is none
                throw new IllegalStateException(e);
            }
        }
        return actions;
    }

    private static IAction action(ITmfTrace trace, String text, PathQuery query) {
        return new Action(PlainText.line(text).replace("&", "&&")) {
            @Override
            public void run() {
                ask(trace, query);
            }
        };
    }

    /**
     * Asks for a path and shows it.
     *
     * @param trace
     *            the trace that is shown
     * @param query
     *            whose path
     */
    public static void ask(ITmfTrace trace, PathQuery query) {
        if (show(CriticalPathView.ID) instanceof CriticalPathView view) {
            view.ask(trace, query);
            TmfSignalManager.dispatchSignal(new PathAskedSignal(view));
        }
    }

    /** Brings a view to the top; null if it cannot be shown. */
    static IViewPart show(String id) {
        IWorkbenchPage page = PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage();
        try {
            return page.showView(id);
        } catch (PartInitException e) {
            MessageDialog.openError(page.getWorkbenchWindow().getShell(), "Critical path", String.valueOf(e.getMessage()));
            return null;
        }
    }
}
