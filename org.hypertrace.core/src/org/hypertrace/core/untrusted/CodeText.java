/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A text for people in which names of code are distinguished from words.
 *
 * @param pieces
 *            texts and {@link CodeName}s, one after another
 */
public record CodeText(List<Object> pieces) {

    /** No text. */
    public static final CodeText EMPTY = new CodeText(List.of());

    /**
     * @param pieces
     *            texts, names of code, and such texts with pieces of their own
     * @return all of them, one after another
     */
    public static CodeText of(Object... pieces) {
        List<Object> all = new ArrayList<>();
        for (Object piece : pieces) {
            all.addAll(piece instanceof CodeText text ? text.pieces : List.of(piece));
        }
        return new CodeText(List.copyOf(all));
    }

    /** @return whether it has no pieces */
    public boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** @return all of it, names of code between backquotes */
    public String text() {
        return pieces.stream().map(Object::toString).collect(Collectors.joining());
    }
}
