/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.path.gather.PathRows;

/** Puts waits together. Guests decide how many different ones there are, so there is a most. */
final class LockGroups {

    static final int MOST = 1 << 15;
    private static final int MOST_PREEMPTORS = 1 << 17;

    /** What waits have in common. */
    record Key(LockWaits.Kind kind, int waiting, int waitingThread, int holder, int holderThread) { }

    /** Waits that have a key in common. */
    final class Group {
        private final Key fKey;
        private int fCount;
        private long fTotal;
        private long fLongest = -1;
        private long fWorst;
        private long fPreempted;
        private long fWakingUp;
        private long fInHost;
        private final Map<Integer, Long> fPreemptors = new HashMap<>();

        Group(Key key) {
            fKey = key;
        }

        void add(long begin, long ns, long preempted, long wakingUp, long inHost) {
            fCount++;
            fTotal += ns;
            fPreempted += preempted;
            fWakingUp += wakingUp;
            fInHost += inHost;
            if (ns > fLongest || ns == fLongest && begin < fWorst) {
                fLongest = ns;
                fWorst = begin;
            }
        }

        /** The vCPU or the thread of the host had the processor. */
        void preempted(int by, long ns) {
            if (fAllPreemptors < MOST_PREEMPTORS || fPreemptors.containsKey(by)) {
                fAllPreemptors += fPreemptors.containsKey(by) ? 0 : 1;
                fPreemptors.merge(by, ns, Long::sum);
            }
        }

        private LockWaits waits() {
            List<LockWaits.Preemptor> preemptors = new ArrayList<>();
            fPreemptors.forEach((who, ns) -> preemptors.add(new LockWaits.Preemptor(who, ns)));
            preemptors.sort(Comparator.comparingLong(LockWaits.Preemptor::ns).reversed()
                    .thenComparingInt(LockWaits.Preemptor::who));
            return new LockWaits(fKey.kind, fKey.waiting, fKey.waitingThread, fKey.holder, fKey.holderThread, fCount, fTotal, fLongest,
                    fWorst, fPreempted, fWakingUp, fInHost, preemptors);
        }
    }

    private final Map<Key, Group> fGroups = new HashMap<>();
    private int fAllPreemptors;
    private int fLeftOut;

    /** @return the group of these waits; where there are too many, that of their vCPUs; null if even of those there are too many */
    Group group(LockWaits.Kind kind, int waiting, int waitingThread, int holder, int holderThread) {
        Key key = new Key(kind, waiting, waitingThread, holder, holderThread);
        Group group = fGroups.get(key);
        if (group == null && fGroups.size() >= MOST) {
            key = new Key(kind, waiting, PathRows.NONE, holder, PathRows.NONE);
            group = fGroups.get(key);
        }
        if (group == null && fGroups.size() < 2 * MOST) {
            group = new Group(key);
            fGroups.put(key, group);
        }
        fLeftOut += group == null ? 1 : 0;
        return group;
    }

    void leftOut() {
        fLeftOut++;
    }

    int allLeftOut() {
        return fLeftOut;
    }

    /** @return by kinds, of each those in which the holder was preempted longest first */
    List<LockWaits> all() {
        List<LockWaits> all = new ArrayList<>();
        fGroups.values().forEach(group -> all.add(group.waits()));
        all.sort(Comparator.comparing(LockWaits::kind)
                .thenComparing(Comparator.comparingLong(LockWaits::preempted).thenComparingLong(LockWaits::total).reversed())
                .thenComparingInt(LockWaits::waiting).thenComparingInt(LockWaits::waitingThread)
                .thenComparingInt(LockWaits::holder).thenComparingInt(LockWaits::holderThread));
        return all;
    }
}
