/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.util.List;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.page.path.PathReport;
import org.hypertrace.core.report.page.run.RunPath;
import org.hypertrace.core.run.GuestRun;

/** What the critical path of each boot or shutdown of a trace consists of; or why it is not known. */
final class RunPaths {

    /** How an answer begins. */
    static final String BEGIN = "Critical path of ";

    private final CriticalPaths fPaths;
    private final String fWhyNot;
    private final PathQuery.Kind fKind;
    private final List<RecordedEvents> fRecorded;
    private final List<String> fGaps;

    /**
     * @param traces
     *            that were read with what paths are found in
     * @param kind
     *            boots or shutdowns
     */
    RunPaths(OpenTraces traces, PathQuery.Kind kind) throws ReportException {
        fPaths = traces.foundPaths();
        fWhyNot = fPaths == null ? traces.whyNoPaths() : null;
        fKind = kind;
        fRecorded = traces.hosts().hosts().stream().map(HostTraces.Host::recorded).filter(RecordedEvents::hasTransitions).toList();
        fGaps = fPaths == null ? List.of() : fPaths.leftOut();
    }

    /** @return what the path of a boot or shutdown consists of; null if paths are of no such guests */
    RunPath of(GuestRun run) {
        if (run.isNested() || run.vm() == null) {
            return null;
        }
        if (fPaths == null) {
            return unknown(run, fWhyNot);
        }
        if (run.host().losses().any()) {
            // one event more may change whom all waited for
            return unknown(run, "The host's tracer " + run.host().losses().text() + '.');
        }
        try {
            FoundPath found = fKind == PathQuery.Kind.BOOT ? fPaths.find(query(run, run.number())) : shutdown(run);
            if (found == null) {
                return unknown(run, "The guest reports no step of it from begin to end.");
            }
            PathReport report = new PathReport("", fRecorded, fGaps, PathReport.Form.BRIEF, List.of(found), List.of(), List.of());
            return new RunPath(BEGIN + PathAnswer.of(found), found, report.findings(found));
        } catch (PathSubject.Unknown e) {
            return unknown(run, e.getMessage());
        }
    }

    private PathQuery query(GuestRun run, int number) {
        return PathQuery.of(fKind, Integer.toString(number), run.vm().who().word());
    }

    private FoundPath shutdown(GuestRun run) throws PathSubject.Unknown {
        // paths count shutdowns by the boots that they end, and not every boot ends by one
        for (PathQuery query : fPaths.all(fKind, run.vm().who().word())) {
            FoundPath found = fPaths.find(query);
            if (found.subject().begin() < run.end() && found.subject().end() > run.begin()) {
                return found;
            }
        }
        return null;
    }

    private static RunPath unknown(GuestRun run, String why) {
        return new RunPath(BEGIN + run.label() + " not known: " + why, null, List.of());
    }
}
