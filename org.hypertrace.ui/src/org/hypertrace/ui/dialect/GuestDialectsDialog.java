/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.dialect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.hypertrace.core.settings.VmDialect;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.ui.settings.VmChoicesDialog;

/** Asks for the dialect of every VM of a trace: found out, a built-in one, or a dictionary of the workspace. */
public final class GuestDialectsDialog extends VmChoicesDialog<VmDialect> {

    private final String fTrace;
    private final List<VmDialect> fRows;
    private final List<Combo> fCombos = new ArrayList<>();
    /** The names behind the items of the combos; null for the first. */
    private final List<String> fNames = new ArrayList<>();
    private final List<String> fItems = new ArrayList<>();

    /**
     * @param trace
     *            its name
     * @param rows
     *            who uses what
     * @param wrong
     *            what is wrong with the earlier choice, null if nothing is
     * @param keeper
     *            is called with OK
     */
    GuestDialectsDialog(Shell parent, String trace, List<VmDialect> rows, String wrong, Keeper<VmDialect> keeper) {
        super(parent, "Guest dialects", rows, wrong, keeper);
        fTrace = trace;
        fRows = new ArrayList<>(rows);
    }

    @Override
    protected int columns() {
        return 2;
    }

    @Override
    protected void head(boolean hasVms) {
        setTitle("Dialects of the guests of " + fTrace);
        setMessage(hasVms ? "A dialect defines what the hypercalls of a guest's tracer mean. If you choose another one, the "
                + "trace is closed and opened again."
                : "A dialect defines what the hypercalls of a guest's tracer mean. Open the trace to choose for single VMs.");
    }

    @Override
    protected List<VmDialect> chosen() {
        return fRows;
    }

    @Override
    protected String filled(String wrong) {
        return readDialects();
    }

    @Override
    protected void add(VmDialect row, Composite table) {
        Label who = new Label(table, SWT.WRAP);
        who.setText(PlainText.line(row.label()) + (row.uses().isEmpty() ? "" : '\n' + PlainText.line(row.uses())));
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(WIDTH, SWT.DEFAULT).applyTo(who);
        Combo combo = new Combo(table, SWT.READ_ONLY | SWT.DROP_DOWN);
        GridDataFactory.fillDefaults().align(SWT.FILL, SWT.CENTER).hint(WIDTH, SWT.DEFAULT).applyTo(combo);
        fCombos.add(combo);
        int place = fCombos.size() - 1;
        combo.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> fRows.set(place,
                fRows.get(place).choose(fNames.get(combo.getSelectionIndex())))));
    }

    /** Fills the combos with what there is to choose by now, and returns what is wrong, null if nothing is. */
    private String readDialects() {
        fNames.clear();
        fItems.clear();
        item(null, "");
        for (String name : Dialect.BUILT_IN) {
            item(name, Dialect.builtIn(name).title());
        }
        String wrong = wrong();
        try {
            WorkspaceDialects.Found found = WorkspaceDialects.get().found();
            found.dialects().forEach(dialect -> item(dialect.name(), dialect.title()));
            wrong = wrong != null || found.errors().isEmpty() ? wrong : found.errors().get(0);
        } catch (IOException e) {
            wrong = e.getMessage();
        }
        for (VmDialect row : fRows) {
            if (!fNames.contains(row.chosen())) {
                item(row.chosen(), "not in the workspace");
            }
        }
        for (int i = 0; i < fRows.size(); i++) {
            fItems.set(0, nothingChosen(fRows.get(i)));
            fCombos.get(i).setItems(fItems.toArray(new String[0]));
            fCombos.get(i).select(fNames.indexOf(fRows.get(i).chosen()));
        }
        return wrong;
    }

    private void item(String name, String title) {
        fNames.add(name);
        fItems.add(name + ": " + title);
    }

    private static String nothingChosen(VmDialect row) {
        String none = row.vm() == null ? "found out" : "as every VM";
        return row.found() == null ? none : none + " (found: " + row.found() + ')';
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        createButton(parent, IDialogConstants.CLIENT_ID, "&Add dictionary…", false)
                .addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> pick()));
        super.createButtonsForButtonBar(parent);
    }

    private void pick() {
        FileDialog files = new FileDialog(getShell(), SWT.OPEN);
        files.setText("Add dictionary");
        files.setFilterExtensions(new String[] { "*.json", "*" });
        String file = files.open();
        if (file != null) {
            add(Path.of(file));
        }
    }

    /** @param file a dictionary to be taken into the workspace; the dialog reports what is wrong with it */
    public void add(Path file) {
        try {
            Dialect added = WorkspaceDialects.get().add(file);
            setErrorMessage(readDialects());
            if (fRows.stream().anyMatch(row -> added.name().equals(row.chosen()))) {
                changed();
            }
            if (getErrorMessage() == null) {
                setMessage("The dialect " + added.name() + " is in the workspace now: choose it for a VM.");
            }
        } catch (IOException e) {
            setErrorMessage(e.getMessage());
        }
    }
}
