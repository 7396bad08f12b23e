/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

import com.google.gson.GsonBuilder;

/** The page of a fleet, a document as each report: the answers first. What it has no room for stands in the tables and in the JSON. */
final class PageMaker {

    /** So many rows of a list are shown. */
    static final int MOST = 100;
    private static final int MOST_SHARES = 20;
    private static final List<String> SHOWN = List.of("boot", "phase", "level", "initcall", "shutdown", "step", "upgrade-phase");
    /** Where there is no figure. */
    private static final String NONE = "–";

    private final Answers fAnswers;
    private final List<Part> fSections = new ArrayList<>();
    private final Function<Group.Key, String> fName;
    private String fRecordings = "";

    /** How many recordings have a value of a label. */
    private record Counted(String label, String value, long count) { }

    /** A distribution, and what of. */
    private record Distributed(Group group, Group.Distribution values) { }

    /** A trend with its chance corrected for all. */
    private record Trending(Group group, double chance) { }

    /**
     * @param groups
     *            all; names of VMs are shown if there are several
     */
    PageMaker(List<Group> groups) {
        boolean isWithVms = groups.stream().map(group -> group.key().vm()).filter(vm -> !vm.isEmpty()).distinct().count() > 1;
        fName = key -> key.text(isWithVms);
        fAnswers = new Answers(fName);
    }

    private String name(Group.Key key) {
        return fName.apply(key);
    }

    PageMaker recordings(long recordings, long analysed, long problems, Map<String, Map<String, Long>> counts, Map<String, String> references) {
        fRecordings = recordings + " recordings";
        fAnswers.problems(problems, recordings);
        List<Counted> rows = counts.entrySet().stream().flatMap(label -> label.getValue().entrySet().stream()
                .map(value -> new Counted(label.getKey(), value.getKey(), value.getValue()))).toList();
        return section("Recordings", recordings + " recordings: " + analysed + " analysed by this run, " + problems + " with problems.", List.of(
                text("label", Counted::label),
                text("value", Counted::value),
                Column.of("recordings", "recordings", row -> Amount.count(row.count)),
                text("compared with", row -> row.value.equals(references.get(row.label)) ? "the reference" : references.get(row.label))), rows, MOST);
    }

    /** {@code counts}: how many recordings each value of a label has. */
    PageMaker differences(List<Difference> differences, Map<String, Map<String, Long>> counts, Map<String, String> references) {
        List<Difference> causes = differences.stream().filter(one -> one.causeOf() == null).toList();
        fAnswers.differences(causes, counts, references);
        section("What differs between labels", causes.isEmpty() ? "Nothing differs by more than chance."
                : "The chance of each difference is at most 1 % after Holm's correction for all questions. What contains it or was hit by it is folded below.",
                columns(true, one -> (int) differences.stream().filter(other -> other.isOf(one)).count()), causes, MOST);
        List<Part> folded = new ArrayList<>();
        for (Difference cause : causes.subList(0, Math.min(MOST, causes.size()))) {
            List<Difference> hit = differences.stream().filter(one -> one.isOf(cause)).toList();
            if (!hit.isEmpty()) {
                folded.add(new Details(cause.label() + ' ' + cause.found().of() + ", " + name(cause.key()) + ": what contains it or was hit by it (" + hit.size() + ')', false,
                        parts(null, columns(false, one -> 0), hit, MOST)));
            }
        }
        return add(folded);
    }

    private List<Column<Difference>> columns(boolean isOfCauses, ToIntFunction<Difference> hit) {
        List<Column<Difference>> columns = new ArrayList<>();
        if (isOfCauses) {
            columns.add(text("label", Difference::label));
            columns.add(text("value", one -> one.found().of()));
        }
        columns.add(text("what", one -> name(one.key())));
        columns.add(figure("median, reference", one -> time(one.found().referenceMedian())));
        columns.add(figure("changes by", one -> change(one.found().median())));
        columns.add(figure("change", one -> points(one.change())));
        columns.add(text("95 % interval", one -> interval(one.found())));
        columns.add(figure("effect", one -> Amount.number(one.found().effect())));
        columns.add(text("chance", one -> chance(one.corrected())));
        columns.add(text("mostly", Difference::state));
        if (isOfCauses) {
            columns.add(figure("folded", one -> Amount.count(hit.applyAsInt(one))));
        }
        return columns;
    }

    PageMaker shares(List<Share> shares) {
        fAnswers.shares(shares);
        return section("What makes slow boots slow", shares.isEmpty() ? "There are fewer than ten boots with a begin and an end, or all take equally long."
                : "The share of the variance of boots' durations that goes with each part. Shares of parts that sum to the whole sum to 100 %.",
                List.of(text("what", one -> name(one.key())),
                        figure("share of variance", one -> share(one.share())),
                        figure("mean, slowest 1 %", one -> time(one.slow())),
                        figure("mean, others", one -> time(one.rest())),
                        figure("difference", one -> change(one.slow() - one.rest()))), shares.subList(0, Math.min(MOST_SHARES, shares.size())), MOST_SHARES);
    }

    PageMaker outliers(List<Group> groups) {
        List<Outlier> rows = Outlier.of(groups.stream().filter(PageMaker::isShown).toList());
        fAnswers.outliers(rows);
        return section("Outliers", rows.isEmpty() ? "No recording is far from the others."
                : "Recordings that are more than six times the usual distance above the median; at most five for each part. The farthest is first.",
                List.of(text("what", one -> name(one.key())),
                        figure("took", one -> Amount.ns(one.took())),
                        figure("median", one -> Amount.ns(one.median())),
                        text("besides", one -> Answers.few(one.besides().stream().map(this::name).toList())),
                        text("command", one -> one.command())), rows, MOST);
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
        rows.sort(Comparator.comparingInt((Trending one) -> SHOWN.indexOf(one.group.key().kind())).thenComparingDouble(one -> -Math.abs(one.group.trend().perDay())));
        fAnswers.trend(rows.stream().map(Trending::group).toList());
        return section("Trend", rows.isEmpty() ? "Nothing gets longer or shorter over time by more than chance." : "What gets longer or shorter over time.",
                List.of(text("what", one -> name(one.group.key())),
                        figure("change per day", one -> change(one.group.trend().perDay())),
                        figure("correlation", one -> Amount.number(one.group.trend().correlation())),
                        text("chance", one -> chance(one.chance))), rows, MOST);
    }

    PageMaker budgets(List<Budget> budgets, List<Budget.Result> exceeded) {
        if (budgets.isEmpty()) {
            return this;
        }
        fAnswers.budgets(exceeded);
        return section("Budgets", exceeded.isEmpty() ? "No budget is exceeded." : "Budgets that are exceeded, the longest first.",
                List.of(text("budget", one -> one.budget().text()),
                        text("recording", Budget.Result::recording),
                        text("vm", Budget.Result::vm),
                        figure("took", one -> Amount.ns(one.took()))), exceeded, MOST);
    }

    /** Single initcalls are hundreds: they are folded. */
    PageMaker distributions(List<Group> groups, String label) {
        List<Distributed> rows = groups.stream().filter(group -> group.label().equals(label) && isShown(group)).sorted(order())
                .flatMap(group -> group.values().stream().map(one -> new Distributed(group, one))).toList();
        List<Column<Distributed>> columns = List.of(text("what", one -> name(one.group.key())),
                text(label, one -> one.values.of()),
                figure("recordings", one -> Amount.count(one.values.count())),
                figure("least", one -> Amount.ns(one.values.min())),
                figure("median", one -> Amount.ns(one.values.p50())),
                figure("90 %", one -> Amount.ns(one.values.p90())),
                figure("99 %", one -> Amount.ns(one.values.p99())),
                figure("most", one -> Amount.ns(one.values.max())));
        Map<Boolean, List<Distributed>> initcalls = rows.stream().collect(Collectors.partitioningBy(one -> one.group.key().kind().equals("initcall")));
        section(label.equals(Group.ALL) ? "Distribution of all recordings" : "Distribution by " + label, null, columns, initcalls.get(false), 5 * MOST);
        return initcalls.get(true).isEmpty() ? this : add(List.of(new Details("Initcalls" + (label.equals(Group.ALL) ? "" : " by " + label), false,
                parts(null, columns, initcalls.get(true), 5 * MOST))));
    }

    /**
     * @param problems
     *            a recording and a sentence each
     */
    PageMaker problems(List<List<String>> problems) {
        return problems.isEmpty() ? this : section("Problems", null, List.of(text("recording", one -> one.get(0)), text("problem", one -> one.get(1))), problems, MOST);
    }

    Page page() {
        return new Page("Fleet", fRecordings, fAnswers.all(), List.copyOf(fSections));
    }

    /** All figures that the page is made of, exact. */
    static String json(List<Group> groups, List<Difference> differences, List<Share> shares, Map<String, String> references) {
        Map<String, Object> json = new LinkedHashMap<>(); // the same order in each run
        json.put("version", 1);
        json.put("references", references);
        json.put("groups", groups);
        json.put("differences", differences);
        json.put("shares", shares);
        return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeSpecialFloatingPointValues().create()
                .toJson(json) + '\n';
    }

    private <R> PageMaker section(String title, String sentence, List<Column<R>> columns, List<R> rows, int most) {
        fSections.add(new Section(title, parts(sentence, columns, rows, most)));
        return this;
    }

    /** To the last section. */
    private PageMaker add(List<Part> parts) {
        Section last = (Section) fSections.remove(fSections.size() - 1);
        fSections.add(new Section(last.title(), Stream.concat(last.parts().stream(), parts.stream()).toList()));
        return this;
    }

    /** {@code sentence} may be null, {@code most} is how many rows are shown. */
    private static <R> List<Part> parts(String sentence, List<Column<R>> columns, List<R> rows, int most) {
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
        return parts;
    }

    private static <R> Column<R> text(String head, Function<R, String> cell) {
        return Column.shown(head, row -> Objects.requireNonNullElse(cell.apply(row), ""));
    }

    private static <R> Column<R> figure(String head, Function<R, ?> cell) {
        return Column.shown(head, cell);
    }

    /** A median or a mean, which need not be whole. */
    static Object time(double ns) {
        return Double.isNaN(ns) || Double.isInfinite(ns) ? NONE : Amount.ns(Math.round(ns));
    }

    static Object change(double ns) {
        return Double.isNaN(ns) || Double.isInfinite(ns) ? NONE : Amount.change(Math.round(ns));
    }

    private static Object share(double ratio) {
        return Double.isNaN(ratio) || Double.isInfinite(ratio) ? NONE : Amount.share(ratio);
    }

    private static Object points(double ratio) {
        return Double.isNaN(ratio) || Double.isInfinite(ratio) ? NONE : Amount.points(ratio);
    }

    private static String interval(Group.Compared found) {
        return change(found.low()).toString() + " to " + change(found.high());
    }

    private static String chance(double p) {
        return p < 1e-4 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    private static boolean isShown(Group group) {
        return SHOWN.contains(group.key().kind());
    }

    /** What takes longest first, by kind. */
    private static Comparator<Group> order() {
        return Comparator.comparingInt((Group group) -> SHOWN.indexOf(group.key().kind()))
                .thenComparingLong(group -> -group.values().stream().mapToLong(Group.Distribution::p50).max().orElse(0)).thenComparing(group -> group.key().text(true));
    }
}
