/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IViewReference;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;

/** What is on the screen and cannot be read in full: texts that have less room than they need, or none between them. For the UI thread. */
public final class CutOff {

    /** What Trace Compass draws before the name of a row: a margin, this much for each level, and the sign that folds it. */
    private static final int ROW_MARGIN = 4;
    private static final int ROW_LEVEL = 9;
    private static final int ROW_SIGN = 13;
    private static final int EDGE = 3;
    /** Beside the text of a head. */
    private static final int HEAD = 8;

    private final List<String> fFound = new ArrayList<>();

    private CutOff() {
    }

    /** All views and editors of a window: tabs, sentences, buttons, the first column and the heads of our tables, names of our rows. */
    public static List<String> in(Shell window) {
        CutOff cut = new CutOff();
        for (CTabFolder stack : Dialogs.all(CTabFolder.class, window)) {
            cut.look(stack);
            Dialogs.all(Control.class, stack).forEach(cut::look);
        }
        for (IViewReference reference : Workbench.page().getViewReferences()) {
            if (reference.getView(false) instanceof ModelTimeGraphView view && Workbench.page().isPartVisible(view)) {
                cut.names(view);
            } else if (reference.getView(false) instanceof ProviderTableView view && Workbench.page().isPartVisible(view)) {
                cut.table(view.getTitle(), view.table().getTreeViewer().getTree());
            } else if (reference.getView(false) instanceof TmfChartView view && Workbench.page().isPartVisible(view)) {
                Dialogs.all(Tree.class, view.getParentComposite()).forEach(tree -> cut.table(view.getTitle(), tree));
            }
        }
        return cut.fFound;
    }

    private void look(Control control) {
        if (!control.isVisible()) {
            return;
        }
        if (control instanceof CTabFolder folder) {
            Arrays.stream(folder.getItems()).filter(tab -> !isWhole(tab)).forEach(tab -> fFound.add("tab " + tab.getText()));
        } else if (control instanceof ToolBar bar) {
            tools(bar);
        } else if (control instanceof Text field && !field.getMessage().isEmpty()) {
            if (width(field, field.getMessage()) > field.getSize().x) {
                fFound.add("message " + field.getMessage());
            }
        } else if (!text(control).isEmpty()) {
            Point size = control.getSize();
            boolean isWrapped = (control.getStyle() & SWT.WRAP) != 0;
            Point needed = control.computeSize(isWrapped ? size.x : SWT.DEFAULT, SWT.DEFAULT);
            if (needed.x > size.x || needed.y > size.y || !isInside(control)) {
                fFound.add(control.getClass().getSimpleName() + ' ' + text(control));
            }
        }
    }

    private static String text(Control control) {
        return control instanceof Label label ? label.getText() : control instanceof CLabel label ? label.getText()
                : control instanceof Button button ? button.getText() : control instanceof Link link ? link.getText()
                        : control instanceof Combo combo ? combo.getText() : "";
    }

    private static boolean isWhole(CTabItem tab) {
        int image = tab.getImage() == null ? 0 : tab.getImage().getBounds().width;
        return tab.isShowing() && tab.getBounds().width >= width(tab.getParent(), tab.getText()) + image;
    }

    private void tools(ToolBar bar) {
        String before = "";
        for (ToolItem item : bar.getItems()) {
            String words = item.getImage() == null ? item.getText() : "";
            if (!before.isEmpty() && !words.isEmpty()) {
                fFound.add("tools " + before + " and " + words + " read like one");
            }
            // the sign of a menu is behind its words
            before = (item.getStyle() & SWT.DROP_DOWN) == 0 ? words : "";
            Rectangle bounds = item.getBounds();
            if (bounds.x + bounds.width > bar.getSize().x || bounds.y + bounds.height > bar.getSize().y || !isInside(bar)) {
                fFound.add("tool " + item.getToolTipText());
            }
        }
    }

    /** In all that is around it: what is further right or down is not drawn. */
    private static boolean isInside(Control control) {
        Point end = control.getSize();
        Control at = control;
        for (Composite around = control.getParent(); around != null; around = around.getParent()) {
            end = new Point(end.x + at.getLocation().x, end.y + at.getLocation().y);
            Rectangle area = around.getClientArea();
            if (end.x > area.x + area.width || end.y > area.y + area.height) {
                return false;
            }
            if (around instanceof Shell) {
                return true;
            }
            at = around;
        }
        return true;
    }

    private void names(ModelTimeGraphView view) {
        Composite control = view.getTimeGraphViewer().getTimeGraphControl();
        int room = view.getTimeGraphViewer().getNameSpace() - EDGE;
        for (ITimeGraphEntry row : view.getTimeGraphViewer().getExpandedElements()) {
            int level = 0;
            for (ITimeGraphEntry up = row.getParent(); up != null; up = up.getParent()) {
                level++;
            }
            if (ROW_MARGIN + level * ROW_LEVEL + ROW_SIGN + width(control, row.getName()) > room) {
                fFound.add("row " + row.getName() + " of " + view.getTitle());
            }
        }
    }

    /** The first column is in sight, and each head has the room for its text. */
    private void table(String name, Tree tree) {
        TreeColumn[] columns = tree.getColumns();
        for (TreeColumn column : columns) {
            if (column.getWidth() > 0 && column.getWidth() < width(tree, column.getText()) + HEAD) {
                fFound.add("head " + column.getText() + " of " + name);
            }
        }
        if (columns.length > 0 && columns[0].getWidth() > tree.getClientArea().width) {
            fFound.add("column " + columns[0].getText() + " of " + name);
        }
    }

    /** How wide a text is, in pixels; of several lines the longest. */
    public static int width(Control control, String text) {
        GC gc = new GC(control);
        try {
            return gc.textExtent(text).x;
        } finally {
            gc.dispose();
        }
    }
}
