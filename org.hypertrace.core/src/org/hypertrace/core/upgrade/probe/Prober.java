/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a prober found out: it asked each node again and again whether it serves, and as what. It knows nothing of what guests report.
 *
 * @param period
 *            how often it asks, ns
 * @param nodes
 *            by their names, in the order of the file: its questions in time order
 * @param leftOut
 *            how many questions are not kept
 */
public record Prober(long period, Map<String, List<Probe>> nodes, long leftOut) {

    /** @return how many questions there are */
    public long questions() {
        return nodes.values().stream().mapToLong(List::size).sum();
    }

    /** @return how many were answered */
    public long answers() {
        return nodes.values().stream().flatMap(List::stream).filter(Probe::isAnswered).count();
    }

    /** @return how long the longest answer took, ns */
    public long longestAnswer() {
        return nodes.values().stream().flatMap(List::stream).filter(Probe::isAnswered).mapToLong(Probe::took).max().orElse(0);
    }

    /**
     * Times in which a node did not answer. What is before its first answer is none; what is behind its last one only if that is asked for.
     */
    List<ProbeWindow> absences(String node, boolean withOpen) {
        return lacking(List.of(node), 1, answer -> true, withOpen);
    }

    /** Times in which fewer nodes than that answered, in one of these roles; null: in any. */
    List<ProbeWindow> fewer(int limit, Collection<String> roles, boolean withOpen) {
        return lacking(List.copyOf(nodes.keySet()), limit, answer -> roles == null || roles.contains(answer.role()), withOpen);
    }

    /** Round by round, a question to each of the nodes. */
    private List<ProbeWindow> lacking(List<String> names, int limit, Predicate<Probe> counts, boolean withOpen) {
        List<List<Probe>> asked = names.stream().map(name -> nodes.getOrDefault(name, List.of())).toList();
        int rounds = asked.stream().mapToInt(List::size).min().orElse(0);
        List<ProbeWindow> found = new ArrayList<>();
        long from = -1;
        long took = 0;
        ProbeWindow open = null;
        for (int i = 0; i < rounds; i++) {
            int round = i;
            List<Probe> questions = asked.stream().map(of -> of.get(round)).toList();
            List<Probe> answers = questions.stream().filter(one -> one.isAnswered() && counts.test(one)).toList();
            long first = questions.stream().mapToLong(Probe::sent).min().orElseThrow();
            if (answers.size() >= limit) {
                if (open != null) {
                    long end = answers.stream().mapToLong(Probe::answered).sorted().skip(Math.max(0, limit - 1)).findFirst().orElse(first);
                    found.add(new ProbeWindow(open.from(), open.begin(), open.latest(), open.last(), end, open.questions()));
                    open = null;
                }
                from = first;
                took = questions.stream().filter(Probe::isAnswered).mapToLong(Probe::took).max().orElse(0);
            } else if (from >= 0) {
                long latest = questions.stream().mapToLong(Probe::sent).max().orElseThrow() + took;
                open = open == null ? new ProbeWindow(from, first, latest, first, Long.MAX_VALUE, 1)
                        : new ProbeWindow(open.from(), open.begin(), open.latest(), first, Long.MAX_VALUE, open.questions() + 1);
            }
        }
        if (open != null && withOpen) {
            found.add(open);
        }
        return found;
    }
}
