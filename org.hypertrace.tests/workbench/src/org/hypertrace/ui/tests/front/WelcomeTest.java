/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.hypertrace.help.HelpBrowser;
import org.hypertrace.help.HelpPages;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first screen: each of its links leads somewhere. */
@ExtendWith(CleanWorkbench.class)
class WelcomeTest {

    /** Of the window in which Trace Compass first opens, without what the window manager draws around it. */
    private static final int FIRST_WIDTH = 1_020;
    private static final int FIRST_HEIGHT = 740;

    private final List<URI> fOpened = new ArrayList<>();
    private Predicate<URI> fBrowser;

    @BeforeEach
    void open() {
        fBrowser = HelpBrowser.replace(fOpened::add);
        Menus.bar("Help", "Hypertrace Welcome");
        Workbench.waitUntil("the page is there", () -> links().stream().anyMatch(link -> link.getText().startsWith("<a>Read the lessons")));
    }

    @AfterEach
    void giveTheBrowserBack() {
        HelpBrowser.replace(fBrowser);
    }

    private static List<Link> links() {
        return Dialogs.all(Link.class, Workbench.window());
    }

    private static Link link(String text) {
        return Workbench.inUi(() -> links().stream().filter(link -> link.isVisible() && link.getText().startsWith("<a>" + text))
                .findFirst().orElseThrow(() -> new AssertionError("no link " + text)));
    }

    private static void click(String text) {
        Link link = link(text);
        Display.getDefault().asyncExec(() -> link.notifyListeners(SWT.Selection, new Event()));
    }

    @Test
    void aSampleIsImportedFromHere() throws Exception {
        Workbench.picture("welcome", Workbench::window);
        Shell dialog = Dialogs.dialog("welcome-samples", () -> click("Open a sample"));
        assertEquals("Import Hypertrace samples", Workbench.inUi(dialog::getText));
        Workbench.inUi(() -> {
            dialog.close();
            return null;
        });
    }

    /** In the perspective and the window of a new workspace. */
    @Test
    void allWaysAreInSight() throws Exception {
        Workbench.inUi(() -> {
            Workbench.page().resetPerspective();
            Workbench.window().setMaximized(false);
            Workbench.window().setBounds(0, 0, FIRST_WIDTH, FIRST_HEIGHT);
            return null;
        });
        Composite page = Workbench.inUi(() -> link("Open a trace").getParent());
        Workbench.waitUntil("all is in sight", () -> List.of(page.getChildren()).stream().allMatch(part -> isWhole(part, page.getClientArea())));
        assertEquals(4, Workbench.inUi(() -> Dialogs.all(Link.class, page).size()));
        Workbench.picture("welcome-first", Workbench::window);
    }

    private static boolean isWhole(Control part, Rectangle sight) {
        Rectangle bounds = part.getBounds();
        Point wanted = part.computeSize(SWT.DEFAULT, SWT.DEFAULT);
        return sight.union(bounds).equals(sight) && bounds.width >= wanted.x && bounds.height >= wanted.y;
    }

    @Test
    void recordingAndLessonsAreRead() {
        click("Record a trace");
        click("Read the lessons");
        Workbench.waitUntil("both pages are opened", () -> fOpened.size() == 2);
        assertEquals(List.of(HelpPages.of("/org.hypertrace.ui/help/recording/recording.html"),
                HelpPages.of("/org.hypertrace.ui/help/README.html#lessons")), fOpened);
    }

    /** Its dialog is the operating system's, which no test can close: so only whether the command can be executed. */
    @Test
    void aTraceIsOpenedByTraceCompassOwnCommand() {
        assertTrue(Workbench.inUi(() -> link("Open a trace").isEnabled()));
        assertTrue(Menus.barTexts("File").stream().anyMatch(text -> text.startsWith("Open Trace")));
    }

    @Test
    void itIsOpenedOnce() {
        Menus.bar("Help", "Hypertrace Welcome");
        Workbench.inUi(() -> null);
        assertEquals(1, Workbench.<Long> inUi(() -> Arrays.stream(Workbench.page().getEditorReferences()).count()));
    }
}
