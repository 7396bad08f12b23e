/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.untrusted.CodeText;
import org.hypertrace.core.vcpu.VcpuState;

/** What was seen of a VM in the time asked for: all of its exits, those of every rule, and the states of its vCPUs. */
final class VmExitSums {

    private final ExitTable.Vm fVm;
    private final StateTimes fStates;
    private final long fBegin;
    private final long fEnd;
    private final ExitSum fAll = new ExitSum();
    private final ExitSum fHalts = new ExitSum();
    private final Map<Integer, ExitSum> fOfRules = new TreeMap<>();

    /** {@code states}: of its vCPUs in that time, null if they are not known. */
    VmExitSums(ExitTable.Vm vm, ExitQuery query, StateTimes states) {
        fVm = vm;
        fStates = states;
        fBegin = Math.max(query.from(), vm.vcpus().stream().mapToLong(ExitVcpu::begin).min().orElseThrow());
        fEnd = Math.min(query.to(), vm.vcpus().stream().mapToLong(ExitVcpu::end).max().orElseThrow());
    }

    ExitTable.Vm vm() {
        return fVm;
    }

    /** Null if they are not known. */
    StateTimes states() {
        return fStates;
    }

    void add(int exit, ExitKind kind, int rule, long length, long inRange, long[] parts) {
        fAll.add(exit, length, inRange, parts);
        // of one that is cut nobody knows how long it slept in the time asked for
        if (kind == ExitKind.HALT && inRange == length) {
            fHalts.add(exit, length, inRange, parts);
        }
        if (rule >= 0) {
            fOfRules.computeIfAbsent(rule, key -> new ExitSum()).add(exit, length, inRange, parts);
        }
    }

    void addEarlier(int exit, int rule, long inRange) {
        fAll.addEarlier(exit, inRange);
        if (fOfRules.containsKey(rule)) {
            fOfRules.get(rule).addEarlier(exit, inRange);
        }
    }

    ExitSum all() {
        return fAll;
    }

    /** Those that begin and end in the time asked for. */
    ExitSum halts() {
        return fHalts;
    }

    Map<Integer, ExitSum> ofRules() {
        return fOfRules;
    }

    /** The time in which the vCPUs were not idle, ns, at least 1. */
    long busy() {
        return fStates == null ? fVm.active() : Math.max(1, fStates.life() - fStates.ns(VcpuState.HALTED));
    }

    /** As a share of the time in which the vCPUs were not idle, 0 to 1. */
    double share(long ns) {
        return Math.min(1, (double) ns / busy());
    }

    /** Of the time asked for, as far as its vCPUs lived. */
    ExitFinding finding(String rule, String title, CodeText about, CodeText text, String help, String needs, long count, long ns,
            ExitFinding.Longest longest) {
        return new ExitFinding(rule, fVm, title, about, text, help, needs, count, ns, 0, share(ns), fBegin, fEnd, longest);
    }

    /** An exit to look at, as far as it is in the time asked for; null for none. */
    ExitFinding.Longest longest(ExitColumns exits, int exit, long ns) {
        return exit == ExitSum.NONE ? null
                : new ExitFinding.Longest(Math.max(fBegin, exits.begin(exit)), Math.min(fEnd, exits.begin(exit) + exits.length(exit)), ns);
    }
}
