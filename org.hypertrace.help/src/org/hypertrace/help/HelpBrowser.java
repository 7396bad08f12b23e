/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.help;

import java.net.URI;
import java.util.function.Predicate;

import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.program.Program;
import org.eclipse.swt.widgets.Display;

/** The user's browser. */
public final class HelpBrowser {

    private static volatile Predicate<URI> fBrowser = page -> Program.launch(page.toASCIIString());

    private HelpBrowser() {
    }

    /**
     * For tests: stands in for the browser.
     *
     * @param browser
     *            takes the address of a page and returns whether it opened it
     * @return the browser before
     */
    public static Predicate<URI> replace(Predicate<URI> browser) {
        Predicate<URI> before = fBrowser;
        fBrowser = browser;
        return before;
    }

    /** Opens a page; if that fails, a dialog shows its address. */
    static void open(URI page) {
        if (!fBrowser.test(page)) {
            MessageDialog.openInformation(Display.getCurrent().getActiveShell(), "Help",
                    "No browser can be started. Open this page in one:\n" + page.toASCIIString());
        }
    }
}
