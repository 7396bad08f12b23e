/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeName;

/**
 * A sentence of a report.
 *
 * @param kind
 *            why it is there
 * @param pieces
 *            texts, figures and {@link CodeName}s, one after another
 */
public record Sentence(Kind kind, List<Object> pieces) implements Part {

    /** Why a sentence is there. */
    public enum Kind {
        /** It answers what was asked. */
        ANSWER,
        /** It explains, or continues. */
        PLAIN,
        /** What the report is of. */
        QUIET,
        /** What the report lacks. */
        WARNING,
        /** What is wrong, as a budget that is exceeded. */
        ALARM
    }

    /**
     * @param pieces
     *            texts and {@link Amount}s
     * @return an answer
     */
    public static Sentence answer(Object... pieces) {
        return new Sentence(Kind.ANSWER, List.of(pieces));
    }

    /**
     * @param pieces
     *            texts and {@link Amount}s
     * @return a plain sentence
     */
    public static Sentence plain(Object... pieces) {
        return new Sentence(Kind.PLAIN, List.of(pieces));
    }

    /**
     * @param pieces
     *            texts and {@link Amount}s
     * @return a warning
     */
    public static Sentence warning(Object... pieces) {
        return new Sentence(Kind.WARNING, List.of(pieces));
    }

    /**
     * @param pieces
     *            texts and {@link Amount}s
     * @return what the report is of
     */
    public static Sentence quiet(Object... pieces) {
        return new Sentence(Kind.QUIET, List.of(pieces));
    }

    /**
     * @param pieces
     *            texts and {@link Amount}s
     * @return what is wrong
     */
    public static Sentence alarm(Object... pieces) {
        return new Sentence(Kind.ALARM, List.of(pieces));
    }

    /**
     * @param figures
     *            writes an amount
     * @return all of it
     */
    public String text(Function<Amount, String> figures) {
        return pieces.stream().map(piece -> piece instanceof Amount amount ? figures.apply(amount) : piece.toString())
                .collect(Collectors.joining());
    }
}
