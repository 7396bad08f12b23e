/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.RankSum;
import org.hypertrace.core.compare.SpeedUp;

/**
 * Two campaigns, or two groups of repetitions, side by side. The figures of a group are those of its typical campaign; speed-ups and chances
 * are of all.
 *
 * @param a
 *            the ones before
 * @param b
 *            the ones after
 * @param rows
 *            the whole, windows, phases of restarts in their order, phases of the chain
 */
public record CampaignComparison(CampaignGroup a, CampaignGroup b, List<Row> rows) {

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
     * @param speedUp
     *            of all repetitions that have it
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all rows but the whole; NaN for that, and without enough repetitions
     */
    public record Row(Section section, String restart, String name, String node, long a, long b, long host, SpeedUp speedUp, double corrected) {

        private Row withCorrected(double chance) {
            return new Row(section, restart, name, node, a, b, host, speedUp, chance);
        }

        /** @return ns that the second takes less; what is not there counts 0 */
        public long contribution() {
            return Math.max(0, a) - Math.max(0, b);
        }
    }

    /** A time, and what of it was the host's. */
    private record Took(String node, long ns, long host) { }

    /** What a row is of: it is in both campaigns. */
    private record Key(Section section, String restart, String name) { }

    private static final Took NONE = new Took("", -1, 0);

    /**
     * @param a
     *            the campaigns before
     * @param b
     *            the campaigns after
     * @param byName
     *            restarts are paired by their nodes, else by their order
     * @return both side by side
     */
    public static CampaignComparison of(CampaignGroup a, CampaignGroup b, boolean byName) {
        Map<Key, Took> before = times(a.typical(), byName);
        Map<Key, Took> after = times(b.typical(), byName);
        Map<Key, long[]> allBefore = all(a, byName);
        Map<Key, long[]> allAfter = all(b, byName);
        Set<Key> keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<Row> rows = new ArrayList<>();
        keys.stream().sorted((one, other) -> one.section != other.section ? one.section.compareTo(other.section)
                : one.section == Section.RESTART ? one.restart.compareTo(other.restart) : 0).forEach(key -> {
                    Took ofA = before.getOrDefault(key, NONE);
                    Took ofB = after.getOrDefault(key, NONE);
                    rows.add(new Row(key.section, key.restart, key.name, ofB.node.isEmpty() ? ofA.node : ofB.node, ofA.ns, ofB.ns, ofB.host - ofA.host,
                            SpeedUp.of(allBefore.getOrDefault(key, new long[0]), allAfter.getOrDefault(key, new long[0])), Double.NaN));
                });
        return new CampaignComparison(a, b, corrected(rows));
    }

    /** Whoever looks at many rows finds some that differ by chance: all are one family of questions. */
    private static List<Row> corrected(List<Row> rows) {
        double[] chances = Holm.corrected(rows.stream().mapToDouble(row -> row.section == Section.WHOLE ? Double.NaN : row.speedUp.chance()).toArray());
        return IntStream.range(0, rows.size()).mapToObj(i -> rows.get(i).withCorrected(chances[i])).toList();
    }

    /** The times of each row in all campaigns that have it. */
    private static Map<Key, long[]> all(CampaignGroup group, boolean byName) {
        Map<Key, List<Long>> all = new LinkedHashMap<>();
        group.campaigns().forEach(profile -> times(profile, byName).forEach((key, took) -> all.computeIfAbsent(key, one -> new ArrayList<>()).add(took.ns)));
        Map<Key, long[]> times = new LinkedHashMap<>();
        all.forEach((key, list) -> times.put(key, list.stream().mapToLong(Long::longValue).toArray()));
        return times;
    }

    private static Map<Key, Took> times(CampaignProfile profile, boolean byName) {
        Map<Key, Took> all = new LinkedHashMap<>();
        Campaign campaign = profile.campaign();
        all.put(new Key(Section.WHOLE, "", "upgrade"), new Took("", campaign.duration(), profile.spent().host()));
        window("redundancy", campaign.redundancy().sum(), all);
        window("longest window", campaign.redundancy().longest() == null ? 0 : campaign.redundancy().longest().duration(), all);
        window("outage", campaign.service().sum(), all);
        if (campaign.role() != null) {
            window("no active node", campaign.role().sum(), all);
        }
        int number = 0;
        for (Restart restart : campaign.restarts()) {
            number++;
            for (Phase phase : restart.phases()) {
                all.put(new Key(Section.RESTART, byName ? restart.label() : Integer.toString(number), phase.name()), new Took(restart.node(), phase.duration(),
                        profile.spent(phase).host()));
            }
        }
        profile.byPhase().forEach(sum -> all.put(new Key(Section.CHAIN, "", sum.phase()), new Took("", sum.duration(), sum.spent().host())));
        return all;
    }

    private static void window(String name, long ns, Map<Key, Took> to) {
        to.put(new Key(Section.WINDOW, "", name), new Took("", ns, 0));
    }

    /** @return whether there are enough repetitions for chances */
    public boolean hasChances() {
        return !Double.isNaN(rows.get(0).speedUp().chance());
    }

    /** @return the phase of a restart, known in both, that differs most in the direction in which the whole differs; null: there is none */
    public Row largest() {
        return largest(row -> true);
    }

    /** @return the same, with {@link #hasChances} only of those that differ by more than chance */
    public Row cause() {
        return largest(row -> !hasChances() || row.corrected < RankSum.LEVEL);
    }

    private Row largest(Predicate<Row> of) {
        boolean slower = rows.get(0).contribution() < 0;
        return rows.stream().filter(row -> row.section == Section.RESTART && row.a >= 0 && row.b >= 0 && of.test(row)
                && (slower ? row.contribution() < 0 : row.contribution() > 0))
                .max((one, other) -> Long.compare(Math.abs(one.contribution()), Math.abs(other.contribution()))).orElse(null);
    }

    /** @return how many repetitions there are of the group with fewer */
    public int repetitions() {
        return Math.min(a.campaigns().size(), b.campaigns().size());
    }
}
