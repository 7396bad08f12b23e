/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.quantity.Amount;

/**
 * Two paths side by side, or the same path in two groups of recordings: by class, cause, owner and chain. Owners and chains are paired by
 * their names. The VM of the subject, the ids of threads and the running numbers of the kernel's workers do not count. The rows of each
 * kind sum to the two paths exactly, and so their differences to the difference.
 *
 * @param a
 *            a path
 * @param b
 *            the one that is compared with it
 * @param rows
 *            kind after kind, of each the greatest difference first
 * @param speedUp
 *            of the paths' lengths, of all recordings
 * @param answer
 *            one sentence
 */
public record PathComparison(Side a, Side b, List<Row> rows, SpeedUp speedUp, String answer) {

    private static final int REPORTED = 4;
    /** How kernels call threads of which there are as many as they like. */
    private static final List<String> WORKERS = List.of("kworker/", "vhost-", "ksoftirqd/", "swapper/");

    /** What is put side by side. */
    public enum Of {
        /** {@code PathClass}. */
        CLASS("class"),
        /** Phase and state. */
        CAUSE("cause"),
        /** Who was waited for. */
        OWNER("owner"),
        /** By whom whom. */
        CHAIN("chain");

        private final String fKey;

        Of(String key) {
            fKey = key;
        }

        /** @return its stable name */
        public String key() {
            return fKey;
        }
    }

    /**
     * One of both.
     *
     * @param name
     *            what the user calls its recordings
     * @param recordings
     *            how many there are
     * @param trace
     *            the one that stands for all: the length of its path is the median
     * @param times
     *            of that path
     */
    public record Side(String name, int recordings, String trace, PathTimes times) {

        private static Side of(VmPairs.Group<PathTimes> group) {
            VmPairs.One<PathTimes> typical = group.typical(PathTimes::whole);
            return new Side(group.vm(), group.recordings().size(), typical.trace(), typical.figures());
        }
    }

    /**
     * Something of both paths.
     *
     * @param of
     *            what it is
     * @param name
     *            by which it was paired
     * @param a
     *            its time on the path that stands for A, ns
     * @param b
     *            its time on the one that stands for B, ns
     * @param speedUp
     *            from A to B, of all recordings; not known if it is 0 in any
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all rows of its kind; NaN without enough repetitions
     */
    public record Row(Of of, String name, long a, long b, SpeedUp speedUp, double corrected) {

        /** @return B minus A, ns */
        public long difference() {
            return b - a;
        }
    }

    /** @return B minus A, ns */
    public long difference() {
        return b.times.length() - a.times.length();
    }

    /**
     * @param ns
     *            how much more something takes on B than on A
     * @return which share of the difference of the paths that is; NaN if they are as long
     */
    public double share(long ns) {
        return difference() == 0 ? Double.NaN : (double) ns / difference();
    }

    /**
     * @param before
     *            the path in the recordings A, under what the user calls them
     * @param after
     *            that in the recordings B
     * @return both side by side
     */
    public static PathComparison of(VmPairs.Group<PathTimes> before, VmPairs.Group<PathTimes> after) {
        Side a = Side.of(before);
        Side b = Side.of(after);
        List<Row> rows = new ArrayList<>();
        for (Of of : Of.values()) {
            rows.addAll(rows(of, a.times, before.all(), b.times, after.all()));
        }
        return new PathComparison(a, b, List.copyOf(rows), SpeedUp.of(before.all().stream().mapToLong(PathTimes::length).toArray(),
                after.all().stream().mapToLong(PathTimes::length).toArray()), answer(a.times, b.times));
    }

    private static List<Row> rows(Of of, PathTimes a, List<PathTimes> before, PathTimes b, List<PathTimes> after) {
        Set<String> names = new TreeSet<>();
        Stream.concat(before.stream(), after.stream()).forEach(path -> names.addAll(path.times().get(of).keySet()));
        List<SpeedUp> speedUps = names.stream().map(name -> SpeedUp.of(before.stream().mapToLong(path -> path.ns(of, name)).toArray(),
                after.stream().mapToLong(path -> path.ns(of, name)).toArray())).toList();
        // each kind splits the whole anew, so its rows are the questions asked together
        double[] corrected = Holm.corrected(speedUps.stream().mapToDouble(SpeedUp::chance).toArray());
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            int place = rows.size();
            rows.add(new Row(of, name, a.ns(of, name), b.ns(of, name), speedUps.get(place), corrected[place]));
        }
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.difference())).reversed());
        return rows;
    }

    /** Without what is another one in another boot or VM. */
    public static String plain(PathLink link, String vm) {
        if (link.kind() == PathLink.Kind.OTHERS) {
            return link.name();
        }
        boolean isOfSubject = link.vm() != null && link.vm().equals(vm);
        String worker = link.vm() != null && !isOfSubject || link.kind().isHandler() ? null
                : WORKERS.stream().filter(link.bare()::startsWith).findFirst().orElse(null);
        String bare = worker == null ? link.bare() : worker + '*';
        return isOfSubject ? bare : (link.vm() == null ? "host" : link.vm()) + ' ' + bare;
    }

    /** Who did what, on both paths: what differs most. */
    private static String answer(PathTimes a, PathTimes b) {
        long difference = b.length() - a.length();
        Set<String> names = new TreeSet<>(a.done().keySet());
        names.addAll(b.done().keySet());
        String parts = names.stream().map(name -> Map.entry(name, b.done().getOrDefault(name, 0L) - a.done().getOrDefault(name, 0L)))
                .filter(one -> one.getValue() != 0).sorted(Comparator.comparingLong((Map.Entry<String, Long> one) -> Math.abs(one.getValue())).reversed())
                .limit(REPORTED).map(one -> Amount.change(one.getValue()).text() + ' ' + one.getKey()).collect(Collectors.joining(", "));
        return "B (" + PathAnswer.subject(b.path()) + ") took " + (difference == 0 ? "as long as" : Amount.ns(Math.abs(difference))
                + (difference > 0 ? " longer than" : " less than")) + " A (" + PathAnswer.subject(a.path()) + ")"
                + (parts.isEmpty() ? "." : ": " + parts + '.');
    }
}
