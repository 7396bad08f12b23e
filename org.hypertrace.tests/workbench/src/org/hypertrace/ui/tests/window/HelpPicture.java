/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchPart2;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.ui.HypertracePerspective;

/** Pictures for pages of the help: views of a chosen size, and no other views beside them. */
public final class HelpPicture {

    /** Shares of the window are rounded. */
    private static final int ABOUT = 3;

    /** Width of the names of rows at least, pixels. */
    private static final int NAMES = 200;

    private HelpPicture() {
    }

    /** Closes all views but these, and hides the table of events: what is left fills the window. */
    public static void only(IWorkbenchPart... parts) {
        onlyWithEvents(parts);
        Workbench.inUi(() -> {
            Workbench.page().setEditorAreaVisible(false);
            return null;
        });
    }

    /** The same, and leaves the table of events. */
    public static void onlyWithEvents(IWorkbenchPart... parts) {
        int[] looks = new int[1];
        // a view that nobody has looked at has its reference only when the one before it is closed
        Workbench.waitUntil("the other views are closed", () -> {
            List<IViewReference> others = Arrays.stream(Workbench.page().getViewReferences())
                    .filter(other -> Arrays.stream(parts).noneMatch(part -> part == other.getPart(false))).toList();
            others.forEach(Workbench.page()::hideView);
            return others.isEmpty() && ++looks[0] > 3;
        });
    }

    /** Keeps a picture of the views, which stand one below the other: width and height in pixels, with their tabs. */
    public static void keep(String name, int width, int height, IWorkbenchPart... parts) throws IOException {
        List<String> titles = Workbench.inUi(() -> Arrays.stream(parts).map(HelpPicture::name).toList());
        if (parts.length == 1 && parts[0] instanceof IViewPart view) {
            maximized(view, IWorkbenchPage.STATE_MAXIMIZED);
            keepTitled(name, width, height, titles);
            maximized(view, IWorkbenchPage.STATE_RESTORED);
        } else {
            keepTitled(name, width, height, titles);
        }
    }

    /** As the tab has it: a view's title has its description, too. */
    private static String name(IWorkbenchPart part) {
        return part instanceof IWorkbenchPart2 named ? named.getPartName() : part.getTitle();
    }

    /** Gives a view all of the window, or takes that away: a state of {@link IWorkbenchPage}. */
    public static void maximized(IViewPart view, int state) {
        Workbench.inUi(() -> {
            Workbench.page().setPartState((IViewReference) Workbench.page().getReference(view), state);
            return null;
        });
    }

    /** The same of the parts with these titles; that of a table of events is its trace's name. */
    public static void keepTitled(String name, int width, int height, List<String> titles) throws IOException {
        size(width, height, titles);
        for (IViewReference reference : Workbench.inUi(() -> Workbench.page().getViewReferences())) {
            if (reference.getPart(false) instanceof AbstractTimeGraphView view && titles.contains(name(view))) {
                Workbench.inUi(() -> {
                    // a small window on the way to this size may have hidden the names
                    if (view.getTimeViewAlignmentInfo().getTimeAxisOffset() < NAMES) {
                        view.performAlign(NAMES, view.getAvailableWidth(NAMES));
                    }
                    return null;
                });
                Workbench.waitUntil(name(view) + " is drawn", () -> !view.isDirty());
            }
        }
        Workbench.picture("help/" + name, () -> around(titles));
    }

    /** Makes the window as large as it must be for these parts to have about this size. */
    private static void size(int width, int height, List<String> titles) {
        int[] looks = new int[1];
        Workbench.waitUntil("the picture has its size", () -> {
            Point now = around(titles).getSize();
            Shell window = Workbench.window();
            if (now.x != width || now.y != height) {
                window.setSize(window.getSize().x + width - now.x, window.getSize().y + height - now.y);
            }
            return Math.abs(now.x - width) <= ABOUT && Math.abs(now.y - height) <= ABOUT && ++looks[0] > 3;
        });
    }

    /** The smallest control that has all tabs of these titles. */
    private static Control around(List<String> titles) {
        List<CTabFolder> folders = Dialogs.all(CTabFolder.class, Workbench.window()).stream().filter(folder -> folder.isVisible()
                && folder.getSelection() != null && titles.contains(folder.getSelection().getText())).toList();
        if (folders.size() != titles.size()) {
            throw new AssertionError(folders.size() + " of " + titles + " can be seen");
        }
        Composite around = folders.get(0);
        while (!Dialogs.all(CTabFolder.class, around).containsAll(folders) && folders.size() > 1) {
            around = around.getParent();
        }
        return around;
    }

    /** Selects a stretch of time in all views. */
    public static void select(long begin, long end) {
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(HelpPicture.class, TmfTimestamp.fromNanos(begin),
                    TmfTimestamp.fromNanos(end)));
            return null;
        });
    }

    /** The perspective as a user finds it. */
    public static void reset() {
        Workbench.inUi(() -> {
            Workbench.page().setEditorAreaVisible(true);
            Workbench.page().setPerspective(PlatformUI.getWorkbench().getPerspectiveRegistry().findPerspectiveWithId(HypertracePerspective.ID));
            Workbench.page().resetPerspective();
            return null;
        });
    }
}
