/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.report.doc.Chart;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.Styles;

/** How many exits of a VM begin per second over the time asked for, by their reasons: those with most exits have a colour. */
final class ExitRates {

    private static final int COLUMNS = 214;
    private static final double NS = 1e9;
    /** The others have one colour together. */
    private static final int COLOURS = 8;

    private ExitRates() {
    }

    /** @return a chart and what its colours mean; nothing if there is no exit */
    static List<Part> of(ExitTable table, ExitTable.Vm vm) {
        ExitColumns exits = table.exits();
        ExitQuery query = table.query();
        List<Boolean> wanted = exits.dictionary().vcpus().stream().map(vm.vcpus()::contains).toList();
        int reasons = exits.dictionary().reasons().size();
        double[][] rates = new double[reasons][];
        long[] counts = new long[reasons];
        double width = Math.max(1, query.to() - query.from()) / (double) COLUMNS;
        int end = exits.firstFrom(query.to());
        for (int i = exits.firstFrom(query.from()); i < end; i++) {
            if (wanted.get(exits.vcpu(i)) && (query.withTracer() || !exits.isTracer(i))) {
                int reason = exits.reason(i);
                rates[reason] = rates[reason] == null ? new double[COLUMNS] : rates[reason];
                rates[reason][Math.min(COLUMNS - 1, (int) ((exits.begin(i) - query.from()) / width))] += NS / width;
                counts[reason]++;
            }
        }
        List<Integer> order = IntStream.range(0, reasons).boxed().filter(reason -> counts[reason] > 0)
                .sorted((a, b) -> Long.compare(counts[b], counts[a])).toList();
        return order.isEmpty() ? List.of() : parts(exits, query, order, rates);
    }

    private static List<Part> parts(ExitColumns exits, ExitQuery query, List<Integer> order, double[][] rates) {
        List<Chart.Series> series = new ArrayList<>();
        List<Legend.Entry> legend = new ArrayList<>();
        for (int reason : order) {
            int place = series.size();
            String name = exits.dictionary().reasons().get(reason).label();
            String colour = place < COLOURS ? Shades.ofVm(place) : Styles.UNKNOWN.colour();
            series.add(new Chart.Series(name, colour, rates[reason]));
            if (place <= COLOURS) {
                legend.add(new Legend.Entry(place < COLOURS ? name : "others", colour));
            }
        }
        return List.of(new Chart(query.from(), query.to(), series), new Legend("Exits per second:", legend));
    }
}
