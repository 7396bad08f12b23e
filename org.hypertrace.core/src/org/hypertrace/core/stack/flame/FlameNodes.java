/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.Arrays;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;

/**
 * The nodes of a tree of stacks while it grows: columns of numbers, without an object for any of them. A parent stands before
 * its children.
 * <p>
 * Above a limit no more frames are distinguished. What would be one more node is counted in a node for all others of its parent. Exits, the
 * tracer's exits, being off the CPU, and everything else have such a node each. So all sums stay exact. There are at
 * most eight times as many nodes as the limit reports.
 */
public final class FlameNodes {

    private final int fLimit;
    private final LongIndex fFrames = new LongIndex();
    private final LongIndex fNodes = new LongIndex();
    long[] fFrame = new long[64];
    int[] fParent = new int[64];
    public long[] fSelf = new long[64];
    public long[] fCount = new long[64];
    long[] fExits = new long[64];
    long[] fRepaired = new long[64];
    long[] fReported = new long[64];
    long[] fGuest = new long[64];
    long[] fReportedWall = new long[64];

    /** @param limit of nodes that are distinguished */
    public FlameNodes(int limit) {
        fLimit = limit;
        fNodes.numberOf(-1);
        fFrame[FlameTree.ROOT] = Frames.of(FrameKind.OTHERS, 0);
        fParent[FlameTree.ROOT] = -1;
    }

    public int size() {
        return fNodes.size();
    }

    /** The node of a frame below another one; made if there is none yet. */
    public int child(int parent, long frame) {
        int known = fFrames.find(frame);
        int node = known < 0 ? -1 : fNodes.find(key(parent, known));
        if (node >= 0) {
            return node;
        }
        if (size() < fLimit) {
            return made(parent, frame);
        }
        FrameKind above = parent == FlameTree.ROOT ? FrameKind.THREAD : Frames.kind(fFrame[parent]);
        FrameKind kind = Frames.kind(frame);
        return switch (kind) {
        case EXIT, TRACER, OFF_CPU -> isLast(above) ? parent : made(parent, Frames.of(kind, FrameNames.FURTHER));
        default -> above == FrameKind.OTHERS || isLast(above) ? parent : made(parent, Frames.of(FrameKind.OTHERS, 0));
        };
    }

    /** Below these nothing more is distinguished when there is no room. */
    private static boolean isLast(FrameKind kind) {
        return switch (kind) {
        case EXIT, TRACER, OFF_CPU, STATE, PREEMPTED_BY -> true;
        default -> false;
        };
    }

    private int made(int parent, long frame) {
        int node = fNodes.numberOf(key(parent, fFrames.numberOf(frame)));
        if (node == fFrame.length) {
            int more = 2 * node;
            fFrame = Arrays.copyOf(fFrame, more);
            fParent = Arrays.copyOf(fParent, more);
            fSelf = Arrays.copyOf(fSelf, more);
            fCount = Arrays.copyOf(fCount, more);
            fExits = Arrays.copyOf(fExits, more);
            fRepaired = Arrays.copyOf(fRepaired, more);
            fReported = Arrays.copyOf(fReported, more);
            fGuest = Arrays.copyOf(fGuest, more);
            fReportedWall = Arrays.copyOf(fReportedWall, more);
        }
        fFrame[node] = frame;
        fParent[node] = parent;
        return node;
    }

    /** All figures of a node of a tree are added to one of these. */
    void add(int node, FlameTree tree, int from) {
        fSelf[node] += tree.self(from);
        fCount[node] += tree.count(from);
        fExits[node] += tree.exits(from);
        fRepaired[node] += tree.repaired(from);
        fReported[node] += tree.reported(from);
        fGuest[node] += tree.guest(from);
        fReportedWall[node] += tree.reportedWall(from);
    }

    private static long key(int parent, int frame) {
        return (long) parent << 32 | frame;
    }
}
