/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.compare;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitTable;

/**
 * The VM exits of two traces, or of two times of one, side by side; differences are B - A. Stretches of different lengths compare.
 * What counts is the share of the time in which vCPUs were not idle, and exits per second of the
 * vCPUs' life.
 *
 * @param pairs
 *            VMs of A and B that belong together: those of the same name, and the only ones of both
 * @param unmatched
 *            the names of the others
 */
public record ExitComparison(Side a, Side b, List<Pair> pairs, List<String> unmatched) {

    private static final double NS = 1e9;
    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);
    private static final int NAMED = 3;
    /** Less than this difference, as a share, is none. */
    private static final double NOISE = 0.0005;

    /** One of both: what it is called, and its exits. */
    public record Side(String name, ExitTable table) { }

    /**
     * A VM of A and one of B.
     *
     * @param rows
     *            the greatest difference of the share first
     * @param contribution
     *            how much less B's exits cost per second not idle, ns: the sum of what its rows contribute
     */
    public record Pair(ExitTable.Vm a, ExitTable.Vm b, List<Row> rows, long contribution) {

        /** @return the share of the time not idle that the exits of A cost, 0 to 1; the same of B */
        double[] shares() {
            return new double[] { rows.stream().mapToDouble(Row::shareA).sum(), rows.stream().mapToDouble(Row::shareB).sum() };
        }

        /** @return of what all exits cost in the same time not idle */
        public SpeedUp speedUp() {
            return speedUp(cost(rows.stream().map(Row::a)), cost(rows.stream().map(Row::b)));
        }

        /**
         * @param row
         *            of this pair
         * @return of what its exits cost in the same time not idle
         */
        public SpeedUp speedUp(Row row) {
            return speedUp(cost(Stream.of(row).map(Row::a)), cost(Stream.of(row).map(Row::b)));
        }

        private SpeedUp speedUp(long costOfA, long costOfB) {
            return SpeedUp.ofShares(costOfA, a.active(), costOfB, b.active());
        }

        private static long cost(Stream<ExitFigures> exits) {
            return exits.filter(Objects::nonNull).mapToLong(ExitFigures::cost).sum();
        }

        /**
         * @param row
         *            of this pair
         * @return how much less its exits cost in B per second not idle, ns, each side rounded down
         */
        public long contribution(Row row) {
            return contributionOf(row, a, b);
        }

        /**
         * @param row
         *            of this pair
         * @return which share of the contributions of all rows is its own; NaN if they sum to nothing
         */
        public double share(Row row) {
            return contribution == 0 ? Double.NaN : (double) contribution(row) / contribution;
        }

        private static long contributionOf(Row row, ExitTable.Vm a, ExitTable.Vm b) {
            return perSecond(row.a(), a) - perSecond(row.b(), b);
        }

        private static long perSecond(ExitFigures exits, ExitTable.Vm vm) {
            return exits == null || vm.active() <= 0 ? 0
                    : BigInteger.valueOf(exits.cost()).multiply(SECOND).divide(BigInteger.valueOf(vm.active())).longValue();
        }
    }

    /**
     * Exits that have the same in common.
     *
     * @param a
     *            null if there are none in A
     * @param b
     *            null if there are none in B
     * @param shareA
     *            what those of A cost as a share of the time in which the vCPUs were not idle, 0 to 1
     * @param rateA
     *            how many of A there are per second of the vCPUs' life
     */
    public record Row(String label, ExitFigures a, ExitFigures b, double shareA, double shareB, double rateA, double rateB) {

        /** @return how much more of the time B costs, -1 to 1 */
        public double difference() {
            return shareB - shareA;
        }
    }

    /**
     * @param a
     *            what is compared with
     * @param b
     *            what is compared
     * @return the comparison
     */
    public static ExitComparison of(Side a, Side b) {
        List<Pair> pairs = new ArrayList<>();
        List<ExitTable.Vm> left = new ArrayList<>(a.table().vms());
        List<ExitTable.Vm> right = new ArrayList<>(b.table().vms());
        for (ExitTable.Vm vm : a.table().vms()) {
            ExitTable.Vm other = right.stream().filter(candidate -> candidate.first().vmLabel().equals(vm.first().vmLabel()))
                    .findFirst().orElse(left.size() == 1 && right.size() == 1 ? right.get(0) : null);
            if (other != null) {
                left.remove(vm);
                right.remove(other);
                pairs.add(pair(a.table(), vm, b.table(), other));
            }
        }
        List<String> unmatched = new ArrayList<>();
        left.forEach(vm -> unmatched.add(vm.first().vmLabel() + " is only in A"));
        right.forEach(vm -> unmatched.add(vm.first().vmLabel() + " is only in B"));
        return new ExitComparison(a, b, pairs, unmatched);
    }

    private static Pair pair(ExitTable ofA, ExitTable.Vm a, ExitTable ofB, ExitTable.Vm b) {
        Map<String, ExitFigures> rowsA = rows(ofA, a);
        Map<String, ExitFigures> rowsB = rows(ofB, b);
        Map<String, ExitFigures> all = new LinkedHashMap<>(rowsA);
        all.putAll(rowsB);
        List<Row> rows = new ArrayList<>();
        for (String label : all.keySet()) {
            ExitFigures x = rowsA.get(label);
            ExitFigures y = rowsB.get(label);
            rows.add(new Row(label, x, y, share(x, a), share(y, b), rate(x, a), rate(y, b)));
        }
        rows.sort(Comparator.comparingDouble((Row row) -> Math.abs(row.difference())).reversed().thenComparing(Row::label));
        return new Pair(a, b, rows, rows.stream().mapToLong(row -> Pair.contributionOf(row, a, b)).sum());
    }

    private static Map<String, ExitFigures> rows(ExitTable table, ExitTable.Vm vm) {
        ExitNames names = new ExitNames(table.exits());
        Map<String, ExitFigures> rows = new LinkedHashMap<>();
        Map<String, Integer> same = new HashMap<>();
        for (ExitFigures row : vm.rows()) {
            String key = String.valueOf(names.labelOfAnyBoot(table.grouping(), row.example()));
            int nth = same.merge(key, 1, Integer::sum);
            rows.put(nth == 1 ? key : key + " #" + nth, row);
        }
        return rows;
    }

    private static double share(ExitFigures row, ExitTable.Vm vm) {
        return row == null ? 0 : (double) row.cost() / vm.active();
    }

    private static double rate(ExitFigures row, ExitTable.Vm vm) {
        return row == null ? 0 : row.count() * NS / vm.lifetime();
    }

    /**
     * @param pair
     *            one of the pairs
     * @return what is different, in a sentence
     */
    public String answer(Pair pair) {
        return difference(pair) + unknown("A", a.table().unknown(pair.a())) + unknown("B", b.table().unknown(pair.b()));
    }

    private static String unknown(String side, String clause) {
        return clause == null ? "" : " In " + side + ' ' + clause + '.';
    }

    private static String difference(Pair pair) {
        double[] shares = pair.shares();
        double difference = shares[1] - shares[0];
        String who = pair.b().first().vmLabel() + (pair.a().first().vmLabel().equals(pair.b().first().vmLabel()) ? ""
                : " compared with " + pair.a().first().vmLabel());
        String both = String.format(Locale.ROOT, "%s: exits cost %.2f %% of the time in which the vCPUs were not idle in B, %.2f %% in A", who,
                100 * shares[1], 100 * shares[0]);
        if (Math.abs(difference) < NOISE) {
            return both + ": no difference.";
        }
        String most = pair.rows().stream().filter(row -> row.difference() * difference > 0 && Math.abs(row.difference()) >= NOISE)
                .limit(NAMED).map(row -> String.format(Locale.ROOT, "%s %+.2f", row.label(), 100 * row.difference()))
                .collect(Collectors.joining(", "));
        return both + String.format(Locale.ROOT, ": %+.2f points", 100 * difference) + (most.isEmpty() ? "." : ", most of it by " + most + ".");
    }
}
