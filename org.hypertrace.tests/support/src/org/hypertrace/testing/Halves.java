/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Deals what is there to two groups of the same size. */
public final class Halves {

    private Halves() {
    }

    /**
     * @param all
     *            an even number, at most 30
     * @param ways
     *            gets both groups, for each way to choose them
     */
    public static <T> void of(List<T> all, BiConsumer<List<T>, List<T>> ways) {
        for (int chosen = 0; chosen < 1 << all.size(); chosen++) {
            if (Integer.bitCount(chosen) == all.size() / 2) {
                List<T> a = new ArrayList<>();
                List<T> b = new ArrayList<>();
                for (int i = 0; i < all.size(); i++) {
                    ((chosen >> i & 1) == 1 ? a : b).add(all.get(i));
                }
                ways.accept(a, b);
            }
        }
    }
}
