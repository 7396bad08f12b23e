/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.Arrays;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.Phase;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.path.answer.PathFlame;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.core.stack.view.FlameStacks;

/**
 * A path as a flame graph: the subject below, on it the one it waited for, and so on; on the one who is waited for what he was in, and
 * on that what stood behind it.
 */
public final class PathFlames {

    private final FoundPath fFound;
    private final Segments fPath;
    private final FlameStacks fStacks = new FlameStacks();
    private final int[] fBoxes;

    private PathFlames(FoundPath found) {
        fFound = found;
        fPath = found.segments();
        fBoxes = new int[fPath.nodes()];
        Arrays.fill(fBoxes, -1);
    }

    /**
     * @param found
     *            a path
     * @return its graph; the whole is the path's length
     */
    public static FlameGraph of(FoundPath found) {
        return new PathFlames(found).graph();
    }

    private FlameGraph graph() {
        // by chain and what is the same: a segment of each kind stands for all
        LongIndex alike = new LongIndex();
        LongIndex kinds = new LongIndex();
        int[] first = new int[256];
        long[] ns = new long[256];
        long[] times = new long[256];
        for (int i = 0; i < fPath.size(); i++) {
            int kind = kinds.numberOf((long) fPath.chain(i) << 32 | alike.numberOf(PathWords.alike(fPath, i)));
            if (kind == ns.length) {
                first = Arrays.copyOf(first, 2 * kind);
                ns = Arrays.copyOf(ns, 2 * kind);
                times = Arrays.copyOf(times, 2 * kind);
            }
            first[kind] = times[kind] == 0 ? i : first[kind];
            ns[kind] += fPath.length(i);
            times[kind]++;
        }
        for (int kind = 0; kind < kinds.size(); kind++) {
            add(first[kind], ns[kind], times[kind]);
        }
        return fStacks.graph(PathAnswer.subject(fFound));
    }

    private void add(int segment, long ns, long times) {
        Phase phase = fPath.phase(segment);
        PathState state = fPath.state(segment);
        FrameKind kind = kind(phase, state);
        int below = box(fPath.chain(segment));
        int box = kind == FrameKind.STATE ? fStacks.box(below, state.vcpu(), PathWords.what(phase, state))
                : fStacks.box(below, kind, PathWords.what(phase, state));
        String by = PathWords.by(fFound, segment);
        if (!by.isEmpty()) {
            box = fStacks.box(box, switch (fPath.by(segment)) {
            case KEY -> FrameKind.PREEMPTED_BY;
            case EXIT -> FrameKind.EXIT;
            case EXIT_OF_TRACER -> FrameKind.TRACER;
            default -> FrameKind.NAMED;
            }, by);
        }
        fStacks.add(box, ns, times);
    }

    private int box(int chain) {
        if (fBoxes[chain] < 0) {
            int parent = fPath.parent(chain);
            PathLink owner = fFound.names().link(fPath.owner(chain));
            fBoxes[chain] = fStacks.box(parent == Segments.ROOT ? FlameTree.ROOT : box(parent), PathFlame.kind(owner.kind()), owner.name());
        }
        return fBoxes[chain];
    }

    private static FrameKind kind(Phase phase, PathState state) {
        if (phase == Phase.WAIT) {
            return FrameKind.OFF_CPU;
        }
        return state != PathState.GUEST && state != PathState.HOST && state != PathState.VCPU ? FrameKind.STATE
                : phase == Phase.RUN ? FrameKind.INITCALL : FrameKind.OFF_CPU;
    }
}
