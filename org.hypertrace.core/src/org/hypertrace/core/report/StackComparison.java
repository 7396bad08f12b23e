/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.stack.FlameDifference;
import org.hypertrace.core.stack.FlameTree;

/** Stacks of two traces, or of two stretches of one, side by side: all guests asked for in one tree. */
final class StackComparison {

    /** A frame, wherever it stands; durations in ns, those before made comparable. */
    record Row(String name, long before, long after, long callsBefore, long callsAfter) {
        long difference() {
            return after - before;
        }
    }

    private final StackReport fBefore;
    private final StackReport fAfter;
    private final FlameDifference.Norm fNorm;
    private final FlameDifference fDifference;

    /** Both reports have the same labels. */
    StackComparison(StackReport before, StackReport after, FlameDifference.Norm norm) {
        fBefore = before;
        fAfter = after;
        fNorm = norm;
        fDifference = FlameDifference.of(before.together(), after.together());
    }

    StackReport after() {
        return fAfter;
    }

    /** How the two are made comparable. */
    String words() {
        return switch (fNorm) {
        case NONE -> "Times are as they are.";
        case TOTAL -> "Times before are scaled as if both had taken as long.";
        case COUNT -> "Times before are scaled as if every frame had been called as often as after.";
        };
    }

    String svg(int most) {
        return FlameSvg.of(fDifference, fNorm, fAfter.labels(), "all, " + fAfter.mode().key() + " time", most);
    }

    void folded(Writer out) throws IOException {
        FoldedStacks.write(fDifference, fNorm, fAfter.labels(), out);
    }

    /** Frames whose own time differs, those that differ most first. */
    List<Row> rows() {
        Map<Long, long[]> sums = new HashMap<>();
        FlameTree after = fDifference.after();
        for (int node = 1; node < after.size(); node++) {
            long[] sum = sums.computeIfAbsent(after.frame(node), key -> new long[4]);
            sum[0] += fDifference.selfBefore(node, fNorm);
            sum[1] += after.self(node);
            sum[2] += fDifference.before().count(node);
            sum[3] += after.count(node);
        }
        List<Row> rows = new ArrayList<>();
        sums.forEach((frame, sum) -> {
            if (sum[0] != sum[1]) {
                rows.add(new Row(fAfter.labels().label(frame), sum[0], sum[1], sum[2], sum[3]));
            }
        });
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.difference())).reversed().thenComparing(Row::name));
        return rows;
    }
}
