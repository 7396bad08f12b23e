/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import org.hypertrace.core.report.doc.Bar;

/** Draws a bar as SVG in a cell; the figure of a piece is under the mouse. */
final class BarSvg {

    private static final int HEIGHT = 12;

    private BarSvg() {
    }

    static void write(Bar bar, Elements out) {
        int width = switch (bar.form()) {
        case SHARE -> 100;
        case STACKED, BESIDE_FIGURES -> 200;
        case DIFFERENCE -> 220;
        };
        double middle = bar.form() == Bar.Form.DIFFERENCE ? width / 2.0 : 0;
        String height = String.valueOf(HEIGHT);
        String x0 = Elements.number(middle);
        if (bar.words().isEmpty() || bar.form() == Bar.Form.SHARE) {
            // its figures stand beside it
            out.open("svg", "class", "bar", "width", String.valueOf(width), "height", height, "aria-hidden", "true");
        } else {
            out.open("svg", "class", "bar", "width", String.valueOf(width), "height", height, "role", "img", "aria-label", bar.words());
        }
        if (middle > 0) {
            out.empty("line", "x1", x0, "x2", x0, "y1", "0", "y2", height, "class", "axis");
        }
        double right = middle;
        double left = middle;
        for (Bar.Piece piece : bar.pieces()) {
            double size = Math.min(width - middle, Math.abs(piece.size()) / bar.whole() * width);
            if (size > 0) {
                double x = piece.size() < 0 ? left - size : right;
                out.open("rect", "x", Elements.number(x), "y", "1", "width", Elements.number(size), "height",
                        String.valueOf(HEIGHT - 2), "fill", piece.style().colour()).element("title", piece.name() + ' ' + piece.amount().both()).close();
                left -= piece.size() < 0 ? size : 0;
                right += piece.size() < 0 ? 0 : size;
            }
        }
        out.close();
    }
}
