/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.symbol;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.hypertrace.core.settings.VmSymbols;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.ui.settings.VmChoicesDialog;

/** Asks for the file of kernel symbols of every VM of a trace. */
public final class GuestSymbolsDialog extends VmChoicesDialog<VmSymbols> {

    private final String fTrace;
    private final List<VmSymbols> fRows;
    private final List<Text> fFiles = new ArrayList<>();

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
    GuestSymbolsDialog(Shell parent, String trace, List<VmSymbols> rows, String wrong, Keeper<VmSymbols> keeper) {
        super(parent, "Guest symbols", rows, wrong, keeper);
        fTrace = trace;
        fRows = rows;
    }

    @Override
    protected int columns() {
        return 3;
    }

    @Override
    protected void head(boolean hasVms) {
        setTitle("Kernels of the guests of " + fTrace);
        setMessage("A kernel's System.map or /proc/kallsyms, plain or xz, names its functions. "
                + (hasVms ? "Names change at once; where initcalls are reported as functions only, open the trace again."
                        : "Open the trace to choose for single VMs."));
    }

    @Override
    protected void add(VmSymbols row, Composite table) {
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
    protected List<VmSymbols> chosen() throws IOException {
        List<VmSymbols> rows = new ArrayList<>();
        for (int i = 0; i < fRows.size(); i++) {
            rows.add(fRows.get(i).choose(read(fFiles.get(i).getText().strip(), fRows.get(i).chosen())));
        }
        return rows;
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
