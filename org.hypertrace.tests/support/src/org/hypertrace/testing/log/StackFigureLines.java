/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.List;

import org.hypertrace.core.stack.flame.ExitCauses;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.oracle.NaiveStacks;

/** All that stacks come to in a stretch of time, as text: paths of all threads with their times and calls, repairs, and exits. */
public final class StackFigureLines {

    private final FlameForest fForest;
    private final ExitCauses fCauses;

    /** From a time on, until before another one. */
    public StackFigureLines(long from, long to) {
        fForest = new FlameForest(from, to);
        fCauses = new ExitCauses(from, to);
    }

    /** @return gets the stacks */
    public StackSink sink() {
        return new StackFanOut(List.of(fForest, fCauses));
    }

    /** @return the text; nothing more comes */
    public String finished() {
        fCauses.finished();
        StringBuilder text = new StringBuilder();
        FlameTree all = fForest.tree();
        for (StackThread thread : fForest.threads()) {
            FlameTree tree = fForest.tree(all, thread, frame -> false);
            text.append(thread.boot()).append(' ').append(thread.tid()).append(' ').append(tree.wall(FlameTree.ROOT)).append('\n');
            text.append(NaiveStacks.paths(tree)).append('\n');
            for (long repairs : fForest.repairs(thread)) {
                text.append(repairs).append(' ');
            }
            text.append('\n');
        }
        fCauses.rows().stream().map(ExitCauses.Row::toString).sorted().forEach(row -> text.append(row).append('\n'));
        return text.toString();
    }
}
