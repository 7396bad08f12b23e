/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.Violations;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;

/** Clocks of guests' own traces that are not, or not well, on their hosts'. */
final class ClockProblems {

    private ClockProblems() {
    }

    static List<Finding> of(Findings.Sources sources, Asked asked) {
        List<Finding> findings = new ArrayList<>();
        for (Tied tied : sources.clocks()) {
            Violations violations = tied.quality().joined();
            if (!tied.quality().isTied()) {
                add(tied, CodeText.of("The clock of " + tied.vm().label() + "'s own trace could not be put on the host's."), 0, asked, findings);
            } else if (violations.count() > 0) {
                add(tied, CodeText.of(Amount.count(violations.count()), " of " + violations.events() + " events in " + tied.vm().label()
                        + "'s own trace contradict its clock, the worst by ", Amount.ns(violations.worst()), "."), violations.worst(), asked, findings);
            }
        }
        return findings;
    }

    private static void add(Tied tied, CodeText text, long weight, Asked asked, List<Finding> to) {
        to.add(new Finding(Notion.CLOCK, tied.vm().label(), text, asked.from(), asked.to(), weight, null));
    }
}
