/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Locale;
import java.util.function.ToLongFunction;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuStyles;

/** Where time went, as a bar of coloured parts in SVG. */
final class StateBar {

    private StateBar() {
    }

    /**
     * @param ns
     *            how much of it in each state
     * @param whole
     *            what is as wide as {@code width}, ns
     * @param width
     *            pixels
     * @return the bar
     */
    static String of(ToLongFunction<VcpuState> ns, long whole, int width) {
        StringBuilder out = new StringBuilder("<svg width=\"" + width + "\" height=\"12\" style=\"margin:0\">");
        double x = 0;
        for (VcpuState state : VcpuState.values()) {
            long of = ns.applyAsLong(state);
            double part = whole == 0 ? 0 : of * (double) width / whole;
            if (part > 0) {
                out.append("<rect x=\"" + Html.number(x) + "\" width=\"" + Html.number(part) + "\" height=\"12\" fill=\""
                        + VcpuStyles.of(state).colour() + "\"><title>" + state.label() + ' ' + Amount.ns(of).both()
                        + "</title></rect>");
                x += part;
            }
        }
        return out + "</svg>";
    }

    /** What the colours mean. */
    static String key() {
        StringBuilder out = new StringBuilder("<p class=\"key quiet\">");
        for (VcpuState state : VcpuState.values()) {
            out.append(String.format(Locale.ROOT, "<span style=\"background:%s\"></span>%s", VcpuStyles.of(state).colour(),
                    state.label()));
        }
        return out + "</p>\n";
    }
}
