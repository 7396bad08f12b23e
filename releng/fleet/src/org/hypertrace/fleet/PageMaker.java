/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.compare.Holm;

/** The sections of the page. */
final class PageMaker {

    /** What a page shows of a list; all of it is in the tables and in the JSON. */
    static final int MOST = 100;
    private static final int MOST_SHARES = 20;
    private static final List<String> SHOWN = List.of("boot", "phase", "level", "initcall", "shutdown", "step", "upgrade-phase");

    private final List<Page.Section> fSections = new ArrayList<>();

    PageMaker overview(long recordings, long analysed, long problems, Map<String, Map<String, Long>> counts, Map<String, String> references) {
        Page.Section section = new Page.Section("Overview", List.of("label", "value", "recordings", "compared with"));
        section.sentences().add(recordings + " recordings: " + analysed + " analysed by this run, " + problems + " with problems.");
        counts.forEach((label, values) -> values.forEach((value, count) -> section.row(label, value, Long.toString(count),
                value.equals(references.get(label)) ? "the reference" : references.get(label))));
        fSections.add(section);
        return this;
    }

    PageMaker differences(List<Difference> differences) {
        Page.Section section = new Page.Section("What differs between labels", List.of("label", "value", "what", "median, reference", "median changes by", "",
                "95 % interval", "effect", "chance", "because of"));
        section.sentences().add(differences.isEmpty() ? "Nothing differs by more than chance."
                : "Differences whose chance is at most 1 % after Holm's correction for all questions. Below a difference is what contains it or was hit by it.");
        differences.stream().limit(MOST).forEach(one -> section.row(one.label(), one.found().of(), (one.causeOf() == null ? "" : "· ") + one.key().text(),
                Page.time(one.found().referenceMedian()), Page.time(one.found().median()), Page.percent(one.change()),
                Page.time(one.found().low()) + " to " + Page.time(one.found().high()), String.format("%.2f", one.found().effect()), Page.chance(one.corrected()),
                one.causeOf() == null ? "" : one.causeOf().text()));
        more(section, differences.size());
        fSections.add(section);
        return this;
    }

    PageMaker shares(List<Share> shares) {
        Page.Section section = new Page.Section("What makes slow boots slow", List.of("what", "share of variance", "mean, slowest 1 %", "mean, others", "difference"));
        section.sentences().add(shares.isEmpty() ? "There are fewer than ten boots with a begin and an end, or all take equally long."
                : "The share of the variance of boots' durations that goes with each part. Shares of parts that sum to the whole sum to 100 %.");
        shares.stream().limit(MOST_SHARES).forEach(one -> section.row(one.key().text(), Page.percent(one.share()), Page.time(one.slow()), Page.time(one.rest()),
                Page.time(one.slow() - one.rest())));
        fSections.add(section);
        return this;
    }

    PageMaker outliers(List<Group> groups) {
        Page.Section section = new Page.Section("Outliers", List.of("what", "took", "median", "command"));
        List<String[]> rows = new ArrayList<>();
        groups.stream().filter(group -> SHOWN.contains(group.key().kind())).sorted(order()).forEach(group -> group.outliers().forEach(one -> rows.add(
                new String[] { group.key().text(), Page.time(one.ns()), Page.time(group.values().get(0).p50()), "releng/hypertrace open " + quoted(one.recording()) })));
        section.sentences().add(rows.isEmpty() ? "No recording is far from the others." : "Recordings that are more than six times the usual distance above the median.");
        rows.stream().limit(MOST).forEach(section::row);
        more(section, rows.size());
        fSections.add(section);
        return this;
    }

    PageMaker trend(List<Group> groups) {
        Page.Section section = new Page.Section("Trend", List.of("what", "change per day", "correlation", "chance"));
        List<Group> known = groups.stream().filter(group -> group.trend() != null && SHOWN.contains(group.key().kind())).toList();
        double[] corrected = Holm.corrected(known.stream().mapToDouble(group -> group.trend().p()).toArray());
        for (int i = 0; i < known.size() && section.rows().size() < MOST; i++) {
            if (corrected[i] <= Difference.LEVEL) {
                Group.Trend trend = known.get(i).trend();
                section.row(known.get(i).key().text(), Page.time(trend.perDay()), String.format("%.2f", trend.correlation()), Page.chance(corrected[i]));
            }
        }
        section.sentences().add(section.rows().isEmpty() ? "Nothing gets longer or shorter over time by more than chance." : "What gets longer or shorter over time.");
        fSections.add(section);
        return this;
    }

    PageMaker budgets(List<Budget> budgets, List<Budget.Result> exceeded) {
        if (!budgets.isEmpty()) {
            Page.Section section = new Page.Section("Budgets", List.of("budget", "recording", "vm", "took"));
            section.sentences().add(exceeded.isEmpty() ? "No budget is exceeded." : "Budgets that are exceeded, the longest first.");
            exceeded.forEach(one -> section.row(one.budget().text(), one.recording(), one.vm(), one.took() + " ns"));
            fSections.add(section);
        }
        return this;
    }

    PageMaker distributions(List<Group> groups, String label) {
        Page.Section section = new Page.Section(label.equals(Group.ALL) ? "Distribution of all recordings" : "Distribution by " + label,
                List.of("what", label, "recordings", "least", "median", "90 %", "99 %", "most"));
        long[] left = { 0 };
        groups.stream().filter(group -> group.label().equals(label) && SHOWN.contains(group.key().kind())).sorted(order()).forEach(group -> {
            for (Group.Distribution one : group.values()) {
                left[0]++;
                if (section.rows().size() < 5 * MOST) {
                    section.row(group.key().text(), one.of(), Integer.toString(one.count()), Page.time(one.min()), Page.time(one.p50()), Page.time(one.p90()),
                            Page.time(one.p99()), Page.time(one.max()));
                }
            }
        });
        more(section, left[0]);
        fSections.add(section);
        return this;
    }

    PageMaker problems(List<List<String>> problems) {
        if (!problems.isEmpty()) {
            Page.Section section = new Page.Section("Problems", List.of("recording", "problem"));
            section.rows().addAll(problems);
            fSections.add(section);
        }
        return this;
    }

    Page page() {
        return new Page("Fleet", fSections);
    }

    /** What takes longest first, by kind. */
    private static Comparator<Group> order() {
        return Comparator.comparingInt((Group group) -> SHOWN.indexOf(group.key().kind()))
                .thenComparingLong(group -> -group.values().stream().mapToLong(Group.Distribution::p50).max().orElse(0)).thenComparing(group -> group.key().text());
    }

    private static void more(Page.Section section, long all) {
        if (all > section.rows().size()) {
            section.sentences().add("These are " + section.rows().size() + " of " + all + "; the tables have all.");
        }
    }

    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./:@%+=,-]+") ? path : '\'' + path.replace("'", "'\\''") + '\'';
    }
}
