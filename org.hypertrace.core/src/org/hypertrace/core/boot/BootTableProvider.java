/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.provider.DurationText;
import org.hypertrace.core.provider.EntryIds;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.provider.ModelStates;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The table of all initcalls, or of all levels, of all boots: how long each took and where that time went. Every row has its time,
 * so that one can go there. A row says why there is nothing; all is told when the model is complete.
 */
public final class BootTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** What the rows are. */
    public enum Kind {
        /** A row per initcall. */
        INITCALLS("org.hypertrace.core.boot.initcalls", "Initcall", "Level", "Returned"),
        /** A row per level. */
        LEVELS("org.hypertrace.core.boot.levels", "Level", "Initcalls", "Ended");

        private final String fId;
        private final List<String> fColumns;

        Kind(String id, String what, String about, String end) {
            fId = id;
            fColumns = Stream.concat(Stream.of(what, about, "Boot", "Begin", "Duration", "Share of boot", "Own", "Host", "Tracer",
                    "VM exits", end), Stream.of(VcpuState.values()).map(VcpuState::label)).toList();
        }

        /** @return the id of the data provider */
        public String id() {
            return fId;
        }

        /** @return the headers of its columns; the last ones are the states of a vCPU, which sum to the duration */
        public List<String> columns() {
            return fColumns;
        }
    }

    /** More rows no table shows in time: the rest is in the report. */
    static final int MOST = 20_000;

    private static final int BEFORE_STATES = 11;

    private final Kind fKind;
    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /**
     * @param kind
     *            what the rows are
     * @param trace
     *            a trace or experiment
     */
    public BootTableProvider(Kind kind, ITmfTrace trace) {
        fKind = kind;
        fTrace = trace;
        fWhyNot = Explanation.ofBoots(trace);
    }

    @Override
    public String getId() {
        return fKind.id();
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
            return response(rows(states, monitor), Status.COMPLETED);
        } catch (IOException e) {
            return response(List.of(note(e.getMessage())), Status.COMPLETED);
        } catch (StateSystemDisposedException e) {
            // the trace was closed meanwhile
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        }
    }

    private List<TmfTreeDataModel> rows(ITmfStateSystem states, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        GuestSymbols symbols = GuestSymbols.of(fTrace);
        List<TmfTreeDataModel> rows = new ArrayList<>();
        int left = 0;
        for (GuestBoot boot : Boots.of(states)) {
            int more = fKind == Kind.LEVELS ? boot.levels().size() : boot.initcalls().size();
            if (more == 0 || monitor != null && monitor.isCanceled()) {
                continue;
            }
            if (rows.size() + more > MOST) {
                left += more;
                continue;
            }
            BootTimes times = KnownTimes.of(states, boot);
            if (fKind == Kind.LEVELS) {
                boot.levels().forEach(level -> rows.add(row(boot, level, times.level(level.number()))));
            } else {
                BootSymbols names = BootSymbols.of(boot, symbols);
                boot.initcalls().forEach(i -> rows.add(row(boot, i, names, times.initcall(i.number()))));
            }
        }
        if (left > 0) {
            rows.add(note(left + " more are not shown here: make a report of this trace."));
        }
        if (rows.isEmpty()) {
            rows.add(note(fKind == Kind.LEVELS ? Explanation.noLevels() : Explanation.noInitcalls()));
        }
        return rows;
    }

    private TmfTreeDataModel row(GuestBoot boot, InitcallRun i, BootSymbols names, Spent spent) {
        GuestBoot.Level level = boot.level(i);
        return row(boot, "initcall " + i.number(), names.label(i), level == null ? "(module)" : level.name(), i.begin(), i.end(),
                i.open() ? "never" : i.result() == null ? "" : Errno.label(i.result()), spent);
    }

    private TmfTreeDataModel row(GuestBoot boot, GuestBoot.Level level, Spent spent) {
        long initcalls = boot.initcalls().stream().filter(i -> i.level() == level.number()).count();
        return row(boot, "level " + level.number(), level.name(), Long.toString(initcalls), level.begin(), level.end(),
                level.open() ? "never" : "yes", spent);
    }

    private TmfTreeDataModel row(GuestBoot boot, String key, String what, String about, long begin, long end, String returned,
            Spent spent) {
        List<String> labels = new ArrayList<>(List.of(what, about, boot.label(), TmfTimestamp.fromNanos(begin).toString(),
                DurationText.of(end - begin), BootTooltip.percent(end - begin, boot.bootTime())));
        if (spent == null) {
            labels.addAll(List.of("", "", "", "", returned));
        } else {
            labels.addAll(List.of(DurationText.of(spent.own()), DurationText.of(spent.host()), DurationText.of(spent.tracer()),
                    Integer.toString(spent.exitCount()), returned));
        }
        for (VcpuState state : VcpuState.values()) {
            labels.add(spent == null ? "" : DurationText.of(spent.ns(state)));
        }
        return new TimeGraphEntryModel(fIds.of(boot.host().id() + boot.guest() + boot.number() + key), -1, labels, begin, end,
                false);
    }

    private TmfTreeDataModel note(String sentence) {
        List<String> labels = new ArrayList<>(List.of(sentence));
        while (labels.size() < BEFORE_STATES + VcpuState.values().length) {
            labels.add("");
        }
        return new TmfTreeDataModel(fIds.of(sentence), -1, labels, false, null);
    }

    private TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows, Status status) {
        return new TmfModelResponse<>(new TmfTreeModel<>(fKind.columns(), rows), status,
                status == Status.RUNNING ? CommonStatusMessage.RUNNING : CommonStatusMessage.COMPLETED);
    }
}
