/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.List;

import org.hypertrace.core.boot.BootProfile;

/**
 * Two boots, or two groups of repetitions, side by side. Figures are those of the boot that stands for its group.
 *
 * @param a
 *            what B is compared with
 * @param fromA
 *            the boot that stands for A
 * @param extent
 *            from where to where is compared, for people
 * @param whole
 *            all of it: the sum of the parts
 * @param parts
 *            in their order: levels, and what is before and after them
 * @param initcalls
 *            the largest difference first
 * @param answer
 *            what a reader wants to know, in one sentence
 * @param remarks
 *            what limits the comparison, a sentence each
 */
public record BootComparison(BootGroup a, BootGroup b, BootProfile fromA, BootProfile fromB, String extent, BootRow whole,
        List<BootRow> parts, List<BootRow> initcalls, String answer, List<String> remarks) {

    /**
     * @param a
     *            a group of boots
     * @param b
     *            another one
     * @return the two side by side
     */
    public static BootComparison of(BootGroup a, BootGroup b) {
        return new BootComparer(a, b).compare();
    }
}
