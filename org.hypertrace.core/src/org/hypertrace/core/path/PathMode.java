/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/**
 * What is looked at.
 *
 * @param guestOnly
 *            as if no host reported what vCPUs are in
 * @param activations
 *            what a loop of the VMM did before it was woken for something is not that thing's cause
 */
public record PathMode(boolean guestOnly, boolean activations) {
    /** What is recorded, by the order of what programs do. */
    public static final PathMode USUAL = new PathMode(false, false);
}
