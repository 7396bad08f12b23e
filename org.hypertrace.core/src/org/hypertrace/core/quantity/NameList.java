/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.util.Collection;
import java.util.stream.Collectors;

/** What a user could have written, in a sentence. */
public final class NameList {

    private static final int SHOWN = 12;

    private NameList() {
    }

    /**
     * @param names
     *            any number of them
     * @return the first of them, and how many more there are: {@code web, db and 7 more}
     */
    public static String some(Collection<String> names) {
        return names.stream().limit(SHOWN).collect(Collectors.joining(", "))
                + (names.size() > SHOWN ? " and " + (names.size() - SHOWN) + " more" : "");
    }

    /**
     * @param names
     *            any number of them
     * @return the end of a sentence that begins with <i>there</i>: {@code are web, db}, {@code is web}, {@code is none}
     */
    public static String are(Collection<String> names) {
        return names.isEmpty() ? "is none" : (names.size() == 1 ? "is " : "are ") + some(names);
    }
}
