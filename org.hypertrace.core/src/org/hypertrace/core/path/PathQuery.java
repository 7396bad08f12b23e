/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What path is asked for, in the words of the command's options: whose, of which time, and what is looked at. Views and the command
 * ask by the same words, so that what one shows the other can be asked for.
 *
 * @param kind
 *            what the path is of
 * @param value
 *            which one of them: a name, a number, or two numbers of marks with a blank between
 * @param vm
 *            the name, the process or the key of the VM; null: the first one
 * @param from
 *            cuts what is before, ns since the epoch; {@link Long#MIN_VALUE}: nothing
 * @param to
 *            cuts what comes from then on, ns since the epoch; {@link Long#MAX_VALUE}: nothing
 * @param awaits
 *            what the subject waits for by other means than sleeping: marks of VMs, {@code VM:N} or {@code VM:N@T}
 * @param mode
 *            what is looked at
 */
public record PathQuery(Kind kind, String value, String vm, long from, long to, List<String> awaits, PathMode mode) {

    /** What a path is of. */
    public enum Kind {
        /** A thread of a guest, by id or name, {@code @N}: in boot N. */
        THREAD("--thread"),
        /** A thread of a host by its id. */
        HOST_THREAD("--host-thread"),
        /** A vCPU by its number. */
        VCPU("--vcpu"),
        /** A boot by its number, from 1. */
        BOOT("--boot"),
        /** An initcall by its name or address. */
        INITCALL("--initcall"),
        /** A step of a shutdown by its name. */
        STEP("--step"),
        /** The steps of the shutdown that ends a boot, by the boot's number. */
        SHUTDOWN("--shutdown"),
        /** From the first mark N to the next mark M. */
        MARKS("--marks");

        private final String fOption;

        Kind(String option) {
            fOption = option;
        }

        /** @return the command's option */
        public String option() {
            return fOption;
        }
    }

    /**
     * What a subject that polls waits for.
     *
     * @param vm
     *            a word for the VM that makes the mark
     * @param number
     *            of the mark, from 0
     * @param time
     *            in ns since the epoch if one of several is meant; null: the first one
     */
    public record AwaitedMark(String vm, long number, String time) {

        private static final Pattern WORD = Pattern.compile("(.+):(\\d{1,18})(?:@(\\d{1,19}))?");

        /** @return the mark, as {@code --marks} takes it */
        String mark() {
            return time == null ? Long.toString(number) : number + "@" + time;
        }

        /** @return the mark, as {@code --awaits} takes it */
        public String word() {
            return vm + ':' + mark();
        }

        /** A word of a query as a mark, null if it is none. */
        static AwaitedMark of(String word) {
            Matcher matcher = WORD.matcher(word);
            return matcher.matches() ? new AwaitedMark(matcher.group(1), Long.parseLong(matcher.group(2)), matcher.group(3)) : null;
        }
    }

    /** Checks that there is something to ask for. */
    public PathQuery {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(value);
        Objects.requireNonNull(mode);
        awaits = List.copyOf(awaits);
    }

    /** @return the whole path of something of a VM, as recorded */
    public static PathQuery of(Kind kind, String value, String vm) {
        return new PathQuery(kind, value, vm, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), PathMode.USUAL);
    }

    /** @return the same in this time only, ns since the epoch, {@code end} exclusively */
    public PathQuery within(long begin, long end) {
        return new PathQuery(kind, value, vm, begin, end, awaits, mode);
    }

    /** @return the same as if no host reported what vCPUs do */
    PathQuery ofGuestOnly() {
        return new PathQuery(kind, value, vm, from, to, awaits, new PathMode(true, mode.activations()));
    }

    /**
     * @param words
     *            options of the command, as {@link #words} gives them
     * @return what they ask for
     * @throws PathSubject.Unknown
     *             if they ask for nothing; the message is what is wrong
     */
    public static PathQuery of(List<String> words) throws PathSubject.Unknown {
        PathQuery query = null;
        String vm = null;
        long from = Long.MIN_VALUE;
        long to = Long.MAX_VALUE;
        List<String> awaits = new ArrayList<>();
        PathMode mode = PathMode.USUAL;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
            case "--vm" -> vm = value(words, ++i);
            case "--from" -> from = time(words, ++i);
            case "--to" -> to = time(words, ++i);
            case "--awaits" -> awaits.add(value(words, ++i));
            case "--activations" -> mode = new PathMode(mode.guestOnly(), true);
            case "--guest-only" -> mode = new PathMode(true, mode.activations());
            case "--mark" -> query = of(Kind.MARKS, value(words, i + 1) + ' ' + value(words, ++i), null);
            case "--marks" -> query = of(Kind.MARKS, value(words, ++i) + ' ' + value(words, ++i), null);
            default -> query = of(kind(word), value(words, ++i), null);
            }
        }
        if (query == null) {
            throw new PathSubject.Unknown("The subject of the path is missing: give a thread, vCPU, boot, initcall, step or two marks.");
        }
        return new PathQuery(query.kind, query.value, vm, from, to, awaits, mode);
    }

    private static Kind kind(String word) throws PathSubject.Unknown {
        for (Kind kind : Kind.values()) {
            if (kind.option().equals(word)) {
                return kind;
            }
        }
        throw new PathSubject.Unknown("No path is asked for by " + word + '.');
    }

    private static String value(List<String> words, int at) throws PathSubject.Unknown {
        if (at >= words.size()) {
            throw new PathSubject.Unknown(words.get(words.size() - 1) + " needs a value after it.");
        }
        return words.get(at);
    }

    private static long time(List<String> words, int at) throws PathSubject.Unknown {
        try {
            return Long.parseLong(value(words, at));
        } catch (NumberFormatException e) {
            throw new PathSubject.Unknown(words.get(at - 1) + " needs a time in ns since the epoch, not " + words.get(at) + '.');
        }
    }

    /** @return the options of the command that ask the same, a word each */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (vm != null) {
            words.addAll(List.of("--vm", vm));
        }
        words.add(kind.option());
        words.addAll(kind == Kind.MARKS ? List.of(value.split(" ")) : List.of(value));
        if (from != Long.MIN_VALUE) {
            words.addAll(List.of("--from", Long.toString(from)));
        }
        if (to != Long.MAX_VALUE) {
            words.addAll(List.of("--to", Long.toString(to)));
        }
        awaits.forEach(mark -> words.addAll(List.of("--awaits", mark)));
        if (mode.activations()) {
            words.add("--activations");
        }
        if (mode.guestOnly()) {
            words.add("--guest-only");
        }
        return words;
    }
}
