/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.settings;

import java.io.IOException;
import java.util.List;

import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.hypertrace.ui.help.ViewHelp;

/**
 * Asks for something of every VM of a trace, a row each; the choice is kept with OK.
 *
 * @param <R>
 *            a row: a VM, and what is chosen for it
 */
public abstract class VmChoicesDialog<R> extends TitleAreaDialog {

    /** Of a column, in pixels. */
    protected static final int WIDTH = 420;
    private static final int MAX_HEIGHT = 300;

    /**
     * Keeps the user's choice.
     *
     * @param <R>
     *            a row
     */
    public interface Keeper<R> {
        /**
         * @param rows
         *            as chosen
         * @throws IOException
         *             if that is not possible; the message is one sentence for the user
         */
        void keep(List<R> rows) throws IOException;
    }

    private final String fShellTitle;
    private final List<R> fRows;
    private final String fWrong;
    private final Keeper<R> fKeeper;
    private String fError;
    private boolean fChanged;

    /**
     * @param shellTitle
     *            of its window
     * @param rows
     *            what is chosen by now
     * @param wrong
     *            what is wrong with the earlier choice, null if nothing is
     * @param keeper
     *            is called with OK if the choice is another one, or the earlier one was wrong
     */
    protected VmChoicesDialog(Shell parent, String shellTitle, List<R> rows, String wrong, Keeper<R> keeper) {
        super(parent);
        fShellTitle = shellTitle;
        fRows = List.copyOf(rows);
        fWrong = wrong;
        fKeeper = keeper;
        setShellStyle(getShellStyle() | SWT.RESIZE);
    }

    /** @return the rows as the controls have them now; throws as the keeper does if one is wrong */
    protected abstract List<R> chosen() throws IOException;

    /** Makes the controls of a row. */
    protected abstract void add(R row, Composite table);

    /** @return how many controls a row has */
    protected abstract int columns();

    /** Title and message are to be set. */
    protected abstract void head(boolean hasVms);

    /** All rows are there; returns what is wrong, null if nothing is. */
    protected String filled(String wrong) {
        return wrong;
    }

    /** @return what was wrong with the earlier choice, null if nothing was */
    protected String wrong() {
        return fWrong;
    }

    /** Something else than a choice has changed. */
    protected void changed() {
        fChanged = true;
    }

    /** @return whether what the choice stands for is another one now */
    public boolean isChanged() {
        return fChanged;
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(fShellTitle);
        ViewHelp.ofDialog(shell, fShellTitle);
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = (Composite) super.createDialogArea(parent);
        head(fRows.size() > 1);
        Composite body = new Composite(area, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, true).applyTo(body);
        GridLayoutFactory.swtDefaults().margins(10, 10).applyTo(body);
        ScrolledComposite scrolled = new ScrolledComposite(body, SWT.V_SCROLL);
        scrolled.setExpandHorizontal(true);
        Composite table = new Composite(scrolled, SWT.NONE);
        GridLayoutFactory.fillDefaults().numColumns(columns()).spacing(15, 10).applyTo(table);
        fRows.forEach(row -> add(row, table));
        fError = filled(fWrong);
        scrolled.setContent(table);
        table.setSize(table.computeSize(SWT.DEFAULT, SWT.DEFAULT));
        GridDataFactory.fillDefaults().grab(true, true)
                .hint(table.getSize().x + 20, Math.min(table.getSize().y, MAX_HEIGHT)).applyTo(scrolled);
        return area;
    }

    @Override
    public void create() {
        super.create();
        // only now: a long sentence would else make the dialog as wide
        setErrorMessage(fError);
    }

    @Override
    protected void okPressed() {
        try {
            List<R> rows = chosen();
            if (fWrong != null || !rows.equals(fRows)) {
                fKeeper.keep(rows);
                fChanged = true;
            }
        } catch (IOException e) {
            setErrorMessage(e.getMessage());
            return;
        }
        super.okPressed();
    }
}
