/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.VmTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.finding.ExitFindings;
import org.hypertrace.core.exit.finding.VmStates;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;

/** The most expensive findings in the VM exits of each VM; what other notions report of the same time is left out. */
final class ExitCosts {

    /** Of each VM; the view of these findings has all. */
    private static final int MOST = 3;
    /** Steal and losses are findings of their own. */
    private static final Set<String> ELSEWHERE = Set.of("preempted", "waking", "lost", "incomplete");
    /** What the time was spent on, of those rules whose title is no noun. */
    private static final Map<String, String> SPENT = Map.of("vmm", "work of the VMM's process in user space", "blocked", "sleep in the host, not by its own wish",
            "tracer", "tracing by hypercalls", "halt", "falling asleep and waking", "halt-polling", "halt polling");

    private ExitCosts() {
    }

    static List<Finding> of(Findings.Sources sources, Asked asked, VmTimes times, IProgressMonitor monitor) throws StateSystemDisposedException {
        Set<String> wanted = new HashSet<>();
        for (Machines.Host host : Machines.of(sources.states())) {
            host.vms().stream().filter(asked.vms()).forEach(vm -> wanted.add(host.id() + ' ' + vm.key()));
        }
        ExitColumns exits = sources.exits();
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        ExitTable table = ExitTable.of(exits, new ExitQuery(asked.from(), asked.to(), vcpu -> wanted.contains(vcpus.get(vcpu).hostId() + ' '
                + vcpus.get(vcpu).hostVm()), true), ExitGrouping.TRACER, monitor);
        Map<String, Integer> counts = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        ExitFindings.of(table, VmStates.of(times, table), monitor).stream().filter(found -> !ELSEWHERE.contains(found.rule()))
                .sorted(Comparator.comparingLong(ExitCosts::own).reversed()).forEach(found -> {
                    if (counts.merge(ExitTable.vm(found.vm().first()), 1, Integer::sum) <= MOST) {
                        findings.add(finding(found));
                    }
                });
        return findings;
    }

    /** Without what the finding of steal has. */
    private static long own(ExitFinding found) {
        return found.time() - found.stolen();
    }

    private static Finding finding(ExitFinding found) {
        String vm = found.vm().first().vmLabel();
        String title = found.title();
        // CPUID stays as it is
        String noun = Character.isLowerCase(title.charAt(1)) ? title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1) : title;
        String spent = SPENT.getOrDefault(found.rule(), noun);
        ExitFinding.Longest longest = found.longest();
        List<Object> text = new ArrayList<>(List.of(vm + " spent ", Amount.ns(own(found)), " on " + spent + ", ",
                Amount.share(found.share() * own(found) / found.time()), " of its busy time"));
        if (found.stolen() > 0) {
            text.addAll(List.of("; another ", Amount.ns(found.stolen()), " of these exits was stolen"));
        }
        text.add(".");
        return new Finding(Notion.EXITS, vm, CodeText.of(text.toArray()), found.begin(), found.end(), own(found),
                new Evidence(Evidence.View.EXIT_FINDINGS, List.of(vm, title), longest == null ? found.begin() : longest.begin(),
                        longest == null ? found.end() : longest.end()));
    }
}
