/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.editors.ITmfTraceEditor;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IEditorReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/** Closes a trace and opens it again, so that its analyses begin anew. To be called in the UI thread. */
public final class Reopening {

    private Reopening() {
    }

    /**
     * @param element
     *            a trace or experiment; nothing happens if it is not open
     * @return whether it could be opened again, and why not
     */
    public static IStatus of(TmfCommonProjectElement element) {
        ITmfTrace trace = element.getTrace();
        if (trace == null) {
            return Status.OK_STATUS;
        }
        close(trace);
        return open(element);
    }

    /**
     * @param element
     *            a trace or experiment that is not open
     * @return whether it could be opened, and why not; the user stays in the perspective
     */
    public static IStatus open(TmfCommonProjectElement element) {
        PerspectiveStays.expect(element);
        IStatus status = TmfOpenTraceHelper.openFromElement(element);
        if (!status.isOK()) {
            PerspectiveStays.forget(element);
        }
        return status;
    }

    /** Only this one: the element's own way would close experiments that contain it, too. */
    private static void close(ITmfTrace trace) {
        for (IWorkbenchWindow window : PlatformUI.getWorkbench().getWorkbenchWindows()) {
            for (IWorkbenchPage page : window.getPages()) {
                for (IEditorReference reference : page.getEditorReferences()) {
                    IEditorPart editor = reference.getEditor(false);
                    if (editor instanceof ITmfTraceEditor of && of.getTrace() == trace) {
                        page.closeEditor(editor, false);
                    }
                }
            }
        }
    }
}
