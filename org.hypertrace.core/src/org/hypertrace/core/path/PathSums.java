/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.path.store.Tally;

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

    /**
     * How often and how long a part of a path was in what, by numbers. Each segment is added by small methods: the compiler takes long for a large
     * one, and for its loop once more.
     */
    static final class Counts {

        private final Segments fPath;
        final Tally fCauses = new Tally();
        final Tally fBy = new Tally();
        final Tally fOwners = new Tally();
        final Tally fChains = new Tally();
        final Tally fOwnerCauses = new Tally();
        final Tally fChainCauses = new Tally();
        final LongIndex fOfBy = new LongIndex();
        final LongIndex fOfOwner = new LongIndex();
        final LongIndex fOfOwnerCause = new LongIndex();
        final LongIndex fOfChainCause = new LongIndex();
        int fDepth;
        private long fOwnerBegin;
        private long fChainBegin;

        Counts(Segments path) {
            fPath = path;
            fOwnerBegin = path.begin();
            fChainBegin = path.begin();
        }

        /** Adds the next segment. */
        void add(int i) {
            long begin = fPath.begin(i);
            long ns = fPath.end(i) - begin;
            int chain = fPath.chain(i);
            int owner = fPath.owner(chain);
            int what = fPath.phase(i).ordinal() << 8 | fPath.state(i).ordinal();
            fDepth = Math.max(fDepth, fPath.depth(chain));
            fCauses.add(what, ns, begin);
            addBy(i, what, ns, begin);
            fOwnerCauses.add(fOfOwnerCause.numberOf((owner & 0xffffffffL) << 16 | what), ns, begin);
            fChainCauses.add(fOfChainCause.numberOf((chain & 0xffffffffL) << 16 | what), ns, begin);
            boolean last = i + 1 == fPath.size();
            if (last || fPath.chain(i + 1) != chain) {
                leave(chain, owner, last || fPath.owner(fPath.chain(i + 1)) != owner, begin + ns);
            }
        }

        private void addBy(int i, int what, long ns, long begin) {
            Segments.By by = fPath.by(i);
            if (by != Segments.By.NONE) {
                fBy.add(fOfBy.numberOf((long) what << 40 | (long) by.ordinal() << 32 | fPath.byValue(i) & 0xffffffffL), ns, begin);
            }
        }

        /** The path goes on with another chain, or ends. */
        private void leave(int chain, int owner, boolean isOtherOwner, long time) {
            fChains.add(chain, time - fChainBegin, fChainBegin);
            fChainBegin = time;
            if (isOtherOwner) {
                fOwners.add(fOfOwner.numberOf(owner), time - fOwnerBegin, fOwnerBegin);
                fOwnerBegin = time;
            }
        }
    }
}
