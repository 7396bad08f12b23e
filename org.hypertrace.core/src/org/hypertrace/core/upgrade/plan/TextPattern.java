/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression of a plan, which is searched in the texts of marks. Its work is bounded, whatever the expression and the texts. */
public final class TextPattern {

    /** Longer texts are cut, longer expressions refused. */
    static final int MAX_LENGTH = 1024;
    /** So many characters may be looked at in all texts together: a thousand for each of 65536 marks. */
    private static final int MAX_WORK = 1 << 26;
    /** And in one of them. */
    private static final int MAX_WORK_OF_TEXT = 1 << 16;
    /** What may be done without looking at a character costs as much as one character. */
    private static final int STEPS = 1 << 8;
    private static final Pattern REPEATED = Pattern.compile("\\{(\\d{1,18})(?:,(\\d{0,18}))?}");
    private static final Pattern BACK_REFERENCE = Pattern.compile("(?<!\\\\)(\\\\\\\\)*\\\\([1-9]|k<)");

    /** The work of all patterns of a plan. */
    public static final class Work {
        private long fLeft = MAX_WORK;
        private int fGivenUp;

        /** @return how many texts were not searched to their end */
        public int givenUp() {
            return fGivenUp;
        }
    }

    /** The search takes too long. */
    private static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMuch() {
            super(null, null, false, false);
        }
    }

    /** A text that can be looked at so many times. */
    private static final class Bounded implements CharSequence {
        private final String fText;
        private int fLeft;

        Bounded(String text, int left) {
            fText = text;
            fLeft = left;
        }

        @Override
        public char charAt(int index) {
            if (fLeft-- <= 0) {
                throw new TooMuch();
            }
            return fText.charAt(index);
        }

        @Override
        public int length() {
            return fText.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return fText.substring(start, end);
        }

        @Override
        public String toString() {
            return fText;
        }
    }

    private final Pattern fPattern;
    /** What a look at a place of a text costs besides the characters that are looked at. */
    private final int fCost;

    private TextPattern(Pattern pattern, int cost) {
        fPattern = pattern;
        fCost = cost;
    }

    /**
     * @param text
     *            a regular expression
     * @return it, ready to be searched
     * @throws IllegalArgumentException
     *             if it is none or not bounded; the message states what it must be
     */
    static TextPattern of(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("must have at most " + MAX_LENGTH + " characters");
        }
        if (BACK_REFERENCE.matcher(text).find()) {
            throw new IllegalArgumentException("must be a regular expression without back references");
        }
        int cost = cost(text);
        if (cost > MAX_WORK_OF_TEXT) {
            throw new IllegalArgumentException("must be a regular expression that repeats less");
        }
        try {
            return new TextPattern(Pattern.compile(text), cost);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("must be a regular expression: " + e.getDescription(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("must be a simpler regular expression", e);
        }
    }

    /** What matches nothing, such as {@code ()}, is repeated without a look at a character. */
    private static int cost(String text) {
        double steps = text.length();
        Matcher repeated = REPEATED.matcher(text);
        while (repeated.find()) {
            String most = repeated.group(2) == null || repeated.group(2).isEmpty() ? repeated.group(1) : repeated.group(2);
            steps *= Math.max(1, Long.parseLong(most));
        }
        return (int) Math.min(Integer.MAX_VALUE, steps / STEPS);
    }

    /** How many groups it has. */
    int groups() {
        return fPattern.matcher("").groupCount();
    }

    /** Where it is in the text, null if nowhere or if that takes too long. */
    Matcher find(String text, Work work) {
        String cut = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
        int allowed = (int) Math.min(MAX_WORK_OF_TEXT, work.fLeft);
        long known = (cut.length() + 1L) * fCost;
        Bounded bounded = new Bounded(cut, (int) Math.max(0, allowed - known));
        if (known > allowed) {
            work.fGivenUp++;
            return null;
        }
        try {
            Matcher matcher = fPattern.matcher(bounded);
            return matcher.find() ? matcher : null;
        } catch (TooMuch | StackOverflowError e) {
            work.fGivenUp++;
            return null;
        } finally {
            work.fLeft -= allowed - Math.max(0, bounded.fLeft);
        }
    }
}
