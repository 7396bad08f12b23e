/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.untrusted.CodeName;

/** What the page of a fleet begins with, before all tables: what differs, what makes slow boots slow, and which recording to open. */
final class Answers {

    /** So many differences have a sentence. */
    private static final int MOST = 3;
    /** So many names are in a sentence or a cell. */
    private static final int FEW = 4;

    private final List<Part> fAnswers = new ArrayList<>();
    private final Function<Group.Key, String> fName;

    /** @param name for people */
    Answers(Function<Group.Key, String> name) {
        fName = name;
    }

    List<Part> all() {
        return List.copyOf(fAnswers);
    }

    /** The first difference of each value, then the values without one. */
    void differences(List<Difference> causes, Map<String, Map<String, Long>> counts, Map<String, String> references) {
        Map<String, Difference> first = new LinkedHashMap<>();
        causes.forEach(one -> first.putIfAbsent(one.label() + ' ' + one.found().of(), one));
        first.entrySet().stream().limit(MOST).forEach(entry -> {
            Group.Compared found = entry.getValue().found();
            double change = entry.getValue().change();
            fAnswers.add(Sentence.answer(entry.getKey() + ": ", fName.apply(entry.getValue().key()), " takes ", PageMaker.time(Math.abs(found.median())),
                    Double.isInfinite(change) ? "" : " (" + Amount.share(Math.abs(change)).percent(1) + ')', found.median() < 0 ? " less than with " : " more than with ",
                    found.reference() + '.'));
        });
        List<String> equal = counts.entrySet().stream().flatMap(label -> label.getValue().entrySet().stream()
                .filter(value -> value.getValue() >= Significance.ENOUGH && !value.getKey().equals(references.get(label.getKey())))
                .map(value -> label.getKey() + ' ' + value.getKey())).filter(value -> !first.containsKey(value)).toList();
        String more = first.size() > MOST ? " There are differences of " + (first.size() - MOST) + " more values." : "";
        if (counts.isEmpty()) {
            fAnswers.add(Sentence.answer("No recording has a label, so nothing is compared; --pattern and --labels give them labels."));
        } else if (first.isEmpty()) {
            fAnswers.add(Sentence.answer("Nothing differs between labels by more than chance."));
        } else if (!equal.isEmpty()) {
            fAnswers.add(Sentence.plain("Nothing differs by more than chance with ", few(equal), "." + more));
        } else if (!more.isEmpty()) {
            fAnswers.add(Sentence.plain(more.strip()));
        }
    }

    /** The first of many names. */
    static String few(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(FEW, names.size()))) + (names.size() > FEW ? " and " + (names.size() - FEW) + " more" : "");
    }

    /** The greatest share of each kind, of what takes longer in the slowest boots. A part may vary with the whole and not be in the slowest. */
    void shares(List<Share> shares) {
        List<Object> words = new ArrayList<>();
        for (String kind : List.of("level", "initcall", "host-state")) {
            shares.stream().filter(one -> one.key().kind().equals(kind) && one.share() > 0 && one.slow() > one.rest()).findFirst().ifPresent(one -> words.addAll(List.of(
                    words.isEmpty() ? "Slow boots take longer in " : ", ", fName.apply(one.key()), " (", Amount.share(one.share()).percent(0), words.isEmpty() ? " of the variance)" : ")")));
        }
        if (!words.isEmpty()) {
            words.add(".");
            fAnswers.add(Sentence.answer(words.toArray()));
        }
    }

    /** {@code rows}: the farthest first. */
    void outliers(List<Outlier> rows) {
        if (rows.isEmpty()) {
            fAnswers.add(Sentence.answer("No recording is far from the others."));
        } else {
            Outlier first = rows.get(0);
            fAnswers.add(Sentence.answer("Farthest from the others: ", fName.apply(first.key()), " took ", Amount.ns(first.took()), ", the median is ", Amount.ns(first.median()), "."));
            fAnswers.add(Sentence.plain("Open it: ", new CodeName(first.command()),
                    rows.size() == 1 ? "" : " (" + (rows.size() - 1) + " more stand under Outliers)"));
        }
    }

    /** {@code groups}: those that get longer or shorter, the widest first. */
    void trend(List<Group> groups) {
        if (!groups.isEmpty()) {
            fAnswers.add(Sentence.answer("Over time: ", fName.apply(groups.get(0).key()), " changes by ", PageMaker.change(groups.get(0).trend().perDay()), " a day."));
        }
    }

    /** {@code exceeded}: the longest first. */
    void budgets(List<Budget.Result> exceeded) {
        if (exceeded.isEmpty()) {
            fAnswers.add(Sentence.answer("No budget is exceeded."));
        } else {
            Budget.Result first = exceeded.get(0);
            fAnswers.add(Sentence.alarm("The budget " + first.budget().text() + " is exceeded by ", Amount.ns(first.took() - first.budget().limit()),
                    " in " + first.recording() + ". All that is exceeded stands under Budgets."));
        }
    }

    void problems(long problems, long recordings) {
        if (problems > 0) {
            fAnswers.add(Sentence.warning(problems + " of " + recordings + " recordings have problems, which stand under Problems."));
        }
    }
}
