/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.flame.StackFigures;

/**
 * The table of what threads of guests spent their time in, wherever that was called from: the most time of its own first. The
 * times of the rows of a boot are the time of all its threads.
 */
public final class LeafFunctionsProvider extends StackTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.stacks.leaves";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Leaf function", "Self", "Share", "Calls", "Self per call", "Total", "Exits",
            "In exits", "Off CPU", "Repaired")
            .adding("Self", "Calls", "Exits", "In exits", "Off CPU", "Repaired");

    /** @param trace a trace or experiment */
    public LeafFunctionsProvider(ITmfTrace trace) {
        super(trace, COLUMNS);
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    protected void add(List<TmfTreeDataModel> rows, StackFigures figures, StackFigures.Boot boot) {
        FlameTree tree = figures.tree(boot);
        long all = tree.wall(FlameTree.ROOT);
        List<FlameFunction> functions = FlameFunction.of(tree);
        TmfTreeDataModel top = row("boot " + boot.number(), -1, boot.label(), Amount.ns(all), Amount.share(all, all),
                count(functions.stream().mapToLong(FlameFunction::calls).sum()), "", "",
                count(functions.stream().mapToLong(FlameFunction::exits).sum() + tree.exits(FlameTree.ROOT)), "", "",
                count(functions.stream().mapToLong(FlameFunction::repaired).sum() + tree.repaired(FlameTree.ROOT)));
        rows.add(top);
        long nothing = tree.self(FlameTree.ROOT);
        for (FlameFunction f : functions.subList(0, Math.min(MOST, functions.size()))) {
            if (nothing > f.self()) {
                rows.add(nothingReported(top.getId(), nothing, all));
                nothing = 0;
            }
            rows.add(row(Long.toHexString(f.frame()), top.getId(), figures.name(boot, f.frame()), Amount.ns(f.self()),
                    Amount.share(f.self(), all), count(f.calls()), f.calls() == 0 ? "" : Amount.ns(f.self() / f.calls()),
                    Amount.ns(f.total()), count(f.exits()), time(f.hypervisor()), time(f.waiting()), count(f.repaired())));
        }
        if (nothing > 0) {
            rows.add(nothingReported(top.getId(), nothing, all));
        }
        if (functions.size() > MOST) {
            List<FlameFunction> rest = functions.subList(MOST, functions.size());
            long self = rest.stream().mapToLong(FlameFunction::self).sum();
            rows.add(row("rest", top.getId(), rest.size() + " more", Amount.ns(self), Amount.share(self, all),
                    count(rest.stream().mapToLong(FlameFunction::calls).sum())));
        }
    }

    /** The time outside of all frames. */
    private TmfTreeDataModel nothingReported(long parent, long self, long all) {
        return row("none", parent, "(nothing recorded)", Amount.ns(self), Amount.share(self, all));
    }

    private static Object count(long number) {
        return number == 0 ? "" : Amount.count(number);
    }

    private static Object time(long ns) {
        return ns == 0 ? "" : Amount.ns(ns);
    }
}
