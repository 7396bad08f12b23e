/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.vcpu.VcpuState;

/** Where the time of something went, in words: lines of tooltips, cells of tables. */
public final class TimeSplitText {

    private static final int MAX_REASONS = 6;
    private static final int MAX_PREEMPTORS = 3;

    private TimeSplitText() {
    }

    /**
     * @param spent
     *            where time went, null if nobody knows: nothing is reported then
     * @param to
     *            gets lines, by what they report
     */
    public static void addTo(TimeSplit spent, Map<String, String> to) {
        if (spent == null || spent.whole() == 0) {
            return;
        }
        to.put("The guest's own", part(spent.own(), spent));
        to.put("The host's", part(spent.host(), spent));
        for (VcpuState state : VcpuState.values()) {
            if (spent.ns(state) > 0) {
                // indented: the parts of the two above
                to.put("   " + state.label(), part(spent.ns(state), spent));
            }
        }
        spent.preemptors().stream().limit(MAX_PREEMPTORS).forEach(preemptor ->
                to.put("Preempted by " + preemptor.name(), part(preemptor.ns(), spent)));
        if (spent.tracer() > 0) {
            to.put("Of it the tracer's", part(spent.tracer(), spent));
        }
        if (spent.exitCount() > 0) {
            String reasons = spent.exits().entrySet().stream().limit(MAX_REASONS).map(e -> e.getValue() + " " + e.getKey())
                    .collect(Collectors.joining(", "));
            to.put("VM exits", spent.exitCount() + ": " + reasons + (spent.exits().size() > MAX_REASONS ? ", …" : ""));
        }
    }

    private static String part(long ns, TimeSplit of) {
        return Amount.ns(ns) + " (" + Amount.share(ns, of.whole()) + ')';
    }

    /**
     * @param before
     *            the first columns of a table
     * @param end
     *            of the column that reports how it ended
     * @return all columns, the last ones are the states of a vCPU, which sum to the duration
     */
    public static TableColumns columns(TableColumns before, String end) {
        String[] states = Arrays.stream(VcpuState.values()).map(VcpuState::label).toArray(String[]::new);
        return before.with("Own", "Host", "Tracer", "VM exits").adding("Own", "Host", "Tracer", "VM exits").with(end).with(states).adding(states);
    }

    /**
     * @param spent
     *            where time went, null if nobody knows
     * @param end
     *            how it ended
     * @return the cells of those columns that are not the first
     */
    public static List<Object> cells(TimeSplit spent, String end) {
        List<Object> cells = new ArrayList<>();
        if (spent == null) {
            cells.addAll(List.of("", "", "", ""));
        } else {
            cells.addAll(List.of(Amount.ns(spent.own()), Amount.ns(spent.host()), Amount.ns(spent.tracer()),
                    Amount.count(spent.exitCount())));
        }
        cells.add(end);
        for (VcpuState state : VcpuState.values()) {
            cells.add(spent == null ? "" : Amount.ns(spent.ns(state)));
        }
        return cells;
    }
}
