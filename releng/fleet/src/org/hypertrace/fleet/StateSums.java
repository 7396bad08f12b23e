/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;

/**
 * In which states something was, over many recordings.
 *
 * @param count
 *            how often it was
 * @param ns
 *            sums of {@link Figure#STATES}, ns
 */
record StateSums(long count, long[] ns) implements Serializable {

    /**
     * Of which value of a label.
     *
     * @param key
     *            what
     * @param label
     *            the label
     * @param of
     *            the value
     */
    record Of(Group.Key key, String label, String of) implements Serializable { }

    /** The least part of a change that makes it the change of a state. */
    private static final double MOSTLY = 0.5;

    StateSums plus(StateSums other) {
        long[] sums = ns.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.ns[i];
        }
        return new StateSums(count + other.count, sums);
    }

    /**
     * @param reference
     *            the same of the reference
     * @return the state by which the mean changes for at least a half; empty if there is none
     */
    String mostly(StateSums reference) {
        double all = 0;
        for (int i = 0; i < ns.length; i++) {
            all += change(reference, i);
        }
        for (int i = 0; i < ns.length; i++) {
            if (all != 0 && change(reference, i) / all >= MOSTLY) {
                return Figure.STATES.get(i);
            }
        }
        return "";
    }

    private double change(StateSums reference, int state) {
        return (double) ns[state] / count - (double) reference.ns[state] / reference.count;
    }
}
