/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.symbol;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.hypertrace.core.settings.VmSymbols;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.untrusted.PlainText;

/** Asks for the file of kernel symbols of every VM of a trace. */
public final class GuestSymbolsDialog extends TitleAreaDialog {

    private static final int WIDTH = 420;
    private static final int MAX_HEIGHT = 300;

    /** Keeps the user's choice. */
    interface Keeper {
        /** @throws IOException if that is not possible; the message is one sentence for the user */
        void keep(List<VmSymbols> rows) throws IOException;
    }

    private final String fTrace;
    private final List<VmSymbols> fRows;
    private final String fWrong;
    private final Keeper fKeeper;
    private final List<Text> fFiles = new ArrayList<>();
    private boolean fChanged;

    /**
     * @param trace
     *            its name
     * @param rows
     *            who has what
     * @param wrong
     *            what is wrong with the earlier choice, null if nothing is
     * @param keeper
     *            is called with OK
     */
    GuestSymbolsDialog(Shell parent, String trace, List<VmSymbols> rows, String wrong, Keeper keeper) {
        super(parent);
        fTrace = trace;
        fRows = rows;
        fWrong = wrong;
        fKeeper = keeper;
        setShellStyle(getShellStyle() | SWT.RESIZE);
    }

    /** @return whether functions now have other names */
    boolean isChanged() {
        return fChanged;
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText("Guest symbols");
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = (Composite) super.createDialogArea(parent);
        setTitle("Which kernels the guests of " + fTrace + " run");
        setMessage("A kernel's System.map or /proc/kallsyms, plain or xz, names its functions. "
                + (fRows.size() > 1 ? "Names change at once; where initcalls are reported as functions only, open the trace again."
                        : "Open the trace to choose for single VMs."));
        Composite body = new Composite(area, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, true).applyTo(body);
        GridLayoutFactory.swtDefaults().margins(10, 10).applyTo(body);
        ScrolledComposite scrolled = new ScrolledComposite(body, SWT.V_SCROLL);
        scrolled.setExpandHorizontal(true);
        Composite table = new Composite(scrolled, SWT.NONE);
        GridLayoutFactory.fillDefaults().numColumns(3).spacing(15, 10).applyTo(table);
        fRows.forEach(row -> add(row, table));
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
        setErrorMessage(fWrong);
    }

    private void add(VmSymbols row, Composite table) {
        Label who = new Label(table, SWT.NONE);
        who.setText(PlainText.line(row.label()));
        Text file = new Text(table, SWT.BORDER);
        file.setText(row.chosen() == null ? "" : row.chosen().toString());
        file.setMessage(row.named() != null ? row.named().getFileName() + ", by the manifest"
                : row.vm() == null ? "by the manifest" : "as every VM");
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(WIDTH, SWT.DEFAULT).applyTo(file);
        fFiles.add(file);
        Button browse = new Button(table, SWT.PUSH);
        browse.setText("Browse…");
        browse.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> pick(file)));
    }

    private void pick(Text file) {
        FileDialog files = new FileDialog(getShell(), SWT.OPEN);
        files.setText("Symbols of a kernel");
        String picked = files.open();
        if (picked != null) {
            file.setText(picked);
        }
    }

    @Override
    protected void okPressed() {
        List<VmSymbols> rows = new ArrayList<>();
        try {
            for (int i = 0; i < fRows.size(); i++) {
                rows.add(fRows.get(i).choose(read(fFiles.get(i).getText().strip(), fRows.get(i).chosen())));
            }
            boolean other = fWrong != null || !rows.equals(fRows);
            if (other) {
                fKeeper.keep(rows);
            }
            fChanged = other;
        } catch (IOException e) {
            setErrorMessage(e.getMessage());
            return;
        }
        super.okPressed();
    }

    /** A new one is read once, to report now what is wrong with it. */
    private static Path read(String file, Path before) throws IOException {
        if (file.isEmpty()) {
            return null;
        }
        try {
            Path path = Path.of(file).toAbsolutePath();
            if (!path.equals(before)) {
                SymbolReader.read(path);
            }
            return path;
        } catch (InvalidPathException e) {
            throw new IOException(file + " is no name of a file.", e);
        }
    }
}
