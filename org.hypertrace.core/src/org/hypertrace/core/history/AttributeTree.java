/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;

/**
 * The attributes of a state system: their numbers and names. One thread adds some, any ask. There may be millions: none has an object of its
 * own. Here the root is 0, and each attribute one more than its quark.
 */
final class AttributeTree {

    private static final String PARENT = "..";
    private static final String WILDCARD = "*";
    /** So many children of an attribute are looked through; those behind them are in the table. */
    private static final int NEAR = 8;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private Map<String, Integer> fNumbers = new HashMap<>();
    private List<String> fTexts = new ArrayList<>();
    private final IntChunks fParents = new IntChunks();
    private final IntChunks fNames = new IntChunks();
    /** The last child, 0 for none. */
    private final IntChunks fLasts = new IntChunks();
    /** The next child of the same parent; of the last one the first. */
    private final IntChunks fNexts = new IntChunks();
    private int[] fTable = new int[1 << 6];
    private int fInTable;
    private boolean fIsCleared;

    AttributeTree() {
        this(List.of());
    }

    /** Without attributes, whose names will be these. */
    AttributeTree(List<String> names) {
        put(0, 0, 0);
        for (String name : names) {
            fNumbers.put(name, fTexts.size());
            fTexts.add(name);
        }
    }

    private int put(int parent, int name, int next) {
        fParents.add(parent);
        fNames.add(name);
        fLasts.add(0);
        fNexts.add(next);
        return fParents.size() - 1;
    }

    synchronized int size() {
        return fParents.size() - 1;
    }

    /** Nothing but the root is left. It stands for each attribute that there was, and has no name. */
    synchronized void clear() {
        fNumbers = Map.of();
        fTexts = List.of("");
        List.of(fParents, fNames, fLasts, fNexts).forEach(IntChunks::clear);
        fTable = new int[1];
        fIsCleared = true;
    }

    /** Adds an attribute, which is not there yet. */
    synchronized int add(int parent, String name) {
        if (fIsCleared) {
            return ITmfStateSystem.INVALID_ATTRIBUTE;
        }
        Integer number = fNumbers.get(name);
        if (number == null) {
            number = fTexts.size();
            fNumbers.put(name, number);
            fTexts.add(name);
        }
        return add(parent, number.intValue());
    }

    /** The same with the number of a name. */
    synchronized int add(int parent, int name) {
        int above = parent + 1;
        int last = fLasts.get(above);
        int added = put(above, name, 0);
        fNexts.set(added, last == 0 ? added : fNexts.get(last));
        if (last != 0) {
            fNexts.set(last, added);
        }
        fLasts.set(above, added);
        if (isFar(above)) {
            putIntoTable(added);
        }
        return added - 1;
    }

    /** Whether the last child is behind those that are looked through. */
    private boolean isFar(int above) {
        int last = fLasts.get(above);
        int child = fNexts.get(last);
        for (int i = 1; child != last; i++) {
            if (i == NEAR) {
                return true;
            }
            child = fNexts.get(child);
        }
        return false;
    }

    private void putIntoTable(int attribute) {
        if (3 * ++fInTable > 2 * fTable.length) {
            int[] before = fTable;
            fTable = new int[2 * before.length];
            for (int one : before) {
                if (one != 0) {
                    fTable[free(one)] = one;
                }
            }
        }
        fTable[free(attribute)] = attribute;
    }

    private int free(int attribute) {
        int place = place(fParents.get(attribute), fNames.get(attribute));
        while (fTable[place] != 0) {
            place = place + 1 & fTable.length - 1;
        }
        return place;
    }

    private int place(int parent, int name) {
        return (int) (((long) parent << Integer.SIZE | name) * MIX >>> Integer.SIZE) & fTable.length - 1;
    }

    /** 0 if there is none. */
    private int child(int above, String name) {
        int last = fLasts.get(above);
        Integer number = last == 0 ? null : fNumbers.get(name);
        if (number == null) {
            return 0;
        }
        int child = last;
        for (int i = 0; i < NEAR; i++) {
            child = fNexts.get(child);
            if (fNames.get(child) == number) {
                return child;
            } else if (child == last) {
                return 0;
            }
        }
        int place = place(above, number);
        while (fTable[place] != 0 && (fParents.get(fTable[place]) != above || fNames.get(fTable[place]) != number)) {
            place = place + 1 & fTable.length - 1;
        }
        return fTable[place];
    }

    /** As a number here: an attribute that is not there is an error. */
    private int checked(int quark) {
        if (fIsCleared) {
            return 0;
        }
        if (quark < ITmfStateSystem.ROOT_ATTRIBUTE || quark >= size()) {
            throw new IndexOutOfBoundsException("there is no attribute " + quark);
        }
        return quark + 1;
    }

    /** {@link ITmfStateSystem#INVALID_ATTRIBUTE} if there is none. */
    synchronized int find(int from, String... path) {
        int at = checked(from);
        for (String name : path) {
            at = child(at, name);
            if (at == 0) {
                return ITmfStateSystem.INVALID_ATTRIBUTE;
            }
        }
        return at - 1;
    }

    synchronized int parent(int quark) {
        return quark == ITmfStateSystem.ROOT_ATTRIBUTE ? quark : fParents.get(checked(quark)) - 1;
    }

    synchronized String name(int quark) {
        return fTexts.get(fNames.get(checked(quark)));
    }

    /** The number of an attribute's name. */
    synchronized int nameNumber(int quark) {
        return fNames.get(checked(quark));
    }

    /** The names by their numbers. */
    synchronized List<String> names() {
        return List.copyOf(fTexts);
    }

    synchronized String[] path(int quark) {
        List<String> path = new ArrayList<>();
        for (int at = checked(quark); at != 0; at = fParents.get(at)) {
            path.add(fTexts.get(fNames.get(at)));
        }
        Collections.reverse(path);
        return path.toArray(String[]::new);
    }

    synchronized List<Integer> children(int quark, boolean recursive) {
        List<Integer> children = new ArrayList<>();
        addChildren(checked(quark), recursive, children);
        return children;
    }

    private void addChildren(int above, boolean recursive, Collection<Integer> to) {
        int last = fLasts.get(above);
        for (int child = last; last != 0;) {
            child = fNexts.get(child);
            to.add(child - 1);
            if (recursive) {
                addChildren(child, true, to);
            }
            if (child == last) {
                return;
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
        case WILDCARD -> children(quark, false).forEach(child -> match(child, rest, found));
        case PARENT -> match(parent(quark), rest, found);
        default -> {
            int child = child(checked(quark), pattern.get(0));
            if (child != 0) {
                match(child - 1, rest, found);
            }
        }
        }
    }
}
