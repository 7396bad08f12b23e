/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.PathWhat;
import org.hypertrace.core.quantity.Amount;

/**
 * Two paths side by side: by class, cause, owner and chain. Owners and chains are paired by their names. The VM of the subject, the ids of
 * threads and the running numbers of the kernel's workers do not count. The rows of each kind sum to the two paths exactly,
 * and so their differences to the difference.
 *
 * @param a
 *            a path
 * @param b
 *            the one that is compared with it
 * @param rows
 *            kind after kind, of each the greatest difference first
 * @param answer
 *            one sentence
 */
public record PathComparison(FoundPath a, FoundPath b, List<Row> rows, String answer) {

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
     * Something of both paths.
     *
     * @param of
     *            what it is
     * @param name
     *            by which it was paired
     * @param a
     *            its time on the one path, ns
     * @param b
     *            its time on the other path, ns
     */
    public record Row(Of of, String name, long a, long b) {

        /** @return B minus A, ns */
        public long difference() {
            return b - a;
        }

        /** @return from A to B; not known if one of both is 0 */
        public SpeedUp speedUp() {
            return SpeedUp.of(a, b);
        }
    }

    /** @return of the two paths */
    public SpeedUp speedUp() {
        return SpeedUp.of(length(a), length(b));
    }

    /**
     * @param row
     *            of this comparison
     * @return which share of the difference of the paths is its own; NaN if they are as long
     */
    public double share(Row row) {
        long difference = length(b) - length(a);
        return difference == 0 ? Double.NaN : (double) row.difference() / difference;
    }

    /**
     * @param a
     *            a path
     * @param b
     *            another one
     * @return both compared
     */
    public static PathComparison of(FoundPath a, FoundPath b) {
        List<Row> rows = new ArrayList<>();
        rows.addAll(rows(Of.CLASS, classes(a), classes(b)));
        rows.addAll(rows(Of.CAUSE, causes(a), causes(b)));
        rows.addAll(rows(Of.OWNER, parts(a, a.parts().owners()), parts(b, b.parts().owners())));
        rows.addAll(rows(Of.CHAIN, parts(a, a.parts().chains()), parts(b, b.parts().chains())));
        return new PathComparison(a, b, List.copyOf(rows), answer(a, b));
    }

    private static List<Row> rows(Of of, Map<String, Long> a, Map<String, Long> b) {
        Map<String, Row> rows = new TreeMap<>();
        a.forEach((name, ns) -> rows.put(name, new Row(of, name, ns, b.getOrDefault(name, 0L))));
        b.forEach((name, ns) -> rows.putIfAbsent(name, new Row(of, name, 0, ns)));
        return rows.values().stream().sorted(Comparator.comparingLong((Row row) -> Math.abs(row.difference())).reversed()).toList();
    }

    private static Map<String, Long> classes(FoundPath path) {
        Map<String, Long> classes = new TreeMap<>();
        path.sums().classes().forEach((kind, ns) -> classes.put(kind.label(), ns));
        return classes;
    }

    private static Map<String, Long> causes(FoundPath path) {
        Map<String, Long> causes = new TreeMap<>();
        path.parts().causes().forEach(cause -> causes.merge(cause.label(), cause.sum().ns(), Long::sum));
        return causes;
    }

    private static Map<String, Long> parts(FoundPath path, Collection<PathParts.Part> parts) {
        Map<String, Long> sums = new TreeMap<>();
        String vm = path.names().vm(path.subject().who());
        parts.forEach(part -> sums.merge(part.links().stream().map(link -> plain(link, vm)).collect(Collectors.joining(" ← ")),
                part.sum().ns(), Long::sum));
        return sums;
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

    private static long length(FoundPath path) {
        return path.subject().end() - path.subject().begin();
    }

    /** Whom did what, of both paths: what differs most. */
    private static String answer(FoundPath a, FoundPath b) {
        long difference = length(b) - length(a);
        List<Row> rows = rows(Of.OWNER, done(a), done(b)).stream().filter(row -> row.difference() != 0).limit(REPORTED).toList();
        String parts = rows.stream().map(row -> Amount.change(row.difference()).text() + ' ' + row.name())
                .collect(Collectors.joining(", "));
        return "B (" + PathAnswer.subject(b) + ") took " + (difference == 0 ? "as long as" : Amount.ns(Math.abs(difference))
                + (difference > 0 ? " longer than" : " less than")) + " A (" + PathAnswer.subject(a) + ")"
                + (parts.isEmpty() ? "." : ": " + parts + '.');
    }

    private static Map<String, Long> done(FoundPath path) {
        Map<String, Long> done = new TreeMap<>();
        String vm = path.names().vm(path.subject().who());
        path.parts().owners().forEach(owner -> owner.causes().forEach((cause, ns) -> done.merge(did(cause, plain(owner.links().get(0), vm)), ns,
                Long::sum)));
        return done;
    }

    private static String did(PathWhat of, String who) {
        String state = of.state() == PathState.GUEST || of.state() == PathState.VCPU ? null : of.state().label();
        return switch (of.phase()) {
        case RUN -> state == null ? "work of " + who : state + " while " + who + " ran";
        case READY -> state == null ? who + " waited for its vCPU" : state + " while " + who + " was ready";
        case DELIVER -> (state == null ? "delivery" : state) + " while " + who + " was on the way";
        case WAIT -> "waiting: " + state + ", " + who;
        };
    }
}
