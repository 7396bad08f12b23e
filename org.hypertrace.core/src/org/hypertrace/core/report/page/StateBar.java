/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.VcpuStyles;

/** Where time went, by the states of vCPUs: a bar for people, a column per state for programs. */
public final class StateBar {

    private StateBar() {
    }

    /**
     * @param ns
     *            how much of it in each state
     * @param whole
     *            what is as wide as the column, ns
     * @return the bar
     */
    public static Bar of(ToLongFunction<VcpuState> ns, long whole) {
        return of(ns, whole, VcpuState::label);
    }

    /**
     * @param ns
     *            how much of it in each state
     * @param whole
     *            what is as wide as the column, ns
     * @param label
     *            of a state
     * @return the bar
     */
    public static Bar of(ToLongFunction<VcpuState> ns, long whole, Function<VcpuState, String> label) {
        return Bar.stacked(Arrays.stream(VcpuState.values()).map(state -> new Bar.Piece(label.apply(state), VcpuStyles.of(state),
                Amount.ns(ns.applyAsLong(state)))).toList(), whole);
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param cell
     *            of a state of a row: ns, or an empty text
     * @return a column per state
     */
    public static <R> List<Column<R>> columns(Function<R, Function<VcpuState, ?>> cell) {
        return Arrays.stream(VcpuState.values()).map(state -> Column.<R> id(state.key(), row -> cell.apply(row).apply(state))).toList();
    }

    /** @return what the colours mean */
    public static Legend legend() {
        return new Legend("", Arrays.stream(VcpuState.values())
                .map(state -> new Legend.Entry(state.label(), VcpuStyles.of(state).colour())).toList());
    }
}
