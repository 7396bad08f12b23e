/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Ids of a provider's entries: unique over all providers, as some clients put rows of several into one tree. */
public final class EntryIds {

    private static final AtomicLong NEXT = new AtomicLong();

    private final Map<Object, Long> fIds = new HashMap<>();

    /**
     * @param key
     *            of an entry, unique in its provider
     * @return always the same id for the same key
     */
    public synchronized long of(Object key) {
        return fIds.computeIfAbsent(key, k -> NEXT.getAndIncrement());
    }
}
