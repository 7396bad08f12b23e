/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What some recordings have of each thing, in columns: it travels from one machine to another without an object for each value, and with
 * the name and the labels of a recording once.
 */
final class Values implements Serializable {

    private static final long serialVersionUID = 1;
    private static final int FIRST = 8;

    private final ArrayList<String> fRecordings;
    /** What each recording has of a label, null if nothing. */
    private final LinkedHashMap<String, ArrayList<String>> fLabels;
    private final HashMap<Group.Key, Column> fColumns = new HashMap<>();

    /** The values of one thing. */
    private static final class Column implements Serializable {

        private static final long serialVersionUID = 1;

        private int[] fOf = new int[FIRST]; // which recording
        private long[] fBegin = new long[FIRST];
        private long[] fNs = new long[FIRST];
        private int fCount;

        void add(int of, long begin, long ns) {
            if (fCount == fOf.length) {
                fOf = Arrays.copyOf(fOf, 2 * fCount);
                fBegin = Arrays.copyOf(fBegin, 2 * fCount);
                fNs = Arrays.copyOf(fNs, 2 * fCount);
            }
            fOf[fCount] = of;
            fBegin[fCount] = begin;
            fNs[fCount++] = ns;
        }
    }

    /** One thing in one boot of a recording. */
    private record Thing(Group.Key key, int run) { }

    /** In one boot: when it began, and how long it took in all, ns. */
    private record Span(long begin, long ns) {

        Span plus(Span other) {
            return new Span(Math.min(begin, other.begin), ns + other.ns);
        }
    }

    /**
     * @param labels
     *            names of those by which recordings are compared
     */
    Values(Collection<String> labels) {
        fRecordings = new ArrayList<>();
        fLabels = new LinkedHashMap<>();
        labels.forEach(label -> fLabels.put(label, new ArrayList<>()));
    }

    /** Of the same recordings. */
    private Values(Values of) {
        fRecordings = of.fRecordings;
        fLabels = of.fLabels;
    }

    /** What happens several times in a boot is one value. */
    void add(Indexed one) {
        Map<Thing, Span> spans = new LinkedHashMap<>();
        for (Figure figure : one.figures()) {
            spans.merge(new Thing(new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level()), figure.run()), new Span(figure.begin(), figure.ns()), Span::plus);
        }
        int of = fRecordings.size();
        fRecordings.add(one.recording());
        fLabels.forEach((label, values) -> values.add(one.labels().get(label)));
        spans.forEach((thing, span) -> fColumns.computeIfAbsent(thing.key, key -> new Column()).add(of, span.begin, span.ns));
    }

    /**
     * @param parts
     *            how many
     * @return the same in so many parts: the values of a thing are in the same part, whichever recordings they are of
     */
    List<Values> split(int parts) {
        List<Values> split = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            split.add(new Values(this));
        }
        fColumns.forEach((key, column) -> split.get(Math.floorMod(key.hashCode(), parts)).fColumns.put(key, column));
        return split;
    }

    /** Whether no recording has anything. */
    boolean isEmpty() {
        return fColumns.isEmpty();
    }

    /**
     * @param all
     *            the values of all recordings
     * @param references
     *            the value with which others are compared, by the label
     * @return everything by every label, and of all recordings
     */
    static List<Group> groups(Iterable<Values> all, Map<String, String> references) {
        Map<Group.Key, List<Values>> having = new LinkedHashMap<>();
        all.forEach(some -> some.fColumns.keySet().forEach(key -> having.computeIfAbsent(key, one -> new ArrayList<>()).add(some)));
        List<Group> groups = new ArrayList<>();
        having.forEach((key, some) -> {
            groups.add(Group.of(key, Group.ALL, Group.ALL, of(key, Group.ALL, some)));
            references.forEach((label, reference) -> {
                List<Group.Value> values = of(key, label, some);
                if (!values.isEmpty()) {
                    groups.add(Group.of(key, label, reference, values));
                }
            });
        });
        return groups;
    }

    /** Those of recordings that have the label. */
    private static List<Group.Value> of(Group.Key key, String label, List<Values> all) {
        List<Group.Value> values = new ArrayList<>();
        for (Values some : all) {
            Column column = some.fColumns.get(key);
            List<String> labels = some.fLabels.get(label);
            for (int i = 0; i < column.fCount; i++) {
                String value = label.equals(Group.ALL) ? Group.ALL : labels.get(column.fOf[i]);
                if (value != null) {
                    values.add(new Group.Value(value, some.fRecordings.get(column.fOf[i]), column.fBegin[i], column.fNs[i]));
                }
            }
        }
        return values;
    }
}
