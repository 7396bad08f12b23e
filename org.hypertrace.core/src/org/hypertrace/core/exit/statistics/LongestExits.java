/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.exit.columns.ExitBlock;
import org.hypertrace.core.exit.columns.ExitColumns;

/** The longest exits of a stretch of time: those that begin in it. */
public final class LongestExits {

    private LongestExits() {
    }

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param most
     *            how many at the most
     * @param monitor
     *            can cancel
     * @return their numbers, the longest first, of equal ones the earlier
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static List<Integer> of(ExitColumns exits, ExitQuery query, int most, IProgressMonitor monitor) {
        Comparator<Integer> order = Comparator.comparingLong((Integer exit) -> exits.length(exit))
                .thenComparing(Comparator.<Integer>naturalOrder().reversed());
        PriorityQueue<Integer> longest = new PriorityQueue<>(most + 1, order);
        boolean[] wanted = new boolean[exits.dictionary().vcpus().size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = query.vcpus().test(i);
        }
        int end = exits.firstFrom(query.to());
        long least = -1;
        for (int i = exits.firstFrom(query.from()); i < end; i++) {
            long length = exits.length(i);
            if (length > least && wanted[exits.vcpu(i)] && (query.withTracer() || !exits.isTracer(i))) {
                longest.add(i);
                if (longest.size() > most) {
                    longest.poll();
                    least = exits.length(longest.peek());
                }
            }
            if ((i & ExitBlock.SIZE - 1) == 0 && monitor.isCanceled()) {
                throw new OperationCanceledException();
            }
        }
        return longest.stream().sorted(order.reversed()).toList();
    }
}
