/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;

/** The boots of a node, of all processes of its name, with the signals of each; and the orders that it gets. */
final class NodeHistory {

    /** A boot, where it is, and the signals that the node sent in it. */
    record Run(Machine machine, NodeBoot boot, List<Signal> signals) {

        Known down() {
            return boot.down(signals);
        }

        NodeBoot.Serves serves() {
            return boot.serves(signals);
        }
    }

    private final String fName;
    private final boolean fIsThere;
    private final List<Run> fRuns = new ArrayList<>();
    private final TreeSet<Long> fOrdered = new TreeSet<>();
    private final TreeSet<Long> fNoticed = new TreeSet<>();

    NodeHistory(String name, Group group) {
        fName = name;
        fIsThere = !group.machines(name).isEmpty();
        Map<String, List<Signal>> sent = new LinkedHashMap<>();
        group.signals().stream().filter(signal -> !signal.kind().isControllers() && signal.vm().equals(name))
                .forEach(signal -> sent.computeIfAbsent(signal.key(), key -> new ArrayList<>()).add(signal));
        for (Machine machine : group.machines(name)) {
            List<Signal> signals = sent.getOrDefault(machine.key(), List.of());
            int at = 0;
            for (int i = 0; i < machine.boots().size(); i++) {
                long end = i + 1 < machine.boots().size() ? machine.boots().get(i + 1).begin() : Long.MAX_VALUE;
                while (at < signals.size() && signals.get(at).time() < machine.boots().get(i).begin()) {
                    at++;
                }
                int from = at;
                while (at < signals.size() && signals.get(at).time() < end) {
                    at++;
                }
                fRuns.add(new Run(machine, machine.boots().get(i), signals.subList(from, at)));
            }
        }
        fRuns.sort(Comparator.comparingLong(run -> run.boot.begin()));
        times(group, SignalKind.RESTART, fOrdered);
        times(group, SignalKind.BACK, fNoticed);
    }

    private void times(Group group, SignalKind kind, TreeSet<Long> to) {
        group.signals(kind).stream().filter(signal -> fName.equals(signal.node())).forEach(signal -> to.add(signal.time()));
    }

    String name() {
        return fName;
    }

    List<Run> runs() {
        return fRuns;
    }

    /** When it was last ordered to restart in that boot, null if it was not. */
    Known ordered(Run run) {
        Known down = run.down();
        Long ordered = down == null ? fOrdered.isEmpty() ? null : fOrdered.last() : fOrdered.floor(down.time());
        return ordered == null || ordered < run.boot.begin() ? null : new Known(ordered, Source.SIGNAL);
    }

    /** When the controller first saw that it is back, from then on and before {@code until}; null: never. */
    Known noticed(long from, long until) {
        Long noticed = fNoticed.ceiling(from);
        return noticed == null || noticed >= until ? null : new Known(noticed, Source.SIGNAL);
    }

    /** When it serves, and in which role. */
    List<Serving> serving(long end) {
        List<Serving> serving = new ArrayList<>();
        for (Run run : fRuns) {
            NodeBoot.Serves serves = run.serves();
            long down = run.down() == null ? end : run.down().time();
            if (serves == null || serves.since().time() >= down) {
                continue;
            }
            long since = serves.since().time();
            String role = null;
            for (Signal signal : run.signals) {
                if (signal.kind() == SignalKind.SERVES && signal.time() < down) {
                    if (signal.time() > since) {
                        serving.add(new Serving(since, signal.time(), role));
                        since = signal.time();
                    }
                    role = signal.role();
                }
            }
            serving.add(new Serving(since, down, role));
        }
        return serving;
    }

    /** Until when it is not known whether it serves, from the trace's begin on; that if it is known. What is there and shows nothing is never known. */
    long unknownUntil(long begin, long end) {
        if (fRuns.isEmpty()) {
            return fIsThere ? end : begin;
        }
        if (fRuns.get(0).boot.isLaunched()) {
            return begin;
        }
        Run first = fRuns.get(0);
        long serves = first.serves() == null ? end : first.serves().since().time();
        long down = first.down() == null ? end : first.down().time();
        return Math.min(serves, down);
    }
}
