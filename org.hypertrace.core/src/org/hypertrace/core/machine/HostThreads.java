/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The threads of a host by their ids. Every switch looks for two of them, so those with ids that Linux gives are in arrays. */
final class HostThreads {

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    /** Linux gives no greater ids. */
    private static final int MOST = 1 << 22;

    private HostThread[][] fPages = new HostThread[1 << 8][];
    /** Those with other ids. */
    private final Map<Integer, HostThread> fOthers = new HashMap<>();
    private int fSize;

    int size() {
        return fSize;
    }

    /** Null if there is none. */
    HostThread get(int tid) {
        if (tid < 0 || tid >= MOST) {
            return fOthers.get(tid);
        }
        int page = tid >>> PAGE_BITS;
        return page >= fPages.length || fPages[page] == null ? null : fPages[page][tid & PAGE - 1];
    }

    /** Replaces the one with its id. */
    void put(HostThread thread) {
        int tid = thread.tid();
        if (get(tid) == null) {
            fSize++;
        }
        if (tid < 0 || tid >= MOST) {
            fOthers.put(tid, thread);
            return;
        }
        int page = tid >>> PAGE_BITS;
        if (page >= fPages.length) {
            fPages = Arrays.copyOf(fPages, Math.max(page + 1, 2 * fPages.length));
        }
        if (fPages[page] == null) {
            fPages[page] = new HostThread[PAGE];
        }
        fPages[page][tid & PAGE - 1] = thread;
    }

    Stream<HostThread> stream() {
        return Stream.concat(Arrays.stream(fPages).filter(Objects::nonNull).flatMap(Arrays::stream).filter(Objects::nonNull),
                fOthers.values().stream());
    }

    /** Forgets all others. */
    void retain(Predicate<HostThread> which) {
        for (int page = 0; page < fPages.length; page++) {
            for (int i = 0; fPages[page] != null && i < PAGE; i++) {
                HostThread thread = fPages[page][i];
                if (thread != null && !which.test(thread)) {
                    fPages[page][i] = null;
                }
            }
        }
        fOthers.values().removeIf(which.negate());
        fSize = (int) stream().count();
    }
}
