/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;

/**
 * Boots that mean the same thing: one, or several repetitions.
 *
 * @param name
 *            as the user calls it
 * @param boots
 *            at least one; each was seen to boot
 */
public record BootGroup(String name, List<BootProfile> boots) {

    /**
     * One boot stands for all, so that its parts still sum to its whole: the one with the median duration, of two the shorter.
     * Boots whose end was seen come before those that never finished.
     *
     * @return the boot that stands for the group
     */
    public BootProfile typical() {
        List<BootProfile> complete = boots.stream().filter(BootProfile::isComplete).toList();
        List<BootProfile> sorted = (complete.isEmpty() ? boots : complete).stream()
                .sorted(Comparator.comparingLong(BootProfile::duration)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }
}
