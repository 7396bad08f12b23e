/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.hypertrace.core.report.open.TraceFiles;
import org.hypertrace.ui.help.ViewHelp;

/** Asks for the file of a recording. */
final class RecordingImportPage extends WizardPage {

    private static final int WIDTH = 500;

    private Text fFile;
    private Button fOpen;

    RecordingImportPage() {
        super("recording", "Recording of trace-cmd or perf", null);
        setMessage("Choose a trace.dat or perf.data. The installed trace-cmd or perf prints it as text, which is added to the project Tracing.");
        setPageComplete(false);
    }

    @Override
    public void createControl(Composite parent) {
        Composite body = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(3).applyTo(body);
        new Label(body, SWT.NONE).setText("File:");
        fFile = new Text(body, SWT.BORDER | SWT.SINGLE);
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(WIDTH, SWT.DEFAULT).applyTo(fFile);
        fFile.addModifyListener(event -> check());
        Button browse = new Button(body, SWT.PUSH);
        browse.setText("Browse…");
        browse.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> browse()));
        fOpen = new Button(body, SWT.CHECK);
        fOpen.setText("Open it");
        fOpen.setSelection(true);
        GridDataFactory.fillDefaults().span(3, 1).applyTo(fOpen);
        setControl(body);
        ViewHelp.ofDialog(body, "Import a recording");
    }

    private void browse() {
        FileDialog dialog = new FileDialog(getShell(), SWT.OPEN);
        dialog.setFilterExtensions(new String[] { "*.dat;*.data", "*" });
        String chosen = dialog.open();
        if (chosen != null) {
            fFile.setText(chosen);
        }
    }

    private void check() {
        Path file = file();
        boolean isFile = file != null && Files.isRegularFile(file);
        setErrorMessage(isFile && !TraceFiles.isPrinted(file) ? file + " is no recording of trace-cmd or perf." : null);
        setPageComplete(isFile && TraceFiles.isPrinted(file));
    }

    /** @return what the user typed or chose; null if it is no name of a file */
    Path file() {
        try {
            return Path.of(fFile.getText().strip());
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** @return whether it is to be opened */
    boolean opens() {
        return fOpen.getSelection();
    }
}
