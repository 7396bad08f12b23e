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

    private final Map<T, Integer> fNumbers = new HashMap<>();
    private final List<T> fValues = new ArrayList<>();
    private final int fLimit;
    private final T fFurther;

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
        return fNumbers.containsKey(value);
    }

    /** @return the values by their numbers */
    public List<T> values() {
        return fValues;
    }
}
