/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.EnumMap;
import java.util.Map;

/**
 * Real, user and sys time of a thread, and what a guest cannot know of it. All durations are ns and exact.
 *
 * @param begin
 *            its first event in the stretch, ns since the epoch
 * @param end
 *            its last switch-out, or the end of the stretch before that
 * @param parts
 *            where the time between them went: each part, and they sum to it
 * @param guest
 *            of the time with a vCPU, what the guest's own time reports of each mode, with all that hides in it
 */
public record ThreadTime(long begin, long end, Map<TimePart, Long> parts, Map<TimePart, Long> guest) {

    /** @return how long it was there, ns */
    public long real() {
        return end - begin;
    }

    /** Sums parts of a thread's time. */
    static final class Sum {
        private final long[] fParts = new long[TimePart.values().length];
        private final long[] fGuest = new long[TimePart.values().length];

        void add(TimePart part, long ns) {
            fParts[part.ordinal()] += ns;
        }

        /** Time with a vCPU. */
        void add(int state, GuestMode mode, long ns) {
            fParts[TimePart.of(state, mode).ordinal()] += ns;
            fGuest[TimePart.of(mode).ordinal()] += ns;
        }

        void add(Sum other) {
            for (int i = 0; i < fParts.length; i++) {
                fParts[i] += other.fParts[i];
                fGuest[i] += other.fGuest[i];
            }
        }

        ThreadTime of(long begin, long end) {
            return new ThreadTime(begin, end, map(fParts), map(fGuest));
        }
    }

    private static Map<TimePart, Long> map(long[] ns) {
        Map<TimePart, Long> map = new EnumMap<>(TimePart.class);
        for (TimePart part : TimePart.values()) {
            map.put(part, ns[part.ordinal()]);
        }
        return map;
    }
}
