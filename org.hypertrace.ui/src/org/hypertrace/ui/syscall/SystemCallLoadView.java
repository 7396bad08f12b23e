/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.syscall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.jface.action.IAction;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.syscall.view.SyscallLoadProvider;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.ui.table.DropDown;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/**
 * How long system calls of guests take by load: a chart of one system call, or of all, beside the table of all. A click on a point and a
 * double click on a row go to its time.
 */
public final class SystemCallLoadView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.syscalls.load";

    private static final List<String> FIGURES = List.of(SyscallLoadProvider.P95, SyscallLoadProvider.P50, SyscallLoadProvider.FLOOR);
    private static final int WIDTH = 200;

    /** What the chart can show, by name: the first is all calls of the first VM. */
    private final Map<String, List<LoadChart.Load>> fSeries = new LinkedHashMap<>();
    private String fShown = "";
    private LoadChart fChart;

    /** Made by the workbench. */
    public SystemCallLoadView() {
        super("System Calls vs Load", SyscallLoadProvider.COLUMNS, Times.IN_SIGHT, Providers.SYSTEM_CALLS_VS_LOAD::create);
    }

    /** The first answer of a trace reads all of it. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }

    @Override
    public void createPartControl(Composite parent) {
        Composite both = new Composite(parent, SWT.NONE);
        GridLayoutFactory.fillDefaults().numColumns(2).spacing(0, 0).applyTo(both);
        fChart = new LoadChart(both, FIGURES, load -> table().select(load.begin(), load.end()));
        Composite rows = new Composite(both, SWT.NONE);
        super.createPartControl(rows);
        // as wide as each other
        List.of(fChart, rows).forEach(half -> GridDataFactory.fillDefaults().grab(true, true).hint(WIDTH, SWT.DEFAULT).applyTo(half));
        table().whenAnswered(this::answered);
        DropDown choice = new DropDown("System call in the chart", "Call") {
            @Override
            protected List<IAction> actions() {
                return fSeries.keySet().stream().map(name -> choice(name, name.equals(fShown), () -> show(name))).toList();
            }
        };
        getViewSite().getActionBars().getToolBarManager().add(choice.button());
        getViewSite().getActionBars().getMenuManager().add(choice.manager());
    }

    private void answered(List<TmfTreeDataModel> rows) {
        fSeries.clear();
        Map<Long, String> vms = new LinkedHashMap<>();
        Map<Long, TmfTreeDataModel> stretches = new LinkedHashMap<>();
        for (TmfTreeDataModel row : rows) {
            if (row.getParentId() == -1) {
                vms.put(row.getId(), row.getLabels().get(0));
                fSeries.put(row.getLabels().get(0) + ": all calls", new ArrayList<>());
            }
        }
        for (TmfTreeDataModel row : rows) {
            if (vms.containsKey(row.getParentId())) {
                stretches.put(row.getId(), row);
                add(vms.get(row.getParentId()) + ": all calls", row, row.getLabels().get(0));
            } else if (stretches.containsKey(row.getParentId())) {
                TmfTreeDataModel stretch = stretches.get(row.getParentId());
                add(vms.get(stretch.getParentId()) + ": " + row.getLabels().get(0), row, stretch.getLabels().get(0));
            }
        }
        fSeries.values().removeIf(List::isEmpty);
        show(fSeries.containsKey(fShown) ? fShown : fSeries.keySet().stream().findFirst().orElse(""));
    }

    private void add(String series, TmfTreeDataModel row, String stretch) {
        if (row instanceof TimedCells timed && timed.figure(rateColumn()) != null) {
            fSeries.computeIfAbsent(series, name -> new ArrayList<>()).add(new LoadChart.Load(stretch, timed.figure(rateColumn()),
                    FIGURES.stream().map(figure -> timed.figure(SyscallLoadProvider.COLUMNS.indexOf(figure))).toList(), timed.cell(0).begin(),
                    timed.cell(0).end()));
        }
    }

    private static int rateColumn() {
        return SyscallLoadProvider.COLUMNS.indexOf(SyscallLoadProvider.RATE);
    }

    /** @return what the chart can show */
    public List<String> series() {
        return List.copyOf(fSeries.keySet());
    }

    /** @param series one of {@link #series()}, which the chart shows from now on */
    public void show(String series) {
        fShown = series;
        fChart.show(series, fSeries.getOrDefault(series, List.of()));
    }

    /** @return the chart */
    public LoadChart chart() {
        return fChart;
    }

    /** Of a point of the chart, for people. */
    static String words(LoadChart.Load load) {
        StringBuilder words = new StringBuilder(load.name() + ": " + load.rate() + " calls/s");
        for (int i = 0; i < FIGURES.size(); i++) {
            Amount figure = load.figures().get(i);
            words.append('\n').append(FIGURES.get(i)).append(' ').append(figure);
        }
        return words.toString();
    }
}
