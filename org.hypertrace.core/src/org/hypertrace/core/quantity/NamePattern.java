/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a user's word with {@code *} and {@code ?} means among names: any characters, and one character. */
public final class NamePattern {

    private NamePattern() {
    }

    /**
     * @param word
     *            the user's; a run of stars is one, so the search is bounded
     * @return whether a whole name fits
     */
    public static Predicate<String> of(String word) {
        return Pattern.compile(Arrays.stream(word.replaceAll("\\*+", "*").split("(?<=[*?])|(?=[*?])")).map(part -> part.equals("*") ? ".*"
                : part.equals("?") ? "." : Pattern.quote(part)).collect(Collectors.joining()), Pattern.DOTALL).asMatchPredicate();
    }
}
