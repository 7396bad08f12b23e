/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a reader wants to know of a comparison, in one sentence, and what it names.
 *
 * @param pieces
 *            texts and {@link Named}, one after another
 */
public record Answer(List<Object> pieces) {

    /**
     * A thing that the sentence names.
     *
     * @param name
     *            for people, any text of a guest
     * @param things
     *            what it is in each run that has it: a {@link org.hypertrace.core.boot.BootProfile.Call}, or the line of a shutdown
     */
    public record Named(String name, List<Object> things) {

        @Override
        public String toString() {
            return '`' + name + '`';
        }
    }

    /**
     * @param pieces
     *            texts, {@link Named}, and answers with pieces of their own
     * @return all of them, one after another
     */
    public static Answer of(Object... pieces) {
        List<Object> all = new ArrayList<>();
        for (Object piece : pieces) {
            if (piece instanceof Answer answer) {
                all.addAll(answer.pieces);
            } else if (piece instanceof Named) {
                all.add(piece);
            } else if (!piece.toString().isEmpty()) {
                all.add(piece.toString());
            }
        }
        return new Answer(List.copyOf(all));
    }

    /** Answers, with a text between each two. */
    static Answer joined(List<Answer> answers, String between) {
        List<Object> all = new ArrayList<>();
        for (Answer answer : answers) {
            all.add(all.isEmpty() ? "" : between);
            all.add(answer);
        }
        return of(all.toArray());
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** @return the sentence, names between backquotes */
    public String text() {
        return pieces.stream().map(Object::toString).collect(Collectors.joining());
    }

    /** @return what it names, of all runs */
    public Set<Object> things() {
        Set<Object> things = new HashSet<>();
        pieces.forEach(piece -> things.addAll(piece instanceof Named named ? named.things() : List.of()));
        return things;
    }

    @Override
    public String toString() {
        return text();
    }
}
