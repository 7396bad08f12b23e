/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

import com.google.gson.GsonBuilder;

/** The page of a fleet, a document as each report. What it has no room for stands in the tables and in the JSON. */
final class PageMaker {

    /** So many rows of a list are shown. */
    static final int MOST = 100;
    private static final int MOST_SHARES = 20;
    private static final List<String> SHOWN = List.of("boot", "phase", "level", "initcall", "shutdown", "step", "upgrade-phase");
    /** Where there is no figure. */
    private static final String NONE = "–";

    private final List<Part> fSections = new ArrayList<>();

    /** How many recordings have a value of a label. */
    private record Counted(String label, String value, long count) { }

    /** A distribution, and what of. */
    private record Distributed(Group group, Group.Distribution values) { }

    /** A recording far from the others. */
    private record Outlier(Group group, Group.Value value) { }

    /** A trend with its chance corrected for all. */
    private record Trending(Group group, double chance) { }

    PageMaker overview(long recordings, long analysed, long problems, Map<String, Map<String, Long>> counts, Map<String, String> references) {
        List<Counted> rows = counts.entrySet().stream().flatMap(label -> label.getValue().entrySet().stream()
                .map(value -> new Counted(label.getKey(), value.getKey(), value.getValue()))).toList();
        return section("Overview", recordings + " recordings: " + analysed + " analysed by this run, " + problems + " with problems.", List.of(
                text("label", Counted::label),
                text("value", Counted::value),
                Column.of("recordings", "recordings", row -> Amount.count(row.count)),
                text("compared with", row -> row.value.equals(references.get(row.label)) ? "the reference" : references.get(row.label))), rows, MOST);
    }

    PageMaker differences(List<Difference> differences) {
        return section("What differs between labels", differences.isEmpty() ? "Nothing differs by more than chance."
                : "Differences whose chance is at most 1 % after Holm's correction for all questions. Below a difference is what contains it or was hit by it.",
                List.of(text("label", Difference::label),
                        text("value", one -> one.found().of()),
                        text("what", one -> (one.causeOf() == null ? "" : "· ") + one.key().text()),
                        figure("median, reference", one -> time(one.found().referenceMedian())),
                        figure("median changes by", one -> change(one.found().median())),
                        figure("change", one -> share(one.change())),
                        text("95 % interval", one -> time(one.found().low()) + " to " + time(one.found().high())),
                        figure("effect", one -> Amount.number(one.found().effect())),
                        text("chance", one -> chance(one.corrected())),
                        text("mostly", Difference::state),
                        text("because of", one -> one.causeOf() == null ? "" : one.causeOf().text())), differences, MOST);
    }

    PageMaker shares(List<Share> shares) {
        return section("What makes slow boots slow", shares.isEmpty() ? "There are fewer than ten boots with a begin and an end, or all take equally long."
                : "The share of the variance of boots' durations that goes with each part. Shares of parts that sum to the whole sum to 100 %.",
                List.of(text("what", one -> one.key().text()),
                        figure("share of variance", one -> share(one.share())),
                        figure("mean, slowest 1 %", one -> time(one.slow())),
                        figure("mean, others", one -> time(one.rest())),
                        figure("difference", one -> change(one.slow() - one.rest()))), shares.subList(0, Math.min(MOST_SHARES, shares.size())), MOST_SHARES);
    }

    PageMaker outliers(List<Group> groups) {
        List<Outlier> rows = groups.stream().filter(PageMaker::isShown).sorted(order())
                .flatMap(group -> group.outliers().stream().map(one -> new Outlier(group, one))).toList();
        return section("Outliers", rows.isEmpty() ? "No recording is far from the others."
                : "Recordings that are more than six times the usual distance above the median.",
                List.of(text("what", one -> one.group.key().text()),
                        figure("took", one -> Amount.ns(one.value.ns())),
                        figure("median", one -> Amount.ns(one.group.values().get(0).p50())),
                        text("command", one -> command(one.value.recording()))), rows, MOST);
    }

    PageMaker trend(List<Group> groups) {
        List<Group> known = groups.stream().filter(group -> group.trend() != null && isShown(group)).toList();
        double[] corrected = Holm.corrected(known.stream().mapToDouble(group -> group.trend().p()).toArray());
        List<Trending> rows = new ArrayList<>();
        for (int i = 0; i < corrected.length; i++) {
            if (corrected[i] <= Difference.LEVEL) {
                rows.add(new Trending(known.get(i), corrected[i]));
            }
        }
        return section("Trend", rows.isEmpty() ? "Nothing gets longer or shorter over time by more than chance." : "What gets longer or shorter over time.",
                List.of(text("what", one -> one.group.key().text()),
                        figure("change per day", one -> change(one.group.trend().perDay())),
                        figure("correlation", one -> Amount.number(one.group.trend().correlation())),
                        text("chance", one -> chance(one.chance))), rows, MOST);
    }

    PageMaker budgets(List<Budget> budgets, List<Budget.Result> exceeded) {
        return budgets.isEmpty() ? this
                : section("Budgets", exceeded.isEmpty() ? "No budget is exceeded." : "Budgets that are exceeded, the longest first.",
                        List.of(text("budget", one -> one.budget().text()),
                                text("recording", Budget.Result::recording),
                                text("vm", Budget.Result::vm),
                                figure("took", one -> Amount.ns(one.took()))), exceeded, MOST);
    }

    PageMaker distributions(List<Group> groups, String label) {
        List<Distributed> rows = groups.stream().filter(group -> group.label().equals(label) && isShown(group)).sorted(order())
                .flatMap(group -> group.values().stream().map(one -> new Distributed(group, one))).toList();
        return section(label.equals(Group.ALL) ? "Distribution of all recordings" : "Distribution by " + label, null,
                List.of(text("what", one -> one.group.key().text()),
                        text(label, one -> one.values.of()),
                        figure("recordings", one -> Amount.count(one.values.count())),
                        figure("least", one -> Amount.ns(one.values.min())),
                        figure("median", one -> Amount.ns(one.values.p50())),
                        figure("90 %", one -> Amount.ns(one.values.p90())),
                        figure("99 %", one -> Amount.ns(one.values.p99())),
                        figure("most", one -> Amount.ns(one.values.max()))), rows, 5 * MOST);
    }

    /**
     * @param problems
     *            a recording and a sentence each
     */
    PageMaker problems(List<List<String>> problems) {
        return problems.isEmpty() ? this : section("Problems", null, List.of(text("recording", one -> one.get(0)), text("problem", one -> one.get(1))), problems, MOST);
    }

    Page page() {
        return new Page("Fleet", "", List.copyOf(fSections));
    }

    /** All figures that the page is made of, exact. */
    static String json(List<Group> groups, List<Difference> differences, List<Share> shares, Map<String, String> references) {
        return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeSpecialFloatingPointValues().create()
                .toJson(Map.of("version", 1, "references", references, "groups", groups, "differences", differences, "shares", shares)) + '\n';
    }

    /** {@code sentence} may be null, {@code most} is how many rows are shown. */
    private <R> PageMaker section(String title, String sentence, List<Column<R>> columns, List<R> rows, int most) {
        List<Part> parts = new ArrayList<>();
        if (sentence != null) {
            parts.add(Sentence.plain(sentence));
        }
        List<R> shown = rows.subList(0, Math.min(most, rows.size()));
        if (shown.size() < rows.size()) {
            parts.add(Sentence.quiet("These are " + shown.size() + " of " + rows.size() + "; the tables have all."));
        }
        if (!shown.isEmpty()) {
            parts.add(Table.of(columns, shown, rows));
        }
        fSections.add(new Section(title, parts));
        return this;
    }

    private static <R> Column<R> text(String head, Function<R, String> cell) {
        return Column.shown(head, row -> Objects.requireNonNullElse(cell.apply(row), ""));
    }

    private static <R> Column<R> figure(String head, Function<R, ?> cell) {
        return Column.shown(head, cell);
    }

    /** A median or a mean, which need not be whole. */
    private static Object time(double ns) {
        return Double.isNaN(ns) || Double.isInfinite(ns) ? NONE : Amount.ns(Math.round(ns));
    }

    private static Object change(double ns) {
        return Double.isNaN(ns) || Double.isInfinite(ns) ? NONE : Amount.change(Math.round(ns));
    }

    private static Object share(double ratio) {
        return Double.isNaN(ratio) || Double.isInfinite(ratio) ? NONE : Amount.share(ratio);
    }

    private static String chance(double p) {
        return String.format(Locale.ROOT, p < 1e-4 ? "%.0e" : "%.4f", p);
    }

    private static boolean isShown(Group group) {
        return SHOWN.contains(group.key().kind());
    }

    /** What takes longest first, by kind. */
    private static Comparator<Group> order() {
        return Comparator.comparingInt((Group group) -> SHOWN.indexOf(group.key().kind()))
                .thenComparingLong(group -> -group.values().stream().mapToLong(Group.Distribution::p50).max().orElse(0)).thenComparing(group -> group.key().text());
    }

    /** Opens a recording; one that has an address is fetched first. */
    static String command(String recording) {
        String name = recording.substring(recording.lastIndexOf('/') + 1);
        return Inputs.isAddress(recording) ? "hadoop fs -get " + quoted(recording) + " . && releng/hypertrace open " + quoted(name)
                : "releng/hypertrace open " + quoted(recording);
    }

    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./:@%+=,-]+") ? path : '\'' + path.replace("'", "'\\''") + '\'';
    }
}
