/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What is going to happen, in the order of time; at equal times in the order in which it was reported. */
final class Schedule {

    private record Step(long time, long order, int part, Runnable what) { }

    private final PriorityQueue<Step> fSteps = new PriorityQueue<>(
            Comparator.comparingLong(Step::time).thenComparingLong(Step::order).thenComparingInt(Step::part));
    private long fReported;
    private long fPlayed = Long.MIN_VALUE;

    /** @return the place, among others of the same time, of what is reported now */
    long order() {
        return fReported++;
    }

    /** @param what happens at the time */
    void at(long time, Runnable what) {
        at(time, order(), 0, what);
    }

    /**
     * @param order
     *            its place among others of the same time
     * @param part
     *            its place among those of the same time and order
     */
    void at(long time, long order, int part, Runnable what) {
        if (time < fPlayed) {
            throw new IllegalStateException(time + ": all before " + fPlayed + " is already recorded");
        }
        fSteps.add(new Step(time, order, part, what));
    }

    /** Lets everything before the time happen. */
    void play(long until) {
        while (!fSteps.isEmpty() && fSteps.peek().time < until) {
            fSteps.poll().what.run();
        }
        fPlayed = Math.max(fPlayed, until);
    }
}
