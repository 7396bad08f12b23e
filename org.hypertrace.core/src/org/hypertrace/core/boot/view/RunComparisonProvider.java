/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.compare.RunChoice;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.view.Figures;
import org.hypertrace.core.view.ModelTableProvider;

/**
 * The table of a comparison of two boots, or two shutdowns, of a trace or experiment. All comes first, then part after part, then what is
 * in the parts, the largest difference first. Which two, the user chooses among {@link #names()}; a client may name them by the
 * parameters {@value #A} and {@value #B}. A row reports why there is nothing; all is reported when the model is complete.
 *
 * @param <R>
 *            which of both
 */
public abstract class RunComparisonProvider<R extends Run> extends ModelTableProvider {

    /** The columns. Differences are B minus A; the chance is there with enough repetitions. */
    public static final TableColumns COLUMNS = TableColumns.of("What", "A", "B", "B - A", "Own", "By the host", "Chance", "Remark")
            .adding("A", "B", "B - A", "Own", "By the host");
    /** The parameter that names what is compared with. */
    public static final String A = "a";
    /** The parameter that names what is compared. */
    public static final String B = "b";

    /** More rows no table shows in time: the rest is in the report. */
    private static final int MOST = 5_000;

    private final String fNoun;
    private final String fDetails;
    private final String fNone;
    private List<R> fRuns;
    private String fA;
    private String fB;

    /**
     * @param id
     *            of the provider, as registered
     * @param noun
     *            what is compared, {@code boot}
     * @param details
     *            what is in the parts, {@code initcalls}
     * @param none
     *            what to report if there is none, a sentence
     * @param whyNot
     *            why the trace's model cannot report of any, null if it can
     * @param trace
     *            a trace or experiment
     */
    protected RunComparisonProvider(String id, String noun, String details, String none, String whyNot, ITmfTrace trace) {
        super(id, COLUMNS, trace, whyNot);
        fNoun = noun;
        fDetails = details;
        fNone = none;
    }

    /**
     * @param states
     *            the model, complete
     * @return all that can be compared; called once
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    protected abstract List<R> runs(ITmfStateSystem states, GuestSymbols symbols) throws StateSystemDisposedException;

    /** @return the two side by side */
    protected abstract RunComparison<R> compare(RunGroup<R> a, RunGroup<R> b);

    /** @return what can be compared; empty until it is known */
    public final synchronized List<String> names() {
        return fRuns == null ? List.of() : RunChoice.names(fRuns);
    }

    /** @return what is compared with: the first if nobody chose; null until they are known or if there is none */
    public final synchronized String a() {
        return fA != null || names().isEmpty() ? fA : names().get(0);
    }

    /** @return what is compared: the second if nobody chose; null until they are known or if there is none */
    public final synchronized String b() {
        List<String> names = names();
        return fB != null || names.isEmpty() ? fB : names.get(Math.min(1, names.size() - 1));
    }

    /**
     * @param a
     *            the name of what is compared with
     * @param b
     *            the name of what is compared
     */
    public final synchronized void choose(String a, String b) {
        fA = a;
        fB = b;
    }

    @Override
    protected final List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        List<R> runs = runs(states);
        return rows(runs, parameters.get(A) instanceof String a ? a : a(), parameters.get(B) instanceof String b ? b : b());
    }

    private synchronized List<R> runs(ITmfStateSystem states) throws StateSystemDisposedException, IOException {
        if (fRuns == null) {
            fRuns = runs(states, GuestSymbols.of(trace()));
        }
        return fRuns;
    }

    private List<TmfTreeDataModel> rows(List<R> runs, String a, String b) {
        if (names().size() < 2 && (a == null || a.equals(b))) {
            return List.of(note(names().isEmpty() ? fNone
                    : "There is one " + fNoun + " only, " + names().get(0) + ": open the traces of several " + fNoun
                            + "s as one experiment."));
        }
        RunGroup<R> groupA = RunChoice.of(a, runs);
        RunGroup<R> groupB = RunChoice.of(b, runs);
        if (groupA == null || groupB == null) {
            return List.of(note(RunChoice.problem(fNoun, groupA == null ? a : b, runs)));
        }
        return rows(compare(groupA, groupB));
    }

    private List<TmfTreeDataModel> rows(RunComparison<R> c) {
        List<TmfTreeDataModel> rows = new ArrayList<>();
        rows.add(compared("all", NOWHERE, "All, " + c.extent(), c.whole(), CodeName.plain(c.answer().text())));
        for (int i = 0; i < c.parts().size(); i++) {
            RunRow part = c.parts().get(i);
            rows.add(compared("part " + i, NOWHERE, part.kind().prefix() + part.name(), part, remark(part)));
        }
        if (!c.details().isEmpty()) {
            rows.add(line("details", NOWHERE, c.details().size() + " " + fDetails, "", "", "", "", "", "",
                    c.details().size() > MOST ? "the first " + MOST + " are shown" : ""));
        }
        for (int i = 0; i < Math.min(MOST, c.details().size()); i++) {
            RunRow detail = c.details().get(i);
            rows.add(compared("detail " + i, id("details"), detail.kind().prefix() + detail.name() + (detail.level() == null ? ""
                    : " (" + detail.level() + ')'), detail, remark(detail)));
        }
        c.remarks().forEach(remark -> rows.add(line(remark, NOWHERE, "Note", "", "", "", "", "", "", remark)));
        return rows;
    }

    private static String remark(RunRow row) {
        return row.a() == null ? "only in B" : row.b() == null ? "only in A" : row.a().open() || row.b().open() ? "never ended"
                : !row.counts() ? "beside the levels" : row.matched() == RunRow.Match.NAME ? "" : "matched by " + row.matched().label();
    }

    private TmfTreeDataModel compared(String key, long parent, String name, RunRow row, String remark) {
        boolean split = row.states() != null;
        return line(key, parent, name, row.a() == null ? "" : Amount.ns(row.a().duration()),
                row.b() == null ? "" : Amount.ns(row.b().duration()), Amount.change(row.difference()), split ? Amount.change(row.own()) : "",
                split ? Amount.change(row.host()) : "", Double.isNaN(row.chance()) ? "" : new Figures.Worded(String.format(Locale.ROOT, "%.3f", row.chance()),
                        Amount.number(row.chance())),
                remark);
    }

    private TmfTreeDataModel line(String key, long parent, Object... cells) {
        return row(key, parent, List.of(cells));
    }
}
