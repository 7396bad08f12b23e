/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;

/** Clocks of guests' own traces that are not, or not well, on their hosts'. */
final class ClockProblems {

    private ClockProblems() {
    }

    static List<Finding> of(Findings.Sources sources, Asked asked) {
        List<Finding> findings = new ArrayList<>();
        for (OwnClock clock : sources.clocks()) {
            Fit fit = clock.fit();
            String vm = clock.vm().labelOnHost();
            if (!fit.isTied()) {
                add(vm, CodeText.of("The clock of " + vm + "'s own trace could not be put on the host's."), 0, asked, findings);
            } else if (fit.violations() > 0) {
                add(vm, CodeText.of(Amount.count(fit.violations()), " of " + fit.events() + " events in " + vm + "'s own trace contradict its clock, the worst by ",
                        Amount.ns(fit.worst()), "."), fit.worst(), asked, findings);
            }
        }
        return findings;
    }

    private static void add(String vm, CodeText text, long weight, Asked asked, List<Finding> to) {
        to.add(new Finding(Notion.CLOCK, vm, text, asked.from(), asked.to(), weight,
                new Evidence(Evidence.View.DATA_QUALITY, List.of(vm, OwnClock.LABEL), asked.from(), asked.to())));
    }
}
