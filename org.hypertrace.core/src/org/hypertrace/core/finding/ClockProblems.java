/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.guest.GuestFigures;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.timeline.RingFigures;
import org.hypertrace.core.untrusted.CodeText;

/** Clocks of guests' own traces, and of their rings, that are not, or not well, on their hosts'. */
final class ClockProblems {

    private ClockProblems() {
    }

    static List<Finding> of(Findings.Sources sources, Asked asked) throws StateSystemDisposedException {
        List<Finding> findings = new ArrayList<>();
        for (OwnClock clock : sources.clocks()) {
            Fit fit = clock.fit();
            String vm = clock.vm().labelOnHost();
            if (!fit.isTied()) {
                add(vm, CodeText.of("The clock of " + vm + "'s own trace could not be put on the host's."), 0, OwnClock.LABEL, asked, findings);
            } else if (fit.violations() > 0) {
                add(vm, CodeText.of(Amount.count(fit.violations()), " of " + fit.events() + " events in " + vm + "'s own trace contradict its clock, the worst by ",
                        Amount.ns(fit.worst()), "."), fit.worst(), OwnClock.LABEL, asked, findings);
            }
        }
        ofRings(sources.states(), asked, findings);
        return findings;
    }

    private static void ofRings(ITmfStateSystem states, Asked asked, List<Finding> to) throws StateSystemDisposedException {
        for (Machines.Host host : Machines.of(states)) {
            for (GuestFigures guest : GuestTable.of(states, host, asked.from(), asked.to()).values()) {
                RingFigures rings = guest.rings();
                VmName who = rings == null || rings.notInGuest() == 0 ? null : host.who(guest.vm());
                if (who != null) {
                    DataLoss row = new DataLoss(host.name(), who.label(), RingFigures.NOT_IN_GUEST, rings.notInGuest(), null);
                    String vm = row.where(DataLoss.of(states, Long.MIN_VALUE, Long.MAX_VALUE));
                    add(vm, CodeText.of(Amount.count(row.count()), " records in " + vm + "'s rings contradict their clock, the worst by ",
                            Amount.ns(rings.notInGuestBy()), "."), rings.notInGuestBy(), row.label(), asked, to);
                }
            }
        }
    }

    private static void add(String vm, CodeText text, long weight, String row, Asked asked, List<Finding> to) {
        to.add(new Finding(Notion.CLOCK, vm, text, asked.from(), asked.to(), weight,
                new Evidence(Evidence.View.DATA_QUALITY, List.of(vm, row), asked.from(), asked.to())));
    }
}
