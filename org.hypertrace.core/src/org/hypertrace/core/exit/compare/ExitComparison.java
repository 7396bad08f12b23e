/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.Digits;

/**
 * The VM exits of two groups of recordings, or of two times of one, side by side; differences are B - A. Stretches of different lengths
 * compare. What counts is the share of the time in which vCPUs were not idle, and exits per second of the
 * vCPUs' life.
 *
 * @param pairs
 *            VMs of A and B that belong together: those of the same name, and the only ones of each recording
 * @param unmatched
 *            which VMs are only in A or B, a clause each
 */
public record ExitComparison(Side a, Side b, List<Pair> pairs, List<String> unmatched) {

    private static final int NAMED = 3;
    /** Less than this difference, as a share, is none. */
    private static final double NOISE = 0.0005;

    /**
     * One of both.
     *
     * @param name
     *            what the user calls it
     * @param from
     *            the begin of its time, of several recordings the earliest, ns since the epoch
     * @param to
     *            the end of its time, of several recordings the latest
     */
    public record Side(String name, long from, long to) { }

    /**
     * A VM in A or in B.
     *
     * @param vm
     *            its name
     * @param recordings
     *            how many have it
     * @param trace
     *            the one that stands for all: what its exits cost as a share of the time not idle is the median
     * @param costs
     *            in that recording
     */
    public record OfVm(String vm, int recordings, String trace, ExitCosts costs) {
        private static OfVm of(VmPairs.Group<ExitCosts> group) {
            VmPairs.One<ExitCosts> typical = group.typical(ExitCosts::share);
            return new OfVm(group.vm(), group.recordings().size(), typical.trace(), typical.figures());
        }
    }

    /**
     * A VM of A and one of B.
     *
     * @param rows
     *            the greatest difference of the share first
     * @param speedUp
     *            of what all exits cost in the same time not idle, of all recordings
     * @param contribution
     *            how much less B's exits cost per second not idle, ns: the sum of what its rows contribute
     */
    public record Pair(OfVm a, OfVm b, List<Row> rows, SpeedUp speedUp, long contribution) {

        /** @return the share of the time not idle that the exits of A cost, 0 to 1; the same of B */
        double[] shares() {
            return new double[] { rows.stream().mapToDouble(Row::shareA).sum(), rows.stream().mapToDouble(Row::shareB).sum() };
        }

        /**
         * @param row
         *            of this pair
         * @return which share of the contributions of all rows is its own; NaN if they sum to nothing
         */
        public double share(Row row) {
            return contribution == 0 ? Double.NaN : (double) row.contribution / contribution;
        }
    }

    /**
     * Exits that have the same in common.
     *
     * @param a
     *            in the recording that stands for A; null if there are none
     * @param b
     *            in the one that stands for B
     * @param shareA
     *            what those of A cost as a share of the time in which the vCPUs were not idle, 0 to 1
     * @param rateA
     *            how many of A there are per second of the vCPUs' life
     * @param speedUp
     *            of what they cost in the same time not idle, of all recordings; not known if any has none
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all rows; NaN without enough repetitions
     * @param contribution
     *            how much less they cost in B per second not idle, ns, each side rounded down
     */
    public record Row(String label, ExitFigures a, ExitFigures b, double shareA, double shareB, double rateA, double rateB, SpeedUp speedUp,
            double corrected, long contribution) {

        /** @return how much more of the time B costs, -1 to 1 */
        public double difference() {
            return shareB - shareA;
        }
    }

    /**
     * @param a
     *            what is compared with
     * @param before
     *            its recordings, at least one
     * @param b
     *            what is compared
     * @param after
     *            its recordings, at least one
     * @return the comparison
     */
    public static ExitComparison of(Side a, List<VmPairs.Recording<ExitCosts>> before, Side b, List<VmPairs.Recording<ExitCosts>> after) {
        VmPairs<ExitCosts> vms = VmPairs.of(before, after);
        return new ExitComparison(a, b, vms.pairs().stream().map(pair -> pair(pair.a(), pair.b())).toList(), vms.unmatched());
    }

    private static Pair pair(VmPairs.Group<ExitCosts> before, VmPairs.Group<ExitCosts> after) {
        OfVm a = OfVm.of(before);
        OfVm b = OfVm.of(after);
        Set<String> labels = new TreeSet<>();
        Stream.concat(before.all().stream(), after.all().stream()).forEach(one -> labels.addAll(one.rows().keySet()));
        List<SpeedUp> speedUps = labels.stream().map(label -> SpeedUp.of(before.all().stream().map(one -> one.share(label)).toList(),
                after.all().stream().map(one -> one.share(label)).toList())).toList();
        double[] corrected = Holm.corrected(speedUps.stream().mapToDouble(SpeedUp::chance).toArray());
        List<Row> rows = new ArrayList<>();
        for (String label : labels) {
            int place = rows.size();
            rows.add(new Row(label, a.costs.rows().get(label), b.costs.rows().get(label), a.costs.share(label).value(), b.costs.share(label).value(),
                    a.costs.rate(label), b.costs.rate(label), speedUps.get(place), corrected[place],
                    a.costs.perSecond(label) - b.costs.perSecond(label)));
        }
        rows.sort(Comparator.comparingDouble((Row row) -> Math.abs(row.difference())).reversed().thenComparing(Row::label));
        return new Pair(a, b, rows, SpeedUp.of(before.all().stream().map(ExitCosts::share).toList(), after.all().stream().map(ExitCosts::share).toList()),
                rows.stream().mapToLong(Row::contribution).sum());
    }

    /**
     * @param pair
     *            one of the pairs
     * @return what is different, in a sentence
     */
    public String answer(Pair pair) {
        return difference(pair) + unknown("A", pair.a.costs.unknown()) + unknown("B", pair.b.costs.unknown());
    }

    private static String unknown(String side, String clause) {
        return clause == null ? "" : " In " + side + ' ' + clause + '.';
    }

    private static String difference(Pair pair) {
        double[] shares = pair.shares();
        double difference = shares[1] - shares[0];
        String who = pair.b().vm() + (pair.a().vm().equals(pair.b().vm()) ? "" : " compared with " + pair.a().vm());
        String both = who + ": exits cost " + Digits.percent(Amount.share(shares[1])) + " of the vCPUs' non-idle time in B, " + Digits.percent(Amount.share(shares[0])) + " in A";
        if (Math.abs(difference) < NOISE) {
            return both + ": no difference.";
        }
        String most = pair.rows().stream().filter(row -> row.difference() * difference > 0 && Math.abs(row.difference()) >= NOISE)
                .limit(NAMED).map(row -> row.label() + ' ' + points(row.difference()))
                .collect(Collectors.joining(", "));
        return both + ": " + points(difference) + " points" + (most.isEmpty() ? "." : ", most of it by " + most + ".");
    }

    private static String points(double difference) {
        return (difference > 0 ? "+" : "") + Digits.of(100 * difference);
    }
}
