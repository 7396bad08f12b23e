/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.compare.BootComparisonDataProvider;
import org.hypertrace.core.boot.compare.BootComparisonDataProviderFactory;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Two boots side by side, as a table: the user chooses which, the answer stands above. */
public final class BootComparisonView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.boot.comparison";

    private static final int REMARK = BootComparisonDataProvider.COLUMNS.size() - 1;

    /** The provider of the trace that is shown; its answers are told to the view, too. */
    private static final class Comparisons {
        private final BootComparisonDataProviderFactory fFactory = new BootComparisonDataProviderFactory();
        private volatile BootComparisonDataProvider fLast;
        private BootComparisonView fView;

        ITmfTreeDataProvider<@NonNull TmfTreeDataModel> of(ITmfTrace trace) {
            BootComparisonDataProvider provider = fFactory.createProvider(trace);
            fLast = provider;
            return new ITmfTreeDataProvider<>() {
                @Override
                public String getId() {
                    return provider.getId();
                }

                @Override
                public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
                        IProgressMonitor monitor) {
                    TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response = provider.fetchTree(parameters, monitor);
                    TmfTreeModel<@NonNull TmfTreeDataModel> model = response.getModel();
                    if (model != null && !model.getEntries().isEmpty()) {
                        List<String> first = model.getEntries().get(0).getLabels();
                        Display.getDefault().asyncExec(() -> fView.answered(provider, first.get(REMARK)));
                    }
                    return response;
                }
            };
        }
    }

    private final Comparisons fComparisons;
    private Combo fA;
    private Combo fB;
    private Label fAnswer;

    /** Made by the workbench. */
    public BootComparisonView() {
        this(new Comparisons());
    }

    private BootComparisonView(Comparisons comparisons) {
        super("Boot Comparison", BootComparisonDataProvider.COLUMNS, Times.ALL, comparisons::of);
        fComparisons = comparisons;
        comparisons.fView = this;
    }

    @Override
    public void createPartControl(Composite parent) {
        Composite whole = new Composite(parent, SWT.NONE);
        GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(whole);
        Composite bar = new Composite(whole, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(4).applyTo(bar);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
        fA = combo(bar, "A");
        fB = combo(bar, "compared with B");
        fAnswer = new Label(bar, SWT.WRAP);
        GridDataFactory.fillDefaults().span(4, 1).grab(true, false).hint(300, SWT.DEFAULT).applyTo(fAnswer);
        Composite rows = new Composite(whole, SWT.NONE);
        rows.setLayout(new FillLayout());
        GridDataFactory.fillDefaults().grab(true, true).applyTo(rows);
        super.createPartControl(rows);
    }

    private Combo combo(Composite bar, String label) {
        new Label(bar, SWT.NONE).setText(label);
        Combo combo = new Combo(bar, SWT.READ_ONLY);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(combo);
        combo.addListener(SWT.Selection, event -> choose());
        return combo;
    }

    private void choose() {
        BootComparisonDataProvider provider = fComparisons.fLast;
        if (provider != null && fA.getSelectionIndex() >= 0 && fB.getSelectionIndex() >= 0) {
            provider.choose(fA.getText(), fB.getText());
            table().again();
        }
    }

    private void answered(BootComparisonDataProvider provider, String answer) {
        if (provider == fComparisons.fLast && fAnswer != null && !fAnswer.isDisposed()) {
            show(fA, provider.names(), provider.a());
            show(fB, provider.names(), provider.b());
            fAnswer.setText(answer.replace("&", "&&"));
            fAnswer.getParent().getParent().layout(true, true);
        }
    }

    private static void show(Combo combo, List<String> names, String chosen) {
        if (!names.equals(List.of(combo.getItems()))) {
            combo.setItems(names.toArray(String[]::new));
        }
        if (chosen == null) {
            combo.deselectAll();
        } else {
            combo.select(names.indexOf(chosen));
        }
    }

    /** @return where the user chooses what is compared with */
    public Combo a() {
        return fA;
    }

    /** @return where the user chooses what is compared */
    public Combo b() {
        return fB;
    }

    /** @return the answer in one sentence */
    public String answer() {
        return fAnswer.getText();
    }
}
