/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

import org.eclipse.swt.events.PaintListener;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IViewPart;

/** Pictures of what is on the screen, to look at. */
public final class Screenshots {

    static final String PAINTED = "it is painted";

    private Screenshots() {
    }

    /** @return whether pictures are; not in a run of all tests on some samples: they take a tenth of its time, and nobody looks at them */
    public static boolean areTaken() {
        return !"none".equals(System.getProperty("hypertrace.pictures"));
    }

    /** One of a view as large as the window, if pictures are asked for. */
    public static void maximized(IViewPart view, String name) throws IOException {
        if (areTaken()) {
            Workbench.inUi(() -> {
                Workbench.page().activate(view);
                Workbench.page().toggleZoom(Workbench.page().getReference(view));
                return null;
            });
            take(name, Workbench::window);
            Workbench.inUi(() -> {
                Workbench.page().toggleZoom(Workbench.page().getReference(view));
                return null;
            });
        }
    }

    static void take(String name, Supplier<Control> control) throws IOException {
        Path folder = Path.of(System.getProperty("hypertrace.screenshots", System.getProperty("java.io.tmpdir")));
        Path file = folder.resolve(name + ".png");
        Files.createDirectories(file.getParent());
        // what is on the screen may be older than what the view has
        boolean[] painted = new boolean[1];
        PaintListener listener = event -> painted[0] = true;
        Workbench.inUi(() -> {
            control.get().addPaintListener(listener);
            control.get().redraw(0, 0, 10_000, 10_000, true);
            return null;
        });
        Workbench.waitUntil(PAINTED, () -> painted[0]);
        Png.write(Workbench.inUi(() -> {
            Control seen = control.get();
            seen.removePaintListener(listener);
            while (seen.getDisplay().readAndDispatch()) {
                // all that is queued is to be seen
            }
            return copy(seen);
        }), file);
    }

    private static ImageData copy(Control seen) {
        // a window's bounds have its frame and menu bar, too, which are not drawn
        Rectangle size = seen instanceof Shell shell ? shell.getClientArea() : seen.getBounds();
        Image image = new Image(seen.getDisplay(), size.width, size.height);
        GC gc = new GC(seen);
        gc.copyArea(image, 0, 0);
        gc.dispose();
        // of a screen at 200 % all pixels
        ImageData data = image.getImageData(seen.getMonitor().getZoom());
        image.dispose();
        return data;
    }
}
