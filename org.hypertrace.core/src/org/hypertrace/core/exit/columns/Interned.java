/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for values that occur again and again. When there are too many different ones, all further ones have one number.
 *
 * @param <T>
 *            of the values
 */
public final class Interned<T> {

    /** So many are found at once that came lately: most come again. */
    private static final int RECENT_BITS = 7;
    private static final int MIX = 0x9e3779b9;

    private final Map<T, Integer> fNumbers = new HashMap<>();
    private final List<T> fValues = new ArrayList<>();
    private final int fLimit;
    private final T fFurther;
    private final Object[] fRecent = new Object[1 << RECENT_BITS];
    private final int[] fRecentNumbers = new int[1 << RECENT_BITS];

    /**
     * @param limit
     *            how many values are distinguished
     * @param first
     *            has number 0
     * @param further
     *            stands for those that are too many
     */
    public Interned(int limit, T first, T further) {
        fLimit = limit;
        fFurther = further;
        number(first);
    }

    /**
     * @param value
     *            a value
     * @return its number
     */
    public int number(T value) {
        int place = place(value);
        if (!value.equals(fRecent[place])) {
            fRecentNumbers[place] = find(value);
            fRecent[place] = value;
        }
        return fRecentNumbers[place];
    }

    private static int place(Object value) {
        return value.hashCode() * MIX >>> Integer.SIZE - RECENT_BITS;
    }

    private int find(T value) {
        Integer known = fNumbers.get(value);
        if (known != null) {
            return known;
        }
        T kept = fValues.size() < fLimit - 1 ? value : fFurther;
        known = fNumbers.get(kept);
        if (known == null) {
            known = fValues.size();
            fNumbers.put(kept, known);
            fValues.add(kept);
        }
        return known;
    }

    boolean has(T value) {
        return value.equals(fRecent[place(value)]) || fNumbers.containsKey(value);
    }

    /** @return the values by their numbers */
    public List<T> values() {
        return fValues;
    }
}
