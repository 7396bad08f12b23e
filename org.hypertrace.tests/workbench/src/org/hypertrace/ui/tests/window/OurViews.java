/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.Arrays;
import java.util.List;

import org.eclipse.ui.IPluginContribution;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.views.IViewDescriptor;

/** The views that our {@code plugin.xml} registers, whatever their ids are: some are Trace Compass' own, of our data. */
public final class OurViews {

    private OurViews() {
    }

    /** All of them, as the workbench knows them. */
    public static List<IViewDescriptor> all() {
        return Arrays.stream(PlatformUI.getWorkbench().getViewRegistry().getViews())
                .filter(view -> view instanceof IPluginContribution part && part.getPluginId().equals("org.hypertrace.ui")).toList();
    }
}
