/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.view.StateRow.Look;

/**
 * A path by the rows of a view. It is made once, so that drawing searches nothing from the begin. It has who is on the path in the order of
 * his first time, his segments, the classes, and the hops by time.
 */
public final class PathIndex {

    /** More rows nobody looks at; the last one then has what all others do. */
    static final int MOST_ROWS = 5_000;

    /**
     * Somebody on the path. Runs of one interrupt on one processor are one.
     *
     * @param key
     *            the same for every reading of the trace
     * @param place
     *            for people: the VM, or the host
     * @param name
     *            for people, among those of the place
     * @param pieces
     *            when he is the one who is waited for
     */
    record Row(String key, String place, String name, Pieces pieces) { }

    /** Collects a row's segments. */
    private static final class Numbers {
        private int[] fNumbers = new int[4];
        private int fSize;

        void add(int number) {
            if (fSize == fNumbers.length) {
                fNumbers = Arrays.copyOf(fNumbers, 2 * fSize);
            }
            fNumbers[fSize++] = number;
        }

        int[] all() {
            return Arrays.copyOf(fNumbers, fSize);
        }
    }

    private static final String OTHERS = "others";

    private final FoundPath fFound;
    private final List<Row> fRows = new ArrayList<>();
    private final Pieces fClasses;
    private final Pieces fOccupants;
    private final PathHops fHops;
    private final Map<Long, Look> fLooks = new ConcurrentHashMap<>();
    /** Of every chain the row of its last link. */
    private final int[] fRowOfChain;

    /** @param found a path */
    public PathIndex(FoundPath found) {
        fFound = found;
        Segments path = found.segments();
        PathNames names = found.names();
        Map<String, Integer> rows = new LinkedHashMap<>();
        List<Integer> who = new ArrayList<>();
        rows.put(names.key(found.subject().who()), 0);
        who.add(found.subject().who());
        fRowOfChain = new int[path.nodes()];
        Arrays.fill(fRowOfChain, -1);
        Map<Integer, Integer> rowOfOwner = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            int chain = path.chain(i);
            if (fRowOfChain[chain] < 0) {
                fRowOfChain[chain] = rowOfOwner.computeIfAbsent(path.owner(chain), owner -> row(names, rows, who, owner));
            }
        }
        Numbers[] numbers = new Numbers[who.size()];
        Arrays.setAll(numbers, row -> new Numbers());
        Numbers first = new Numbers();
        Numbers last = new Numbers();
        PathClass before = null;
        for (int i = 0; i < path.size(); i++) {
            numbers[fRowOfChain[path.chain(i)]].add(i);
            PathClass here = classOf(path, i);
            if (here != before) {
                first.add(i);
                if (i > 0) {
                    last.add(i - 1);
                }
            }
            before = here;
        }
        if (path.size() > 0) {
            last.add(path.size() - 1);
        }
        fClasses = new Pieces(path, first.all(), last.all());
        fOccupants = occupants(path);
        int row = 0;
        for (String key : rows.keySet()) {
            int[] own = numbers[row].all();
            boolean others = OTHERS.equals(key);
            fRows.add(new Row(key, others ? OTHERS : names.place(who.get(row)), others ? OTHERS : names.shownThere(who.get(row)),
                    new Pieces(path, own, own)));
            row++;
        }
        fHops = new PathHops(path, reference -> rows.getOrDefault(names.key(reference), -1));
    }

    private static Pieces occupants(Segments path) {
        Numbers first = new Numbers();
        Numbers last = new Numbers();
        for (int i = 0; i < path.size(); i++) {
            if (path.by(i) == Segments.By.KEY) {
                if (i == 0 || !isSameOccupant(path, i - 1, i)) {
                    first.add(i);
                }
                if (i + 1 == path.size() || !isSameOccupant(path, i, i + 1)) {
                    last.add(i);
                }
            }
        }
        return new Pieces(path, first.all(), last.all());
    }

    private static boolean isSameOccupant(Segments path, int a, int b) {
        return path.by(a) == path.by(b) && path.byValue(a) == path.byValue(b);
    }

    private static int row(PathNames names, Map<String, Integer> rows, List<Integer> who, int owner) {
        String key = names.key(owner);
        Integer known = rows.get(key);
        if (known != null) {
            return known;
        }
        String reported = rows.size() < MOST_ROWS ? key : OTHERS;
        return rows.computeIfAbsent(reported, added -> {
            who.add(owner);
            return who.size() - 1;
        });
    }

    static PathClass classOf(Segments path, int segment) {
        return PathClass.of(path.phase(segment), path.state(segment));
    }

    /** @return the path */
    public FoundPath found() {
        return fFound;
    }

    /** Who is on the path: the subject, then the others by their first time. */
    List<Row> rows() {
        return fRows;
    }

    /** The classes of the path, neighbours of one class together. */
    Pieces classes() {
        return fClasses;
    }

    /** Who has the CPU, or the vCPU, while the one who is waited for could have it. */
    Pieces occupants() {
        return fOccupants;
    }

    PathHops hops() {
        return fHops;
    }

    /** What a segment looks like; the same for all that are alike. */
    Look look(int segment) {
        return fLooks.computeIfAbsent(PathWords.alike(fFound.segments(), segment), key -> PathWords.look(fFound, segment));
    }

    /** @return the number of the row of the one who is waited for in a segment; 0 is the subject's */
    public int row(int segment) {
        return fRowOfChain[fFound.segments().chain(segment)];
    }

    /**
     * @param time
     *            ns since the epoch
     * @return the segment at that time, the first one before the path, the last one after it; -1 if the path is empty
     */
    public int segment(long time) {
        Segments path = fFound.segments();
        int low = 0;
        int high = path.size() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (path.begin(middle) <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return Math.min(low, path.size() - 1);
    }

    /** @return of a hop {@code how} somebody was waited for ended, in words; see {@link Hops} */
    static String words(Hops.How how) {
        return switch (how) {
        case WAKING -> "waking";
        case INJECTION -> "injection of an interrupt";
        case RAISE -> "raise of an interrupt";
        case FORK -> "fork: made the thread";
        case RESTART -> "restart: the boot before ended";
        };
    }
}
