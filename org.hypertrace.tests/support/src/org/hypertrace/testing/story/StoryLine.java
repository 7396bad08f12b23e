/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line of a story: the one grammar of all texts that tests give as input. It is read word by word, and a word that is not
 * what the notation wants is refused with the number of its line and what was expected.
 *
 * <pre>
 * story    = { line }
 * line     = nothing | "#" remark | word { blanks word }
 * event    = TIME [ HOST ] PLACE EVENT { argument } { KEYWORD argument }
 *
 * time     ns: 100; seconds if it has a point: 0.677113
 * place    cpu0: a processor; vcpu0: a vCPU, vcpu0/2: its nested guest 2; a thread's name in stories of stacks
 * number   decimal, 0x and hexadecimal, or up to 8 characters in quotes, the first in the lowest byte
 * id       a number behind letters that say what it is: cpu1, vcpu0, 4
 * thread   name:tid, an underscore in the name is a blank; or the tid alone
 * state    of a thread that leaves: R, R+ (preempted, as LTTng reports it), S, D, X, Z, or a number
 * reason   of an exit: HLT and other names of AMD, or a number
 * </pre>
 *
 * Which events there are, and their arguments: {@link Story} (hosts), {@link TaskStory} and {@link KernelStory} (guests),
 * {@link GuestStory} (hypercalls), {@link RecordedStory} (traces), {@link StackText} (stacks), {@link PathStory} (waits and paths).
 * {@link BootFixture} reports spans, which begin with their kind and not with a time.
 */
public final class StoryLine {

    private static final Map<String, Long> STATES = Map.of("R", 0L, "R+", 0x100L, "S", 1L, "D", 2L, "X", 16L, "Z", 32L);
    private static final Map<String, Long> REASONS = Map.ofEntries(Map.entry("HLT", 120L), Map.entry("INTR", 96L), Map.entry("VMMCALL", 129L),
            Map.entry("IOIO", 123L), Map.entry("MSR", 124L), Map.entry("NPF", 1024L), Map.entry("VINTR", 100L), Map.entry("CPUID", 114L),
            Map.entry("PAUSE", 119L), Map.entry("SHUTDOWN", 127L), Map.entry("VMRUN", 128L));
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    /** Stories have the same few expressions on each of their lines. */
    private static final Map<String, Pattern> EXPRESSIONS = new ConcurrentHashMap<>();
    private static final String NUMBER = "\\d+|-\\d+|0x[0-9a-f]{1,16}|'.{0,8}'";

    /** A thread as stories name it; an empty name: only its id is known. */
    public record Named(String name, int tid) { }

    private final int fNumber;
    private final String fText;
    private final List<String> fWords;
    private int fNext;

    private StoryLine(int number, String text) {
        fNumber = number;
        fText = text;
        fWords = words(text);
    }

    /** Blanks part words, except between quotes. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : BLANKS.split(text)) {
            int last = words.size() - 1;
            boolean isOpen = last >= 0 && words.get(last).startsWith("'") && (words.get(last).length() == 1 || !words.get(last).endsWith("'"));
            if (isOpen) {
                words.set(last, words.get(last) + ' ' + word);
            } else {
                words.add(word);
            }
        }
        return words;
    }

    /**
     * @param story
     *            any number of lines
     * @return those that are neither empty nor remarks
     */
    public static List<StoryLine> of(String story) {
        List<StoryLine> lines = new ArrayList<>();
        int number = 0;
        for (String line : story.split("\n")) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                lines.add(new StoryLine(number, text));
            }
        }
        return lines;
    }

    /** @return the same line, of which nothing was read */
    public StoryLine again() {
        return new StoryLine(fNumber, fText);
    }

    /** @return the whole line without blanks around it */
    public String text() {
        return fText;
    }

    /** @return whether there is another word */
    public boolean hasNext() {
        return fNext < fWords.size();
    }

    /** @return whether the next word is that one; it is not read */
    public boolean isNext(String word) {
        return hasNext() && fWords.get(fNext).equals(word);
    }

    /** @return whether all of the next word matches the expression; it is not read */
    public boolean matches(String expression) {
        return hasNext() && EXPRESSIONS.computeIfAbsent(expression, Pattern::compile).matcher(fWords.get(fNext)).matches();
    }

    /** @return whether the next word is that one, which is then read */
    public boolean take(String keyword) {
        boolean isNext = isNext(keyword);
        fNext += isNext ? 1 : 0;
        return isNext;
    }

    /**
     * @param expected
     *            what it is, for the error if there is none
     * @return the next word
     */
    public String word(String expected) {
        return word(expected, ".*");
    }

    private String word(String expected, String expression) {
        if (!matches(expression)) {
            throw error(expected);
        }
        return fWords.get(fNext++);
    }

    /** @return a time in ns */
    public long time() {
        String time = word("a time, as 100 (ns) or 0.5 (s)", "\\d+|\\d+\\.\\d{1,9}");
        return time.indexOf('.') < 0 ? Long.parseLong(time) : new BigDecimal(time).movePointRight(9).longValueExact();
    }

    /**
     * @param expected
     *            what it is, for the error if it is none
     * @return 64 bits
     */
    public long number(String expected) {
        String text = word(expected, NUMBER);
        if (!text.startsWith("'")) {
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
        }
        long word = 0;
        for (int i = text.length() - 2; i > 0; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    /** @return the next number, another if there is none */
    public long number(String expected, long absent) {
        return matches(NUMBER) ? number(expected) : absent;
    }

    /** @return the number of what such a keyword names, if that is the next word; another if it is not */
    public long option(String keyword, long absent) {
        return take(keyword) ? number("a number after " + keyword) : absent;
    }

    /**
     * @param kind
     *            letters that may stand before it
     * @return a number, as in cpu1
     */
    public int id(String kind) {
        String text = word("the number of a " + kind + ", as " + kind + "0", "(" + kind + ")?-?\\d+");
        return Integer.parseInt(text.substring(text.startsWith(kind) ? kind.length() : 0));
    }

    /** @return the next number behind such letters, -1 if there is none */
    public int idIfAny(String kind) {
        return matches("(" + kind + ")?\\d+") ? id(kind) : -1;
    }

    /** @return a thread */
    public Named thread() {
        String text = word("a thread, as sh:82 or 82", "(.*:)?\\d+");
        int colon = text.lastIndexOf(':');
        return new Named(text.substring(0, Math.max(0, colon)).replace('_', ' '), Integer.parseInt(text.substring(colon + 1)));
    }

    /** @return the id of a thread whose name is of no interest */
    public int tid() {
        return thread().tid();
    }

    /** @return the kernel's number of a thread's state */
    public long state() {
        return named("the state of a thread", STATES);
    }

    /** @return AMD's number of an exit's reason */
    public long reason() {
        return named("the reason of an exit", REASONS);
    }

    /** @return the value that the next word names, or a number */
    public long named(String what, Map<String, Long> values) {
        return hasNext() && values.containsKey(fWords.get(fNext)) ? values.get(fWords.get(fNext++))
                : number(what + ": " + String.join(", ", new TreeSet<>(values.keySet())) + " or a number");
    }

    /** @return the constant of this name, in small or capital letters */
    public <E extends Enum<E>> E constant(Class<E> of) {
        String name = hasNext() ? fWords.get(fNext).toUpperCase(Locale.ROOT) : "";
        for (E constant : of.getEnumConstants()) {
            if (constant.name().equals(name)) {
                fNext++;
                return constant;
            }
        }
        throw error("one of " + Arrays.stream(of.getEnumConstants()).map(one -> one.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", ")));
    }

    /** @throws IllegalArgumentException if there is another word */
    public void end() {
        if (hasNext()) {
            throw error("nothing more");
        }
    }

    /**
     * @param expected
     *            what the next word should be
     * @return the error that it is not
     */
    public IllegalArgumentException error(String expected) {
        return new IllegalArgumentException("line " + fNumber + ": expected " + expected + ", not " + (hasNext() ? '\'' + fWords.get(fNext) + '\'' : "the end")
                + ": " + fText);
    }

    /** @return the error that the word before is not what was expected */
    public IllegalArgumentException errorBefore(String expected) {
        fNext--;
        return error(expected);
    }
}
