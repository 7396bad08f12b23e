/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.upgrade.plan.Mark;
import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;
import org.hypertrace.core.upgrade.plan.TextPattern;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/** Who takes part in a campaign, and the signals that they sent. Signals that contradict the group or each other are counted and left out. */
final class Group {

    private final List<Machine> fMachines;
    private final UpgradePlan fPlan;
    private final List<Signal> fSignals = new ArrayList<>();
    private final Map<SignalKind, List<Signal>> fByKind = new EnumMap<>(SignalKind.class);
    private final TextPattern.Work fWork = new TextPattern.Work();
    private String fController;
    private List<String> fNodes;
    private int fInconsistent;
    private int fLeftOut;

    Group(List<Machine> machines, UpgradePlan plan) {
        fMachines = machines;
        fPlan = plan;
        List<Signal> all = new ArrayList<>();
        for (Machine machine : machines) {
            for (Mark mark : machine.marks()) {
                Signal signal = plan.signal(machine.name(), machine.key(), mark, fWork);
                if (signal != null) {
                    all.add(signal);
                }
            }
            fLeftOut += machine.otherMarks();
        }
        all.sort(Comparator.comparingLong(Signal::time));
        fController = plan.controller() != null ? plan.controller()
                : all.stream().filter(signal -> signal.kind() == SignalKind.RESTART || signal.kind() == SignalKind.BEGIN).map(Signal::vm)
                        .findFirst().orElse(null);
        fNodes = plan.nodes() != null ? plan.nodes() : nodes(all);
        keep(all);
    }

    private List<String> nodes(List<Signal> all) {
        Set<String> serving = new HashSet<>();
        all.stream().filter(signal -> signal.kind() == SignalKind.SERVES).forEach(signal -> serving.add(signal.vm()));
        Set<String> names = new LinkedHashSet<>();
        fMachines.forEach(machine -> names.add(machine.name()));
        return names.stream().filter(name -> !name.equals(fController) && (serving.isEmpty() ? boots(name) > 1 : serving.contains(name)))
                .sorted().toList();
    }

    private int boots(String name) {
        return fMachines.stream().filter(machine -> machine.name().equals(name)).mapToInt(machine -> machine.boots().size()).sum();
    }

    private void keep(List<Signal> all) {
        Set<String> ordered = new HashSet<>();
        Set<String> nodes = new HashSet<>(fNodes);
        boolean begun = false;
        for (Signal signal : all) {
            SignalKind kind = signal.kind();
            boolean isSent = kind.isControllers() ? signal.vm().equals(fController) : nodes.contains(signal.vm());
            boolean isNamed = !kind.namesNode() || nodes.contains(signal.node());
            if (!isSent || !isNamed || kind == SignalKind.BACK && !ordered.contains(signal.node()) || kind == SignalKind.BEGIN && begun) {
                fInconsistent++;
                continue;
            }
            begun |= kind == SignalKind.BEGIN;
            if (kind == SignalKind.RESTART) {
                ordered.add(signal.node());
            }
            if (fSignals.size() < Campaign.MAX_SIGNALS) {
                fSignals.add(signal);
                fByKind.computeIfAbsent(kind, key -> new ArrayList<>()).add(signal);
            } else {
                fLeftOut++;
            }
        }
    }

    /** The processes of a VM of that name. */
    List<Machine> machines(String name) {
        return fMachines.stream().filter(machine -> machine.name().equals(name)).toList();
    }

    UpgradePlan plan() {
        return fPlan;
    }

    /** The VM that drives the campaign, null if there is none. */
    String controller() {
        return fController;
    }

    List<String> nodes() {
        return fNodes;
    }

    /** All signals in their order. */
    List<Signal> signals() {
        return fSignals;
    }

    List<Signal> signals(SignalKind kind) {
        return fByKind.getOrDefault(kind, List.of());
    }

    int inconsistent() {
        return fInconsistent;
    }

    /** How many marks and signals are not kept. */
    int leftOut() {
        return fLeftOut;
    }

    /** How many texts a regular expression of the plan was not searched in to the end. */
    int givenUp() {
        return fWork.givenUp();
    }
}
