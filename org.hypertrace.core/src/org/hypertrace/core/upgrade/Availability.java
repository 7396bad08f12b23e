/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * When a campaign has fewer nodes that serve than it needs. While it is not known whether a node serves, a window is only possible.
 *
 * @param limit
 *            so many must serve
 * @param lost
 *            when there were certainly fewer
 * @param possible
 *            when there may have been fewer: those that are certain, too
 */
public record Availability(int limit, List<Window> lost, List<Window> possible) {

    /**
     * When which nodes serve, and when that is not known.
     *
     * @param nodes
     *            by the node's name
     * @param unknownUntil
     *            by the node's name: until when, from the trace's begin on
     */
    record Service(Map<String, List<Serving>> nodes, Map<String, Long> unknownUntil, long traceBegin) {

        static Service of(List<NodeHistory> nodes, long begin, long end) {
            Map<String, List<Serving>> serving = new LinkedHashMap<>();
            Map<String, Long> unknown = new LinkedHashMap<>();
            nodes.forEach(node -> {
                serving.put(node.name(), node.serving(end));
                unknown.put(node.name(), node.unknownUntil(begin, end));
            });
            return new Service(serving, unknown, begin);
        }

        private List<Window.Change> changes(Collection<String> active) {
            List<Window.Change> changes = new ArrayList<>();
            nodes.values().forEach(all -> all.stream().filter(one -> active == null || active.contains(one.role())).forEach(one -> {
                changes.add(new Window.Change(one.begin(), 1));
                changes.add(new Window.Change(one.end(), -1));
            }));
            return changes;
        }

        private List<Window.Change> unknown() {
            List<Window.Change> changes = new ArrayList<>();
            unknownUntil.values().stream().filter(until -> until > traceBegin).forEach(until -> {
                changes.add(new Window.Change(traceBegin, 1));
                changes.add(new Window.Change(until, -1));
            });
            return changes;
        }

        /** When fewer nodes than that serve, with one of these roles; null: with any. */
        Availability fewer(long begin, long end, int limit, Collection<String> active) {
            List<Window.Change> serving = changes(active);
            List<Window.Change> both = new ArrayList<>(serving);
            both.addAll(unknown());
            return new Availability(limit, Window.of(begin, end, both, count -> count < limit), Window.of(begin, end, serving, count -> count < limit));
        }

        /** When more than one node has one of these roles. */
        List<Window> more(long begin, long end, Collection<String> active) {
            return Window.of(begin, end, changes(active), count -> count >= 2);
        }

        /** The nodes that do not serve at some instant of a window, in the order of the group. */
        List<String> missing(Window window) {
            return nodes.entrySet().stream().filter(node -> {
                long at = Math.max(window.begin(), unknownUntil.get(node.getKey()));
                for (Serving one : node.getValue()) {
                    at = one.begin() <= at ? Math.max(at, one.end()) : at;
                }
                return at < window.end();
            }).map(Map.Entry::getKey).toList();
        }
    }

    /** @return all windows that are certain together, ns */
    public long sum() {
        return Window.sum(lost);
    }

    /** @return all that are possible together, ns */
    public long possibleSum() {
        return Window.sum(possible);
    }

    /** @return what of the possible windows is not certain, in order */
    public List<Window> onlyPossible() {
        List<Window> left = new ArrayList<>();
        for (Window window : possible) {
            long at = window.begin();
            for (Window certain : lost) {
                if (certain.begin() >= at && certain.end() <= window.end()) {
                    if (at < certain.begin()) {
                        left.add(new Window(at, certain.begin()));
                    }
                    at = certain.end();
                }
            }
            if (at < window.end()) {
                left.add(new Window(at, window.end()));
            }
        }
        return left;
    }

    /** @return the longest window that is certain, the first of equals; null: there is none */
    public Window longest() {
        return Window.longest(lost);
    }
}
