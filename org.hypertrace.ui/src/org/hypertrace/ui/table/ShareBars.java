/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Tree;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Shades;

/** Draws the shares in a column of a table as bars under the figures. */
final class ShareBars {

    private static final int INSET = 1;

    private ShareBars() {
    }

    /** {@code column}: from 0, as wide as a share of 1. */
    static void draw(Tree tree, int column) {
        ColourCache colours = new ColourCache(tree.getDisplay());
        tree.addDisposeListener(event -> colours.dispose());
        tree.addListener(SWT.EraseItem, event -> {
            Amount share = event.index == column && event.item != null ? TableCells.figure(event.item.getData(), column) : null;
            if (share != null && share.ratio() > 0) {
                Color before = event.gc.getBackground();
                event.gc.setBackground(colours.of(Shades.SHARE));
                event.gc.fillRectangle(event.x, event.y + INSET, (int) Math.max(1, Math.round(event.width * Math.min(1, share.ratio()))),
                        event.height - 2 * INSET);
                event.gc.setBackground(before);
            }
        });
    }
}
