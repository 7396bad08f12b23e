/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

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
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownTimesCache;
import org.hypertrace.core.shutdown.Shutdowns;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.PathOffer;

/**
 * The table of what shutdowns spent their time on: every device, notifier and step, and every process that user space waited for;
 * how long each took, its share of the shutdown, and where that time went. Every row has its time, so that one can go there.
 */
public final class DeviceTableProvider extends ModelTableProvider implements PathOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.shutdown.devices";
    /** The headers of its columns; the last ones are the states of a vCPU, which sum to the duration. */
    public static final TableColumns COLUMNS = TimeSplitText.columns(TableColumns.of("What", "Driver or bus", "Kind", "Shutdown", "Begin",
            "Duration", "Share of shutdown").adding("Duration"), "Ended");

    /** More rows no table shows in time: the rest is in the report. */
    static final int MOST = 20_000;

    private final Map<Long, List<PathOffer>> fOffers = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public DeviceTableProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        GuestSymbols symbols = GuestSymbols.of(trace());
        List<TmfTreeDataModel> rows = new ArrayList<>();
        int left = 0;
        for (GuestShutdown shutdown : Shutdowns.of(states)) {
            check(monitor);
            if (rows.size() + shutdown.parts().size() + shutdown.processes().size() > MOST) {
                left += shutdown.parts().size() + shutdown.processes().size();
                continue;
            }
            ShutdownProfile profile = ShutdownTimesCache.of(states, shutdown, symbols);
            String key = shutdown.host().id() + shutdown.guest() + shutdown.number();
            int number = 0;
            for (Line line : profile.lines()) {
                rows.add(row(key + ' ' + number++, profile, line));
            }
            for (Delay delay : profile.delays()) {
                rows.add(row(key + ' ' + number++, profile, delay));
            }
        }
        if (left > 0) {
            rows.add(note(left + " more are not shown here: make a report of this trace."));
        }
        return rows.isEmpty() ? List.of(note(MissingDataMessage.noShutdown())) : rows;
    }

    private TmfTreeDataModel row(String key, ShutdownProfile profile, Line line) {
        List<Object> labels = labels(line.name(), line.driver() == null ? "" : line.driver(), line.section().key(), profile,
                line.begin(), line.duration());
        labels.addAll(TimeSplitText.cells(line.spent(), line.lost() ? "unknown" : line.open() ? "never" : "yes"));
        return offering(row(key, labels, line.begin(), line.end()), profile, line);
    }

    /** How long user space waited for it: from the end of the process before. */
    private TmfTreeDataModel row(String key, ShutdownProfile profile, Delay delay) {
        GuestShutdown.Process process = delay.process();
        long end = process.end() < 0 ? profile.shutdown().userSpaceEnd() : process.end();
        List<Object> labels = labels(process.label(), "", "process", profile, end - delay.held(), delay.held());
        labels.addAll(TimeSplitText.cells(null, ShutdownFindings.outcome(process)));
        return offering(row(key, labels, end - delay.held(), end), profile, delay);
    }

    private TmfTreeDataModel offering(TmfTreeDataModel row, ShutdownProfile profile, Object what) {
        fOffers.put(row.getId(), ShutdownOffers.of(profile, what));
        return row;
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        return fOffers.getOrDefault(entry, List.of());
    }

    private static List<Object> labels(String what, String driver, String kind, ShutdownProfile profile, long begin, long duration) {
        return new ArrayList<>(List.of(what, driver, kind, profile.shutdown().label(), Amount.time(begin),
                Amount.ns(duration), Amount.share(duration, profile.duration())));
    }
}
