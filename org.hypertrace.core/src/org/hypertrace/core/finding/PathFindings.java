/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;

/** What boots and shutdowns waited for most, by their critical paths. */
final class PathFindings {

    /** Less of a path is not worth naming. */
    private static final double WORTH = 0.1;

    private final Findings.Sources fSources;
    private final Asked fAsked;
    private final List<Finding> fFindings = new ArrayList<>();

    private PathFindings(Findings.Sources sources, Asked asked) {
        fSources = sources;
        fAsked = asked;
    }

    /** None where it was not gathered who waits for whom, or where only a guest was traced. */
    static List<Finding> of(Findings.Sources sources, Asked asked, IProgressMonitor monitor) throws StateSystemDisposedException {
        PathFindings findings = new PathFindings(sources, asked);
        CriticalPaths paths = sources.paths();
        if (paths == null || paths.isOfGuestAlone()) {
            return List.of();
        }
        for (Machines.Host host : Machines.of(sources.states())) {
            for (Machines.Vm vm : host.vms()) {
                for (PathQuery.Kind kind : asked.vms().test(vm) ? List.of(PathQuery.Kind.BOOT, PathQuery.Kind.SHUTDOWN) : List.<PathQuery.Kind>of()) {
                    findings.add(vm, kind, monitor);
                }
            }
        }
        return findings.fFindings;
    }

    private void add(Machines.Vm vm, PathQuery.Kind kind, IProgressMonitor monitor) {
        try {
            for (PathQuery query : fSources.paths().all(kind, vm.who().word())) {
                if (monitor.isCanceled()) {
                    throw new OperationCanceledException();
                }
                add(vm, query);
            }
        } catch (PathSubject.Unknown e) {
            // it never ran a guest
        }
    }

    private void add(Machines.Vm vm, PathQuery query) {
        try {
            FoundPath path = fSources.paths().find(query);
            boolean isCut = path.subject().begin() < fAsked.from() || path.subject().end() > fAsked.to();
            add(vm, isCut ? fSources.paths().find(query.within(fAsked.from(), fAsked.to())) : path);
        } catch (PathSubject.Unknown e) {
            // it is not in the time that is asked for
        }
    }

    private void add(Machines.Vm vm, FoundPath path) {
        long begin = path.subject().begin();
        long length = path.subject().end() - begin;
        Map.Entry<PathClass, Long> most = path.sums().classes().entrySet().stream()
                .filter(of -> of.getKey() != PathClass.WORK && of.getKey() != PathClass.NOT_KNOWN).max(Map.Entry.comparingByValue()).orElse(null);
        if (most == null || most.getValue() < WORTH * length) {
            return;
        }
        PathQuery query = path.query();
        String kind = query.kind() == PathQuery.Kind.BOOT ? "boot" : "shutdown";
        String about = vm.who().nth(kind, Integer.parseInt(query.value()));
        long ns = most.getValue();
        fFindings.add(new Finding(Notion.PATH, about, CodeText.of(about + ": the critical path of the " + kind + " takes ", Amount.ns(length), "; for ",
                Amount.ns(ns), ", ", Amount.share(ns, length), " of it, " + PathAnswer.greatest(path, most.getKey()) + '.'), begin, path.subject().end(), ns,
                evidence(path, most.getKey())));
    }

    /** The longest stay in what makes up most of the class. */
    private static Evidence evidence(FoundPath path, PathClass of) {
        PathParts.Sum longest = path.parts().causes().stream().filter(cause -> PathClass.of(cause.phase(), cause.state()) == of).findFirst()
                .map(PathParts.Cause::sum).orElseThrow();
        return new Evidence(Evidence.View.CRITICAL_PATH, path.query().words(), longest.longestBegin(), longest.longestBegin() + longest.longest());
    }
}
