/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.util.function.Consumer;

/**
 * Objects by numbers, without an object for any of the numbers: events ask for them all the time.
 *
 * @param <V>
 *            the objects
 */
public final class IntTable<V> {

    private static final int MIX = 0x9e3779b1;

    private static final int FIRST = 64;

    private int[] fKeys = new int[FIRST];
    private Object[] fValues = new Object[FIRST];
    private int fSize;

    /** @return null if there is none */
    @SuppressWarnings("unchecked")
    public V get(int key) {
        return (V) fValues[place(key)];
    }

    public void put(int key, V value) {
        int place = place(key);
        if (fValues[place] == null) {
            if (2 * ++fSize > fKeys.length) {
                grow();
                place = place(key);
            }
            fKeys[place] = key;
        }
        fValues[place] = value;
    }

    public void remove(int key) {
        int place = place(key);
        if (fValues[place] == null) {
            return;
        }
        fSize--;
        int mask = fKeys.length - 1;
        int free = place;
        for (int next = free + 1 & mask; fValues[next] != null; next = next + 1 & mask) {
            int home = home(fKeys[next]);
            // what is not between its own place and where it stands may move to the free one
            if ((next - home & mask) >= (next - free & mask)) {
                fKeys[free] = fKeys[next];
                fValues[free] = fValues[next];
                free = next;
            }
        }
        fValues[free] = null;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<V> to) {
        for (Object value : fValues) {
            if (value != null) {
                to.accept((V) value);
            }
        }
    }

    public int size() {
        return fSize;
    }

    public void clear() {
        fKeys = new int[FIRST];
        fValues = new Object[FIRST];
        fSize = 0;
    }

    private int home(int key) {
        return key * MIX >>> 7 & fKeys.length - 1;
    }

    private int place(int key) {
        int mask = fKeys.length - 1;
        int place = home(key);
        while (fValues[place] != null && fKeys[place] != key) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        int[] keys = fKeys;
        Object[] values = fValues;
        fKeys = new int[2 * keys.length];
        fValues = new Object[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != null) {
                int place = place(keys[i]);
                fKeys[place] = keys[i];
                fValues[place] = values[i];
            }
        }
    }
}
