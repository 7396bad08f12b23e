/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.hypertrace.core.describe.SystemCalls;

/**
 * The system calls of a VM, how long they take, and how that depends on the load. Durations are ns and exact. Net is without the
 * time in which the vCPU was out for the guest's tracer, gross is with it.
 *
 * @param rows
 *            by call
 * @param load
 *            calls that do not wait, from mark to mark, or slice by slice
 * @param outside
 *            how many of these begin and end in no row of the load
 * @param calls
 *            what was found, with what is in no figure
 */
public record VmSyscalls(List<Row> rows, List<Load> load, int outside, GuestCalls calls) {

    /**
     * How to look at calls.
     *
     * @param k
     *            how many of the shortest calls make the floor, more than 0
     * @param slice
     *            how long a slice is where there are no marks, ns, more than 0
     * @param waits
     *            numbers of calls that wait for something, of x86-64
     * @param byThread
     *            whether each row has the threads that made its calls
     * @param from
     *            only calls from here on, ns since the epoch
     * @param to
     *            only calls that end before
     */
    public record Question(int k, long slice, Set<Integer> waits, boolean byThread, long from, long to) {

        /** How many of the shortest calls make the floor, unless a user wants another number. */
        public static final int USUAL_K = 30;
        /** How long a slice is, ns, unless a user wants another length. */
        public static final long USUAL_SLICE = 1_000_000_000;
        /** Calls that wait for something, on x86-64. */
        public static final Set<Integer> USUAL_WAITS = Set.of(7, 23, 34, 35, 61, 128, 201, 202, 230, 232, 247, 270, 271, 281, 441);

        boolean isWaiting(int number, boolean compat) {
            return !compat && waits.contains(number);
        }
    }

    /**
     * All calls of a number.
     *
     * @param isCompat
     *            whether the number is of 32-bit programs
     * @param isWaiting
     *            whether it waits for something, so that it is in no sum
     * @param longest
     *            which of the calls took longest without the tracer, the first of them
     * @param threads
     *            those that made them, by name; none unless they are asked for
     */
    public record Row(int number, boolean isCompat, boolean isWaiting, CallFigures net, CallFigures gross, int longest, List<OfThread> threads) {

        /** @return the name of the call, or its number */
        public String name() {
            return VmSyscalls.name(number, isCompat);
        }
    }

    /**
     * The calls of a number that a thread made.
     *
     * @param thread
     *            its name for people, another for each
     */
    public record OfThread(String thread, CallFigures net, CallFigures gross, int longest) { }

    /** Sums over several numbers. */
    public record Sums(int count, long total, long floor) {
        static Sums of(List<CallFigures> figures) {
            return new Sums(figures.stream().mapToInt(CallFigures::count).sum(), figures.stream().mapToLong(CallFigures::total).sum(),
                    figures.stream().mapToLong(CallFigures::floor).sum());
        }

        /** @return the total less the floor */
        public long disturbance() {
            return total - floor;
        }
    }

    /**
     * A stretch of load.
     *
     * @param mark
     *            the mark that begins it, null if there are no marks
     * @param begin
     *            ns since the epoch
     * @param end
     *            of the last call in it
     * @param all
     *            lengths of all its calls together
     * @param rows
     *            the same by call
     */
    public record Load(Long mark, long begin, long end, CallFigures all, List<Row> rows) {

        /** @return net sums of its calls */
        public Sums net() {
            return Sums.of(rows.stream().map(Row::net).toList());
        }

        /** @return gross sums of its calls */
        public Sums gross() {
            return Sums.of(rows.stream().map(Row::gross).toList());
        }

        /** @return calls per second, rounded down */
        public long rate() {
            return all.count() * 1_000_000_000L / Math.max(1, end - begin);
        }
    }

    private record Window(Long mark, long begin, long end) { }

    /**
     * @param calls
     *            of a guest
     * @param net
     *            how long each took without the tracer, ns
     * @param threads
     *            who made them
     * @param question
     *            how to look at them
     * @return the figures
     */
    static VmSyscalls of(GuestCalls calls, long[] net, CallThreads threads, Question question) {
        CallRanks ranks = new CallRanks(calls, net, question);
        int[] asked = IntStream.range(0, calls.count()).filter(i -> calls.begin(i) >= question.from && calls.end(i) < question.to).toArray();
        int[] busy = IntStream.of(asked).filter(i -> !question.isWaiting(calls.number(i), calls.isCompat(i))).toArray();
        List<Load> load = new ArrayList<>();
        int inside = 0;
        for (Map.Entry<Window, int[]> one : windows(calls, busy, question).entrySet()) {
            int[] own = one.getValue();
            inside += own.length;
            load.add(new Load(one.getKey().mark, one.getKey().begin, IntStream.of(own).mapToLong(calls::end).max().orElseThrow(),
                    ranks.net(own), ranks.rows(own, null)));
        }
        return new VmSyscalls(ranks.rows(asked, question.byThread ? threads : null), load, busy.length - inside, calls);
    }

    /**
     * @param number
     *            of a call, -1 if it is not known
     * @param isCompat
     *            whether it is of 32-bit programs
     * @return the name of the call, or its number
     */
    public static String name(int number, boolean isCompat) {
        String name = SystemCalls.name(number, isCompat);
        return (name == null ? number < 0 ? "unknown" : "call " + number : name) + (isCompat ? " (i386)" : "");
    }

    /** @return net sums of the calls that do not wait */
    public Sums net() {
        return Sums.of(rows.stream().filter(row -> !row.isWaiting).map(Row::net).toList());
    }

    /** @return gross sums of the calls that do not wait */
    public Sums gross() {
        return Sums.of(rows.stream().filter(row -> !row.isWaiting).map(Row::gross).toList());
    }

    /** @return how many beginnings and ends are in no call */
    public int unmatched() {
        return calls.unmatched().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** In time order, those with calls. */
    private static Map<Window, int[]> windows(GuestCalls calls, int[] busy, Question question) {
        List<GuestCalls.Mark> marks = calls.marks().stream().filter(mark -> mark.time() >= question.from && mark.time() < question.to).toList();
        long[] times = marks.stream().mapToLong(GuestCalls.Mark::time).toArray();
        long first = IntStream.of(busy).mapToLong(calls::begin).min().orElse(0);
        Map<Long, List<Integer>> places = new TreeMap<>();
        for (int i : busy) {
            long place = marks.isEmpty() ? (calls.begin(i) - first) / question.slice : lastBefore(times, calls.begin(i));
            if (place >= 0) {
                places.computeIfAbsent(place, key -> new ArrayList<>()).add(i);
            }
        }
        Map<Window, int[]> windows = new LinkedHashMap<>();
        places.forEach((place, which) -> {
            int i = place.intValue();
            Window window = marks.isEmpty() ? new Window(null, first + place * question.slice, first + (place + 1) * question.slice)
                    : new Window(marks.get(i).value(), times[i], i + 1 < times.length ? times[i + 1] : Long.MAX_VALUE);
            int[] own = which.stream().filter(call -> calls.end(call) < window.end).mapToInt(Integer::intValue).toArray();
            if (own.length > 0) {
                windows.put(window, own);
            }
        });
        return windows;
    }

    /** Which of the times is the last that is not later, -1 if none is. */
    private static int lastBefore(long[] times, long time) {
        int found = Arrays.binarySearch(times, time);
        int last = found >= 0 ? found : -found - 2;
        while (last + 1 < times.length && times[last + 1] == time) {
            last++;
        }
        return last;
    }
}
