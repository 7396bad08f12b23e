/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.ProgressBar;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.untrusted.PlainText;

/** Below a table: that its rows are being computed, else what the selected rows come to. It takes no room if there is nothing to show. */
public final class TableStatus {

    private final TableColumns fColumns;
    private final Composite fBar;
    private final Label fText;
    private final ProgressBar fProgress;
    private int fComputing;
    /** Null at first. */
    private String fShown;

    /** {@code parent}: has a grid of one column. */
    TableStatus(Composite parent, ProviderTable table, TableColumns columns) {
        fColumns = columns;
        fBar = new Composite(parent, SWT.NONE);
        GridLayoutFactory.fillDefaults().numColumns(2).extendedMargins(6, 6, 2, 2).applyTo(fBar);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(fBar);
        fProgress = new ProgressBar(fBar, SWT.HORIZONTAL | SWT.INDETERMINATE);
        GridDataFactory.fillDefaults().align(SWT.LEFT, SWT.CENTER).hint(90, SWT.DEFAULT).applyTo(fProgress);
        fText = new Label(fBar, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).applyTo(fText);
        table.tree().addListener(SWT.Selection, event -> show(table));
        Display display = parent.getDisplay();
        table.whenComputing(isComputing -> display.asyncExec(() -> {
            fComputing += isComputing ? 1 : -1;
            show(table);
        }));
        show(table);
    }

    private void show(ProviderTable table) {
        if (fBar.isDisposed()) {
            return;
        }
        boolean isComputing = fComputing > 0;
        String text = isComputing ? "Computing the rows…" : SelectedSums.of(table.tree().getSelection(), table.columns().shown(), fColumns::isAdded);
        if (text.equals(fShown) && isComputing == fProgress.getVisible()) {
            return;
        }
        fShown = text;
        fText.setText(PlainText.line(text).replace("&", "&&"));
        // there may be more of them than the window is wide
        fText.setToolTipText(text);
        exclude(fProgress, !isComputing);
        exclude(fBar, text.isEmpty());
        // not the table: to ask it for its size is dear
        fBar.getParent().layout(new Control[] { fProgress, fText });
    }

    private static void exclude(Control control, boolean isExcluded) {
        control.setVisible(!isExcluded);
        ((GridData) control.getLayoutData()).exclude = isExcluded;
    }

    /** @return what is written there */
    public String text() {
        return fText.getText();
    }

    /** @return whether a bar shows that something goes on */
    public boolean isMoving() {
        return fProgress.getVisible();
    }
}
