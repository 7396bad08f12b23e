/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.syscall;

import java.util.List;
import java.util.function.Consumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Shades;
import org.hypertrace.ui.table.ColourCache;

/** Draws durations against a rate: each stretch of load is a point of every figure. The figures have colours and forms of their own. */
public final class LoadChart extends Canvas {

    private static final int LEFT = 80;
    private static final int RIGHT = 20;
    private static final int TOP = 30;
    private static final int BELOW = 45;
    private static final int MARK = 4;
    private static final int HALF = MARK / 2;
    private static final int NEAR = 8;
    private static final int WIDEST = 70;
    private static final int HIGHEST = 24;
    private static final int SPACE = 6;

    /**
     * A stretch of load.
     *
     * @param name
     *            for people
     * @param rate
     *            how much load
     * @param figures
     *            durations under that load
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     */
    public record Load(String name, Amount rate, List<Amount> figures, long begin, long end) { }

    private final List<String> fFigures;
    private final ColourCache fColours;
    private String fTitle = "";
    private List<Load> fLoads = List.of();

    /**
     * @param parent
     *            in which it is
     * @param figures
     *            the names of the durations
     * @param chosen
     *            gets a point that was clicked at
     */
    LoadChart(Composite parent, List<String> figures, Consumer<Load> chosen) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.NO_BACKGROUND);
        fFigures = figures;
        fColours = new ColourCache(getDisplay());
        addPaintListener(event -> paint(event.gc));
        addListener(SWT.Resize, event -> redraw());
        addListener(SWT.MouseMove, event -> {
            Load near = near(event.x, event.y);
            String words = near == null ? null : SystemCallLoadView.words(near);
            if (words == null || !words.equals(getToolTipText())) {
                setToolTipText(words);
            }
        });
        addListener(SWT.MouseUp, event -> {
            Load near = near(event.x, event.y);
            if (near != null) {
                chosen.accept(near);
            }
        });
        addDisposeListener(event -> fColours.dispose());
    }

    /** {@code title}: what the points are about. */
    void show(String title, List<Load> loads) {
        fTitle = title;
        fLoads = List.copyOf(loads);
        if (!isDisposed()) {
            redraw();
        }
    }

    /** @return what is drawn */
    public List<Load> loads() {
        return fLoads;
    }

    /**
     * @param load
     *            one that is drawn
     * @param figure
     *            which of its figures, from 0
     * @return where its mark is
     */
    public Point place(Load load, int figure) {
        Rectangle plot = plot();
        return new Point((int) Math.round(plot.x + plot.width * load.rate.number() / top(mostRate(), rateStep())),
                (int) Math.round(plot.y + plot.height - plot.height * load.figures.get(figure).number() / top(longest(), timeStep())));
    }

    private Load near(int x, int y) {
        Load found = null;
        double least = NEAR * NEAR;
        for (Load load : fLoads) {
            for (int figure = 0; figure < fFigures.size(); figure++) {
                Point place = place(load, figure);
                double distance = Math.pow(place.x - x, 2) + Math.pow(place.y - y, 2);
                if (distance <= least) {
                    found = load;
                    least = distance;
                }
            }
        }
        return found;
    }

    private double mostRate() {
        return fLoads.stream().mapToDouble(load -> load.rate.number()).max().orElse(1);
    }

    private double longest() {
        return fLoads.stream().flatMap(load -> load.figures.stream()).mapToDouble(Amount::number).max().orElse(1);
    }

    private Rectangle plot() {
        Rectangle area = getClientArea();
        return new Rectangle(LEFT, TOP, Math.max(1, area.width - LEFT - RIGHT), Math.max(1, area.height - TOP - BELOW));
    }

    /** 1, 2 or 5 times a power of ten, so that there are at most so many steps up to the most. */
    private static double step(double most, int steps) {
        double least = Math.max(1, most) / Math.max(1, steps);
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double times = least / power;
        return Math.max(1, power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10));
    }

    private double rateStep() {
        return step(mostRate(), plot().width / WIDEST);
    }

    private double timeStep() {
        return step(longest(), plot().height / HIGHEST);
    }

    /** Where an axis ends. */
    private static double top(double most, double step) {
        return Math.ceil(Math.max(1, most) / step) * step;
    }

    private void paint(GC gc) {
        gc.setBackground(fColours.of(Shades.PAPER));
        gc.fillRectangle(getClientArea());
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_BLACK));
        if (fLoads.isEmpty()) {
            return;
        }
        axes(gc, plot());
        legend(gc);
        for (int figure = 0; figure < fFigures.size(); figure++) {
            gc.setBackground(fColours.of(Shades.ofVm(figure)));
            for (Load load : fLoads) {
                mark(gc, figure, place(load, figure));
            }
        }
    }

    private void axes(GC gc, Rectangle plot) {
        for (double rate = 0; rate <= top(mostRate(), rateStep()); rate += rateStep()) {
            int x = (int) Math.round(plot.x + plot.width * rate / top(mostRate(), rateStep()));
            grid(gc, x, plot.y, x, plot.y + plot.height);
            String text = Amount.count(Math.round(rate)).text();
            gc.drawText(text, x - gc.textExtent(text).x / 2, plot.y + plot.height + SPACE, true);
        }
        for (double ns = 0; ns <= top(longest(), timeStep()); ns += timeStep()) {
            int y = (int) Math.round(plot.y + plot.height - plot.height * ns / top(longest(), timeStep()));
            grid(gc, plot.x, y, plot.x + plot.width, y);
            String text = Amount.ns(Math.round(ns)).text();
            Point size = gc.textExtent(text);
            gc.drawText(text, plot.x - size.x - SPACE, y - size.y / 2, true);
        }
        String below = "calls per second that do not wait";
        gc.drawText(below, plot.x + (plot.width - gc.textExtent(below).x) / 2, plot.y + plot.height + BELOW / 2, true);
    }

    private void grid(GC gc, int left, int top, int right, int bottom) {
        gc.setForeground(fColours.of(Shades.GRID));
        gc.drawLine(left, top, right, bottom);
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_BLACK));
    }

    private void legend(GC gc) {
        gc.drawText(fTitle, SPACE, SPACE, true);
        int x = Math.max(LEFT, gc.textExtent(fTitle).x + 4 * SPACE);
        int middle = SPACE + gc.textExtent(fTitle).y / 2;
        for (int figure = 0; figure < fFigures.size(); figure++) {
            gc.setBackground(fColours.of(Shades.ofVm(figure)));
            mark(gc, figure, new Point(x + MARK, middle));
            gc.drawText(fFigures.get(figure), x + 2 * MARK + SPACE, SPACE, true);
            x += gc.textExtent(fFigures.get(figure)).x + 2 * MARK + 4 * SPACE;
        }
    }

    /** Of the first figure a disc, of the second a square, of the third a triangle. */
    private static void mark(GC gc, int figure, Point at) {
        if (figure == 0) {
            gc.fillPolygon(new int[] { at.x - HALF, at.y - MARK, at.x + HALF, at.y - MARK, at.x + MARK, at.y - HALF, at.x + MARK, at.y + HALF,
                    at.x + HALF, at.y + MARK, at.x - HALF, at.y + MARK, at.x - MARK, at.y + HALF, at.x - MARK, at.y - HALF });
        } else if (figure == 1) {
            gc.fillRectangle(at.x - MARK, at.y - MARK, 2 * MARK, 2 * MARK);
        } else {
            gc.fillPolygon(new int[] { at.x, at.y - MARK - 1, at.x - MARK - 1, at.y + MARK, at.x + MARK + 1, at.y + MARK });
        }
    }
}
