/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.compare.VmPairs;

/**
 * System calls of two groups of recordings side by side, net of the guest's tracer. Recordings of different lengths compare: what
 * counts is the mean time of a call.
 *
 * @param a
 *            what the user calls the recordings before
 * @param b
 *            those after
 * @param pairs
 *            VMs of A and B that belong together: those of the same name, and the only ones of each recording
 * @param unmatched
 *            which VMs are only in A or B, a clause each
 */
public record SyscallComparison(String a, String b, List<Pair> pairs, List<String> unmatched) {

    /**
     * A VM in A or in B.
     *
     * @param recordings
     *            how many have it
     * @param trace
     *            the one that stands for all, whose mean time of a call that does not wait is the median
     * @param net
     *            its calls that do not wait
     */
    public record Side(String vm, int recordings, String trace, VmSyscalls.Sums net) {
        /** @return of a call that does not wait, ns, rounded down; 0 without any */
        public long mean() {
            return net.count() == 0 ? 0 : net.total() / net.count();
        }

        private long perCall(CallFigures figures) {
            return figures == null || net.count() == 0 ? 0 : figures.total() / net.count();
        }
    }

    /**
     * A VM of A and one of B.
     *
     * @param speedUp
     *            of the mean time of a call that does not wait, of all recordings
     * @param contribution
     *            how much less such a call takes in B, ns: the sum of what the rows contribute
     * @param rows
     *            the greatest contribution first, and then those that wait
     */
    public record Pair(Side a, Side b, SpeedUp speedUp, long contribution, List<Row> rows) {

        /**
         * @param row
         *            of this pair
         * @return which share of the contributions of all rows is its own; NaN if they sum to nothing, or if it waits
         */
        public double share(Row row) {
            return contribution == 0 || row.isWaiting ? Double.NaN : (double) row.contribution / contribution;
        }
    }

    /**
     * All calls of a number.
     *
     * @param isCompat
     *            whether the number is of 32-bit programs
     * @param isWaiting
     *            whether it waits for something, so that it is in no sum
     * @param a
     *            in the recording that stands for A; null if it is not there
     * @param b
     *            in the one that stands for B
     * @param speedUp
     *            of its mean time in all recordings that have it
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all rows; NaN without enough repetitions
     * @param contribution
     *            how much less B's calls take per call that does not wait, ns, each side rounded down; 0 if it waits
     */
    public record Row(int number, boolean isCompat, boolean isWaiting, CallFigures a, CallFigures b, SpeedUp speedUp, double corrected,
            long contribution) { }

    /**
     * @param a
     *            what the recordings before are called
     * @param before
     *            at least one
     * @param b
     *            what the recordings after are called
     * @param after
     *            at least one
     * @return both side by side
     */
    public static SyscallComparison of(String a, List<VmPairs.Recording<VmSyscalls>> before, String b, List<VmPairs.Recording<VmSyscalls>> after) {
        VmPairs<VmSyscalls> vms = VmPairs.of(before, after);
        return new SyscallComparison(a, b, vms.pairs().stream().map(pair -> pair(pair.a(), pair.b())).toList(), vms.unmatched());
    }

    private static Pair pair(VmPairs.Group<VmSyscalls> before, VmPairs.Group<VmSyscalls> after) {
        VmPairs.One<VmSyscalls> typicalOfA = before.typical(SyscallComparison::whole);
        VmPairs.One<VmSyscalls> typicalOfB = after.typical(SyscallComparison::whole);
        Side sideA = new Side(before.vm(), before.recordings().size(), typicalOfA.trace(), typicalOfA.figures().net());
        Side sideB = new Side(after.vm(), after.recordings().size(), typicalOfB.trace(), typicalOfB.figures().net());
        Map<Long, List<Ratio>> meansOfA = means(before.all());
        Map<Long, List<Ratio>> meansOfB = means(after.all());
        Map<Long, VmSyscalls.Row> all = new TreeMap<>();
        Stream.concat(before.all().stream(), after.all().stream()).forEach(one -> all.putAll(rows(one)));
        List<SpeedUp> speedUps = all.keySet().stream()
                .map(code -> SpeedUp.of(meansOfA.getOrDefault(code, List.of()), meansOfB.getOrDefault(code, List.of()))).toList();
        double[] corrected = Holm.corrected(speedUps.stream().mapToDouble(SpeedUp::chance).toArray());
        Map<Long, VmSyscalls.Row> rowsOfA = rows(typicalOfA.figures());
        Map<Long, VmSyscalls.Row> rowsOfB = rows(typicalOfB.figures());
        List<Row> rows = new ArrayList<>();
        all.forEach((code, row) -> {
            CallFigures ofA = net(rowsOfA.get(code));
            CallFigures ofB = net(rowsOfB.get(code));
            int place = rows.size();
            rows.add(new Row(row.number(), row.isCompat(), row.isWaiting(), ofA, ofB, speedUps.get(place), corrected[place],
                    row.isWaiting() ? 0 : sideA.perCall(ofA) - sideB.perCall(ofB)));
        });
        rows.sort(Comparator.comparing(Row::isWaiting).thenComparing(Comparator.comparingLong((Row row) -> Math.abs(row.contribution)).reversed()));
        return new Pair(sideA, sideB, SpeedUp.of(wholes(before.all()), wholes(after.all())), rows.stream().mapToLong(Row::contribution).sum(), rows);
    }

    private static CallFigures net(VmSyscalls.Row row) {
        return row == null ? null : row.net();
    }

    private static Map<Long, VmSyscalls.Row> rows(VmSyscalls calls) {
        Map<Long, VmSyscalls.Row> rows = new LinkedHashMap<>();
        calls.rows().forEach(row -> rows.put(GuestCalls.code(row.number(), row.isCompat()), row));
        return rows;
    }

    /** By call: of each recording that has it. */
    private static Map<Long, List<Ratio>> means(List<VmSyscalls> recordings) {
        Map<Long, List<Ratio>> means = new LinkedHashMap<>();
        recordings.forEach(one -> rows(one).forEach((code, row) -> means.computeIfAbsent(code, key -> new ArrayList<>())
                .add(Ratio.of(row.net().total(), row.net().count()))));
        return means;
    }

    private static List<Ratio> wholes(List<VmSyscalls> recordings) {
        return recordings.stream().map(SyscallComparison::whole).filter(Objects::nonNull).toList();
    }

    private static Ratio whole(VmSyscalls calls) {
        VmSyscalls.Sums net = calls.net();
        return net.count() == 0 ? null : Ratio.of(net.total(), net.count());
    }
}
