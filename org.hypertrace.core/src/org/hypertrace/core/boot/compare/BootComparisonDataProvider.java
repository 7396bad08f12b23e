/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.provider.DurationText;
import org.hypertrace.core.provider.EntryIds;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.provider.ModelStates;

/**
 * The table of a comparison of two boots of a trace or experiment: all, part after part, then the initcalls, the largest difference
 * first. Which boots, the user chooses among {@link #names()}; a client may name them by the parameters {@value #A} and {@value #B}.
 * A row says why there is nothing; all is told when the model is complete.
 */
public final class BootComparisonDataProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.boot.comparison";
    /** The columns. Differences are B minus A; the chance is there with enough repetitions. */
    public static final List<String> COLUMNS = List.of("What", "A", "B", "B - A", "Own", "By the host", "Chance", "Remark");
    /** The parameter that names what is compared with. */
    public static final String A = "a";
    /** The parameter that names what is compared. */
    public static final String B = "b";

    /** More rows no table shows in time: the rest is in the report. */
    private static final int MOST = 5_000;
    private static final long NOWHERE = -1;

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();
    private List<BootProfile> fBoots;
    private String fA;
    private String fB;

    /** @param trace a trace or experiment */
    public BootComparisonDataProvider(ITmfTrace trace) {
        fTrace = trace;
        fWhyNot = Explanation.ofBoots(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    /** @return the boots that can be compared; empty until they are known */
    public synchronized List<String> names() {
        return fBoots == null ? List.of() : BootChoice.names(fBoots);
    }

    /** @return what is compared with: the first boot if nobody chose; null until boots are known or if there is none */
    public synchronized String a() {
        return fA != null || names().isEmpty() ? fA : names().get(0);
    }

    /** @return what is compared: the second boot if nobody chose; null until boots are known or if there is none */
    public synchronized String b() {
        List<String> names = names();
        return fB != null || names.isEmpty() ? fB : names.get(Math.min(1, names.size() - 1));
    }

    /**
     * @param a
     *            the name of what is compared with
     * @param b
     *            the name of what is compared
     */
    public synchronized void choose(String a, String b) {
        fA = a;
        fB = b;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ITmfStateSystem states = fWhyNot == null ? ModelStates.of(fTrace) : null;
        if (states == null) {
            return response(List.of(note(fWhyNot == null ? Explanation.failed() : fWhyNot)), Status.COMPLETED);
        }
        if (!states.waitUntilBuilt(0)) {
            return response(List.of(), Status.RUNNING);
        }
        try {
            List<BootProfile> boots = boots(states);
            return response(rows(boots, parameters.get(A) instanceof String a ? a : a(), parameters.get(B) instanceof String b ? b
                    : b()), Status.COMPLETED);
        } catch (IOException e) {
            return response(List.of(note(String.valueOf(e.getMessage()))), Status.COMPLETED);
        } catch (StateSystemDisposedException e) {
            // the trace was closed meanwhile
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        }
    }

    private synchronized List<BootProfile> boots(ITmfStateSystem states) throws StateSystemDisposedException, IOException {
        if (fBoots == null) {
            GuestSymbols symbols = GuestSymbols.of(fTrace);
            List<GuestBoot> all = Boots.of(states);
            List<BootProfile> boots = new ArrayList<>();
            for (GuestBoot boot : all) {
                // two hosts may have VMs of the same name
                boots.add(BootProfile.of(boot.host().name(), states, boot, symbols));
            }
            fBoots = boots;
        }
        return fBoots;
    }

    private List<TmfTreeDataModel> rows(List<BootProfile> boots, String a, String b) {
        if (names().size() < 2 && (a == null || a.equals(b))) {
            return List.of(note(names().isEmpty() ? "No guest is seen to boot: begin to record before the VM is started."
                    : "There is one boot only, " + names().get(0) + ": open the traces of several boots as one experiment."));
        }
        BootGroup groupA = BootChoice.of(a, boots);
        BootGroup groupB = BootChoice.of(b, boots);
        if (groupA == null || groupB == null) {
            return List.of(note("There is no boot '" + (groupA == null ? a : b) + "'; there are " + String.join(", ", names()) + '.'));
        }
        return rows(BootComparison.of(groupA, groupB));
    }

    private List<TmfTreeDataModel> rows(BootComparison c) {
        List<TmfTreeDataModel> rows = new ArrayList<>();
        rows.add(row("all", NOWHERE, "All, " + c.extent(), c.whole(), c.answer()));
        for (int i = 0; i < c.parts().size(); i++) {
            BootRow part = c.parts().get(i);
            rows.add(row("part " + i, NOWHERE, (part.kind() == BootRow.Kind.LEVEL ? "level " : "") + part.name(), part, remark(part)));
        }
        if (!c.initcalls().isEmpty()) {
            rows.add(line("initcalls", NOWHERE, c.initcalls().size() + " initcalls", "", "", "", "", "", "",
                    c.initcalls().size() > MOST ? "the first " + MOST + " are shown" : ""));
        }
        for (int i = 0; i < Math.min(MOST, c.initcalls().size()); i++) {
            BootRow call = c.initcalls().get(i);
            rows.add(row("initcall " + i, fIds.of("initcalls"), call.name() + (call.level() == null ? "" : " (" + call.level() + ')'), call,
                    remark(call)));
        }
        c.remarks().forEach(remark -> rows.add(line(remark, NOWHERE, "Note", "", "", "", "", "", "", remark)));
        return rows;
    }

    private static String remark(BootRow row) {
        return row.a() == null ? "only in B" : row.b() == null ? "only in A" : row.a().open() || row.b().open() ? "never ended"
                : !row.counts() ? "beside the levels" : row.matched() == BootRow.Match.NAME ? "" : "matched by " + row.matched().label();
    }

    private TmfTreeDataModel row(String key, long parent, String name, BootRow row, String remark) {
        boolean split = row.states() != null;
        return line(key, parent, name, row.a() == null ? "" : DurationText.of(row.a().duration()),
                row.b() == null ? "" : DurationText.of(row.b().duration()), signed(row.difference()), split ? signed(row.own()) : "",
                split ? signed(row.host()) : "", Double.isNaN(row.chance()) ? "" : String.format(Locale.ROOT, "%.3f", row.chance()),
                remark);
    }

    private static String signed(long ns) {
        return (ns < 0 ? "-" : ns > 0 ? "+" : "") + DurationText.of(Math.abs(ns));
    }

    private TmfTreeDataModel note(String sentence) {
        return line(sentence, NOWHERE, sentence, "", "", "", "", "", "", "");
    }

    private TmfTreeDataModel line(String key, long parent, String... labels) {
        return new TmfTreeDataModel(fIds.of(key), parent, List.of(labels), false, null);
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows, Status status) {
        return new TmfModelResponse<>(new TmfTreeModel<>(COLUMNS, rows), status,
                status == Status.RUNNING ? CommonStatusMessage.RUNNING : CommonStatusMessage.COMPLETED);
    }
}
