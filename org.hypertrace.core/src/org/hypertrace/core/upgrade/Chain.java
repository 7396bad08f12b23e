/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;

/** What a campaign waited for: segments that follow each other without a gap from its begin to its end. */
final class Chain {

    private final Group fGroup;
    private final List<Restart> fRestarts;
    private final long fEnd;
    private final List<Segment> fSegments = new ArrayList<>();
    private int fUnanswered;
    private long fAt;

    private Chain(Group group, List<Restart> restarts, long begin, long end) {
        fGroup = group;
        fRestarts = restarts;
        fAt = begin;
        fEnd = end;
    }

    /** A chain, and how many restarts and switch-overs in it the controller did not see to their end. */
    record Result(List<Segment> segments, int unanswered) { }

    static Result of(Group group, List<Restart> restarts, long begin, long end) {
        Chain chain = new Chain(group, restarts, begin, end);
        if (group.controller() != null) {
            chain.ofController();
        } else {
            chain.ofRestarts();
        }
        return new Result(chain.fSegments, chain.fUnanswered);
    }

    private void add(String vm, Segment.Kind kind, String phase, long until, Phase of) {
        if (fAt < until) {
            fSegments.add(new Segment(vm, kind, phase, fAt, until, of));
            fAt = until;
        }
    }

    private void add(Phase phase, long until) {
        add(phase.vm(), Segment.Kind.PHASE, phase.name(), until, phase);
    }

    private void own(long until) {
        add(fGroup.controller(), Segment.Kind.OWN, Segment.Kind.OWN.label(), until, null);
    }

    private void ofController() {
        long begin = fAt;
        List<Signal> signals = fGroup.signals().stream()
                .filter(signal -> signal.vm().equals(fGroup.controller()) && signal.time() >= begin && signal.time() <= fEnd).toList();
        Map<String, TreeMap<Integer, Long>> backs = new HashMap<>();
        TreeMap<Integer, Long> switched = new TreeMap<>();
        for (int i = 0; i < signals.size(); i++) {
            if (signals.get(i).kind() == SignalKind.BACK) {
                backs.computeIfAbsent(signals.get(i).node(), key -> new TreeMap<>()).put(i, signals.get(i).time());
            } else if (signals.get(i).kind() == SignalKind.SWITCHED) {
                switched.put(i, signals.get(i).time());
            }
        }
        for (int i = 0; i < signals.size(); i++) {
            Signal signal = signals.get(i);
            if (signal.time() < fAt) {
                continue;
            }
            if (signal.kind() == SignalKind.RESTART) {
                restart(signals, i, backs.getOrDefault(signal.node(), new TreeMap<>()).higherEntry(i));
            } else if (signal.kind() == SignalKind.SWITCH) {
                switches(signal, switched.higherEntry(i));
            } else if (signal.kind() == SignalKind.END) {
                nodes(SignalKind.COMMIT, signal.time(), Segment.Kind.COMMIT);
                break;
            }
        }
        own(fEnd);
    }

    private void restart(List<Signal> signals, int at, Map.Entry<Integer, Long> back) {
        Signal signal = signals.get(at);
        List<Restart> mine = fRestarts.stream().filter(restart -> restart.node().equals(signal.node())).toList();
        long until = back != null ? back.getValue() : -1;
        if (back == null) {
            fUnanswered++;
            if (mine.stream().noneMatch(Restart::open)) {
                return;
            }
            // the node does not come back: what it is about lasts until the controller goes on
            until = signals.subList(at + 1, signals.size()).stream().filter(next -> next.time() > signal.time() && (next.kind() == SignalKind.RESTART
                    || next.kind() == SignalKind.SWITCH || next.kind() == SignalKind.END)).mapToLong(Signal::time).findFirst().orElse(fEnd);
        }
        own(signal.time());
        for (Restart restart : mine) {
            for (Phase phase : restart.phases()) {
                if (Math.max(fAt, phase.begin()) < Math.min(phase.end(), until)) {
                    own(phase.begin());
                    add(phase, Math.min(phase.end(), until));
                }
            }
        }
        own(until);
    }

    private void switches(Signal signal, Map.Entry<Integer, Long> switched) {
        if (switched == null) {
            fUnanswered++;
            return;
        }
        own(signal.time());
        nodes(SignalKind.SERVES, switched.getValue(), Segment.Kind.SWITCH_OVER);
    }

    /** Cut where nodes report that they are done. */
    private void nodes(SignalKind kind, long until, Segment.Kind of) {
        String before = of.label() + ": ";
        for (Signal signal : fGroup.signals(kind)) {
            if (signal.time() > fAt && signal.time() < until) {
                add(signal.vm(), of, before + signal.vm() + (kind == SignalKind.SERVES && signal.role() != null ? " is " + signal.role() : ""),
                        signal.time(), null);
            }
        }
        add(fGroup.controller(), of, before + Point.SERVES.phase(), until, null);
    }

    /** At each instant the restart counts that ends last. */
    private void ofRestarts() {
        List<Restart> all = fRestarts.stream().filter(restart -> !restart.phases().isEmpty()).toList();
        List<Phase> phases = all.stream().flatMap(restart -> restart.phases().stream()).toList();
        List<Long> cuts = phases.stream().flatMap(phase -> Stream.of(phase.begin(), phase.end()))
                .filter(time -> time > fAt && time < fEnd).distinct().sorted().toList();
        Phase last = null;
        for (int i = 0; i <= cuts.size(); i++) {
            long from = i == 0 ? fAt : cuts.get(i - 1);
            Phase phase = at(all, from);
            if (i > 0 && phase != last) {
                between(last, from);
            }
            last = phase;
        }
        between(last, fEnd);
    }

    private void between(Phase phase, long until) {
        if (phase == null) {
            add(null, Segment.Kind.BETWEEN, Segment.Kind.BETWEEN.label(), until, null);
        } else {
            add(phase, until);
        }
    }

    private static Phase at(List<Restart> all, long time) {
        Restart best = all.stream().filter(restart -> begin(restart) <= time && time < end(restart))
                .min(Comparator.comparingLong(Chain::end).reversed().thenComparingLong(Chain::begin)).orElse(null);
        return best == null ? null : best.phases().stream().filter(phase -> phase.begin() <= time && time < phase.end()).findFirst().orElse(null);
    }

    private static long begin(Restart restart) {
        return restart.phases().get(0).begin();
    }

    private static long end(Restart restart) {
        return restart.phases().get(restart.phases().size() - 1).end();
    }
}
