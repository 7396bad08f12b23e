/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sentences of a text for people, and what our style forbids in them. A sentence ends with a full stop, question or exclamation
 * mark before a word with a capital; cells of tables and items of lists are sentences of their own. Code counts as one word.
 */
final class Sentences {

    /** More words than a sentence may have are hard to read. */
    static final int MAX_WORDS = 25;

    /** Words that make a trace or program a person; the field has decoded, reported, recorded, known, sent. */
    private static final Pattern PERSONS = Pattern.compile("(?i)\\b(told|tells?|telling|said|says?|saying|heard|speaks?|spoken|lies|odd|oddity|oddities"
            + "|takers?|taken by|untold)\\b");
    /** The same as parts of identifiers. */
    private static final Set<String> PERSONS_OF_CODE = Set.of("told", "untold", "said", "heard", "speaks", "spoke", "spoken", "odd", "oddity", "oddities", "taker", "takers",
            "lies");
    private static final Pattern END = Pattern.compile("(?<=[.!?])[\"')*\\]]*\\s+(?=[\\p{Lu}\\p{N}*`\\[(\"])");
    private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) (.*)");

    private Sentences() {
    }

    /** @return those of a page in Markdown without its code */
    static Stream<String> of(Markdown page) {
        List<String> paragraphs = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        for (String line : page.lines()) {
            boolean table = line.startsWith("|");
            boolean item = ITEM.matcher(line).matches();
            if (line.isBlank() || table || item || line.startsWith("#")) {
                paragraphs.add(paragraph.toString());
                paragraph.setLength(0);
            }
            if (table) {
                paragraphs.addAll(Arrays.asList(line.split("(?<!\\\\)\\|")));
            } else {
                paragraph.append(item ? line.replaceFirst("\\s*(?:[-*]|\\d+\\.) ", "") : line).append(' ');
            }
        }
        paragraphs.add(paragraph.toString());
        return paragraphs.stream().flatMap(Sentences::of);
    }

    /** @return those of a text, Markdown or plain */
    static Stream<String> of(String text) {
        String plain = text.replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1").replaceAll("`[^`]*`", "CODE").replaceAll("\\s+", " ").strip();
        return Arrays.stream(END.split(plain)).filter(sentence -> !sentence.isBlank());
    }

    /** @return how many words it has: what has a letter or a digit */
    static long words(String sentence) {
        return Arrays.stream(sentence.split("\\s+")).filter(word -> word.matches(".*[\\p{L}\\p{N}].*")).count();
    }

    /** @return whether identifiers must not have it as a part */
    static boolean isOfPersons(String part) {
        return PERSONS_OF_CODE.contains(part);
    }

    /** @return the word in a text that makes a program a person; null if there is none */
    static String person(String text) {
        Matcher person = PERSONS.matcher(text);
        return person.find() ? person.group() : null;
    }

    /** @return what is wrong with a sentence; empty if nothing is */
    static String fault(String sentence) {
        if (person(sentence) != null) {
            return "a word of persons";
        }
        return words(sentence) > MAX_WORDS ? words(sentence) + " words" : "";
    }
}
