/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.report;

import java.nio.file.Path;
import java.util.function.Function;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.ui.handlers.HandlerUtil;

/** The menu entry <em>Report…</em> on a trace or experiment in the Project Explorer: asks for a file and writes the report there. */
public final class ReportHandler extends AbstractHandler {

    private static final String HTML = ".html";

    private static volatile Function<FileDialog, String> fUser = FileDialog::open;

    /**
     * For tests, which cannot reach the operating system's dialog: stands in for the user.
     *
     * @param user
     *            takes the dialog and returns the file that is chosen, null if none is
     * @return the user before
     */
    public static Function<FileDialog, String> replaceUser(Function<FileDialog, String> user) {
        Function<FileDialog, String> before = fUser;
        fUser = user;
        return before;
    }

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        if (HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection
                && selection.getFirstElement() instanceof TmfCommonProjectElement element) {
            // the active shell may be that of a message which was just closed
            Path file = ask(HandlerUtil.getActiveWorkbenchWindowChecked(event).getShell(), element.getName());
            if (file != null) {
                new ReportJob(element, file).schedule();
            }
        }
        return null;
    }

    private static Path ask(Shell shell, String trace) {
        FileDialog files = new FileDialog(shell, SWT.SAVE);
        files.setText("Report of " + trace);
        files.setFilterExtensions(new String[] { "*" + HTML });
        files.setFileName(trace.replaceAll("[^\\w.+-]+", "-") + HTML);
        files.setOverwrite(true);
        String file = fUser.apply(files);
        return file == null ? null : Path.of(file);
    }
}
