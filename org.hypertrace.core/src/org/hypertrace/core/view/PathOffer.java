/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;

/**
 * Something whose critical path can be asked for.
 *
 * @param name
 *            for people: {@code sleep (68)}
 * @param words
 *            the options of the command {@code path} that ask for it, a word each
 */
public record PathOffer(String name, List<String> words) {

    /** A data provider that knows whose path can be asked for at its entries. */
    @FunctionalInterface
    public interface Source {
        /**
         * @param entry
         *            the id of an entry
         * @param time
         *            on its row, ns since the epoch; of a table any
         * @return what is there, the innermost first; empty if nothing is whose path can be asked for
         */
        List<PathOffer> offers(long entry, long time);
    }

    /** Keeps the words. */
    public PathOffer {
        words = List.copyOf(words);
    }

    /**
     * @param vm
     *            a word that means a VM alone
     * @param begin
     *            ns since the epoch
     * @param end
     *            exclusively, ns since the epoch
     * @param subject
     *            an option and its value
     * @return the path of that in this time
     */
    public static PathOffer within(String name, String vm, long begin, long end, String... subject) {
        return new PathOffer(name, List.of("--vm", vm, subject[0], subject[1], "--from", Long.toString(begin), "--to", Long.toString(end)));
    }
}
