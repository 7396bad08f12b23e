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
 * @param untold
 *            what is not known
 * @param depth
 *            the links of the longest chain
 */
public record PathSums(Map<String, Long> causes, Map<PathClass, Long> classes, Map<String, Long> owners, Map<String, Long> by,
        Map<String, Long> chains, Map<String, Long> atMost, long untold, int depth) {

    /** What is told by {@link #atMost}, in this order. */
    public static final List<String> BOUNDS = List.of("withoutPreemption", "withoutExits", "withoutTracing", "withoutWaitingForVcpus");

    /**
     * @param path
     *            a path
     * @param names
     *            of those on it
     * @return its sums
     */
    public static PathSums of(Segments path, PathNames names) {
        Map<String, Long> causes = new TreeMap<>();
        Map<PathClass, Long> classes = new EnumMap<>(PathClass.class);
        Map<String, Long> by = new TreeMap<>();
        long[] ofChain = new long[path.nodes()];
        long[] atMost = new long[BOUNDS.size()];
        long untold = 0;
        int depth = 0;
        for (int i = 0; i < path.size(); i++) {
            long ns = path.length(i);
            PathState state = path.state(i);
            String cause = path.phase(i).key() + '/' + state.key();
            PathClass kind = PathClass.of(path.phase(i), state);
            causes.merge(cause, ns, Long::sum);
            classes.merge(kind, ns, Long::sum);
            ofChain[path.chain(i)] += ns;
            if (path.by(i) != Segments.By.NONE) {
                by.merge(cause + ' ' + names.shownBy(path, i), ns, Long::sum);
            }
            untold += kind == PathClass.NOT_KNOWN ? ns : 0;
            depth = Math.max(depth, path.depth(path.chain(i)));
            atMost[0] += state == PathState.PREEMPTED ? ns : 0;
            atMost[1] += kind == PathClass.HOST && state != PathState.HOST ? ns : 0;
            atMost[2] += path.by(i) == Segments.By.EXIT_OF_TRACER ? ns : 0;
            atMost[3] += path.phase(i) == Phase.READY && state == PathState.GUEST ? ns : 0;
        }
        Map<String, Long> owners = new TreeMap<>();
        Map<String, Long> chains = new TreeMap<>();
        for (int node = 0; node < ofChain.length; node++) {
            if (ofChain[node] > 0) {
                owners.merge(names.shown(path.owner(node)), ofChain[node], Long::sum);
                chains.merge(names.names(path, node), ofChain[node], Long::sum);
            }
        }
        Map<String, Long> bounds = new LinkedHashMap<>();
        for (int i = 0; i < atMost.length; i++) {
            bounds.put(BOUNDS.get(i), atMost[i]);
        }
        return new PathSums(sorted(causes), classes, sorted(owners), sorted(by), sorted(chains), bounds, untold, depth);
    }

    /** The largest first. */
    private static Map<String, Long> sorted(Map<String, Long> sums) {
        Map<String, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream().sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
