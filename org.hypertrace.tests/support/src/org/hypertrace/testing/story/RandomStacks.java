/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/** Random stacks of three threads, as they can be. */
public final class RandomStacks {

    private static final FrameKind[] KINDS = { FrameKind.FUNCTION, FrameKind.FUNCTION, FrameKind.FUNCTION, FrameKind.SYSCALL,
            FrameKind.IRQ, FrameKind.SOFTIRQ, FrameKind.EXIT, FrameKind.TRACER, FrameKind.STATE, FrameKind.OFF_CPU };
    private RandomStacks() {
    }

    /** What the host does is over what the guest does, and a state over an exit. */
    private static boolean fits(FrameKind kind, FrameKind innermost) {
        return switch (innermost) {
        case STATE -> false;
        case EXIT, TRACER -> kind == FrameKind.STATE;
        case OFF_CPU -> kind == FrameKind.EXIT || kind == FrameKind.TRACER;
        default -> kind != FrameKind.STATE;
        };
    }

    /** Reports them. */
    public static void report(Random random, StackSink to) {
        StackThread[] threads = new StackThread[3];
        List<List<FrameKind>> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads[i] = new StackThread(i, null, null, 0, i, -1);
            open.add(new ArrayList<>());
            to.begins(i, threads[i]);
        }
        long time = 10;
        for (int i = 0; i < 20_000; i++) {
            time += random.nextInt(8);
            int which = random.nextInt(3);
            StackThread thread = threads[which];
            List<FrameKind> its = open.get(which);
            FrameKind kind = KINDS[random.nextInt(KINDS.length)];
            if (random.nextInt(10_000) == 0) {
                to.ends(time, thread);
                time += 5;
                to.begins(time, thread);
                its.clear();
            } else if (!its.isEmpty() && (random.nextInt(16) < 3 + its.size() || !fits(kind, its.get(its.size() - 1)))) {
                to.leaves(time, thread, random.nextInt(9) - 1);
                its.remove(its.size() - 1);
            } else if (!its.isEmpty() || kind != FrameKind.STATE) {
                long value = random.nextInt(kind == FrameKind.FUNCTION ? 40 : 3);
                long frame = kind == FrameKind.FUNCTION ? 0xffffffff81000000L + value : Frames.of(kind, value);
                if (random.nextInt(8) == 0) {
                    to.resumes(time, thread, frame);
                } else {
                    to.enters(time, thread, frame);
                }
                its.add(kind);
            }
        }
        for (int i = 0; i < 3; i++) {
            to.ends(time + 10, threads[i]);
        }
    }
}
