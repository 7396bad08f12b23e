/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A time in which a campaign lacks something.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 */
public record Window(long begin, long end) {

    /** From then on there are so many more. */
    record Change(long time, int by) { }

    /** @return ns */
    public long duration() {
        return end - begin;
    }

    /** The greatest windows within a time in which a count is what the predicate wants. */
    static List<Window> of(long begin, long end, List<Change> changes, LongPredicate wanted) {
        List<Change> sorted = new ArrayList<>(changes);
        sorted.sort(Comparator.comparingLong(Change::time));
        List<Window> windows = new ArrayList<>();
        long count = 0;
        long since = begin;
        long open = -1;
        int at = 0;
        while (since < end) {
            while (at < sorted.size() && sorted.get(at).time() <= since) {
                count += sorted.get(at++).by();
            }
            long until = at < sorted.size() ? Math.min(end, sorted.get(at).time()) : end;
            if (wanted.test(count)) {
                open = open < 0 ? since : open;
            } else if (open >= 0) {
                windows.add(new Window(open, since));
                open = -1;
            }
            since = until;
        }
        if (open >= 0) {
            windows.add(new Window(open, end));
        }
        return windows;
    }

    /** All of them together, ns. */
    static long sum(List<Window> windows) {
        return windows.stream().mapToLong(Window::duration).sum();
    }

    /** The longest, the first of equals; null: there is none. */
    static Window longest(List<Window> windows) {
        return windows.stream().reduce((one, other) -> other.duration() > one.duration() ? other : one).orElse(null);
    }
}
