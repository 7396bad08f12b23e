/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/**
 * The name of a thread, a guest's or a host's. This is the only place that makes such a name.
 *
 * @param tid
 *            its id, 0 of an idle thread
 * @param name
 *            its last name, null if none was reported
 */
public record ThreadName(int tid, String name) {

    /** @return the name for people: {@code sh (82)}, of an idle thread {@code swapper/0}, without a name {@code thread 82}; a stand-in's id is none */
    public String label() {
        return name == null ? "thread " + tid : tid == 0 || tid >= HostThread.STAND_IN ? name : name + " (" + tid + ')';
    }

    /**
     * @param tid
     *            a thread's id, 0 of an idle thread, below 0 if it is not known which thread runs
     * @param name
     *            its last name, null if none was reported
     * @param cpu
     *            the number of the processor on which it is idle or unknown
     * @return the name for people; one processor's idle thread is distinguished from another's, unknown threads likewise
     */
    public static String of(int tid, String name, int cpu) {
        return tid < 0 ? "unknown thread on vCPU " + cpu : new ThreadName(tid, tid == 0 ? "swapper/" + Math.max(0, cpu) : name).label();
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

    /**
     * @param word
     *            a user's, for several threads
     * @param nth
     *            from 1: which of them
     * @return a word that means that one alone: {@code sh#1}
     */
    public static String exact(String word, int nth) {
        return word + '#' + nth;
    }
}
