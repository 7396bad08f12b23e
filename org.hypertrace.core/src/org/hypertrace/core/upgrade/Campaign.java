/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/**
 * A rolling upgrade: the restarts of the nodes of a group, who served meanwhile, and what it waited for. Times are ns since the epoch, ends
 * exclusive.
 *
 * @param controller
 *            the name of the VM that drives it, null if there is none
 * @param nodes
 *            the names of the nodes
 * @param active
 *            the roles of which one node must have one; empty: roles mean nothing
 * @param beginBy
 *            by what the begin is known
 * @param endBy
 *            by what the end is known; assumed: it is the trace's end
 * @param signals
 *            in their order
 * @param restarts
 *            in the order of their begins
 * @param serving
 *            of each node
 * @param unknownUntil
 *            of each node: until when it is not known whether it serves
 * @param redundancy
 *            when not all nodes served
 * @param service
 *            when too few nodes served to go on
 * @param role
 *            when no node with an active role served; null if roles mean nothing
 * @param split
 *            when more than one node with an active role served
 * @param missing
 *            of each window of lost redundancy: which nodes did not serve
 * @param chain
 *            its segments follow each other without a gap from begin to end
 * @param problems
 *            what was contradictory or is not kept
 */
public record Campaign(String controller, List<String> nodes, Set<String> active, long begin, long end, Source beginBy, Source endBy,
        List<Signal> signals, List<Restart> restarts, Map<String, List<Serving>> serving, Map<String, Long> unknownUntil,
        Availability redundancy, Availability service, Availability role, List<Window> split, Map<Window, List<String>> missing,
        List<Segment> chain, Problems problems) {

    /** More restarts are counted only. */
    public static final int MAX_RESTARTS = 1 << 10;

    /** More signals are counted only. */
    public static final int MAX_SIGNALS = 1 << 16;

    /**
     * What was contradictory or is not kept.
     *
     * @param inconsistent
     *            how many signals and points contradict the group or each other
     * @param unanswered
     *            how many restarts and switch-overs the controller did not see to their end
     * @param leftOut
     *            how many marks, signals and restarts are not kept, for there are too many
     * @param givenUp
     *            how many texts a regular expression of the plan was not searched in to the end
     */
    public record Problems(int inconsistent, int unanswered, int leftOut, int givenUp) { }

    /** The campaign of these machines in a trace that begins and ends then; null: nothing of it is in the trace. */
    static Campaign of(List<Machine> machines, UpgradePlan plan, long traceBegin, long traceEnd) {
        Group group = new Group(machines, plan);
        List<NodeHistory> nodes = group.nodes().stream().map(name -> new NodeHistory(name, group)).toList();
        List<Restarts.Found> found = new ArrayList<>();
        int inconsistent = group.inconsistent();
        for (NodeHistory node : nodes) {
            Restarts restarts = new Restarts(node);
            inconsistent += restarts.inconsistent();
            found.addAll(restarts.found());
        }
        found.sort(Comparator.comparingLong(Campaign::first));
        int more = Math.max(0, found.size() - MAX_RESTARTS);
        found = found.subList(0, found.size() - more);
        Known begin = group.signals(SignalKind.BEGIN).stream().findFirst().map(signal -> new Known(signal.time(), Source.SIGNAL)).orElse(null);
        begin = begin != null ? begin : found.stream().flatMap(one -> one.points().values().stream())
                .min(Comparator.comparingLong(Known::time)).orElse(null);
        if (begin == null) {
            return null;
        }
        Known end = end(group, found, begin.time(), traceEnd);
        long until = end.time();
        List<Restart> restarts = found.stream().map(one -> Restarts.finished(one, group.controller(), until)).toList();
        Availability.Service service = Availability.Service.of(nodes, traceBegin, traceEnd);
        int redundant = plan.redundant() >= 0 ? plan.redundant() : nodes.size();
        long from = begin.time();
        Availability redundancy = service.fewer(from, until, redundant, null);
        Map<Window, List<String>> missing = new HashMap<>();
        redundancy.lost().forEach(window -> missing.put(window, service.missing(window)));
        Chain.Result chain = Chain.of(group, restarts, from, until);
        boolean hasRoles = !plan.active().isEmpty();
        return new Campaign(group.controller(), group.nodes(), plan.active(), from, until, begin.by(), end.by(), group.signals(), restarts,
                service.nodes(), service.unknownUntil(), redundancy, service.fewer(from, until, plan.needed(), null),
                hasRoles ? service.fewer(from, until, 1, plan.active()) : null,
                hasRoles ? service.more(from, until, plan.active()) : List.of(), missing, chain.segments(),
                new Problems(inconsistent, chain.unanswered(), group.leftOut() + more, group.givenUp()));
    }

    private static long first(Restarts.Found found) {
        return found.points().values().iterator().next().time();
    }

    private static Known end(Group group, List<Restarts.Found> found, long begin, long traceEnd) {
        for (Signal signal : group.signals(SignalKind.END)) {
            if (signal.time() >= begin) {
                return new Known(signal.time(), Source.SIGNAL);
            }
        }
        Known last = found.stream().flatMap(one -> one.points().values().stream()).max(Comparator.comparingLong(Known::time)).orElse(null);
        return last == null || found.stream().anyMatch(Restarts.Found::open) ? new Known(traceEnd, Source.ASSUMED) : last;
    }

    /** @return how long it took, ns */
    public long duration() {
        return end - begin;
    }

    /** @return the longest segment of the chain, the first of equals; null: there is none */
    public Segment longest() {
        return chain.stream().reduce((one, other) -> other.duration() > one.duration() ? other : one).orElse(null);
    }
}
