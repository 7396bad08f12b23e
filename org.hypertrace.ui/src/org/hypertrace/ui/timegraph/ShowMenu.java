/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPartSite;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.views.IViewDescriptor;

/** <em>Show</em> in context menus: all our views, by the question that they answer; they show the same trace and the same time. */
final class ShowMenu {

    /**
     * A question.
     *
     * @param views
     *            with what the ids of its views begin
     */
    private record Question(String name, List<String> views) {
        boolean asks(IViewDescriptor view) {
            return views.stream().anyMatch(view.getId()::startsWith);
        }
    }

    private static final String OURS = "org.hypertrace.ui.";
    /** Trace Compass' views of our exits. */
    private static final String EXITS = ":org.hypertrace.core.exits";
    private static final String SEGMENTS = "org.eclipse.tracecompass.analysis.timing.ui.segstore.";
    private static final List<Question> QUESTIONS = List.of(
            new Question("Boot and Shutdown", List.of(OURS + "boot", OURS + "shutdown", OURS + "upgrade")),
            new Question("Exits", List.of(OURS + "exits", OURS + "latencies", SEGMENTS + "table", SEGMENTS + "statistics")),
            new Question("Inside a Guest", List.of(OURS + "stacks", OURS + "syscalls", OURS + "threads")),
            new Question("Who Took the CPU", List.of(OURS)));

    private ShowMenu() {
    }

    /**
     * @param menu
     *            is given a menu for each question
     * @param site
     *            of the view whose menu it is
     */
    static void fill(IMenuManager menu, IWorkbenchPartSite site) {
        IMenuManager show = new MenuManager("Show");
        QUESTIONS.forEach(question -> show.add(new MenuManager(question.name(), question.name())));
        Arrays.stream(PlatformUI.getWorkbench().getViewRegistry().getViews())
                .filter(view -> (view.getId().startsWith(OURS) || view.getId().endsWith(EXITS)) && !view.getId().equals(site.getId()))
                .sorted(Comparator.comparing(IViewDescriptor::getLabel))
                .forEach(view -> show.findMenuUsingPath(QUESTIONS.stream().filter(question -> question.asks(view)).findFirst().orElseThrow().name())
                        .add(action(view, site.getPage())));
        menu.add(show);
    }

    private static Action action(IViewDescriptor view, IWorkbenchPage page) {
        return new Action(view.getLabel(), view.getImageDescriptor()) {
            @Override
            public void run() {
                String[] ids = view.getId().split(":", 2);
                try {
                    page.showView(ids[0], ids.length == 1 ? null : ids[1], IWorkbenchPage.VIEW_ACTIVATE);
                } catch (PartInitException e) {
                    MessageDialog.openError(page.getWorkbenchWindow().getShell(), "Hypertrace", "The view cannot be shown: " + e.getMessage());
                }
            }
        };
    }
}
