/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the time of a path went to. Causes, classes, owners and chains each sum to the path's length exactly; all in ns, the largest
 * first.
 *
 * @param causes
 *            by phase and state: {@code run/guest}
 * @param classes
 *            in the order of {@link PathClass}, those that occur
 * @param owners
 *            by who was waited for, with names for people
 * @param by
 *            by phase and state and what stands behind it: {@code run/preempted host yes (600)}
 * @param chains
 *            by chain, names joined by {@code ;}
 * @param atMost
 *            how much shorter the path could be if one thing took no time, by the names of {@link #BOUNDS}
 * @param notRecorded
 *            what is not known
 * @param depth
 *            the links of the longest chain
 */
public record PathSums(Map<String, Long> causes, Map<PathClass, Long> classes, Map<String, Long> owners, Map<String, Long> by,
        Map<String, Long> chains, Map<String, Long> atMost, long notRecorded, int depth) {

    /** What is reported by {@link #atMost}, in this order. */
    public static final List<String> BOUNDS = List.of("withoutPreemption", "withoutExits", "withoutTracing", "withoutWaitingForVcpus");

    /**
     * @param path
     *            a path
     * @param names
     *            of those on it
     * @return its sums
     */
    public static PathSums of(Segments path, PathNames names) {
        PathParts parts = new PathParts();
        parts.add(path, names);
        return of(parts);
    }

    /**
     * @param parts
     *            what a path consists of
     * @return its sums
     */
    public static PathSums of(PathParts parts) {
        Map<String, Long> causes = new LinkedHashMap<>();
        Map<PathClass, Long> classes = new EnumMap<>(PathClass.class);
        long[] atMost = new long[BOUNDS.size()];
        for (PathParts.Cause cause : parts.causes()) {
            long ns = cause.sum().ns();
            PathState state = cause.state();
            PathClass kind = PathClass.of(cause.phase(), state);
            causes.put(cause.cause(), ns);
            classes.merge(kind, ns, Long::sum);
            atMost[0] += state == PathState.PREEMPTED ? ns : 0;
            atMost[1] += kind == PathClass.HOST && state != PathState.HOST ? ns : 0;
            atMost[3] += cause.phase() == Phase.READY && state == PathState.GUEST ? ns : 0;
        }
        Map<String, Long> by = new TreeMap<>();
        for (PathParts.Cause one : parts.by()) {
            by.merge(one.cause() + ' ' + one.name(), one.sum().ns(), Long::sum);
            atMost[2] += one.kind() == Segments.By.EXIT_OF_TRACER ? one.sum().ns() : 0;
        }
        Map<String, Long> bounds = new LinkedHashMap<>();
        for (int i = 0; i < atMost.length; i++) {
            bounds.put(BOUNDS.get(i), atMost[i]);
        }
        return new PathSums(causes, classes, byName(parts.owners()), sorted(by), byName(parts.chains()), bounds,
                classes.getOrDefault(PathClass.NOT_KNOWN, 0L), parts.depth());
    }

    private static Map<String, Long> byName(List<PathParts.Part> parts) {
        Map<String, Long> sums = new TreeMap<>();
        parts.forEach(part -> sums.merge(part.name(), part.sum().ns(), Long::sum));
        return sorted(sums);
    }

    /** The largest first. */
    private static Map<String, Long> sorted(Map<String, Long> sums) {
        Map<String, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream().sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
