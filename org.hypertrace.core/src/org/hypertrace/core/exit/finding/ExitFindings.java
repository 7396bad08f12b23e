/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary.Reason;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.track.UnknownTime;
import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * What is worth knowing of the exits of VMs before any figure is read. A rule is a finding if its exits take a hundredth of the time in
 * which the vCPUs were not idle. It is one, too, if they are a tenth of all exits and take a thousandth. Where events of a VM are missing,
 * that is
 * the finding: the others would rest on what is unknown.
 */
public final class ExitFindings {

    private static final double MUCH_TIME = 0.01;
    private static final double SOME_TIME = 0.001;
    private static final double MANY = 0.1;
    private static final int FEW = 10;
    private static final int NOT_YET = -2;
    /** How many exits are looked at before cancelling is. */
    private static final int OFTEN = 1 << 16;

    private final ExitColumns fExits;
    private final ExitQuery fQuery;
    private final VmExitSums[] fOfVcpu;
    private final List<VmExitSums> fVms = new ArrayList<>();
    private final ExitKind[] fKinds;
    private final int[][] fRules;
    private final Map<VmExitSums, Map<Integer, CommonCauses>> fCallers = new HashMap<>();
    private final Map<VmExitSums, CommonCauses> fOfVmm = new HashMap<>();
    private final List<ExitFinding> fFindings = new ArrayList<>();

    private ExitFindings(ExitTable table, Function<ExitTable.Vm, StateTimes> states) {
        fExits = table.exits();
        fQuery = table.query();
        List<ExitVcpu> vcpus = fExits.dictionary().vcpus();
        fOfVcpu = new VmExitSums[vcpus.size()];
        for (ExitTable.Vm vm : table.vms()) {
            VmExitSums seen = new VmExitSums(vm, fQuery, states.apply(vm));
            fVms.add(seen);
            fCallers.put(seen, new HashMap<>());
            fOfVmm.put(seen, new CommonCauses(fExits));
            vm.vcpus().forEach(vcpu -> fOfVcpu[vcpus.indexOf(vcpu)] = seen);
        }
        List<Reason> reasons = fExits.dictionary().reasons();
        fKinds = reasons.stream().map(reason -> ExitKind.of(reason.isa(), reason.code())).toArray(ExitKind[]::new);
        fRules = new int[reasons.size()][];
    }

    /**
     * @param table
     *            the exits asked for, put together in any way
     * @param states
     *            the states of a VM's vCPUs in the time asked for, see {@link VmStates}; null if they are not known, as of nested guests: then
     *            nothing follows from them
     * @param monitor
     *            can cancel
     * @return the findings, VM by VM in their order, of each the dearest first
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static List<ExitFinding> of(ExitTable table, Function<ExitTable.Vm, StateTimes> states, IProgressMonitor monitor) {
        ExitFindings findings = new ExitFindings(table, states);
        findings.count(monitor);
        findings.callers(monitor);
        findings.fVms.forEach(findings::find);
        return List.copyOf(findings.fFindings);
    }

    private void count(IProgressMonitor monitor) {
        long[] parts = new long[VcpuState.values().length];
        int first = fExits.firstFrom(fQuery.from());
        int end = fExits.firstFrom(fQuery.to());
        for (int i = first; i < end; i++) {
            VmExitSums seen = seen(i, monitor);
            if (seen != null) {
                long length = fExits.length(i);
                Arrays.fill(parts, 0);
                fExits.addParts(i, parts);
                seen.add(i, fKinds[fExits.reason(i)], rule(i), length, Math.min(length, fQuery.to() - fExits.begin(i)), parts);
            }
        }
        for (int i = fExits.lastBefore(first, fQuery.from()); i >= 0; i = fExits.lastBefore(i, fQuery.from())) {
            VmExitSums seen = seen(i, monitor);
            if (seen != null) {
                seen.addEarlier(i, rule(i), Math.min(fQuery.to(), fExits.begin(i) + fExits.length(i)) - fQuery.from());
            }
        }
    }

    /** The VM of an exit that is asked for, else null. */
    private VmExitSums seen(int exit, IProgressMonitor monitor) {
        if ((exit & OFTEN - 1) == 0 && monitor.isCanceled()) {
            throw new OperationCanceledException();
        }
        return fExits.isComplete(exit) && (fQuery.withTracer() || !fExits.isTracer(exit)) ? fOfVcpu[fExits.vcpu(exit)] : null;
    }

    private int rule(int exit) {
        if (fExits.isTracer(exit)) {
            return -1;
        }
        int reason = fExits.reason(exit);
        int sub = fExits.sub(exit);
        if (fRules[reason] == null) {
            fRules[reason] = new int[fExits.dictionary().subs().size()];
            Arrays.fill(fRules[reason], NOT_YET);
        }
        if (fRules[reason][sub] == NOT_YET) {
            fRules[reason][sub] = ExitRules.of(new Subject(fKinds[reason], fExits.dictionary().subs().get(sub)));
        }
        return fRules[reason][sub];
    }

    /** Who causes the exits of those rules that are findings. */
    private void callers(IProgressMonitor monitor) {
        for (VmExitSums seen : fVms) {
            seen.ofRules().forEach((rule, tally) -> {
                if (isFinding(seen, tally)) {
                    fCallers.get(seen).put(rule, new CommonCauses(fExits));
                }
            });
        }
        int end = fExits.firstFrom(fQuery.to());
        long[] parts = new long[VcpuState.values().length];
        for (int i = fExits.firstFrom(fQuery.from()); i < end; i++) {
            VmExitSums seen = seen(i, monitor);
            if (seen != null) {
                CommonCauses callers = fCallers.get(seen).get(rule(i));
                if (callers != null) {
                    callers.add(i, 1);
                }
                Arrays.fill(parts, 0);
                fExits.addParts(i, parts);
                if (parts[VcpuState.VMM.ordinal()] > 0 && fExits.begin(i) + fExits.length(i) <= fQuery.to()) {
                    fOfVmm.get(seen).add(i, parts[VcpuState.VMM.ordinal()]);
                }
            }
        }
    }

    private static boolean isFinding(VmExitSums seen, ExitSum tally) {
        double share = seen.share(tally.time());
        return tally.count() >= FEW
                && (share >= MUCH_TIME || share >= SOME_TIME && tally.count() >= MANY * seen.all().count());
    }

    private void find(VmExitSums seen) {
        List<UnknownTime.Stretch> unknown = seen.vm().unknown(fQuery.from(), fQuery.to());
        StateFindings ofStates = new StateFindings(seen, fExits);
        if (!unknown.isEmpty()) {
            fFindings.add(lost(seen, unknown));
            ofStates.incomplete();
            fFindings.addAll(ofStates.found());
            return;
        }
        ofStates.find(fOfVmm.get(seen));
        List<ExitFinding> findings = new ArrayList<>(ofStates.found());
        fCallers.get(seen).forEach((number, callers) -> {
            ExitRule rule = ExitRules.ALL.get(number);
            ExitSum tally = seen.ofRules().get(number);
            CodeText about = callers.words();
            // some exits are about nothing but themselves
            String help = rule.hasSubject() && callers.isSubjectUnknown() ? "What exactly is not recorded: record " + rule.needs() + ". "
                    + rule.help() : rule.help();
            findings.add(seen.finding(rule.key(), rule.title(), about, sentence(seen, rule, tally, about), help, rule.needs(), tally.count(),
                    tally.time(), seen.longest(fExits, tally.longest(), tally.longestNs()))
                    .withStolen(tally.stolen()));
        });
        findings.sort(Comparator.comparingDouble(ExitFinding::share).reversed().thenComparing(ExitFinding::rule));
        fFindings.addAll(findings);
    }

    /** Instead of all that is counted in the time asked for or compared with that time. */
    private static ExitFinding lost(VmExitSums seen, List<UnknownTime.Stretch> unknown) {
        long ns = unknown.stream().mapToLong(stretch -> stretch.end() - stretch.begin()).sum();
        UnknownTime.Stretch longest = unknown.stream().max(Comparator.comparingLong(stretch -> stretch.end() - stretch.begin())).orElseThrow();
        return seen.finding("lost", "Events are missing", CodeText.EMPTY, CodeText.of(String.format(Locale.ROOT, "Events are missing: what the "
                + "vCPUs did in %s (%s of their life) is unknown. So shares of the time and of the exits are not shown.",
                Amount.ns(ns), Amount.share(ns, seen.vm().lifetime()))),
                "Ask for a time in which nothing is missing (--from, --to), or record again with larger buffers (lttng enable-channel "
                        + "--subbuf-size 4M --num-subbuf 8).", "", unknown.size(), ns,
                new ExitFinding.Longest(longest.begin(), longest.end(), longest.end() - longest.begin())).withShare((double) ns / seen.vm().lifetime());
    }

    private static CodeText sentence(VmExitSums seen, ExitRule rule, ExitSum tally, CodeText about) {
        // of an exit that is cut nobody knows which state the part is of
        VcpuState most = !tally.isWhole() ? null : Arrays.stream(VcpuState.values()).max(Comparator.comparingLong(tally::ns)).orElseThrow();
        return CodeText.of(String.format(Locale.ROOT, "%s of the exits (%d) are for %s",
                Amount.share(tally.count(), seen.all().count()).percent(1),
                tally.count(), rule.what()), about.isEmpty() ? "" : ": ", about, String.format(Locale.ROOT, ". They take %s (%s of the "
                + "vCPUs' non-idle time)%s.", Amount.ns(tally.time()), Amount.share(seen.share(tally.time())).percent(1), most == null ? ""
                        : ", " + Amount.share(tally.ns(most), Math.max(1, tally.total())).percent(0) + " of it " + most.label()));
    }
}
