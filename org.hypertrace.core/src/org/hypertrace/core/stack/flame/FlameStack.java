/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.Arrays;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackThread;

/** The stack of a thread now, whose time is counted in the nodes of a tree; nodes come into being when they count. */
final class FlameStack {

    /** A frame that goes on after it was left: when it began is not kept. */
    private static final long EARLIER = Long.MIN_VALUE;
    /** Frames inside so many others count as the innermost of these. */
    private static final int DEEPEST = 1 << 12;

    private final StackThread fThread;
    private final FlameNodes fNodes;
    private final long fFrom;
    private final long fTo;
    private int fRoot = -1;
    private long[] fFrame = new long[16];
    private long[] fBegin = new long[16];
    private int[] fNode = new int[16];
    private int fDepth;
    /** So many of the frames, from the outermost on, have a node. */
    private int fPlaced;
    private int fDeeper;
    /** Until when time is counted. */
    private long fSince;
    private Repair fRepair;
    private final long[] fRepairs = new long[Repair.values().length];

    FlameStack(StackThread thread, FlameNodes nodes, long from, long to) {
        fThread = thread;
        fNodes = nodes;
        fFrom = from;
        fTo = to;
    }

    StackThread thread() {
        return fThread;
    }

    /** The node of the thread, -1 if nothing is known of it in the time asked for. */
    int root() {
        return fRoot;
    }

    void begins(long time) {
        fSince = within(time);
    }

    void enters(long time, long frame) {
        opens(time, frame, time);
        if (isWithin(time) && fDeeper == 0) {
            int node = innermost();
            fNodes.fCount[node]++;
            FrameKind kind = Frames.kind(frame);
            if (kind == FrameKind.EXIT || kind == FrameKind.TRACER) {
                fNodes.fExits[fNodes.fParent[node]]++;
            }
        }
        repairs(time);
    }

    void resumes(long time, long frame) {
        opens(time, frame, EARLIER);
    }

    /** Who sends a mark calls it; that takes no time, and what follows is not in it. */
    void marks(long time, long frame) {
        count(time);
        if (frame != 0 && isWithin(time) && fDeeper == 0) {
            // first: it may make the columns longer
            int node = fNodes.child(innermost(), frame);
            fNodes.fCount[node]++;
        }
    }

    private void opens(long time, long frame, long begin) {
        count(time);
        if (fDepth == DEEPEST) {
            fDeeper++;
            return;
        }
        if (fDepth == fFrame.length) {
            fFrame = Arrays.copyOf(fFrame, 2 * fDepth);
            fBegin = Arrays.copyOf(fBegin, 2 * fDepth);
            fNode = Arrays.copyOf(fNode, 2 * fDepth);
        }
        fFrame[fDepth] = frame;
        fBegin[fDepth] = begin;
        fDepth++;
    }

    void leaves(long time, long guestDuration) {
        count(time);
        repairs(time);
        if (fDeeper > 0) {
            fDeeper--;
            return;
        }
        if (fDepth == 0) {
            return;
        }
        fDepth--;
        long begin = fBegin[fDepth];
        if (guestDuration >= 0 && begin != EARLIER && begin >= fFrom && time <= fTo && fPlaced > fDepth) {
            int node = fNode[fDepth];
            fNodes.fReported[node]++;
            fNodes.fGuest[node] += guestDuration;
            fNodes.fReportedWall[node] += time - begin;
        }
        fPlaced = Math.min(fPlaced, fDepth);
    }

    /** The next change is not as reported. */
    void repaired(Repair repair) {
        fRepair = repair;
    }

    private void repairs(long time) {
        if (fRepair != null && isWithin(time)) {
            int node = innermost();
            fNodes.fRepaired[node]++;
            fRepairs[fRepair.ordinal()]++;
        }
        fRepair = null;
    }

    long[] repairs() {
        return fRepairs.clone();
    }

    void ends(long time) {
        count(time);
        fDepth = 0;
        fDeeper = 0;
        fPlaced = 0;
        fRepair = null;
    }

    private boolean isWithin(long time) {
        return time >= fFrom && time < fTo;
    }

    private long within(long time) {
        return Math.max(fFrom, Math.min(fTo, time));
    }

    private void count(long time) {
        long now = within(time);
        if (now > fSince) {
            // first: it may make the columns longer
            int node = innermost();
            fNodes.fSelf[node] += now - fSince;
            fSince = now;
        }
    }

    private int innermost() {
        if (fRoot < 0) {
            fRoot = fNodes.child(FlameTree.ROOT, Frames.of(FrameKind.THREAD, fThread.index()));
        }
        while (fPlaced < fDepth) {
            fNode[fPlaced] = fNodes.child(fPlaced == 0 ? fRoot : fNode[fPlaced - 1], fFrame[fPlaced]);
            fPlaced++;
        }
        return fDepth == 0 ? fRoot : fNode[fDepth - 1];
    }
}
