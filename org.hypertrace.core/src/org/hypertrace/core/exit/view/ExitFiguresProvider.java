/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LongestExits;
import org.hypertrace.core.exit.statistics.NestedTable;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.TimedCells;

/**
 * The table of VM exits in the time in sight: per VM its exits put together in the way that is asked for, see
 * {@link ExitRequest}; the same figures as in the report. Or the longest of them. A row's time is that of its longest exit. Waits
 * until the exits are known.
 */
public final class ExitFiguresProvider extends ExitTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.figures";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Exits of", "Number", "Total", "Of life", "Min", "Mean", "p50", "p90",
            "p99", "p99.9", "Max", "Deviation", "Longest at")
            .adding("Number", "Total");
    /** Asks for the longest exits, instead of a way to put them together. */
    public static final String LONGEST = "longest";

    /**
     * What can be asked for.
     *
     * @param key
     *            the value of {@link ExitRequest#BY}
     * @param label
     *            for people
     */
    public record Choice(String key, String label) { }

    /** Columns of the longest exits: those without a name are not needed. */
    private static final List<String> OF_LONGEST = List.of("The longest exits", "", "Length", "", "", "", "", "", "", "", "", "",
            "At");

    /** What can be asked for; the first if nothing is. */
    public static final List<Choice> CHOICES = Stream.concat(
            Arrays.stream(ExitGrouping.values()).map(by -> new Choice(by.name().toLowerCase(Locale.ROOT), by.words())),
            Stream.of(new Choice(LONGEST, "the longest exits"))).toList();

    /** Rows of a VM that are shown: the others, with less time, are summed up in one. */
    private static final int MOST = 1000;
    /** How many of the longest exits are shown. */
    private static final int MOST_LONGEST = 100;

    /** @param trace a trace or experiment */
    public ExitFiguresProvider(ITmfTrace trace) {
        super(trace, ID, "No VM lived in this time.");
    }

    @Override
    protected List<String> headers() {
        return COLUMNS;
    }

    @Override
    protected List<String> fill(ExitColumns exits, ExitQuery query, Map<String, Object> parameters, IProgressMonitor monitor,
            List<TmfTreeDataModel> rows) {
        if (LONGEST.equals(parameters.get(ExitRequest.BY))) {
            addLongest(exits, query, monitor, rows);
            return rows.isEmpty() ? COLUMNS : OF_LONGEST;
        }
        ExitGrouping by = ExitRequest.choice(parameters, ExitRequest.BY, ExitGrouping.REASON);
        ExitTable table = ExitTable.of(exits, query, by, monitor);
        table.vms().forEach(vm -> add(table, vm, rows));
        return COLUMNS;
    }

    private void addLongest(ExitColumns exits, ExitQuery query, IProgressMonitor monitor, List<TmfTreeDataModel> rows) {
        ExitNames names = new ExitNames(exits);
        for (int exit : LongestExits.of(exits, query, MOST_LONGEST, monitor)) {
            ExitVcpu vcpu = exits.dictionary().vcpus().get(exits.vcpu(exit));
            String task = names.taskLabel(names.cause(exit));
            String in = names.innermost(names.cause(exit));
            rows.add(new TimedCells(id(exit), -1, List.of(vcpu.vmLabel() + ", vCPU " + vcpu.number() + ": "
                    + names.label(ExitGrouping.SUB, exit) + (task == null ? "" : ", " + task) + (in == null ? "" : " in " + in), "",
                    Amount.ns(exits.length(exit)), "", "", "", "", "", "", "", "", "", Amount.time(exits.begin(exit))),
                    List.of(cell(exits, exit))));
        }
    }

    private void add(ExitTable table, ExitTable.Vm vm, List<TmfTreeDataModel> rows) {
        String vmKey = vm.first().host() + " " + vm.first().vm();
        rows.add(vm(id(vmKey), vm));
        if (table.grouping() == ExitGrouping.REASON) {
            addNested(table, vm, id(vmKey), rows);
        }
        String key = vmKey + ' ' + table.grouping();
        ExitNames names = new ExitNames(table.exits());
        List<ExitFigures> shown = vm.rows().subList(0, Math.min(MOST, vm.rows().size()));
        for (ExitFigures f : shown) {
            String label = names.label(table.grouping(), f.example());
            rows.add(new TimedCells(id(key + ' ' + label + ' ' + f.example()), id(vmKey), figures(table, vm, f, label),
                    List.of(cell(table.exits(), f.longest()))));
        }
        List<ExitFigures> rest = vm.rows().subList(shown.size(), vm.rows().size());
        if (!rest.isEmpty()) {
            rows.add(row(key + " rest", id(vmKey), rest.size() + " more",
                    Amount.count(rest.stream().mapToLong(ExitFigures::count).sum()),
                    Amount.ns(rest.stream().mapToLong(ExitFigures::total).sum()),
                    Amount.share(rest.stream().mapToLong(ExitFigures::inRange).sum(), vm.lifetime())));
        }
    }

    private static TimedCells.Cell cell(ExitColumns exits, int exit) {
        return new TimedCells.Cell(exits.begin(exit), exits.begin(exit) + exits.length(exit), 0);
    }

    /** All exits of a VM that are put together: those of tracing are distinguished, and those that are in no figure. */
    private TmfTreeDataModel vm(long id, ExitTable.Vm vm) {
        long below = vm.first().nested() == null ? -1 : id(vm.first().host() + " " + vm.first().hostVm());
        long time = vm.rows().stream().mapToLong(ExitFigures::inRange).sum();
        return new FigureRow(id, below, List.of(vm.first().vmLabel() + (vm.tracer() == null ? ""
                : ", tracing " + Amount.share(vm.tracer().inRange(), vm.lifetime())) + incomplete(vm),
                Amount.count(vm.rows().stream().mapToLong(ExitFigures::count).sum()),
                Amount.ns(vm.rows().stream().mapToLong(ExitFigures::total).sum()), Amount.share(time, vm.lifetime())));
    }

    /** Of what is nested in a VM: how often the host is needed for one exit. */
    private void addNested(ExitTable table, ExitTable.Vm vm, long parent, List<TmfTreeDataModel> rows) {
        if (vm.first().nested() == null) {
            return;
        }
        String key = parent + " host exits";
        rows.add(row(key, parent, "exits of the host for one exit (numbers, no times)"));
        for (NestedTable.Row row : NestedTable.of(table.exits(), table.query(), vm)) {
            Distribution n = row.hostExits();
            String label = row.reason().label() + ", handled by " + switch (row.handledBy()) {
            case BOTH -> "both, the VM got " + row.given().label();
            case VM -> "VM";
            case HOST -> "host";
            };
            rows.add(row(key + label, id(key), label, Amount.count(n.count()), Amount.count(n.total()), "",
                    Amount.count(n.min()), Amount.number((double) n.total() / n.count()),
                    Amount.count(n.p50()), Amount.count(n.p90()), Amount.count(n.p99()), "", Amount.count(n.max())));
        }
    }

    private static String incomplete(ExitTable.Vm vm) {
        StringJoiner text = new StringJoiner(", ", ", in no figure: ", "").setEmptyValue("");
        add(vm.count(Count.UNFINISHED), "unfinished", text);
        add(vm.count(Count.WITHOUT_ENTRY), "without entry", text);
        add(vm.count(Count.LOST), "lost", text);
        return text.toString();
    }

    private static void add(long count, String what, StringJoiner text) {
        if (count > 0) {
            text.add(count + " " + what);
        }
    }

    private static List<Object> figures(ExitTable table, ExitTable.Vm vm, ExitFigures f, String label) {
        return List.of(label, Amount.count(f.count()), Amount.ns(f.total()), Amount.share(f.inRange(), vm.lifetime()),
                Amount.ns(f.min()), Amount.ns(f.mean()), Amount.ns(f.p50()), Amount.ns(f.p90()),
                Amount.ns(f.p99()), Amount.ns(f.p999()), Amount.ns(f.max()),
                Double.isNaN(f.deviation()) ? "" : Amount.ns(Math.round(f.deviation())),
                Amount.time(table.exits().begin(f.longest())));
    }

    private TmfTreeDataModel row(String key, long parent, Object... cells) {
        return new FigureRow(id(key), parent, List.of(cells));
    }
}
