/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownTimesCache;
import org.hypertrace.core.shutdown.Shutdowns;
import org.hypertrace.core.untrusted.CodeText;

/** What shutdowns wait for. */
final class SlowShutdowns {

    private SlowShutdowns() {
    }

    static List<Finding> of(Findings.Sources sources, Asked asked) throws StateSystemDisposedException {
        List<Finding> findings = new ArrayList<>();
        for (GuestShutdown shutdown : Shutdowns.of(sources.states())) {
            if (asked.isIn(shutdown.begin(), shutdown.end()) && (shutdown.vm() == null || asked.vms().test(shutdown.vm()))) {
                ShutdownProfile profile = ShutdownTimesCache.of(sources.states(), shutdown, sources.symbols());
                List<Object> text = profile.hasFailed() || !profile.isMeasured() ? null : ShutdownFindings.longest(profile);
                if (text != null) {
                    ShutdownProfile.Line longest = profile.longest();
                    findings.add(new Finding(Notion.SHUTDOWN, shutdown.label(), CodeText.of(text.toArray()), shutdown.begin(), shutdown.end(),
                            longest.duration(), new Evidence(Evidence.View.SHUTDOWN, List.of(shutdown.host().name(), shutdown.guest(), name(shutdown)),
                                    shutdown.number(), longest.begin(), longest.end())));
                }
            }
        }
        return findings;
    }

    /** As its row is called. */
    private static String name(GuestShutdown shutdown) {
        return (shutdown.kind() == null ? "shutdown" : shutdown.kind().key()) + ' ' + shutdown.number();
    }
}
