/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.path.store.Tally;

/**
 * What a path consists of: by who was waited for, by chain, by what that one was in, and by what stood behind it. Each of the first
 * three sums to the path's length exactly. Interrupts of one kind on one vCPU or processor are the same here.
 */
public final class PathParts {

    /** So many owners and chains are distinguished; a forged trace may have any number. */
    private static final int MOST = 1 << 16;
    private static final List<PathLink> OTHERS = List.of(PathLink.OTHERS);

    /**
     * A sum.
     *
     * @param ns
     *            all together, ns
     * @param times
     *            how many stays
     * @param longest
     *            the longest stay, ns
     * @param longestBegin
     *            its begin, ns since the epoch
     */
    public record Sum(long ns, long times, long longest, long longestBegin) {
        Sum plus(Sum other) {
            boolean longer = other.longest > longest;
            return new Sum(ns + other.ns, times + other.times, longer ? other.longest : longest,
                    longer ? other.longestBegin : longestBegin);
        }
    }

    /**
     * An owner or a chain; what is too much to be distinguished has the key {@code others}.
     *
     * @param links
     *            of the chain; an owner is one alone
     * @param sum
     *            its stays on the path
     * @param causes
     *            the same time by phase and state, ns
     */
    public record Part(List<PathLink> links, Sum sum, Map<PathWhat, Long> causes) {

        /** @return the keys of the links */
        public List<String> keys() {
            return links.stream().map(PathLink::key).toList();
        }

        /** @return the names of the links for people */
        public List<String> names() {
            return links.stream().map(PathLink::name).toList();
        }

        /** @return the keys, joined by {@code ;} */
        public String key() {
            return String.join(";", keys());
        }

        /** @return the names, joined by {@code ;} */
        public String name() {
            return String.join(";", names());
        }
    }

    /**
     * A phase and state, with what stands behind it.
     *
     * @param what
     *            what the owner was in
     * @param kind
     *            what stands behind it: a participant, a text, an exit
     * @param key
     *            of that, empty if nothing is reported
     * @param name
     *            of that for people
     * @param who
     *            the participant, null for all else
     * @param vcpu
     *            the vCPU whose thread that is, null if it is none
     * @param sum
     *            its segments
     */
    public record Cause(PathWhat what, Segments.By kind, String key, String name, PathLink who, PathLink vcpu, Sum sum) {

        /** @return what the owner is to the one before */
        public Phase phase() {
            return what.phase();
        }

        /** @return what the owner is in */
        public PathState state() {
            return what.state();
        }

        /** @return {@code run/guest} */
        public String cause() {
            return what.key();
        }

        /** @return the same for people */
        public String label() {
            return what.label();
        }

        /** @return for people: the same, and what stands behind it */
        public String described() {
            return label() + ' ' + name + (vcpu == null ? "" : ", " + vcpu.name());
        }
    }

    private final int fMost;
    private final Map<List<Object>, Cause> fCauses = new HashMap<>();
    private final Map<List<Object>, Cause> fBy = new HashMap<>();
    private final Map<List<PathLink>, Part> fOwners = new HashMap<>();
    private final Map<List<PathLink>, Part> fChains = new HashMap<>();
    private long fSegments;
    private int fDepth;
    private int fContradictions;

    PathParts() {
        this(MOST);
    }

    /** With so many owners and chains distinguished. */
    PathParts(int most) {
        fMost = most;
    }

    /** Goes on with the next part of the path; it begins with another segment. */
    void add(Segments path, PathNames names) {
        fSegments += path.size();
        fContradictions += path.contradictions();
        PathSums.Counts counts = new PathSums.Counts(path);
        for (int i = 0; i < path.size(); i++) {
            counts.add(i);
        }
        fDepth = Math.max(fDepth, counts.fDepth);
        addCauses(counts, names);
        addOwners(counts, names);
        addChains(counts, path, names);
    }

    private void addCauses(PathSums.Counts counts, PathNames names) {
        for (int what = 0; what < Phase.values().length << 8; what++) {
            Sum sum = sum(counts.fCauses, what);
            if (sum != null) {
                put(fCauses, new Cause(what(what), Segments.By.NONE, "", "", null, null, sum));
            }
        }
        for (int i = 0; i < counts.fOfBy.size(); i++) {
            long key = counts.fOfBy.key(i);
            Segments.By kind = Segments.By.values()[(int) (key >> 32) & 0xff];
            int what = (int) (key >> 40);
            boolean somebody = kind == Segments.By.KEY;
            put(fBy, new Cause(what(what), kind, names.by(kind, (int) key), names.shownBy(kind, (int) key), somebody ? names.link((int) key) : null,
                    somebody ? names.vcpu((int) key) : null, sum(counts.fBy, i)));
        }
    }

    private void addOwners(PathSums.Counts counts, PathNames names) {
        Map<Integer, Map<PathWhat, Long>> causesOf = new HashMap<>();
        for (int i = 0; i < counts.fOfOwner.size(); i++) {
            int owner = (int) counts.fOfOwner.key(i);
            causesOf.put(owner, put(fOwners, List.of(names.link(owner)), sum(counts.fOwners, i)));
        }
        addCauses(causesOf, counts.fOfOwnerCause, counts.fOwnerCauses);
    }

    private void addChains(PathSums.Counts counts, Segments path, PathNames names) {
        Map<Integer, Map<PathWhat, Long>> causesOf = new HashMap<>();
        for (int node = 0; node < path.nodes(); node++) {
            Sum sum = sum(counts.fChains, node);
            if (sum != null) {
                causesOf.put(node, put(fChains, PathNames.links(path, node).stream().map(names::link).toList(), sum));
            }
        }
        addCauses(causesOf, counts.fOfChainCause, counts.fChainCauses);
    }

    private static void addCauses(Map<Integer, Map<PathWhat, Long>> causesOf, LongIndex ofCause, Tally causes) {
        for (int i = 0; i < ofCause.size(); i++) {
            long key = ofCause.key(i);
            cause(causesOf.get((int) (key >> 16)), (int) key & 0xffff, sum(causes, i));
        }
    }

    /** Null: there was no stay. */
    private static Sum sum(Tally of, int number) {
        return of.times(number) == 0 ? null : new Sum(of.ns(number), of.times(number), of.longest(number), of.longestBegin(number));
    }

    private static PathWhat what(int what) {
        return new PathWhat(Phase.values()[what >> 8], PathState.values()[what & 0xff]);
    }

    private static void put(Map<List<Object>, Cause> to, Cause cause) {
        to.merge(List.of(cause.what(), cause.kind(), cause.key(), cause.name()), cause, (a, b) -> new Cause(a.what(), a.kind(), a.key(), a.name(),
                a.who(), a.vcpu(), a.sum().plus(b.sum())));
    }

    /** Gives the causes of the part, to which more are added. */
    private Map<PathWhat, Long> put(Map<List<PathLink>, Part> to, List<PathLink> links, Sum sum) {
        List<PathLink> apart = to.size() < fMost || to.containsKey(links) ? links : OTHERS;
        return to.merge(apart, new Part(apart, sum, new TreeMap<>()), (a, b) -> new Part(a.links(), a.sum().plus(b.sum()), a.causes())).causes();
    }

    private static void cause(Map<PathWhat, Long> of, int what, Sum sum) {
        of.merge(what(what), sum.ns(), Long::sum);
    }

    private static List<Part> sortedParts(Collection<Part> parts) {
        return parts.stream().sorted(Comparator.comparingLong((Part part) -> part.sum().ns()).reversed().thenComparing(Part::name)
                .thenComparing(Part::key)).toList();
    }

    private static List<Cause> sortedCauses(Collection<Cause> causes) {
        return causes.stream().sorted(Comparator.comparingLong((Cause cause) -> cause.sum().ns()).reversed().thenComparing(Cause::cause)
                .thenComparing(Cause::name).thenComparing(Cause::key)).toList();
    }

    /** @return who was waited for, the greatest first */
    public List<Part> owners() {
        return sortedParts(fOwners.values());
    }

    /** @return by whom whom, the greatest first */
    public List<Part> chains() {
        return sortedParts(fChains.values());
    }

    /** @return what the owners were in, the greatest first; nothing stands behind these */
    public List<Cause> causes() {
        return sortedCauses(fCauses.values());
    }

    /** @return what stood behind that, where anything is reported, the greatest first */
    public List<Cause> by() {
        return sortedCauses(fBy.values());
    }

    /** @return how many segments the path has */
    public long segments() {
        return fSegments;
    }

    /** @return the links of the longest chain */
    public int depth() {
        return fDepth;
    }

    /** @return how often somebody ended a sleep who slept himself, by the record */
    public int contradictions() {
        return fContradictions;
    }
}
