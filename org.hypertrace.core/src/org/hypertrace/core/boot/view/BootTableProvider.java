/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.BootTimes;
import org.hypertrace.core.boot.BootTimesCache;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.PathOffer;

/**
 * The table of all initcalls, or of all levels, of all boots: how long each took and where that time went. Every row has its time,
 * so that one can go there. A row reports why there is nothing; all is reported when the model is complete.
 */
public final class BootTableProvider extends ModelTableProvider implements PathOffer.Source {

    /** What the rows are. */
    public enum Kind {
        /** A row per initcall. */
        INITCALLS("org.hypertrace.core.boot.initcalls", TableColumns.of("Initcall", "Level"), "Returned"),
        /** A row per level. */
        LEVELS("org.hypertrace.core.boot.levels", TableColumns.of("Level", "Initcalls").adding("Initcalls"), "Ended");

        private final String fId;
        private final TableColumns fColumns;

        Kind(String id, TableColumns what, String end) {
            fId = id;
            fColumns = TimeSplitText.columns(what.with("Boot", "Begin", "Duration", "Share of boot").adding("Duration"), end);
        }

        /** @return the id of the data provider */
        public String id() {
            return fId;
        }

        /** @return the headers of its columns; the last ones are the states of a vCPU, which sum to the duration */
        public TableColumns columns() {
            return fColumns;
        }
    }

    /** More rows no table shows in time: the rest is in the report. */
    static final int MOST = 20_000;

    private final Kind fKind;
    private final Map<Long, List<PathOffer>> fOffers = new ConcurrentHashMap<>();

    /**
     * @param kind
     *            what the rows are
     * @param trace
     *            a trace or experiment
     */
    public BootTableProvider(Kind kind, ITmfTrace trace) {
        super(kind.id(), kind.columns(), trace, MissingDataMessage.ofBoots(trace));
        fKind = kind;
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        GuestSymbols symbols = GuestSymbols.of(trace());
        List<TmfTreeDataModel> rows = new ArrayList<>();
        int left = 0;
        List<GuestBoot> boots = Boots.of(states);
        for (GuestBoot boot : boots) {
            int more = fKind == Kind.LEVELS ? boot.levels().size() : boot.initcalls().size();
            check(monitor);
            if (more == 0) {
                continue;
            }
            if (rows.size() + more > MOST) {
                left += more;
                continue;
            }
            BootTimes times = BootTimesCache.of(states, boot);
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
            rows.add(note(fKind == Kind.LEVELS ? MissingDataMessage.noLevels() : MissingDataMessage.noInitcalls()));
        }
        return rows;
    }

    private TmfTreeDataModel row(GuestBoot boot, InitcallRun i, BootSymbols names, TimeSplit spent) {
        GuestBoot.Level level = boot.level(i);
        String about = level != null ? level.name() : boot.isOfModule(i, names.label(i)) ? "(module)" : "";
        return row(boot, i, names, "initcall " + i.number(), names.label(i), about, i.begin(), i.end(),
                i.open() ? "never" : i.result() == null ? "" : Errno.label(i.result()), spent);
    }

    private TmfTreeDataModel row(GuestBoot boot, GuestBoot.Level level, TimeSplit spent) {
        long initcalls = boot.initcalls().stream().filter(i -> i.level() == level.number()).count();
        return row(boot, level, BootSymbols.NONE, "level " + level.number(), level.name(), Amount.count(initcalls), level.begin(), level.end(),
                level.open() ? "never" : "yes", spent);
    }

    private TmfTreeDataModel row(GuestBoot boot, Object of, BootSymbols names, String key, String what, Object about, long begin, long end,
            String returned, TimeSplit spent) {
        List<Object> cells = new ArrayList<>(List.of(what, about, boot.label(), Amount.time(begin),
                Amount.ns(end - begin), Amount.share(end - begin, boot.bootTime())));
        cells.addAll(TimeSplitText.cells(spent, returned));
        TmfTreeDataModel row = row(boot.host().id() + boot.guest() + boot.number() + key, cells, begin, end);
        fOffers.put(row.getId(), BootOffers.of(boot, names, of));
        return row;
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        return fOffers.getOrDefault(entry, List.of());
    }
}
