/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.welcome;

import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.IEditorSite;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.part.EditorPart;

/** What stands where traces will: the four ways to begin, each a link. */
public final class WelcomePage extends EditorPart {

    /** The id of the editor. */
    public static final String ID = "org.hypertrace.ui.welcome.page";

    private static final int MARGIN = 16;
    private static final int SPACING = 10;
    /** The window of a new workspace leaves room for four lines. */
    private static final int COLUMNS = 2;
    private static final int BETWEEN_COLUMNS = 30;
    private static final String HELP = "/org.hypertrace.ui/help/";

    private Link fFirst;

    /**
     * Shows it, unless it is open already.
     *
     * @param page
     *            gets it
     */
    public static void open(IWorkbenchPage page) {
        try {
            page.openEditor(new WelcomeInput(), ID, false);
        } catch (PartInitException e) {
            Platform.getLog(WelcomePage.class).warn("The welcome page cannot be shown.", e);
        }
    }

    @Override
    public void init(IEditorSite site, IEditorInput input) {
        setSite(site);
        setInput(input);
        setPartName(input.getName());
    }

    @Override
    public void createPartControl(Composite parent) {
        Composite body = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(COLUMNS).margins(MARGIN, MARGIN).spacing(BETWEEN_COLUMNS, SPACING).applyTo(body);
        Label sentence = new Label(body, SWT.NONE);
        sentence.setText("Hypertrace shows where the time of virtual machines goes.");
        GridDataFactory.fillDefaults().span(COLUMNS, 1).applyTo(sentence);
        fFirst = command(body, "<a>Open a trace…</a>  a folder or file that you recorded", "org.eclipse.linuxtools.tmf.ui.openFile");
        command(body, "<a>Open a sample…</a>  recorded traces, each with a lesson", "org.hypertrace.ui.samples");
        help(body, "<a>Record a trace</a>  which events, and how", "recording/recording.html");
        help(body, "<a>Read the lessons</a>  from a question to its answer in a few steps", "README.html#lessons");
    }

    private Link command(Composite parent, String text, String command) {
        return link(parent, text, () -> {
            try {
                getSite().getService(IHandlerService.class).executeCommand(command, null);
            } catch (CommandException e) {
                MessageDialog.openError(getSite().getShell(), "Hypertrace", "This cannot be done now: " + e.getMessage());
            }
        });
    }

    private static void help(Composite parent, String text, String page) {
        link(parent, text, () -> PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(HELP + page));
    }

    private static Link link(Composite parent, String text, Runnable action) {
        Link link = new Link(parent, SWT.NONE);
        link.setText(text);
        link.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> action.run()));
        return link;
    }

    @Override
    public void setFocus() {
        fFirst.setFocus();
    }

    @Override
    public boolean isDirty() {
        return false;
    }

    @Override
    public boolean isSaveAsAllowed() {
        return false;
    }

    @Override
    public void doSave(IProgressMonitor monitor) {
        // nothing changes
    }

    @Override
    public void doSaveAs() {
        // nothing changes
    }
}
