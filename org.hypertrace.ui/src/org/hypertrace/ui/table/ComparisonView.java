/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

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
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.view.RunComparisonProvider;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.ui.table.ProviderTable.Times;

/** Two boots or shutdowns side by side, as a table: the user chooses which, the answer stands above. */
public abstract class ComparisonView extends ProviderTableView {

    private static final int REMARK = RunComparisonProvider.COLUMNS.size() - 1;

    /** The provider of the trace that is shown; its answers are reported to the view, too. */
    private static final class Comparisons {
        private final Function<ITmfTrace, ? extends RunComparisonProvider<?>> fProviders;
        private volatile RunComparisonProvider<?> fLast;
        private volatile ITmfTrace fTrace;
        private ComparisonView fView;

        Comparisons(Function<ITmfTrace, ? extends RunComparisonProvider<?>> providers) {
            fProviders = providers;
        }

        ITmfTreeDataProvider<@NonNull TmfTreeDataModel> of(ITmfTrace trace) {
            RunComparisonProvider<?> provider = fProviders.apply(trace);
            fLast = provider;
            fTrace = trace;
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

    /**
     * @param name
     *            of the view
     * @param providers
     *            gives the provider of a trace; called beside the UI thread
     */
    protected ComparisonView(String name, Function<ITmfTrace, ? extends RunComparisonProvider<?>> providers) {
        this(name, new Comparisons(providers));
    }

    private ComparisonView(String name, Comparisons comparisons) {
        super(name, RunComparisonProvider.COLUMNS, Times.ALL, comparisons::of);
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
        RunComparisonProvider<?> provider = fComparisons.fLast;
        if (provider != null && fA.getSelectionIndex() >= 0 && fB.getSelectionIndex() >= 0) {
            provider.choose(chosen(fA, provider.names()), chosen(fB, provider.names()));
            table().again();
        }
    }

    private void answered(RunComparisonProvider<?> provider, String answer) {
        if (provider == fComparisons.fLast && fAnswer != null && !fAnswer.isDisposed()) {
            show(fA, provider.names(), provider.a());
            show(fB, provider.names(), provider.b());
            fAnswer.setText(PlainText.line(answer).replace("&", "&&"));
            fAnswer.getParent().getParent().layout(true, true);
        }
    }

    /**
     * The answer is of the rows: it goes with them.
     *
     * @param signal
     *            that a trace is closed
     */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        if (signal.getTrace() == fComparisons.fTrace) {
            fComparisons.fLast = null;
            fComparisons.fTrace = null;
            Display.getDefault().asyncExec(() -> {
                if (fComparisons.fLast == null && !fAnswer.isDisposed()) {
                    fA.removeAll();
                    fB.removeAll();
                    fAnswer.setText("");
                }
            });
        }
    }

    /** By its place: what is shown is plain, the name may be not. */
    private static String chosen(Combo combo, List<String> names) {
        int at = combo.getSelectionIndex();
        return at < names.size() ? names.get(at) : combo.getText();
    }

    private static void show(Combo combo, List<String> names, String chosen) {
        List<String> plain = names.stream().map(PlainText::line).toList();
        if (!plain.equals(List.of(combo.getItems()))) {
            combo.setItems(plain.toArray(String[]::new));
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
