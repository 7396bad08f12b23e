/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.Comparator;

import org.hypertrace.core.untrusted.CodeText;

/**
 * Something in a trace that is worth knowing before any figure is read. Its sentence, its range and its evidence agree.
 *
 * @param notion
 *            what it is about
 * @param about
 *            the host, VM, boot or shutdown it is about, for people
 * @param text
 *            one sentence with its figures
 * @param begin
 *            of the range that the figures are of, ns since the epoch
 * @param end
 *            of that range, exclusive
 * @param weight
 *            by which findings are sorted, see {@link #IMPORTANCE}: the time that it cost, ns; of a loss how often, of a panic 0
 * @param evidence
 *            where it can be seen, null if no view shows it
 */
public record Finding(Notion notion, String about, CodeText text, long begin, long end, long weight, Evidence evidence) {

    /**
     * The most important first: panics, then losses, for figures beside them may be wrong. All others follow by the time that they cost. That
     * is what was stolen from a VM, or was spent with more vCPUs than processors. It is the time of the slow initcall, of the slow step of a
     * shutdown, or of exits of one purpose. A critical path counts by what it waited for. A clock counts by how far it is wrong. Of equals the earlier one is first.
     */
    public static final Comparator<Finding> IMPORTANCE = Comparator.comparingInt((Finding finding) -> finding.notion.isFirst() ? finding.notion.ordinal()
            : Notion.values().length).thenComparing(Comparator.comparingLong(Finding::weight).reversed()).thenComparingLong(Finding::begin)
            .thenComparing(Finding::notion).thenComparing(Finding::about).thenComparing(Finding::sentence);

    /** @return the sentence, names of code between backquotes */
    public String sentence() {
        return text.text();
    }
}
