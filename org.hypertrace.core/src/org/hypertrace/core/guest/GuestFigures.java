/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import org.hypertrace.core.stream.Losses;

/**
 * What is known of a guest that says something.
 *
 * @param vm
 *            the key of the VM that it is
 * @param dialect
 *            the name of the dialect that it speaks, null if it said nothing but KVM's own hypercalls
 * @param detected
 *            how that is known, for people; null with the dialect
 * @param losses
 *            what was missing or odd in the stretch
 */
public record GuestFigures(String vm, String dialect, String detected, Losses losses) { }
