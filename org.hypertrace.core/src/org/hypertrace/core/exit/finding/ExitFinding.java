/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.untrusted.CodeText;

/**
 * Something about the exits of a VM that costs, what it is, and what helps; with the figures it follows from and an exit to look
 * at.
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
 *            of the exits that begin in the time asked for
 * @param time
 *            what of the time asked for it takes, ns
 * @param share
 *            that as a share of the time in which the vCPUs were not idle, 0 to 1: findings with more come first
 * @param begin
 *            when the first of the exits begins, ns since the epoch
 * @param end
 *            when the last of them ends
 * @param worst
 *            the number of the exit to look at, -1 if there is none
 */
public record ExitFinding(String rule, ExitTable.Vm vm, String title, CodeText aboutText, CodeText text, String help, String needs,
        long count, long time, double share, long begin, long end, int worst) {

    /** @return what the exits are about; empty if nothing stands out */
    public String about() {
        return aboutText.text();
    }

    /** @return all of it, with its figures */
    public String sentence() {
        return text.text();
    }
}
