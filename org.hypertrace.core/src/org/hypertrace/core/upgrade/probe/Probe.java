/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

/**
 * A question of a prober to a node.
 *
 * @param sent
 *            ns since the epoch
 * @param answered
 *            ns since the epoch; {@link #NEVER} without an answer, or with one that took too long
 * @param role
 *            what the node answered to be, null if nothing
 */
record Probe(long sent, long answered, String role) {

    static final long NEVER = -1;

    boolean isAnswered() {
        return answered != NEVER;
    }

    /** How long the answer took, ns. */
    long took() {
        return answered - sent;
    }
}
