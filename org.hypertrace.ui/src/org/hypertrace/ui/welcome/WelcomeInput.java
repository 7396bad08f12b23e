/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.welcome;

import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.IPersistableElement;

/** That the welcome page is shown. It is not restored when the window is opened again. */
record WelcomeInput() implements IEditorInput {

    @Override
    public boolean exists() {
        return false;
    }

    @Override
    public ImageDescriptor getImageDescriptor() {
        return ImageDescriptor.getMissingImageDescriptor();
    }

    @Override
    public String getName() {
        return "Welcome";
    }

    @Override
    public IPersistableElement getPersistable() {
        return null;
    }

    @Override
    public String getToolTipText() {
        return "Ways to begin with Hypertrace";
    }

    @Override
    public <T> T getAdapter(Class<T> adapter) {
        return null;
    }
}
