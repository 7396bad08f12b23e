/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.help;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IStartup;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWindowListener;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.contexts.IContextService;

/**
 * Gives each view and dialog of ours its page of the help, and F1 the meaning that it opens that page. Views of Trace Compass with our segments
 * are ours, too, but not our classes: so this watches the windows.
 */
public final class ViewHelp implements IStartup, IWindowListener, IPartListener2 {

    private static final String UI = "org.hypertrace.ui.";
    /** The scope of the key F1. */
    private static final String SCOPE = "org.hypertrace.ui.view";

    @Override
    public void earlyStartup() {
        IWorkbench workbench = PlatformUI.getWorkbench();
        workbench.getDisplay().asyncExec(() -> {
            workbench.addWindowListener(this);
            for (IWorkbenchWindow window : workbench.getWorkbenchWindows()) {
                windowOpened(window);
            }
        });
    }

    @Override
    public void windowOpened(IWorkbenchWindow window) {
        window.getPartService().addPartListener(this);
        for (IWorkbenchPage page : window.getPages()) {
            for (IViewReference view : page.getViewReferences()) {
                help(view);
            }
        }
    }

    @Override
    public void partOpened(IWorkbenchPartReference part) {
        help(part);
    }

    /** A view of a restored window is made when it is first seen. */
    @Override
    public void partVisible(IWorkbenchPartReference part) {
        help(part);
    }

    private static void help(IWorkbenchPartReference part) {
        String context = part instanceof IViewReference view ? context(view.getId(), view.getSecondaryId()) : null;
        IWorkbenchPart made = part.getPart(false);
        if (context == null || !(made instanceof TmfView view)) {
            return;
        }
        Control control = view.getParentComposite();
        if (control != null && control.getData(SCOPE) == null) {
            control.setData(SCOPE, context);
            PlatformUI.getWorkbench().getHelpSystem().setHelp(control, context);
            made.getSite().getService(IContextService.class).activateContext(SCOPE);
        }
    }

    /**
     * Gives a dialog its page: F1 in it opens the one that the index of the help names.
     *
     * @param control
     *            what is in the dialog
     * @param title
     *            as in the index' table of dialogs
     */
    public static void ofDialog(Control control, String title) {
        PlatformUI.getWorkbench().getHelpSystem().setHelp(control, UI + name("dialog " + title));
        if (SWT.getPlatform().equals("gtk")) {
            // GTK asks for help with Shift+F1 only. A key binding would be in conflict with those of views, of which some open dialogs.
            Listener key = event -> pressed(event, control);
            Display display = control.getDisplay();
            display.addFilter(SWT.KeyDown, key);
            control.addDisposeListener(event -> display.removeFilter(SWT.KeyDown, key));
        }
    }

    /** Wherever the focus is in the dialog: in the list of pages, too, beside one of them. */
    private static void pressed(Event event, Control control) {
        if (event.keyCode == SWT.F1 && (event.stateMask & SWT.MODIFIER_MASK) == 0 && event.widget instanceof Control focus && focus.getShell() == control.getShell()
                && control.isVisible()) {
            event.type = SWT.None;
            control.notifyListeners(SWT.Help, new Event());
        }
    }

    /**
     * @param id
     *            of a view
     * @param secondary
     *            its second id: of a view of Trace Compass the analysis that it shows; null without one
     * @return the context in {@code contexts.xml}; null if it is no view of ours
     */
    static String context(String id, String secondary) {
        String ours = id.startsWith(UI) ? id : secondary != null && secondary.startsWith("org.hypertrace.core.") ? id + ':' + secondary : null;
        return ours == null ? null : UI + name(ours);
    }

    private static String name(String id) {
        return id.replaceAll("[^A-Za-z0-9]+", "_");
    }

    @Override
    public void windowActivated(IWorkbenchWindow window) {
        // nothing changes
    }

    @Override
    public void windowDeactivated(IWorkbenchWindow window) {
        // nothing changes
    }

    @Override
    public void windowClosed(IWorkbenchWindow window) {
        // its parts are gone
    }
}
