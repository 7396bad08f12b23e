/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;

/** A sentence above the rows of a view, in as many lines as it needs. That of the workbench has one line, which is cut off. */
public final class WrappedLine {

    private static final int MARGIN = 3;

    private final Control fAbove;
    private final Label fLine;
    private final Composite fBelow;
    private String fText = "";

    /**
     * @param parent
     *            what the line and the rows fill
     */
    public WrappedLine(Composite parent) {
        Composite all = new Composite(parent, SWT.NONE);
        GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(all);
        Composite above = new Composite(all, SWT.NONE);
        GridLayoutFactory.fillDefaults().extendedMargins(MARGIN, MARGIN, 0, 0).applyTo(above);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(above);
        fAbove = above;
        fLine = new Label(above, SWT.WRAP);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(fLine);
        fBelow = new Composite(all, SWT.NONE);
        fBelow.setLayout(new FillLayout());
        GridDataFactory.fillDefaults().grab(true, true).applyTo(fBelow);
        show("");
    }

    /** @return where the rows are to be put */
    public Composite below() {
        return fBelow;
    }

    /** @return the sentence, empty if there is none */
    public String text() {
        return fText;
    }

    /**
     * Shows another sentence.
     *
     * @param text
     *            it; empty or null for none
     */
    public void show(String text) {
        fText = text == null ? "" : text;
        if (fLine.isDisposed()) {
            return;
        }
        fLine.setText(fText.replace("&", "&&"));
        fAbove.setVisible(!fText.isEmpty());
        ((GridData) fAbove.getLayoutData()).exclude = fText.isEmpty();
        fBelow.getParent().layout();
    }
}
