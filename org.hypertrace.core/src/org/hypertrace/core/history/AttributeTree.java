/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;

/** The attributes of a state system: their numbers and names. One thread adds some, any ask. */
final class AttributeTree {

    private static final String PARENT = "..";
    private static final String WILDCARD = "*";

    private static final class Node {
        private final int fParent;
        private final String fName;
        /** By name, in the order in which they were added; most have none. */
        private Map<String, Integer> fChildren = Map.of();

        Node(int parent, String name) {
            fParent = parent;
            fName = name;
        }

        void add(String name, int quark) {
            if (fChildren.isEmpty()) {
                fChildren = new LinkedHashMap<>();
            }
            fChildren.put(name, quark);
        }
    }

    private final Node fRoot = new Node(ITmfStateSystem.ROOT_ATTRIBUTE, "");
    private final List<Node> fNodes = new ArrayList<>();

    private Node node(int quark) {
        return quark == ITmfStateSystem.ROOT_ATTRIBUTE ? fRoot : fNodes.get(quark);
    }

    synchronized int size() {
        return fNodes.size();
    }

    /** Adds an attribute, which is not there yet. */
    synchronized int add(int parent, String name) {
        Node node = new Node(parent, name);
        node(parent).add(name, fNodes.size());
        fNodes.add(node);
        return fNodes.size() - 1;
    }

    /** {@link ITmfStateSystem#INVALID_ATTRIBUTE} if there is none. */
    synchronized int find(int from, String... path) {
        int quark = from;
        Node node = node(quark);
        for (String name : path) {
            Integer child = node.fChildren.get(name);
            if (child == null) {
                return ITmfStateSystem.INVALID_ATTRIBUTE;
            }
            quark = child;
            node = node(quark);
        }
        return quark;
    }

    synchronized int parent(int quark) {
        return node(quark).fParent;
    }

    synchronized String name(int quark) {
        return fNodes.get(quark).fName;
    }

    synchronized String[] path(int quark) {
        List<String> path = new ArrayList<>();
        fNodes.get(quark);
        for (int at = quark; at != ITmfStateSystem.ROOT_ATTRIBUTE; at = node(at).fParent) {
            path.add(node(at).fName);
        }
        Collections.reverse(path);
        return path.toArray(String[]::new);
    }

    synchronized List<Integer> children(int quark, boolean recursive) {
        List<Integer> children = new ArrayList<>();
        addChildren(quark, recursive, children);
        return children;
    }

    private void addChildren(int quark, boolean recursive, Collection<Integer> to) {
        for (int child : node(quark).fChildren.values()) {
            to.add(child);
            if (recursive) {
                addChildren(child, true, to);
            }
        }
    }

    /** Those that a path leads to: {@code *} is any name, {@code ..} the attribute above. */
    synchronized List<Integer> match(int from, String... pattern) {
        Set<Integer> found = new LinkedHashSet<>();
        match(from, Arrays.asList(pattern), found);
        return List.copyOf(found);
    }

    private void match(int quark, List<String> pattern, Set<Integer> found) {
        if (pattern.isEmpty()) {
            found.add(quark);
            return;
        }
        List<String> rest = pattern.subList(1, pattern.size());
        switch (pattern.get(0)) {
        case WILDCARD -> List.copyOf(node(quark).fChildren.values()).forEach(child -> match(child, rest, found));
        case PARENT -> match(node(quark).fParent, rest, found);
        default -> {
            Integer child = node(quark).fChildren.get(pattern.get(0));
            if (child != null) {
                match(child, rest, found);
            }
        }
        }
    }
}
