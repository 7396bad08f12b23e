/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.Arrays;

/** The last event of each key. Keys are forgotten when their event is too old for a match: that is why it stays small. */
final class KeyMap {

    static final long NONE = -1;

    private long[] fKeys = new long[1024];
    private long[] fEvents = new long[1024];
    private int fSize;

    /** Whether an event may still be matched. */
    @FunctionalInterface
    interface Recent {
        boolean test(long event);
    }

    KeyMap() {
        Arrays.fill(fEvents, NONE);
    }

    long get(long key) {
        return fEvents[slot(key)];
    }

    /** @return what was there before */
    long put(long key, long event, Recent recent) {
        int slot = slot(key);
        long before = fEvents[slot];
        if (fKeys[slot] == MatchKey.NONE) {
            fKeys[slot] = key;
            fSize++;
        }
        fEvents[slot] = event;
        if (2 * fSize > fKeys.length) {
            rebuild(recent);
        }
        return before;
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & fKeys.length - 1;
        while (fKeys[slot] != MatchKey.NONE && fKeys[slot] != key) {
            slot = slot + 1 & fKeys.length - 1;
        }
        return slot;
    }

    private void rebuild(Recent recent) {
        long[] keys = fKeys;
        long[] events = fEvents;
        boolean[] stays = new boolean[keys.length];
        int left = 0;
        for (int i = 0; i < keys.length; i++) {
            stays[i] = keys[i] != MatchKey.NONE && events[i] != NONE && recent.test(events[i]);
            left += stays[i] ? 1 : 0;
        }
        int length = Math.max(1024, Integer.highestOneBit(Math.max(1, left)) * 8);
        fKeys = new long[length];
        fEvents = new long[length];
        Arrays.fill(fEvents, NONE);
        fSize = 0;
        for (int i = 0; i < keys.length; i++) {
            if (stays[i]) {
                int slot = slot(keys[i]);
                fKeys[slot] = keys[i];
                fEvents[slot] = events[i];
                fSize++;
            }
        }
    }
}
