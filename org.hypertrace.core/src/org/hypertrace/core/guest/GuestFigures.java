/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.util.Map;

import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.timeline.RingFigures;

/**
 * What is known of a guest that reports something.
 *
 * @param vm
 *            the key of the VM that it is
 * @param dialect
 *            the name of the dialect that it reports, null if it reported nothing but KVM's own hypercalls
 * @param detected
 *            how that is known, for people; null with the dialect
 * @param losses
 *            what was missing or contradictory in the stretch
 * @param events
 *            how many events of a kind in the stretch, by the kinds' labels in alphabetical order; kinds without any left out
 * @param nested
 *            the same for guests nested in it, by {@code level.number}; of too many the further ones together as {@code others}
 * @param rings
 *            what became of the records of its rings, of the whole trace; null if the manifest names none of it
 */
public record GuestFigures(String vm, String dialect, String detected, Losses losses, Map<String, Integer> events,
        Map<String, Map<String, Integer>> nested, RingFigures rings) { }
