/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import java.util.Locale;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.ScrollBar;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.core.view.Shades;
import org.hypertrace.ui.table.ColourCache;

/**
 * Draws a flame graph: the whole below, what is called above. A box under the mouse shows its figures. A click makes it as wide as the
 * window; a click on a wider one below or Escape goes back.
 */
public final class FlameCanvas extends Canvas {

    private static final int ROW = 18;
    private static final int SPACE = 3;

    private final ColourCache fColours;
    private FlameGraph fGraph;
    private int fZoomed;
    private String fFound = "";

    /** @param parent in which it is */
    public FlameCanvas(Composite parent) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.V_SCROLL | SWT.NO_BACKGROUND);
        fColours = new ColourCache(getDisplay());
        addPaintListener(event -> paint(event.gc));
        addListener(SWT.Resize, event -> scroll());
        addListener(SWT.MouseMove, event -> point(event.x, event.y));
        addListener(SWT.MouseUp, event -> {
            setFocus();
            zoom(boxAt(event.x, event.y));
        });
        addListener(SWT.KeyDown, event -> {
            if (event.keyCode == SWT.ESC) {
                zoom(0);
            }
        });
        getVerticalBar().addListener(SWT.Selection, event -> redraw());
        addDisposeListener(event -> fColours.dispose());
    }

    /** @param graph what is drawn, null for nothing */
    public void show(FlameGraph graph) {
        fGraph = graph;
        fZoomed = 0;
        scroll();
        redraw();
    }

    /** @return what is drawn, null for nothing */
    public FlameGraph graph() {
        return fGraph;
    }

    /** @param words boxes with them in their names are marked; empty: none */
    public void find(String words) {
        fFound = words.strip().toLowerCase(Locale.ROOT);
        redraw();
    }

    /** @param box the place in the layout of the box that is to be as wide as the window; less than 0: nothing changes */
    public void zoom(int box) {
        if (box >= 0 && fGraph != null && fGraph.wall(box) > 0) {
            fZoomed = box;
            redraw();
        }
    }

    private void scroll() {
        ScrollBar bar = getVerticalBar();
        int height = fGraph == null ? 0 : (fGraph.layout().depth() + 1) * ROW;
        int visible = Math.max(1, getClientArea().height);
        bar.setVisible(height > visible);
        bar.setValues(Math.max(0, height - visible), 0, Math.max(height, visible), visible, ROW, visible);
    }

    /** Where a box is now; of no width if it is out of sight. */
    private Rectangle place(int box) {
        Rectangle area = getClientArea();
        long begin = fGraph.layout().begin(fZoomed);
        double scale = area.width / (double) Math.max(1, fGraph.wall(fZoomed));
        int left = (int) Math.max(0, Math.round((fGraph.layout().begin(box) - begin) * scale));
        int right = (int) Math.min(area.width, Math.round((fGraph.layout().begin(box) + fGraph.wall(box) - begin) * scale));
        int height = Math.max(area.height, (fGraph.layout().depth() + 1) * ROW);
        int y = height - (fGraph.layout().depth(box) + 1) * ROW - (getVerticalBar().isVisible() ? getVerticalBar().getSelection() : 0);
        return new Rectangle(left, y, Math.max(0, right - left), ROW);
    }

    private void paint(GC gc) {
        gc.setBackground(fColours.of(Shades.PAPER));
        gc.fillRectangle(getClientArea());
        for (int box = 0; fGraph != null && box < fGraph.layout().size(); box++) {
            Rectangle place = place(box);
            if (place.width > 0 && place.intersects(getClientArea())) {
                paint(gc, box, place);
            }
        }
    }

    private void paint(GC gc, int box, Rectangle place) {
        String label = fGraph.label(box);
        boolean found = !fFound.isEmpty() && box > 0 && label.toLowerCase(Locale.ROOT).contains(fFound);
        String colour = found ? Shades.FOUND : fGraph.colour(box);
        gc.setBackground(fColours.of(colour));
        gc.fillRectangle(place.x, place.y, Math.max(1, place.width - FlameLayout.GAP), ROW - FlameLayout.GAP);
        if (place.width > 4 * SPACE) {
            gc.setForeground(fColours.of(Shades.text(colour)));
            gc.drawText(fit(gc, label, place.width - 2 * SPACE), place.x + SPACE, place.y + 1, true);
        }
    }

    private static String fit(GC gc, String label, int width) {
        int average = Math.max(1, (int) gc.getFontMetrics().getAverageCharacterWidth());
        String text = label.substring(0, Math.min(label.length(), 2 * width / average));
        if (text.length() == label.length() && gc.textExtent(text).x <= width) {
            return text;
        }
        while (!text.isEmpty() && gc.textExtent(text + '…').x > width) {
            text = text.substring(0, text.length() - 1);
        }
        return text.length() < 2 ? "" : text + '…';
    }

    /** The box there, -1 if there is none; of boxes too narrow to be seen the last one. */
    private int boxAt(int x, int y) {
        int found = -1;
        for (int box = 0; fGraph != null && box < fGraph.layout().size(); box++) {
            Rectangle place = place(box);
            found = place.width > 0 && place.contains(x, y) ? box : found;
        }
        return found;
    }

    private void point(int x, int y) {
        int box = boxAt(x, y);
        String words = box < 0 ? null : fGraph.words(box).replace("&", "&&");
        if (words == null || !words.equals(getToolTipText())) {
            setToolTipText(words);
        }
    }

    @Override
    public Point computeSize(int width, int height, boolean changed) {
        return new Point(width == SWT.DEFAULT ? 300 : width, height == SWT.DEFAULT ? 100 : height);
    }
}
