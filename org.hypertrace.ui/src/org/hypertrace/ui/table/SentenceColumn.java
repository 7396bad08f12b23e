/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Tree;

/**
 * The first column of a table whose rows begin with a sentence. It takes the room that the columns next to it leave in the window. A
 * sentence has as many lines as it needs there.
 */
final class SentenceColumn {

    /** Pixels: what is left and right of a text, and a column that can still be read. */
    private static final int MARGINS = 34;
    private static final int LEAST = 240;
    private static final int LOOKS = 5;
    /** A figure stays with its unit. */
    private static final Pattern BREAKS = Pattern.compile(" (?!(?:ns|µs|ms|s|%)(?:\\W|$))");

    private final TreeViewer fViewer;
    private final int fInSight;
    private final Runnable fFit;
    private final Map<String, String> fLines = new HashMap<>();
    private int fWidth = Integer.MAX_VALUE;
    /** How wide the table was seen to be, and how often that is still to be looked at. */
    private int fSeen;
    private int fLooks = LOOKS;

    /** {@code inSight}: how many columns are in sight without scrolling, this one among them; {@code fit}: makes all columns fit anew. */
    SentenceColumn(TreeViewer viewer, int inSight, Runnable fit) {
        fViewer = viewer;
        fInSight = inSight;
        fFit = fit;
        Tree tree = viewer.getTree();
        tree.addListener(SWT.Resize, event -> {
            fLooks = LOOKS;
            look();
        });
        // GTK may lay out after it has announced another size: what is painted has the last one. To ask at each painting is dear.
        tree.addListener(SWT.Paint, event -> {
            if (fLooks > 0) {
                fLooks--;
                look();
            }
        });
        tree.getColumn(0).addListener(SWT.Resize, event -> later(this::wrap));
    }

    private void look() {
        int width = fViewer.getTree().getClientArea().width;
        if (width != fSeen) {
            fSeen = width;
            later(fFit);
        }
    }

    private void later(Runnable what) {
        fViewer.getTree().getDisplay().asyncExec(() -> {
            if (!fViewer.getTree().isDisposed()) {
                what.run();
            }
        });
    }

    private void wrap() {
        int width = fViewer.getTree().getColumn(0).getWidth();
        if (width != fWidth) {
            fWidth = width;
            fLines.clear();
            fViewer.refresh(true);
        }
    }

    /** How wide it is to be, if its texts would take {@code natural} in one line, and the columns take {@code widths}. */
    int fitting(int natural, int[] widths) {
        // other rows may need a bar to scroll them
        fLooks = LOOKS;
        int room = fViewer.getTree().getClientArea().width;
        for (int i = 1; i < Math.min(fInSight, widths.length); i++) {
            room -= widths[i];
        }
        return Math.min(natural, Math.max(LEAST, room));
    }

    /** A text with line breaks where it would be wider than the column. */
    String lines(String text) {
        return fLines.computeIfAbsent(text, this::broken);
    }

    private String broken(String text) {
        GC gc = new GC(fViewer.getTree());
        try {
            if (fWidth == Integer.MAX_VALUE || gc.textExtent(text).x <= fWidth - MARGINS) {
                return text;
            }
            StringBuilder all = new StringBuilder();
            StringBuilder line = new StringBuilder();
            for (String word : BREAKS.split(text)) {
                if (line.length() > 0 && gc.textExtent(line + " " + word).x > fWidth - MARGINS) {
                    all.append(line).append('\n');
                    line.setLength(0);
                }
                line.append(line.length() > 0 ? " " : "").append(word);
            }
            return all.append(line).toString();
        } finally {
            gc.dispose();
        }
    }
}
