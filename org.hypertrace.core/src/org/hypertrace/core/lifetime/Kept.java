/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.lifetime;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A value for each of some objects that are closed some day, such as traces and state systems. It goes when its object is closed. A weak
 * key alone would keep both for ever where the value refers to the object, or where others keep that. Whoever asks for a closed object gets a new
 * value each time.
 *
 * @param <K>
 *            what is closed some day
 * @param <V>
 *            what is kept for it
 */
public final class Kept<K, V> {

    private static final List<Kept<?, ?>> ALL = new CopyOnWriteArrayList<>();
    private static final Set<Object> CLOSED = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Map<K, V> fValues = new WeakHashMap<>();

    /** Keeps values until {@link #close} reports their objects; it is to be a constant. */
    public Kept() {
        ALL.add(this);
    }

    /**
     * @param object
     *            is closed: nothing is kept for it any more
     */
    public static void close(Object object) {
        // first: whoever makes a value meanwhile does not keep it
        CLOSED.add(object);
        ALL.forEach(kept -> kept.remove(object));
    }

    private synchronized void remove(Object object) {
        fValues.remove(object);
    }

    /** @return what is kept for an object, null if nothing is */
    public synchronized V get(K object) {
        return fValues.get(object);
    }

    /**
     * @param object
     *            one that may be closed
     * @param value
     *            what is kept for it from now on, unless it is closed
     */
    public synchronized void put(K object, V value) {
        if (!CLOSED.contains(object)) {
            fValues.put(object, value);
        }
    }

    /**
     * @param object
     *            one that may be closed
     * @param value
     *            makes what is kept for it, if nothing is
     * @return what is kept for it
     */
    public synchronized V get(K object, Function<K, V> value) {
        V known = get(object);
        if (known == null) {
            known = value.apply(object);
            put(object, known);
        }
        return known;
    }
}
