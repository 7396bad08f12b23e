/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.escaped;
import static org.hypertrace.core.report.Html.number;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.hypertrace.core.exit.ExitColumns;
import org.hypertrace.core.exit.ExitQuery;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.ExitVcpu;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;

/** How many exits of a VM begin per second over the time asked for, stacked by reason, drawn as SVG. */
final class ExitRateSvg {

    private static final int LEFT = 70;
    private static final int WIDTH = 1140;
    private static final int HEIGHT = 130;
    private static final int TOP = 8;
    private static final int BARS = 214;
    private static final double NS = 1e9;
    /** The reasons with most exits have a colour, the others one together. */
    private static final int REASONS = 8;

    private ExitRateSvg() {
    }

    /**
     * @param table
     *            the exits
     * @param vm
     *            one of its VMs
     * @return the picture and what its colours mean; empty if there is no exit
     */
    static String of(ExitTable table, ExitTable.Vm vm) {
        ExitColumns exits = table.exits();
        ExitQuery query = table.query();
        boolean[] wanted = new boolean[exits.dictionary().vcpus().size()];
        for (int i = 0; i < wanted.length; i++) {
            ExitVcpu vcpu = exits.dictionary().vcpus().get(i);
            wanted[i] = vm.vcpus().contains(vcpu);
        }
        int reasons = exits.dictionary().reasons().size();
        int[][] counts = new int[BARS][];
        long[] sums = new long[reasons];
        double width = Math.max(1, query.to() - query.from()) / (double) BARS;
        int end = exits.firstFrom(query.to());
        for (int i = exits.firstFrom(query.from()); i < end; i++) {
            if (wanted[exits.vcpu(i)] && (query.withTracer() || !exits.isTracer(i))) {
                int bar = Math.min(BARS - 1, (int) ((exits.begin(i) - query.from()) / width));
                counts[bar] = counts[bar] == null ? new int[reasons] : counts[bar];
                counts[bar][exits.reason(i)]++;
                sums[exits.reason(i)]++;
            }
        }
        int most = Arrays.stream(counts).mapToInt(bar -> bar == null ? 0 : Arrays.stream(bar).sum()).max().orElse(0);
        return most == 0 ? "" : draw(exits, query, counts, sums, most, width);
    }

    private static String draw(ExitColumns exits, ExitQuery query, int[][] counts, long[] sums, int most, double width) {
        List<Integer> order = IntStream.range(0, sums.length).boxed().filter(reason -> sums[reason] > 0)
                .sorted((a, b) -> Long.compare(sums[b], sums[a])).toList();
        StringBuilder out = new StringBuilder("<svg viewBox=\"0 0 " + WIDTH + ' ' + (HEIGHT + 30) + "\" width=\"" + WIDTH + "\" height=\""
                + (HEIGHT + 30) + "\">\n");
        double step = (WIDTH - LEFT) / (double) BARS;
        for (int bar = 0; bar < BARS; bar++) {
            double y = HEIGHT;
            for (int i = 0; counts[bar] != null && i < order.size(); i++) {
                int count = counts[bar][order.get(i)];
                double height = count * (double) (HEIGHT - TOP) / most;
                y -= height;
                if (count > 0) {
                    out.append("<rect x=\"" + number(LEFT + bar * step) + "\" y=\"" + number(y) + "\" width=\"" + number(step) + "\" height=\""
                            + number(height) + "\" fill=\"" + colour(i) + "\"><title>" + escaped(label(exits, order.get(i))) + ' '
                            + rate(count, width) + "</title></rect>\n");
                }
            }
        }
        out.append("<line x1=\"" + LEFT + "\" x2=\"" + WIDTH + "\" y1=\"" + HEIGHT + "\" y2=\"" + HEIGHT + "\" stroke=\"#999\"/>\n");
        out.append("<text x=\"0\" y=\"" + (TOP + 9) + "\">" + rate(most, width) + "</text><text x=\"0\" y=\"" + HEIGHT + "\">0</text>\n");
        out.append("<text x=\"" + LEFT + "\" y=\"" + (HEIGHT + 16) + "\">" + escaped(RangeOptions.format(query.from()))
                + "</text><text x=\"" + WIDTH + "\" y=\"" + (HEIGHT + 16) + "\" text-anchor=\"end\">"
                + Amount.ns(query.to() - query.from()) + " later</text>\n</svg>\n<p class=\"key quiet\">Exits per second:");
        for (int i = 0; i < Math.min(order.size(), REASONS); i++) {
            out.append("<span style=\"background:" + colour(i) + "\"></span>" + escaped(label(exits, order.get(i))));
        }
        return out + (order.size() > REASONS ? "<span style=\"background:" + Styles.UNKNOWN.colour() + "\"></span>others" : "") + "</p>\n";
    }

    private static String colour(int place) {
        return place < REASONS ? Styles.vmColour(place) : Styles.UNKNOWN.colour();
    }

    private static String label(ExitColumns exits, int reason) {
        return exits.dictionary().reasons().get(reason).label();
    }

    private static String rate(int count, double ns) {
        double rate = count * NS / ns;
        return String.format(Locale.ROOT, rate >= 100 ? "%.0f/s" : "%.1f/s", rate);
    }
}
