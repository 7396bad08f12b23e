/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;

/** What is missing in a recording, so that figures may be wrong. */
final class LossFindings {

    /** Those by which data are missing; all others are contradictions, and their data are shown or were never meant to be. */
    private static final Set<String> MISSING = Set.of("lostByHost", "lostUncounted", "missingPackets", "missingStretch", "lost", "malformed",
            "unknownNumbers", "late", "ringOverwritten", "ringNotWritten", "ringBehindEnd", "ringUnplaced", "ringLate", "ringUnreadable");

    private LossFindings() {
    }

    static List<Finding> of(ITmfStateSystem states, Asked asked) throws StateSystemDisposedException {
        List<Finding> findings = new ArrayList<>();
        // the view has those of all of the time
        List<DataLoss> shown = DataLoss.of(states, Long.MIN_VALUE, Long.MAX_VALUE);
        for (DataLoss loss : DataLoss.of(states, asked.from(), asked.to())) {
            if (MISSING.contains(loss.what())) {
                String where = loss.vm() == null ? "host " + loss.host() : loss.vm();
                findings.add(new Finding(Notion.LOSS, where, CodeText.of(where + ": ", Amount.count(loss.count()), " " + loss.meaning() + "."), asked.from(),
                        asked.to(), loss.count(), new Evidence(Evidence.View.DATA_QUALITY, List.of(loss.where(shown), loss.label()), asked.from(), asked.to())));
            }
        }
        return findings;
    }
}
