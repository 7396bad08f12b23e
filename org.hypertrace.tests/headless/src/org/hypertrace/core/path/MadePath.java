/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Random;

/** Paths that no trace has: for what only looks at segments. */
public final class MadePath {

    private MadePath() {
    }

    /** So many segments of random lengths, chains and states, from 1000 on. */
    public static Segments random(Random random, int segments) {
        Segments path = new Segments(1000, Segments.MOST);
        int[] chains = new int[5];
        chains[0] = path.child(Segments.ROOT, 7);
        for (int i = 1; i < chains.length; i++) {
            chains[i] = path.child(chains[random.nextInt(i)], 10 + i);
        }
        while (path.size() < segments) {
            path.add(path.end() + 1 + (random.nextInt(5) == 0 ? random.nextInt(200) : random.nextInt(4)), chains[random.nextInt(5)],
                    Phase.values()[random.nextInt(3)], PathState.values()[random.nextInt(4)], Segments.BY_NONE);
        }
        return path;
    }

    /** The path so often one after the other. */
    public static FoundPath repeated(FoundPath found, int times) {
        Segments old = found.segments();
        Segments path = new Segments(old.begin(), Segments.MOST);
        int[] chains = new int[old.nodes()];
        for (int node = 0; node < chains.length; node++) {
            int parent = old.parent(node);
            chains[node] = path.child(parent == Segments.ROOT ? parent : chains[parent], old.owner(node));
        }
        long length = old.end() - old.begin();
        for (int round = 0; round < times; round++) {
            for (int i = 0; i < old.size(); i++) {
                path.add(old.end(i) + round * length, chains[old.chain(i)], old.phase(i), old.state(i),
                        Segments.by(old.by(i), old.byValue(i)));
            }
            for (int i = 0; i < old.hops().size(); i++) {
                path.hop(old.hops().time(i) + round * length, old.hops().from(i), old.hops().to(i), old.hops().how(i));
            }
        }
        PathSubject subject = new PathSubject(found.subject().who(), path.begin(), path.end());
        PathParts parts = new PathParts();
        parts.add(path, found.names());
        return new FoundPath(found.query(), subject, null, path, found.names(), parts, PathSums.of(parts), null);
    }
}
