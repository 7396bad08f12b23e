/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.PathWhat;

/**
 * What a path consists of, by names that are the same in every recording: to be compared, also once its trace is closed.
 *
 * @param path
 *            the path
 * @param times
 *            of each kind ns by name; they sum to the path
 * @param done
 *            the same by who did what, in words
 */
public record PathTimes(FoundPath path, Map<PathComparison.Of, Map<String, Long>> times, Map<String, Long> done) {

    /**
     * @param path
     *            a path whose trace is open
     * @return what it consists of
     */
    public static PathTimes of(FoundPath path) {
        Map<PathComparison.Of, Map<String, Long>> times = new EnumMap<>(PathComparison.Of.class);
        times.put(PathComparison.Of.CLASS, classes(path));
        times.put(PathComparison.Of.CAUSE, causes(path));
        times.put(PathComparison.Of.OWNER, parts(path, path.parts().owners()));
        times.put(PathComparison.Of.CHAIN, parts(path, path.parts().chains()));
        return new PathTimes(path, times, doneOn(path));
    }

    /** @return how long the path is, ns */
    public long length() {
        return path.subject().end() - path.subject().begin();
    }

    Ratio whole() {
        return Ratio.of(length(), 1);
    }

    /** Of what has that name, ns: 0 if nothing has. */
    long ns(PathComparison.Of of, String name) {
        return times.get(of).getOrDefault(name, 0L);
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
        parts.forEach(part -> sums.merge(part.links().stream().map(link -> PathComparison.plain(link, vm)).collect(Collectors.joining(" ← ")),
                part.sum().ns(), Long::sum));
        return sums;
    }

    private static Map<String, Long> doneOn(FoundPath path) {
        Map<String, Long> done = new TreeMap<>();
        String vm = path.names().vm(path.subject().who());
        path.parts().owners().forEach(owner -> owner.causes().forEach((cause, ns) -> done.merge(
                did(cause, PathComparison.plain(owner.links().get(0), vm)), ns, Long::sum)));
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
