/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Arrays;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;

/**
 * A path: segments that follow each other without a gap. Each has a chain - from the subject to the one who is waited for. It has a phase,
 * a state, and by what it is in that state. Neighbours of which all that is the same are one segment.
 * <p>
 * Chains are a tree: a node is a participant, or a run of a handler, after the node of the one who waits for it.
 */
public final class Segments {

    /** The chain of nobody. */
    public static final int ROOT = -1;
    /** So many segments are kept at most. */
    public static final int MOST = 1 << 22;
    /** A chain has no more links. */
    static final int MAX_DEPTH = 64;

    private static final int KIND_SHIFT = 60;

    /** What the cause is that a segment carries. */
    public enum By {
        /** There is none. */
        NONE,
        /** A participant. */
        KEY,
        /** A text. */
        TEXT,
        /** An exit of the vCPU. */
        EXIT,
        /** One that the guest's tracer caused. */
        EXIT_OF_TRACER
    }

    // each asking of an enum for its values makes a copy of them
    private static final Phase[] PHASES = Phase.values();
    private static final PathState[] STATES = PathState.values();
    private static final By[] KINDS = By.values();

    private long[] fBegins = new long[256];
    private int[] fChains = new int[256];
    private short[] fWhat = new short[256];
    private long[] fBy = new long[256];
    private int fSize;
    private long fBegin;
    private long fEnd;
    private int fContradictions;
    private final LongIndex fNodes = new LongIndex();
    private byte[] fDepths = new byte[256];
    private final Hops fHops = new Hops();
    private final int fMost;
    private boolean fFull;

    /** At most so many segments, from {@code begin} on. */
    Segments(long begin, int most) {
        fBegin = begin;
        fEnd = begin;
        fMost = most;
    }

    /** @return the chain that goes on to {@code reference}: a participant, or a run of a handler */
    int child(int node, int reference) {
        int child = fNodes.numberOf((long) node << 32 | reference & 0xffffffffL);
        if (child == fDepths.length) {
            fDepths = Arrays.copyOf(fDepths, 2 * child);
        }
        fDepths[child] = (byte) (depth(node) + 1);
        return child;
    }

    /** @return how many links the chain has */
    public int depth(int node) {
        return node == ROOT ? 0 : fDepths[node];
    }

    /** @return the chain without its last link, {@link #ROOT} if it has no other */
    public int parent(int node) {
        return (int) (fNodes.key(node) >> 32);
    }

    /** @return the last link of a chain: a participant, or a run of a handler, as {@link PathNames} knows it */
    public int owner(int node) {
        return (int) fNodes.key(node);
    }

    /** @return how many chains there are; they have the numbers below */
    public int nodes() {
        return fNodes.size();
    }

    static long by(By kind, int value) {
        return (long) kind.ordinal() << KIND_SHIFT | value & 0xffffffffL;
    }

    static final long BY_NONE = 0;

    /** The next segment ends at {@code end}; what looks the same as the last one is one with it. */
    void add(long end, int chain, Phase phase, PathState state, long by) {
        if (end <= fEnd || fFull) {
            return;
        }
        short what = (short) (phase.ordinal() << 8 | state.ordinal());
        int last = fSize - 1;
        if (last < 0 || fChains[last] != chain || fWhat[last] != what || fBy[last] != by) {
            if (fSize == fMost) {
                fFull = true;
                return;
            }
            if (fSize == fBegins.length) {
                fBegins = Arrays.copyOf(fBegins, 2 * fSize);
                fChains = Arrays.copyOf(fChains, 2 * fSize);
                fWhat = Arrays.copyOf(fWhat, 2 * fSize);
                fBy = Arrays.copyOf(fBy, 2 * fSize);
            }
            fBegins[fSize] = fEnd;
            fChains[fSize] = chain;
            fWhat[fSize] = what;
            fBy[fSize] = by;
            fSize++;
        }
        fEnd = end;
    }

    /** A segment for each who has the processor, or is on the vCPU. */
    void each(RowTable rows, int of, long from, long z, int chain, Phase phase, PathState state) {
        int row = of < 0 ? -1 : rows.at(of, from);
        for (long a = from; a < z && hasRoom(); row++) {
            long end = of < 0 || row + 1 >= rows.end(of) ? z : Math.min(z, rows.begin(row + 1));
            int by = of < 0 || row < rows.first(of) ? PathRows.NONE : rows.a(row);
            if (end > a) {
                add(end, chain, phase, state, by == PathRows.NONE ? BY_NONE : by(By.KEY, by));
                a = end;
            }
        }
    }

    void contradicts() {
        fContradictions += fFull ? 0 : 1;
    }

    void hop(long time, int from, int to, Hops.How how) {
        if (!fFull) {
            fHops.add(time, from, to, how);
        }
    }

    /** Whether more segments can be added. Without room the path ends where the last one ends. */
    boolean hasRoom() {
        return !fFull;
    }

    /** @return who did what to whom on the path */
    public Hops hops() {
        return fHops;
    }

    /** @return how many segments there are */
    public int size() {
        return fSize;
    }

    /** @return when the path begins, ns since the epoch */
    public long begin() {
        return fBegin;
    }

    /** @return when it ends, exclusively, ns since the epoch */
    public long end() {
        return fEnd;
    }

    /** @return how often somebody ended a sleep who slept himself, by the record */
    public int contradictions() {
        return fContradictions;
    }

    /** @return when the segment begins, ns since the epoch */
    public long begin(int segment) {
        return fBegins[segment];
    }

    /** @return when it ends, exclusively, ns since the epoch */
    public long end(int segment) {
        return segment + 1 < fSize ? fBegins[segment + 1] : fEnd;
    }

    /** @return how long it is, ns */
    public long length(int segment) {
        return end(segment) - begin(segment);
    }

    /** @return what the one who is waited for is to the one before */
    public Phase phase(int segment) {
        return PHASES[fWhat[segment] >> 8];
    }

    /** @return what that one is in */
    public PathState state(int segment) {
        return STATES[fWhat[segment] & 0xff];
    }

    /** @return the number of its chain */
    public int chain(int segment) {
        return fChains[segment];
    }

    /** @return what stands for its cause */
    public By by(int segment) {
        return KINDS[(int) (fBy[segment] >>> KIND_SHIFT)];
    }

    /** @return the number that stands for its cause, as {@link PathNames} knows it */
    public int byValue(int segment) {
        return (int) fBy[segment];
    }
}
