/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.List;
import java.util.function.IntFunction;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;

/**
 * What a row shows of a path: pieces in time order, each one or more neighbouring segments. Drawing costs a search per time that
 * is asked for, however many pieces there are: of those that are too short to be distinguished, the longest is found by a tree.
 */
final class Pieces {

    private final Segments fPath;
    private final int[] fFirst;
    private final int[] fLast;
    /** Of a node the number of the longest piece below it: the root is 1, the leaves begin at the number of pieces. */
    private final int[] fLongest;

    /**
     * @param path
     *            a path
     * @param first
     *            of each piece its first segment
     * @param last
     *            of each piece its last segment
     */
    Pieces(Segments path, int[] first, int[] last) {
        fPath = path;
        fFirst = first;
        fLast = last;
        int count = first.length;
        fLongest = new int[2 * count];
        for (int i = 0; i < count; i++) {
            fLongest[count + i] = i;
        }
        for (int node = count - 1; node > 0; node--) {
            fLongest[node] = longer(fLongest[2 * node], fLongest[2 * node + 1]);
        }
    }

    int count() {
        return fFirst.length;
    }

    /** The first segment of a piece. */
    int segment(int piece) {
        return fFirst[piece];
    }

    long begin(int piece) {
        return fPath.begin(fFirst[piece]);
    }

    long end(int piece) {
        return fPath.end(fLast[piece]);
    }

    /** Of equals the first. */
    private int longer(int a, int b) {
        long difference = end(a) - begin(a) - (end(b) - begin(b));
        return difference > 0 || difference == 0 && a < b ? a : b;
    }

    /** The first piece that ends after a time; the number of pieces if there is none. */
    int after(long time) {
        return after(time, 0, fFirst.length);
    }

    /** The same where it is known to be {@code from} or later: looks near there first. */
    private int after(long time, int from) {
        int step = 1;
        while (from + step < fFirst.length && end(from + step) <= time) {
            step <<= 1;
        }
        return after(time, from + (step >> 1), Math.min(fFirst.length, from + step + 1));
    }

    private int after(long time, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (end(middle) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The piece at a time, -1 if there is none. */
    int at(long time) {
        int piece = after(time);
        return piece < fFirst.length && begin(piece) <= time ? piece : -1;
    }

    /** The longest piece from {@code from} on and before {@code to}, -1 if there is none. */
    int longest(int from, int to) {
        int count = fFirst.length;
        int found = -1;
        for (int a = from + count, b = to + count; a < b; a >>= 1, b >>= 1) {
            if ((a & 1) == 1) {
                found = found < 0 ? fLongest[a] : longer(found, fLongest[a]);
                a++;
            }
            if ((b & 1) == 1) {
                b--;
                found = found < 0 ? fLongest[b] : longer(found, fLongest[b]);
            }
        }
        return found;
    }

    /**
     * Appends what is to be seen: at every time the piece that is there, else the longest that begins before the next time.
     *
     * @param times
     *            ascending, ns since the epoch
     * @param looks
     *            of a piece by its first segment
     */
    void draw(List<Long> times, IntFunction<Look> looks, List<ITimeGraphState> to) {
        int next = times.isEmpty() ? 0 : after(times.get(0)); // the first that is neither drawn nor over
        int gap = -1; // the one before which a gap was drawn last
        for (int i = 0; i < times.size(); i++) {
            long time = times.get(i);
            long until = i + 1 < times.size() ? times.get(i + 1) : time + 1;
            next = next == fFirst.length ? next : after(time, next);
            if (next == fFirst.length) {
                return;
            }
            int chosen = begin(next) <= time ? next : longest(next, beginning(until, next));
            if (chosen >= 0) {
                to.add(StateRow.state(begin(chosen), end(chosen), looks.apply(fFirst[chosen])));
                next = chosen + 1;
            } else if (gap != next && next > 0 && end(next - 1) <= time) {
                // nothing at all is here, which is not the same as "more is here than fits"
                to.add(StateRow.state(end(next - 1), begin(next), null));
                gap = next;
            }
        }
    }

    /** The first piece from {@code from} on that begins at a time or later; the number of pieces if there is none. */
    private int beginning(long time, int from) {
        int piece = after(time, from);
        return piece < fFirst.length && begin(piece) < time ? piece + 1 : piece;
    }
}
