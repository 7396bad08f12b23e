/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.stack.flame.ExitCauses;
import org.hypertrace.core.stack.flame.StackFigures;

/** The table of what in the guests caused exits: what a thread was in, and the reason; the most time first. */
public final class ExitCausesProvider extends StackTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.stacks.causes";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Caused in", "Exit", "Number", "Total", "Share", "Mean", "p50", "p99", "Max")
            .adding("Number", "Total");

    /** @param trace a trace or experiment */
    public ExitCausesProvider(ITmfTrace trace) {
        super(trace, COLUMNS);
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    protected void add(List<TmfTreeDataModel> rows, StackFigures figures, StackFigures.Boot boot) {
        List<ExitCauses.Row> causes = figures.causes().stream().filter(row -> row.boot() == boot.number()).toList();
        long all = causes.stream().mapToLong(ExitCauses.Row::total).sum();
        TmfTreeDataModel top = row("boot " + boot.number(), -1, boot.label(), "",
                Amount.count(causes.stream().mapToLong(ExitCauses.Row::count).sum()), Amount.ns(all), Amount.share(all, all));
        rows.add(top);
        for (ExitCauses.Row cause : causes.subList(0, Math.min(MOST, causes.size()))) {
            rows.add(row(Long.toHexString(cause.frame()) + ' ' + cause.exit(), top.getId(), figures.name(boot, cause.frame()),
                    figures.name(boot, cause.exit()), Amount.count(cause.count()), Amount.ns(cause.total()),
                    Amount.share(cause.total(), all), Amount.ns(cause.mean()), percentile(cause.p50()), percentile(cause.p99()),
                    Amount.ns(cause.max())));
        }
        if (causes.size() > MOST) {
            List<ExitCauses.Row> rest = causes.subList(MOST, causes.size());
            long total = rest.stream().mapToLong(ExitCauses.Row::total).sum();
            rows.add(row("rest", top.getId(), rest.size() + " more", "",
                    Amount.count(rest.stream().mapToLong(ExitCauses.Row::count).sum()), Amount.ns(total),
                    Amount.share(total, all)));
        }
    }

    private static Object percentile(long ns) {
        return ns < 0 ? "" : Amount.ns(ns);
    }
}
