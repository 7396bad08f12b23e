/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.ui.IImportWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;

/** <em>File → Import Hypertrace Samples…</em> and its neighbour: opens the import wizard that has the id of the command. */
public final class ImportHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        IWorkbench workbench = PlatformUI.getWorkbench();
        try {
            IImportWizard wizard = (IImportWizard) workbench.getImportWizardRegistry().findWizard(event.getCommand().getId()).createWizard();
            wizard.init(workbench, StructuredSelection.EMPTY);
            new WizardDialog(HandlerUtil.getActiveShellChecked(event), wizard).open();
        } catch (CoreException e) {
            throw new ExecutionException(e.getMessage(), e);
        }
        return null;
    }
}
