/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.untrusted.CodeText;

/**
 * Something about the exits of a VM that costs, what it is, and what helps; with the range of its figures and a time to look at. Figures
 * are of that range: what is only partly in it counts with that part.
 *
 * @param rule
 *            the stable name of the rule that found it
 * @param vm
 *            whose exits they are
 * @param title
 *            what it is, a few words
 * @param aboutText
 *            what the exits are about and who causes them, as far as most have that in common; empty if nothing stands out
 * @param text
 *            all of it, with its figures
 * @param help
 *            what helps
 * @param needs
 *            the events by which it was found
 * @param count
 *            of the exits that begin in the range; of a state, how often the vCPUs were in it
 * @param time
 *            what of the range it takes, ns
 * @param stolen
 *            what of that time the vCPUs were preempted or waking, ns; of an exit that the range cuts, nobody knows, so it counts as 0
 * @param share
 *            the time as a share of the time in which the vCPUs were not idle, 0 to 1: findings with more come first; of missing events, of the
 *            vCPUs' life
 * @param begin
 *            of the range: the time asked for, as far as the VM's vCPUs lived; ns since the epoch
 * @param end
 *            of the range, exclusive
 * @param longest
 *            where to look, null if nothing is longest
 */
public record ExitFinding(String rule, ExitTable.Vm vm, String title, CodeText aboutText, CodeText text, String help, String needs,
        long count, long time, long stolen, double share, long begin, long end, Longest longest) {

    /**
     * The longest exit, or the longest time without a break in a state, as far as it is in the range.
     *
     * @param begin
     *            ns since the epoch
     * @param end
     *            exclusive
     * @param ns
     *            what of it counts: of an exit that sleeps, the rest
     */
    public record Longest(long begin, long end, long ns) { }


    /** @return what the exits are about; empty if nothing stands out */
    public String about() {
        return aboutText.text();
    }

    /** @return all of it, with its figures */
    public String sentence() {
        return text.text();
    }

    /** The same with another share. */
    ExitFinding withShare(double other) {
        return new ExitFinding(rule, vm, title, aboutText, text, help, needs, count, time, stolen, other, begin, end, longest);
    }

    /** The same of another range. */
    ExitFinding over(long from, long to) {
        return new ExitFinding(rule, vm, title, aboutText, text, help, needs, count, time, stolen, share, from, to, longest);
    }

    /** The same with what was stolen of its time. */
    ExitFinding withStolen(long ns) {
        return new ExitFinding(rule, vm, title, aboutText, text, help, needs, count, time, ns, share, begin, end, longest);
    }
}
