/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/** All rings of a file as one stream, in the order of their places. */
final class RingMerge {

    private final PriorityQueue<RingWalk> fWalks = new PriorityQueue<>(Comparator.comparing((RingWalk walk) -> walk.peek().place()));

    RingMerge(RingIndex index, RingPlace from) throws IOException {
        for (int ring = 0; ring < index.headers().size(); ring++) {
            add(index.walk(ring, from));
        }
    }

    private void add(RingWalk walk) {
        if (walk.peek() != null) {
            fWalks.add(walk);
        }
    }

    /** The place of the next item, {@link RingPlace#END} if there is none. */
    RingPlace place() {
        return fWalks.isEmpty() ? RingPlace.END : fWalks.peek().peek().place();
    }

    /** The next item, null at the end. */
    RingItem take() throws IOException {
        RingWalk walk = fWalks.poll();
        if (walk == null) {
            return null;
        }
        RingItem item = walk.take();
        add(walk);
        return item;
    }
}
