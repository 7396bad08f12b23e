/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.welcome;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.ui.handlers.HandlerUtil;

/** <em>Help → Hypertrace Welcome</em>. */
public final class WelcomeHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        WelcomePage.open(HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage());
        return null;
    }
}
