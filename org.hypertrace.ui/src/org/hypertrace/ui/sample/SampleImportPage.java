/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.sample;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.layout.TableColumnLayout;
import org.eclipse.jface.viewers.ColumnPixelData;
import org.eclipse.jface.viewers.ColumnWeightData;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.sample.Sample;
import org.hypertrace.core.sample.SampleFolder;
import org.hypertrace.ui.help.ViewHelp;

/** Lists the samples of a folder in the order of their lessons, shows of the selected one, and takes those checked. */
final class SampleImportPage extends WizardPage {

    private static final int TABLE_HEIGHT = 260;
    private static final int TEXT_HEIGHT = 150;
    private static final int NAME_WIDTH = 200;
    private static final int LESSON_WIDTH = 500;
    private static final int SIZE_WIDTH = 70;

    private Combo fFolder;
    private Table fTable;
    private Text fText;
    private Button fOpen;

    SampleImportPage() {
        super("samples", "Recorded traces of virtual machines", null);
        setPageComplete(false);
    }

    @Override
    public void createControl(Composite parent) {
        Composite body = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(3).applyTo(body);
        new Label(body, SWT.NONE).setText("From folder:");
        fFolder = new Combo(body, SWT.DROP_DOWN);
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).applyTo(fFolder);
        Button browse = new Button(body, SWT.PUSH);
        browse.setText("Browse…");
        browse.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> browse()));

        createTable(body);
        fTable.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> {
            setErrorMessage(null);
            fText.setText(((Sample) event.item.getData()).text());
            setPageComplete(!chosen().isEmpty());
        }));
        fText = new Text(body, SWT.MULTI | SWT.BORDER | SWT.WRAP | SWT.READ_ONLY | SWT.V_SCROLL);
        GridDataFactory.fillDefaults().grab(true, false).span(3, 1).hint(LESSON_WIDTH, TEXT_HEIGHT).applyTo(fText);
        fOpen = new Button(body, SWT.CHECK);
        fOpen.setText("Open it; of several, the last");
        fOpen.setSelection(true);
        GridDataFactory.fillDefaults().span(3, 1).applyTo(fOpen);
        setControl(body);
        ViewHelp.ofDialog(body, "Import Hypertrace samples");

        List<String> folders = SampleSources.folders();
        fFolder.setItems(folders.toArray(String[]::new));
        fFolder.setText(folders.isEmpty() ? "" : folders.get(0));
        fFolder.addModifyListener(event -> list());
        list();
    }

    private void createTable(Composite body) {
        Composite holder = new Composite(body, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, true).span(3, 1).hint(SWT.DEFAULT, TABLE_HEIGHT).applyTo(holder);
        TableColumnLayout columns = new TableColumnLayout();
        holder.setLayout(columns);
        fTable = new Table(holder, SWT.CHECK | SWT.BORDER | SWT.FULL_SELECTION | SWT.SINGLE | SWT.V_SCROLL);
        fTable.setHeaderVisible(true);
        columns.setColumnData(column("Name", SWT.LEFT), new ColumnPixelData(NAME_WIDTH, true, true));
        columns.setColumnData(column("Lesson", SWT.LEFT), new ColumnWeightData(1, LESSON_WIDTH, true));
        columns.setColumnData(column("Size", SWT.RIGHT), new ColumnPixelData(SIZE_WIDTH, true, true));
    }

    private TableColumn column(String title, int alignment) {
        TableColumn column = new TableColumn(fTable, alignment);
        column.setText(title);
        return column;
    }

    private void browse() {
        DirectoryDialog dialog = new DirectoryDialog(getShell());
        dialog.setText("Folder of samples");
        dialog.setMessage("The folder " + SampleFolder.NAME + " of a checkout of Hypertrace");
        dialog.setFilterPath(folder());
        String chosen = dialog.open();
        if (chosen != null) {
            fFolder.setText(chosen);
        }
    }

    private void list() {
        fTable.removeAll();
        fText.setText("");
        setPageComplete(false);
        setErrorMessage(null);
        if (folder().isEmpty()) {
            setMessage("Choose the folder " + SampleFolder.NAME + " of a checkout of Hypertrace.");
            return;
        }
        try {
            SampleFolder samples = SampleFolder.read(Path.of(folder()));
            samples.samples().forEach(this::add);
            setMessage("Check what to import into the project Tracing; select one to read about it.");
            if (!samples.missing().isEmpty()) {
                setMessage("Not there, though in the table of lessons: " + String.join(", ", samples.missing()) + '.',
                        WARNING);
            }
        } catch (ReportException e) {
            setErrorMessage(e.getMessage());
        } catch (InvalidPathException e) {
            setErrorMessage(folder() + " is no name of a folder.");
        }
    }

    private void add(Sample sample) {
        TableItem item = new TableItem(fTable, SWT.NONE);
        item.setText(new String[] { sample.name(), sample.lesson(), sample.size() });
        item.setData(sample);
    }

    /** @return what is checked, in the order of the table */
    List<Sample> chosen() {
        return Stream.of(fTable.getItems()).filter(TableItem::getChecked).map(item -> (Sample) item.getData()).toList();
    }

    /** @return whether the last of them is to be opened */
    boolean opens() {
        return fOpen.getSelection();
    }

    /** @return what the user typed or chose */
    String folder() {
        return fFolder.getText().strip();
    }
}
