/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.kvm.ExitKind;

/** What was seen of a VM's exits in the time asked for: all of them, and those of every rule. */
final class VmExitSums {

    private final ExitTable.Vm fVm;
    private final ExitSum fAll = new ExitSum();
    private final ExitSum fHalts = new ExitSum();
    private final Map<Integer, ExitSum> fOfRules = new TreeMap<>();

    VmExitSums(ExitTable.Vm vm) {
        fVm = vm;
    }

    ExitTable.Vm vm() {
        return fVm;
    }

    void add(int exit, ExitKind kind, int rule, long length, long inRange, long[] parts) {
        fAll.add(exit, length, inRange, parts);
        if (kind == ExitKind.HALT) {
            fHalts.add(exit, length, inRange, parts);
        }
        if (rule >= 0) {
            fOfRules.computeIfAbsent(rule, key -> new ExitSum()).add(exit, length, inRange, parts);
        }
    }

    void addEarlier(int rule, long inRange) {
        fAll.addEarlier(inRange);
        if (fOfRules.containsKey(rule)) {
            fOfRules.get(rule).addEarlier(inRange);
        }
    }

    ExitSum all() {
        return fAll;
    }

    ExitSum halts() {
        return fHalts;
    }

    Map<Integer, ExitSum> ofRules() {
        return fOfRules;
    }

    /** As a share of the time in which the vCPUs were not idle, 0 to 1. */
    double share(long ns) {
        return Math.min(1, (double) ns / fVm.active());
    }
}
