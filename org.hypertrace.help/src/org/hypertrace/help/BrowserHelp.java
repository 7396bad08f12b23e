/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.help;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;

import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.help.IHelpResource;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.help.AbstractHelpUI;

/** The help UI of our product: opens the index, the page of a context or any other page in the browser. */
public final class BrowserHelp extends AbstractHelpUI {

    /** The first page of the help. */
    static final String INDEX = "/org.hypertrace.ui/help/README.html";

    /** Where the workbench keeps the context of a control. */
    private static final String CONTEXT = "org.eclipse.ui.help";

    private static final String UI = "org.hypertrace.ui.";
    private static final String NO_NAME = "[^A-Za-z0-9]+";

    @Override
    public void displayHelp() {
        displayHelpResource(INDEX);
    }

    /** Opens the page of the control that has the focus, or of the nearest one around it; else of the active view; else the index. */
    @Override
    public void displayDynamicHelp() {
        for (Control at = Display.getCurrent().getFocusControl(); at != null; at = at.getParent()) {
            if (at.getData(CONTEXT) instanceof String id) {
                displayContext(HelpSystem.getContext(id), 0, 0);
                return;
            }
        }
        displayContext(ofActiveView(), 0, 0);
    }

    /** A chart need not take the focus when its view becomes active. The contexts of our views have names made of the views' ids. */
    private static IContext ofActiveView() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        if (page == null || !(page.getActivePartReference() instanceof IViewReference view)) {
            return null;
        }
        IContext context = HelpSystem.getContext(UI + view.getId().replaceAll(NO_NAME, "_"));
        return context != null || view.getSecondaryId() == null ? context
                : HelpSystem.getContext(UI + (view.getId() + ':' + view.getSecondaryId()).replaceAll(NO_NAME, "_"));
    }

    @Override
    public void displayContext(IContext context, int x, int y) {
        IHelpResource[] pages = context == null ? new IHelpResource[0] : context.getRelatedTopics();
        displayHelpResource(pages.length == 0 ? INDEX : pages[0].getHref());
    }

    @Override
    public void displayHelpResource(String href) {
        URI page = HelpPages.of(href);
        HelpBrowser.open(page != null ? page : HelpPages.of(INDEX));
    }

    @Override
    public URL resolve(String href, boolean documentOnly) {
        URI page = HelpPages.of(href);
        try {
            return page == null ? null : page.toURL();
        } catch (MalformedURLException e) {
            return null;
        }
    }

    /** @return false: a page in the browser is not a part of the window */
    @Override
    public boolean isContextHelpDisplayed() {
        return false;
    }
}
