/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

/**
 * The name of a guest's thread. This is the only place that makes such a name.
 *
 * @param tid
 *            its id in the guest, 0 of an idle thread
 * @param name
 *            its last name, null if none was reported
 */
public record TaskName(int tid, String name) {

    /** @return the name for people: {@code sh (82)}, of an idle thread {@code swapper/0}, without a name {@code thread (82)} */
    public String label() {
        return name == null ? "thread (" + tid + ')' : tid == 0 ? name : name + " (" + tid + ')';
    }

    /**
     * @param label
     *            of several threads
     * @param nth
     *            from 1: which of them
     * @return the name of that one: {@code sh (82)}, the second {@code sh (82)#2}
     */
    public static String nth(String label, int nth) {
        return nth == 1 ? label : label + '#' + nth;
    }
}
