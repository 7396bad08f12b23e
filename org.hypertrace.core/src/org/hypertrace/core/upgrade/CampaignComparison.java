/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.run.TimeSplit;

/**
 * Two campaigns side by side.
 *
 * @param a
 *            the one before
 * @param b
 *            the one after
 * @param rows
 *            the whole, windows, phases of restarts in their order, phases of the chain
 */
public record CampaignComparison(CampaignProfile a, CampaignProfile b, List<Row> rows) {

    /** What a row is. */
    public enum Section {
        /** The whole campaign. */
        WHOLE("whole"),
        /** A sum of windows. */
        WINDOW("window"),
        /** A phase of a restart. */
        RESTART("restart"),
        /** A phase of the chain, of all restarts together. */
        CHAIN("chain");

        private final String fKey;

        Section(String key) {
            fKey = key;
        }

        /** @return its stable name in CSV and JSON */
        public String key() {
            return fKey;
        }
    }

    /**
     * Something in both.
     *
     * @param restart
     *            of a restart: which, from 1 or by the name of the node; else empty
     * @param name
     *            of the phase or sum
     * @param node
     *            the node in the second campaign, else in the first; empty if it is no restart
     * @param a
     *            ns, -1 if it is not there
     * @param b
     *            ns, -1 if it is not there
     * @param host
     *            how much more the host took in the second, ns
     */
    public record Row(Section section, String restart, String name, String node, long a, long b, long host) {

        /** @return ns that the second takes less; what is not there counts 0 */
        public long contribution() {
            return Math.max(0, a) - Math.max(0, b);
        }

        /** @return a divided by b; not a number if one is not there or 0 */
        public double speedUp() {
            return a > 0 && b > 0 ? (double) a / b : Double.NaN;
        }

        /** @return the part of a that is saved; not a number if one is not there */
        public double saving() {
            return 1 - 1 / speedUp();
        }

        /** @return by how much the second is faster, as a part; not a number if one is not there */
        public double gain() {
            return speedUp() - 1;
        }
    }

    /** A time, and what of it was the host's. */
    private record Took(String node, long ns, long host) { }

    private static final Took NONE = new Took("", -1, 0);

    /**
     * @param a
     *            the campaign before
     * @param b
     *            the campaign after
     * @param byName
     *            restarts are paired by their nodes, else by their order
     * @return both side by side
     */
    public static CampaignComparison of(CampaignProfile a, CampaignProfile b, boolean byName) {
        List<Row> rows = new ArrayList<>();
        rows.add(row(Section.WHOLE, "", "upgrade", new Took("", a.campaign().duration(), a.spent().host()),
                new Took("", b.campaign().duration(), b.spent().host())));
        rows.add(window("redundancy", a.campaign().redundancy().sum(), b.campaign().redundancy().sum()));
        rows.add(window("longest window", longest(a), longest(b)));
        rows.add(window("outage", a.campaign().service().sum(), b.campaign().service().sum()));
        if (a.campaign().role() != null && b.campaign().role() != null) {
            rows.add(window("no active node", a.campaign().role().sum(), b.campaign().role().sum()));
        }
        add(rows, Section.RESTART, restarts(a, byName), restarts(b, byName));
        add(rows, Section.CHAIN, chain(a), chain(b));
        return new CampaignComparison(a, b, rows);
    }

    private static long longest(CampaignProfile profile) {
        Window longest = profile.campaign().redundancy().longest();
        return longest == null ? 0 : longest.duration();
    }

    private static Row window(String name, long a, long b) {
        return new Row(Section.WINDOW, "", name, "", a, b, 0);
    }

    private static Row row(Section section, String restart, String name, Took a, Took b) {
        return new Row(section, restart, name, b.node.isEmpty() ? a.node : b.node, a.ns, b.ns, b.host - a.host);
    }

    private static void add(List<Row> rows, Section section, Map<List<String>, Took> a, Map<List<String>, Took> b) {
        Set<List<String>> keys = new LinkedHashSet<>(a.keySet());
        keys.addAll(b.keySet());
        keys.stream().sorted((one, other) -> section == Section.CHAIN ? 0 : one.get(0).compareTo(other.get(0)))
                .forEach(key -> rows.add(row(section, key.get(0), key.get(1), a.getOrDefault(key, NONE), b.getOrDefault(key, NONE))));
    }

    private static Map<List<String>, Took> restarts(CampaignProfile profile, boolean byName) {
        Map<List<String>, Took> all = new LinkedHashMap<>();
        int number = 0;
        for (Restart restart : profile.campaign().restarts()) {
            number++;
            for (Phase phase : restart.phases()) {
                all.put(List.of(byName ? restart.label() : Integer.toString(number), phase.name()), new Took(restart.node(), phase.duration(),
                        profile.spent(phase).host()));
            }
        }
        return all;
    }

    private static Map<List<String>, Took> chain(CampaignProfile profile) {
        Map<List<String>, Took> all = new LinkedHashMap<>();
        profile.byPhase().forEach(sum -> all.put(List.of("", sum.phase()), new Took("", sum.duration(), host(sum.spent()))));
        return all;
    }

    private static long host(TimeSplit spent) {
        return spent.host();
    }

    /** @return the phase of a restart, known in both, that differs most in the direction in which the whole differs; null: there is none */
    public Row cause() {
        boolean slower = rows.get(0).contribution() < 0;
        return rows.stream().filter(row -> row.section == Section.RESTART && row.a >= 0 && row.b >= 0 && (slower ? row.contribution() < 0 : row.contribution() > 0))
                .max((one, other) -> Long.compare(Math.abs(one.contribution()), Math.abs(other.contribution()))).orElse(null);
    }
}
