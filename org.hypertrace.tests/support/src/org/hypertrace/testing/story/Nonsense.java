/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.event.HostEvent;

/** Events in an order that no host has, from a seed: whatever comes, a tracker must not lose time. */
public final class Nonsense {

    private static final int EVENTS = 3_000;

    /** Makes an event. */
    public interface Maker {

        /**
         * @param random
         *            for all that is random about it
         * @param time
         *            ns
         * @param cpu
         *            0 to 2
         * @param tid
         *            of a thread, 10 to 13
         * @return the event
         */
        HostEvent make(Random random, long time, int cpu, int tid);
    }

    private Nonsense() {
    }

    /** @return 3000 events of one host in the order of their times */
    public static List<HostEvent> of(long seed, Maker maker) {
        Random random = new Random(seed);
        List<HostEvent> events = new ArrayList<>();
        long time = 100;
        for (int i = 0; i < EVENTS; i++) {
            time += random.nextInt(4);
            int cpu = random.nextInt(3);
            int tid = 10 + random.nextInt(4);
            events.add(maker.make(random, time, cpu, tid));
        }
        return events;
    }
}
